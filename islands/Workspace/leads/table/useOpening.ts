import { type MouseEvent, type RefObject, useImperativeHandle } from "react";
import type { Lead } from "../../../../contract/schemas/lead.ts";
import { comingLead } from "./leadColumns.tsx";
import type { LeadWindow } from "./useLeadWindow.ts";

/** What the page of a lead asks of the table that it was opened from. */
export type LeadSteps = {
  /** Opens the lead so many rows further down. */
  step: (rows: number) => void;
  focus: () => void;
};

/** Whose page is shown, and how that page goes on from it. */
export type OpenedLead = { opened: string | null; steps: RefObject<LeadSteps | null> };

type Opening = OpenedLead & {
  rows: LeadWindow;
  active: number;
  setActive: (index: number) => void;
  onOpen: (lead: Lead) => void;
};

/** Opens leads by a press on their row, and their neighbours while one is open. */
export function useOpening(
  frame: RefObject<HTMLElement | null>,
  { rows, opened, steps, active, setActive, onOpen }: Opening,
) {
  const openRow = (index: number) => {
    setActive(index);
    const lead = rows.leadAt(index);
    if (lead !== undefined && lead !== comingLead) return onOpen(lead);
    rows.between({ first: index, last: index }).then(
      ([found]) => found !== undefined && onOpen(found),
      // Its row is still grey, which says so.
      () => {},
    );
  };
  useImperativeHandle(steps, () => ({
    step(count) {
      const index = rowOf(opened, rows, active) + count;
      if (index >= 0 && index < rows.total) openRow(index);
    },
    focus: () => frame.current?.querySelector("table")?.focus({ preventScroll: true }),
  }));
  return {
    onMove(index: number) {
      if (opened !== null) openRow(index);
    },

    /**
     * What stands in a row and does something by itself, and marked text, open nothing; a name with Ctrl, Cmd or Shift is
     * the browser's to open beside.
     */
    onClick(event: MouseEvent<HTMLElement>) {
      const target = event.target as HTMLElement;
      const row = target.closest<HTMLElement>("tbody .lead-row");
      if (row === null || target.closest("button, input, label, select") !== null) return;
      const isLink = target.closest("a") !== null;
      if (isLink && (event.ctrlKey || event.metaKey || event.shiftKey)) return;
      if (isLink) event.preventDefault();
      if (event.detail > 1 || document.getSelection()?.isCollapsed === false) return;
      openRow(Number(row.getAttribute("aria-rowindex")) - 2);
    },
  };
}

/** Where the opened lead stands; where that is not known, the row that the keys are at. */
function rowOf(opened: string | null, rows: LeadWindow, active: number): number {
  if (opened === null || rows.leadAt(active)?._id === opened) return active;
  const loaded = Array.from({ length: Math.min(rows.total, lookedAt) }, (_, index) => index);
  return loaded.find((index) => rows.leadAt(index)?._id === opened) ?? active;
}

const lookedAt = 1_000;
