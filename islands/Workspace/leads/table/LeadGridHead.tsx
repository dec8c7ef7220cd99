import { screenLimits } from "../../../../contract/limits/screen.ts";
import { type LeadTexts, leadTexts } from "../../../../contract/texts/workspace/leads.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import type { SelectionActions } from "../actions/useSelection.ts";
import { columnTitle, type LeadColumn } from "./leadColumns.tsx";
import type { LeadWindow } from "./useLeadWindow.ts";
import type { PickRows } from "./usePickRows.ts";

const { leadChunk } = screenLimits;

/** The headings; those that can be sorted by are buttons. */
export function LeadGridHead({ columns, ...rest }: { columns: readonly LeadColumn[] } & PageBoxProps) {
  const texts = useTexts(leadTexts);
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
          <span className="visually-hidden">{texts.actions}</span>
        </th>
      </tr>
    </thead>
  );
}

type PageBoxProps = { picked: SelectionActions; rows: LeadWindow; middle: number } & PickRows;

/**
 * Picks a page: the hundred leads that the middle of the screen is in, by the numbers its name says, or all where there
 * are no more. The bar below then offers everything that was found.
 */
function PageBox({ picked, rows, middle, pickRows, isPicked }: PageBoxProps) {
  const texts = useTexts(leadTexts);
  const first = Math.floor(Math.min(middle, rows.total - 1) / leadChunk) * leadChunk;
  const last = Math.min(first + leadChunk, rows.total) - 1;
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index).every(isPicked);
  const { selection, pendingPicks } = picked;
  const some = selection.kind === "everyone" || selection.leads.size > 0 || pendingPicks.length > 0;
  const label = pageLabel({ first, last, total: rows.total }, texts);
  return (
    <label title={label}>
      <input
        type="checkbox"
        aria-label={label}
        checked={all}
        aria-busy={pendingPicks.length > 0}
        ref={(box) => {
          if (box !== null) box.indeterminate = some && !all;
        }}
        onChange={(event) => pickRows({ first, last }, event.target.checked)}
      />
    </label>
  );
}

function pageLabel(
  { first, last, total }: { first: number; last: number; total: number },
  texts: LeadTexts,
): string {
  if (total === 1) return texts.select.one;
  return total <= leadChunk
    ? texts.select.all(total)
    : texts.select.page({ from: first + 1, to: last + 1, of: total });
}

function Heading({ column }: { column: LeadColumn }) {
  const { sort, align } = column;
  const texts = useTexts(leadTexts);
  const { leads } = useWorkspace();
  if (sort === undefined)
    return (
      <th scope="col" data-align={align} title={column.label}>
        {columnTitle(column, texts)}
      </th>
    );
  const current = leads.order.sort === sort ? leads.order.order : undefined;
  const words = current === "asc" ? "ascending" : current === "desc" ? "descending" : "none";
  return (
    <th scope="col" data-align={align} aria-sort={words}>
      <button
        type="button"
        className="sort"
        onClick={() => leads.sortBy({ sort, order: current === "asc" ? "desc" : "asc" })}
      >
        {columnTitle(column, texts)}
        <span className="sort-mark" aria-hidden="true" />
      </button>
    </th>
  );
}
