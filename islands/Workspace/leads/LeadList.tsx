import { Button } from "../../_parts/Button.tsx";
import { EmptyState } from "../../_parts/EmptyState.tsx";
import { WhenLoaded } from "../../_parts/WhenLoaded.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import type { SelectionActions } from "./actions/useSelection.ts";
import { LeadGrid } from "./table/LeadGrid.tsx";
import type { LeadRowActions } from "./table/leadRowActions.ts";
import type { ChosenColumns } from "./table/useLeadColumns.ts";

/** The leads that are chosen: coming, failed, none, or the grid of them. */
export function LeadList({
  onAdd,
  onImport,
  ...grid
}: {
  picked: SelectionActions;
  columns: ChosenColumns;
  onAdd: () => void;
  onImport: () => void;
} & LeadRowActions) {
  const { leads } = useWorkspace();
  return (
    <WhenLoaded what="Your leads" loaded={leads.page} rows={8}>
      {({ total }) => {
        if (total > 0) return <LeadGrid {...grid} />;
        return leads.isNarrowed ? <NobodyFound /> : <NoLeads onAdd={onAdd} onImport={onImport} />;
      }}
    </WhenLoaded>
  );
}

function NoLeads({ onAdd, onImport }: { onAdd: () => void; onImport: () => void }) {
  const { leads } = useWorkspace();
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
}

function NobodyFound() {
  const { leads } = useWorkspace();
  const showAll = () => {
    leads.searchFor("");
    leads.filterBy(null);
  };
  return (
    <EmptyState title="Nobody found" action={<Button onClick={showAll}>Show all leads</Button>}>
      {leads.search === ""
        ? "No lead here is of this kind."
        : `No lead here has "${leads.search}" in the name, the address or the phone number.`}
    </EmptyState>
  );
}
