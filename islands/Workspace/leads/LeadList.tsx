import type { MouseEvent } from "react";
import { leadTexts } from "../../../contract/texts/workspace/leads.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { EmptyState } from "../../_parts/EmptyState.tsx";
import { focusSearch } from "../../_parts/fields/focusSearch.ts";
import { WhenLoaded } from "../../_parts/WhenLoaded.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import type { SelectionActions } from "./actions/useSelection.ts";
import { LeadGrid } from "./table/LeadGrid.tsx";
import type { LeadRowActions } from "./table/leadRowActions.ts";
import type { ChosenColumns } from "./table/useLeadColumns.ts";
import type { OpenedLead } from "./table/useOpening.ts";

/** The list of leads: loading, failed, empty, or the grid. */
export function LeadList({
  isBegun,
  onAdd,
  onImport,
  ...grid
}: {
  picked: SelectionActions;
  columns: ChosenColumns;
  /** The first steps are done, so that none of them is the main action. */
  isBegun: boolean;
  onAdd: () => void;
  onImport: () => void;
} & OpenedLead &
  LeadRowActions) {
  const texts = useTexts(leadTexts);
  const { leads } = useWorkspace();
  return (
    <WhenLoaded what={texts.yourLeads} loaded={leads.page} rows={8}>
      {({ total }) => {
        if (total > 0) return <LeadGrid {...grid} />;
        return leads.isNarrowed ? (
          <NobodyFound />
        ) : (
          <NoLeads isBegun={isBegun} onAdd={onAdd} onImport={onImport} />
        );
      }}
    </WhenLoaded>
  );
}

function NoLeads({
  isBegun,
  onAdd,
  onImport,
}: {
  isBegun: boolean;
  onAdd: () => void;
  onImport: () => void;
}) {
  const texts = useTexts(leadTexts);
  const { leads } = useWorkspace();
  return (
    <EmptyState
      title={leads.collection === "all" ? texts.empty.title : texts.empty.titleIn(leads.collection)}
      action={
        <div className="choices">
          <Button variant={isBegun ? "primary" : undefined} onClick={onImport}>
            {texts.empty.import}
          </Button>
          <Button onClick={onAdd}>{texts.empty.add}</Button>
        </div>
      }
    >
      {texts.empty.text}
    </EmptyState>
  );
}

function NobodyFound() {
  const texts = useTexts(leadTexts);
  const { leads } = useWorkspace();
  const showAll = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    focusSearch(currentTarget);
    leads.searchFor("");
    leads.narrowBy(null);
  };
  return (
    <EmptyState title={texts.found.nobody} action={<Button onClick={showAll}>{texts.found.showAll}</Button>}>
      {leads.search === "" ? texts.found.noneOfKind : texts.found.noMatch(leads.search)}
    </EmptyState>
  );
}
