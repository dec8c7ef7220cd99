import { type RefObject, useEffect } from "react";

const gapPx = 4;
const edgePx = 8;

/**
 * Keeps a popover, while it is open, at its control, by default the button that opens it: below it, or above where it
 * does not fit and there is more room, and always within the window. It follows when something scrolls and when its own
 * size changes. Its styles are those of `.menu`.
 *
 * CSS could do this (`position-area` with `position-try-fallbacks`), but Safari before 26 and Firefox before 147 do not
 * know it, and in WebKit 2.50 (Safari 26) the page stands still for ever once a popover with such fallbacks is in a
 * part of the page that gets hidden, even if it is closed.
 */
export function useBesideControl(
  popover: RefObject<HTMLElement | null>,
  { control, align = "start" }: { control?: RefObject<HTMLElement | null>; align?: "start" | "end" } = {},
): void {
  useEffect(() => {
    const element = popover.current;
    if (element === null) return;
    const follow = () => {
      const at = control === undefined ? buttonOf(element) : control.current;
      if (at !== null) place({ element, at, align });
    };
    // What it observes is told of before the first frame in which it is shown, and again when entries are loaded.
    const sizes = new ResizeObserver(follow);
    const stop = () => {
      sizes.disconnect();
      window.removeEventListener("scroll", follow, true);
      window.removeEventListener("resize", follow);
    };
    const onBeforeToggle = ({ newState }: ToggleEvent) => {
      stop();
      if (newState !== "open") return;
      sizes.observe(element);
      window.addEventListener("scroll", follow, { capture: true, passive: true });
      window.addEventListener("resize", follow);
    };
    element.addEventListener("beforetoggle", onBeforeToggle);
    return () => {
      stop();
      element.removeEventListener("beforetoggle", onBeforeToggle);
    };
  }, [popover, control, align]);
}

/** The button that opens a popover (`popovertarget`). */
function buttonOf(popover: HTMLElement): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(popover.id)}"]`);
}

function place({
  element,
  at,
  align,
}: {
  element: HTMLElement;
  at: HTMLElement;
  align: "start" | "end";
}): void {
  const { style } = element;
  const { clientWidth, clientHeight } = document.documentElement;
  const control = at.getBoundingClientRect();
  style.setProperty("--control-width", `${control.width}px`);
  // Measured without the bound that it was given last.
  style.setProperty("--room", "100dvh");
  const { offsetWidth: width, offsetHeight: height } = element;
  const above = control.top - gapPx - edgePx;
  const below = clientHeight - control.bottom - gapPx - edgePx;
  const isAbove = height > below && above > below;
  const room = Math.max(isAbove ? above : below, 0);
  style.setProperty("--room", `${room}px`);
  style.top = `${isAbove ? control.top - gapPx - Math.min(height, room) : control.bottom + gapPx}px`;
  const starts = control.left;
  const ends = control.right - width;
  const fits = align === "start" ? starts + width <= clientWidth - edgePx : ends >= edgePx;
  const left = (align === "start") === fits ? starts : ends;
  style.left = `${Math.max(edgePx, Math.min(left, clientWidth - edgePx - width))}px`;
}
