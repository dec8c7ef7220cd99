import type { Lead } from "../../../contract/schemas/lead.ts";
import { Button } from "../../_parts/Button.tsx";
import { EmptyState } from "../../_parts/EmptyState.tsx";
import { FailedState } from "../../_parts/FailedState.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { LeadTable } from "./LeadTable.tsx";
import { Pager } from "./Pager.tsx";
import type { SelectionActions } from "./useSelection.ts";

/** The leads that are chosen: coming, failed, none, or a page of them. */
export function LeadList({
  picked,
  onAdd,
  onImport,
  onEdit,
  onDelete,
}: {
  picked: SelectionActions;
  onAdd: () => void;
  onImport: () => void;
  onEdit: (lead: Lead) => void;
  onDelete: (lead: Lead) => void;
}) {
  const { leads } = useWorkspace();
  const { page } = leads;
  if (page.state === "failed") return <FailedState what="Your leads" loaded={page} />;
  if (page.value === undefined) return <SkeletonRows rows={8} />;
  if (page.value.total === 0 && leads.search !== "")
    return (
      <EmptyState
        title="Nobody found"
        action={<Button onClick={() => leads.searchFor("")}>Show all leads</Button>}
      >
        No lead here has "{leads.search}" in the name or the address.
      </EmptyState>
    );
  if (page.value.total === 0)
    return (
      <EmptyState
        title={leads.collection === "all" ? "No leads yet" : `Nobody in ${leads.collection} yet`}
        action={
          <div className="choices">
            <Button variant="primary" onClick={onImport}>
              Import a file
            </Button>
            <Button onClick={onAdd}>Add one by hand</Button>
          </div>
        }
      >
        A .csv, .xls or .xlsx file with a column of names and one of e-mail addresses is enough.
      </EmptyState>
    );
  return (
    <>
      <LeadTable
        page={page.value}
        busy={page.refreshing}
        picked={picked}
        onEdit={onEdit}
        onDelete={onDelete}
      />
      <Pager page={page.value} onTurn={leads.turnTo} />
    </>
  );
}
