import { type FocusEvent, useEffect, useRef } from "react";
import { focusIsLost } from "../../../_parts/lostFocus.ts";

/**
 * Whoever steers campaigns by keyboard goes on at the row beside theirs once that has left the list, archived or no longer
 * in the state that is shown; and above the list when it was the last one. The focus would be lost with the row.
 */
export function useRowFocus(ids: readonly string[]) {
  const rows = useRef<HTMLTableSectionElement>(null);
  const held = useRef<{ id: string; at: number } | null>(null);

  useEffect(() => {
    const left = held.current;
    if (left === null || ids.includes(left.id)) return;
    held.current = null;
    if (!focusIsLost()) return;
    const beside = rows.current?.rows[Math.min(left.at, ids.length - 1)];
    beside?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus();
  }, [ids]);

  useEffect(
    () => () => {
      if (held.current !== null && focusIsLost())
        document.querySelector<HTMLElement>(".workspace-content")?.focus({ preventScroll: true });
    },
    [],
  );

  return {
    ref: rows,
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const row = target.closest("tr");
      const id = row?.dataset.id;
      if (row !== null && id !== undefined) held.current = { id, at: row.sectionRowIndex };
    },
    onBlur({ relatedTarget }: FocusEvent<HTMLElement>) {
      // Without another place that it goes to, the row itself may be what goes.
      if (relatedTarget !== null) held.current = null;
    },
  };
}
