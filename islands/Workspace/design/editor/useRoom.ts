import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

/**
 * The room that an editor has: what the window leaves below everything above it, as `--room-top`; `--room-bar` is how
 * high its bar has become. Control or Command with S saves while it is in view; the browser's own meaning, the page as a
 * file, is never what is wanted there.
 */
export function useRoom(save: () => void): RefObject<HTMLDivElement | null> {
  const room = useRef<HTMLDivElement>(null);
  const latest = useRef(save);
  // Before the change is seen: who presses at once would else be answered by what held before it.
  useLayoutEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const element = room.current;
    if (element === null) return;
    const measure = () => {
      if (element.offsetParent === null) return;
      const top = element.getBoundingClientRect().top + window.scrollY;
      element.style.setProperty("--room-top", `${Math.round(top)}px`);
      const bar = element.querySelector<HTMLElement>(".room-bar")?.offsetHeight ?? 0;
      element.style.setProperty("--room-bar", `${bar}px`);
    };
    const press = (event: KeyboardEvent) => {
      const isSave = event.key.toLowerCase() === "s" && (event.ctrlKey || event.metaKey) && !event.altKey;
      if (!isSave || event.shiftKey || element.offsetParent === null) return;
      event.preventDefault();
      if (document.querySelector("dialog[open]") === null) latest.current();
    };
    measure();
    // What stands above comes and goes.
    const observer = new ResizeObserver(measure);
    for (let above: Element | null = element; above !== null; above = above.parentElement) {
      observer.observe(above);
      for (const sibling of above.parentElement?.children ?? []) observer.observe(sibling);
    }
    window.addEventListener("resize", measure);
    window.addEventListener("keydown", press);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
      window.removeEventListener("keydown", press);
    };
  }, []);
  return room;
}
