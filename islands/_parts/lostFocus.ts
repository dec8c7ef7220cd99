import { type RefObject, useEffect, useRef } from "react";

/** Whether nothing has the focus: what had it has gone, and the next Tab would begin at the top of the page. */
export function focusIsLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body;
}

/**
 * For the title of a list: it takes the focus where what had it has gone with how many there are, as the button of what was
 * deleted does and the only way to add the first, once no dialog is open. The next Tab would begin at the top of the page.
 */
export function useFocusHome<Home extends HTMLElement>(
  count: number | undefined,
  isClosed: boolean,
): RefObject<Home | null> {
  const home = useRef<Home>(null);
  const isKnown = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus may go with either of them.
  useEffect(() => {
    // Nobody has moved yet in what has only just come; and what others change moves nothing under a pointer.
    if (isKnown.current && focusIsLost()) home.current?.focus({ preventScroll: true });
    isKnown.current = count !== undefined;
  }, [count, isClosed]);
  return home;
}
