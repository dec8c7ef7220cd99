import { designLimits } from "../../../../../contract/limits/design.ts";
import { blockLanding, type Landing, type Line, rowLanding } from "./landing.ts";

export type Carried = {
  kind: "block" | "row";
  /** A handle starts dragging at once. Anything else needs a long press, so that a moving finger still scrolls. */
  byHandle?: boolean;
  drop: (landing: Landing) => void;
};
type Begun = Pick<PointerEvent, "button" | "clientX" | "clientY" | "pointerType" | "pointerId">;

/** How far a pointer must move to start dragging. Less is a click. */
const slackPx = 6;
/** The distance to the canvas's edge within which dragging makes it scroll, faster the nearer it is. */
const edgePx = 48;
const scrollPx = 14;

/**
 * Drags with a mouse, a pen or a finger until the drop. A line shows where it would be dropped; nothing else is rendered
 * before. Escape, a cancelled touch or a drop outside the canvas change nothing.
 */
export function drag(event: Begun, { editor, carried }: { editor: HTMLElement; carried: Carried }): void {
  const canvas = editor.querySelector<HTMLElement>(".editor-canvas");
  const root = canvas?.shadowRoot;
  if (event.button !== 0 || !canvas || !root) return;
  const from = { clientX: event.clientX, clientY: event.clientY };
  const waits = event.pointerType === "touch" && carried.byHandle !== true;
  const find = carried.kind === "row" ? rowLanding : blockLanding;
  let at = from;
  let looked: typeof at | null = null;
  let frame = 0;
  let lifted = false;

  const look = () => {
    frame = requestAnimationFrame(look);
    const scrolled = scrollNearEdge(canvas, at);
    if (at === looked && !scrolled) return;
    looked = at;
    showLine(root, find(root, at)?.line ?? null);
  };
  const lift = () => {
    lifted = true;
    editor.dataset.dragging = carried.kind;
    look();
  };
  const timer = waits ? setTimeout(lift, designLimits.longPressMs) : undefined;
  const gone = new AbortController();
  const end = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    gone.abort();
    delete editor.dataset.dragging;
    showLine(root, null);
    if (lifted) swallowClick();
  };
  const move = (moved: PointerEvent) => {
    if (moved.pointerId !== event.pointerId) return;
    at = { clientX: moved.clientX, clientY: moved.clientY };
    if (lifted) return moved.preventDefault();
    if (Math.hypot(at.clientX - from.clientX, at.clientY - from.clientY) < slackPx) return;
    // A finger that moves before the long press scrolls.
    if (waits) end();
    else lift();
  };
  const finish = (ended: PointerEvent) => {
    if (ended.pointerId !== event.pointerId) return;
    const target = lifted && ended.type === "pointerup" ? (find(root, ended)?.landing ?? null) : null;
    end();
    if (target !== null) carried.drop(target);
  };
  const { signal } = gone;
  addEventListener("pointermove", move, { passive: false, signal });
  addEventListener("pointerup", finish, { signal });
  addEventListener("pointercancel", finish, { signal });
  addEventListener("keydown", ({ key }: KeyboardEvent) => key === "Escape" && end(), { signal });
}

function scrollNearEdge(canvas: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }) {
  const { top, bottom, left, right } = canvas.getBoundingClientRect();
  if (clientX < left || clientX > right) return false;
  // If the canvas is taller than the window, its visible edge is the window's.
  const above = Math.max(top, 0) + edgePx - clientY;
  const below = clientY - (Math.min(bottom, innerHeight) - edgePx);
  const share = Math.min(1, Math.max(above, below) / edgePx);
  if (share <= 0) return false;
  const before = canvas.scrollTop;
  canvas.scrollTop += Math.ceil(share * scrollPx) * (above > below ? -1 : 1);
  return canvas.scrollTop !== before;
}

/** The line overlaps the mail, so that showing it moves nothing. */
function showLine(root: ShadowRoot, line: Line | null): void {
  const element = root.querySelector<HTMLElement>(".drop-line");
  const page = element?.parentElement;
  if (!element || !page) return;
  element.hidden = line === null;
  if (line === null) return;
  const { left, top, width } = page.getBoundingClientRect();
  // The page may be shown scaled down, and positions within it are in its own pixels.
  const fit = width / page.offsetWidth;
  element.style.width = `${line.width / fit}px`;
  element.style.transform = `translate(${(line.left - left) / fit}px, ${(line.top - top) / fit - 2}px)`;
}

/** Prevents the click that may follow a drop, since what was dragged was not clicked. */
function swallowClick(): void {
  const gone = new AbortController();
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("click", swallow, { capture: true, once: true, signal: gone.signal });
  setTimeout(() => gone.abort());
}
