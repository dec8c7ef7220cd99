import type { Lead } from "../../../../contract/schemas/lead.ts";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import type { SelectionActions } from "../useSelection.ts";
import type { LeadColumn } from "./leadColumns.tsx";

/** The headings; those that can be sorted by are buttons. */
export function LeadGridHead({
  columns,
  picked,
  page,
}: {
  columns: readonly LeadColumn[];
  picked: SelectionActions;
  /** What the box above the others picks: the leads of the first page. */
  page: readonly Lead[];
}) {
  const all = page.length > 0 && page.every(picked.has);
  const some = page.some(picked.has);
  return (
    <thead>
      <tr className="lead-row" aria-rowindex={1}>
        <th scope="col" className="cell-check">
          <input
            type="checkbox"
            aria-label={page.length === 1 ? "Select the lead" : `Select the first ${page.length} leads`}
            checked={all}
            ref={(box) => {
              if (box !== null) box.indeterminate = some && !all;
            }}
            onChange={(event) => (event.target.checked ? picked.set(page, true) : picked.clear())}
          />
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
