import { useState } from "react";
import { limits } from "../../../../contract/limits.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import type { SelectionActions } from "../useSelection.ts";
import type { LeadColumn } from "./leadColumns.tsx";
import type { LeadWindow } from "./useLeadWindow.ts";

const { leadChunk } = limits.screen;

/** The headings; those that can be sorted by are buttons. */
export function LeadGridHead({
  columns,
  ...rest
}: {
  columns: readonly LeadColumn[];
  picked: SelectionActions;
  rows: LeadWindow;
  middle: number;
}) {
  return (
    <thead>
      <tr className="lead-row" aria-rowindex={1}>
        <th scope="col" className="cell-check">
          <PageBox {...rest} />
        </th>
        {columns.map((column) => (
          <Heading key={column.id} column={column} />
        ))}
        <th scope="col">
          <span className="visually-hidden">Actions</span>
        </th>
      </tr>
    </thead>
  );
}

/**
 * Picks a page: the hundred leads that the middle of the screen is in, by the numbers its name says, or all where there
 * are no more. The bar below then offers everything that was found.
 */
function PageBox({ picked, rows, middle }: { picked: SelectionActions; rows: LeadWindow; middle: number }) {
  const [isLoading, setLoading] = useState(false);
  const first = Math.floor(Math.min(middle, rows.total - 1) / leadChunk) * leadChunk;
  const last = Math.min(first + leadChunk, rows.total) - 1;
  const leads = Array.from({ length: last - first + 1 }, (_, index) => rows.leadAt(first + index));
  const all = leads.every((lead) => lead !== undefined && picked.has(lead));
  const { selection } = picked;
  const some = selection.kind === "everyone" || selection.leads.size > 0;
  const label = pageLabel({ first, last, total: rows.total });
  const toggle = async (selected: boolean) => {
    setLoading(true);
    // What could not be loaded is not picked; the bar says how many are.
    await rows.between({ first, last }).then(
      (page) => picked.set(page, selected),
      () => {},
    );
    setLoading(false);
  };
  return (
    <input
      type="checkbox"
      aria-label={label}
      title={label}
      checked={all}
      aria-busy={isLoading}
      ref={(box) => {
        if (box !== null) box.indeterminate = some && !all;
      }}
      onChange={(event) => toggle(event.target.checked)}
    />
  );
}

function pageLabel({ first, last, total }: { first: number; last: number; total: number }): string {
  const [from, to, all] = [first + 1, last + 1, total].map((number) => number.toLocaleString("en"));
  if (total === 1) return "Select the lead";
  return total <= leadChunk ? `Select all ${all} leads` : `Select leads ${from} to ${to} of ${all}`;
}

function Heading({ column: { title, sort, align } }: { column: LeadColumn }) {
  const { leads } = useWorkspace();
  if (sort === undefined) return <th scope="col">{title}</th>;
  const current = leads.order.sort === sort ? leads.order.order : undefined;
  const words = current === "asc" ? "ascending" : current === "desc" ? "descending" : "none";
  return (
    <th scope="col" data-align={align} aria-sort={words}>
      <button
        type="button"
        className="sort"
        onClick={() => leads.sortBy({ sort, order: current === "asc" ? "desc" : "asc" })}
      >
        {title}
        <span className="sort-mark" aria-hidden="true" />
      </button>
    </th>
  );
}
