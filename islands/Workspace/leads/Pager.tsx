import { Button } from "../../_parts/Button.tsx";
import type { LeadPage } from "./useLeads.ts";

/** Which part of the list is shown, and the ways to the next and the one before. */
export function Pager({ page, onTurn }: { page: LeadPage; onTurn: (page: number) => void }) {
  const first = (page.page - 1) * page.pageSize + 1;
  const last = Math.min(page.total, page.page * page.pageSize);
  return (
    <nav className="pager" aria-label="Pages of leads">
      <p>
        {first}–{last} of {page.total}
      </p>
      {page.total > page.pageSize ? (
        <div className="actions">
          <Button disabled={page.page <= 1} onClick={() => onTurn(page.page - 1)}>
            Previous
          </Button>
          <Button disabled={last >= page.total} onClick={() => onTurn(page.page + 1)}>
            Next
          </Button>
        </div>
      ) : null}
    </nav>
  );
}
