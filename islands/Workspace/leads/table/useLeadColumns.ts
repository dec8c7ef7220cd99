import { useMemo, useSyncExternalStore } from "react";
import { useSetting } from "../../../_data/setting.ts";
import { useCustomFields } from "../../../_data/useCustomFields.ts";
import { fieldColumns, fieldsFitFrom, type LeadColumn, leadColumns } from "./leadColumns.tsx";
import { remPx } from "./remPx.ts";

export type ChosenColumns = {
  /** In their order, those that are not shown too. */
  all: readonly LeadColumn[];
  /** By id; what is not there is shown. As TanStack has it. */
  visibility: Record<string, boolean>;
  chosen: (column: LeadColumn) => boolean;
  toggle: (column: LeadColumn) => void;
  /** Whether the window is wide enough for it. */
  fits: (column: LeadColumn) => boolean;
  /** Whether the e-mail has to stand below the name. */
  isNarrow: boolean;
};

const widths = [...new Set([...leadColumns.map((column) => column.fitsFrom), fieldsFitFrom])].sort(
  (a, b) => a - b,
);

/** The columns that a person wants to see (remembered), as far as the window has room for them beside a lead's page. */
export function useLeadColumns(isBesidePage: boolean): ChosenColumns {
  const [remembered, remember] = useSetting("leadColumns");
  const fields = useCustomFields();
  const width = useSyncExternalStore(
    subscribe,
    () => widthNow(isBesidePage ? asidePx : 0),
    () => 0,
  );
  return useMemo(() => {
    const all = [...leadColumns, ...fieldColumns(fields)];
    const ids = remembered === "" ? null : new Set(remembered.split(","));
    const chosen = (column: LeadColumn) =>
      column.id === "name" || (ids === null ? column.usual : ids.has(column.id));
    const visibility = Object.fromEntries(
      all.map((column) => [column.id, chosen(column) && column.fitsFrom <= width]),
    );
    const toggle = (column: LeadColumn) => {
      const wanted = all.filter((other) => chosen(other) !== (other === column));
      remember(wanted.map(({ id }) => id).join(","));
    };
    const fits = (column: LeadColumn) => column.fitsFrom <= width;
    return { all, visibility, chosen, toggle, fits, isNarrow: visibility.email === false };
  }, [remembered, remember, width, fields]);
}

/** What a lead's page takes of the width: as its style sheet has it in `rem`, and below it lies over the table. */
const asidePx = 440;
const asideFrom = 1240;

/** The widest of the steps that the window reaches with what is left of its width. */
function widthNow(takenPx: number): number {
  // Larger letters need a wider window for the same columns, as in the style sheets.
  const widthPx = (window.innerWidth * 16) / remPx();
  const leftPx = widthPx < asideFrom ? widthPx : widthPx - takenPx;
  return widths.findLast((width) => leftPx >= width) ?? 0;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}
