import { type RefObject, useEffect, useRef } from "react";

/** Whether nothing has the focus: its element was removed, and the next Tab would start at the top of the page. */
export function focusIsLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body;
}

/**
 * For the title of a list. It takes the focus if the focused element has disappeared because the length of the list
 * changed, such as the button of a deleted row or the only way to add the first one, unless a dialog is open. Otherwise the
 * next Tab would start at the top of the page.
 */
export function useFocusHome<Home extends HTMLElement>(
  count: number | undefined,
  isClosed: boolean,
): RefObject<Home | null> {
  const home = useRef<Home>(null);
  const isKnown = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus may go with either of them.
  useEffect(() => {
    // Not when a list has only just been loaded. And changes by others must not scroll anything under a pointer.
    if (isKnown.current && focusIsLost()) home.current?.focus({ preventScroll: true });
    isKnown.current = count !== undefined;
  }, [count, isClosed]);
  return home;
}
