import { type KeyboardEvent, useCallback, useEffect, useRef } from "react";
import type { Lead } from "../../../../contract/schemas/lead.ts";
import type { SelectionActions } from "../actions/useSelection.ts";
import type { LeadRowActions } from "./leadRowActions.ts";
import type { LeadWindow } from "./useLeadWindow.ts";
import type { PickRows } from "./usePickRows.ts";

type Grid = {
  rows: LeadWindow;
  picked: SelectionActions;
  active: number;
  setActive: (index: number) => void;
  /** The keys went to another row. */
  onMove: (index: number) => void;
} & PickRows &
  LeadRowActions;

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
    const { setActive, pickRows } = latest.current;
    setActive(index);
    pickRows({ first: Math.min(anchor.current, index), last: Math.max(anchor.current, index) }, selected);
  }, []);

  const pick = useCallback(
    (index: number, { extend }: { extend: boolean }) => {
      const { setActive, pickRows, isPicked } = latest.current;
      // The range becomes what the row at its end becomes.
      if (extend) return extendTo(index, !isPicked(index));
      setActive(index);
      anchor.current = index;
      pickRows({ first: index, last: index }, !isPicked(index));
    },
    [extendTo],
  );

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // Keys pressed in a heading or a box belong to it.
    if (event.target !== event.currentTarget) return;
    const { rows, active, setActive, onMove } = latest.current;
    const target = targetOf(event.key, { active, last: rows.total - 1 });
    if (target !== undefined) {
      event.preventDefault();
      if (event.shiftKey) extendTo(target);
      else {
        setActive(target);
        anchor.current = target;
        onMove(target);
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
  { rows, picked, active, onOpen, onEdit, onDelete }: Grid,
  pick: (index: number, how: { extend: boolean }) => void,
): boolean {
  const lead = rows.leadAt(active);
  const onceThere = (open: (lead: Lead) => void) => {
    if (lead !== undefined) return open(lead);
    rows.between({ first: active, last: active }).then(
      ([found]) => found !== undefined && open(found),
      // Its row is still grey, which says so.
      () => {},
    );
  };
  if (event.key === "a" && (event.ctrlKey || event.metaKey)) picked.selectEveryone();
  else if (event.key === " ") pick(active, { extend: event.shiftKey });
  else if (event.key === "Escape") picked.clear();
  else if (event.ctrlKey || event.metaKey || event.altKey) return false;
  else if (event.key === "Enter") onceThere(onOpen);
  else if (event.key === "e") onceThere(onEdit);
  // Nobody is deleted who has not been seen.
  else if (event.key === "Delete" && lead !== undefined) onDelete(lead);
  else return false;
  return true;
}
