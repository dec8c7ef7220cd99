import { type KeyboardEvent, useCallback, useEffect, useRef } from "react";
import type { SelectionActions } from "../useSelection.ts";
import type { LeadRowActions } from "./LeadGrid.tsx";
import type { LeadWindow } from "./useLeadWindow.ts";

type Grid = {
  rows: LeadWindow;
  picked: SelectionActions;
  active: number;
  setActive: (index: number) => void;
} & LeadRowActions;

const pageRows = 12;

/** What the keyboard does in the grid, and how a row is picked: alone, or together with all since the last one. */
export function useGridKeys(grid: Grid): {
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  pick: (index: number, how: { extend: boolean }) => void;
} {
  const latest = useRef(grid);
  useEffect(() => {
    latest.current = grid;
  });
  /** Where a range begins: the row that was picked last. */
  const anchor = useRef(0);

  const extendTo = useCallback((index: number, selected = true) => {
    const { rows, picked, setActive } = latest.current;
    setActive(index);
    const range = { first: Math.min(anchor.current, index), last: Math.max(anchor.current, index) };
    if (selected && range.first === 0 && range.last === rows.total - 1) return picked.selectEveryone();
    rows.between(range).then(
      (leads) => picked.set(leads, selected),
      // What could not be loaded is not picked; the bar says how many are.
      () => {},
    );
  }, []);

  const pick = useCallback(
    (index: number, { extend }: { extend: boolean }) => {
      const { rows, picked, setActive } = latest.current;
      const lead = rows.leadAt(index);
      // The range becomes what the row at its end becomes.
      if (extend) return extendTo(index, lead === undefined || !picked.has(lead));
      setActive(index);
      anchor.current = index;
      if (lead !== undefined) picked.set([lead], !picked.has(lead));
    },
    [extendTo],
  );

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Keys pressed in a heading or a box belong to it.
    if (event.target !== event.currentTarget) return;
    const { rows, active, setActive } = latest.current;
    const target = targetOf(event.key, { active, last: rows.total - 1 });
    if (target !== undefined) {
      event.preventDefault();
      if (event.shiftKey) extendTo(target);
      else {
        setActive(target);
        anchor.current = target;
      }
      return;
    }
    if (act(event, latest.current, pick)) event.preventDefault();
  };
  return { onKeyDown, pick };
}

function targetOf(key: string, { active, last }: { active: number; last: number }): number | undefined {
  const target = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + pageRows,
    PageUp: active - pageRows,
    Home: 0,
    End: last,
  }[key];
  return target === undefined ? undefined : Math.max(0, Math.min(target, last));
}

/** True where the key meant something. */
function act(
  event: KeyboardEvent<HTMLElement>,
  { rows, picked, active, onEdit, onDelete, onHistory }: Grid,
  pick: (index: number, how: { extend: boolean }) => void,
): boolean {
  const lead = rows.leadAt(active);
  if (event.key === "a" && (event.ctrlKey || event.metaKey)) picked.selectEveryone();
  else if (event.key === " ") pick(active, { extend: event.shiftKey });
  else if (event.key === "Escape") picked.clear();
  else if (lead === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
  else if (event.key === "Enter") onEdit(lead);
  else if (event.key === "Delete") onDelete(lead);
  else if (event.key === "h") onHistory(lead);
  else return false;
  return true;
}
