import { type RefObject, useEffect, useRef } from "react";
import { focusIsLost } from "../../../_parts/lostFocus.ts";

/**
 * For a bar below the table. When it goes with the button that was pressed in it, the table takes the focus, or without one
 * the title of the panel: the next Tab would start at the top of the page.
 */
export function useFocusAfterBar(): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    const panel = bar.current?.closest(".panel");
    return () => {
      if (!focusIsLost()) return;
      const table = panel?.querySelector<HTMLElement>("[role=grid]");
      (table ?? panel?.querySelector<HTMLElement>("h2[tabindex]"))?.focus({ preventScroll: true });
    };
  }, []);
  return bar;
}
