import type { LeadSortKey } from "../../../contract/schemas/lead.ts";
import { useWorkspace } from "../shell/WorkspaceContext.ts";

/** A column's heading that sorts by it, and turns the order when it does already. */
export function SortHeader({
  sort,
  align,
  className,
  children,
}: {
  sort: LeadSortKey;
  align?: "end";
  className?: string;
  children: string;
}) {
  const { leads } = useWorkspace();
  const current = leads.order.sort === sort ? leads.order.order : undefined;
  const words = current === "asc" ? "ascending" : current === "desc" ? "descending" : "none";
  return (
    <th scope="col" className={className} data-align={align} aria-sort={words}>
      <button
        type="button"
        className="sort"
        onClick={() => leads.sortBy({ sort, order: current === "asc" ? "desc" : "asc" })}
      >
        {children}
        <span className="sort-mark" aria-hidden="true" />
      </button>
    </th>
  );
}
