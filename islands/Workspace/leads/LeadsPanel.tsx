import { type RefObject, useEffect, useRef, useState } from "react";
import { leadTexts } from "../../../contract/texts/workspace/leads.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { later } from "../../_parts/later.tsx";
import { useFocusHome } from "../../_parts/lostFocus.ts";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
import { withStyles } from "../../_runtime/withStyles.ts";
import { goTo } from "../shell/address.ts";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { LeadUndoBar } from "./actions/LeadUndoBar.tsx";
import { SelectionBar } from "./actions/SelectionBar.tsx";
import { type LeadActions, useLeadActions } from "./actions/useLeadActions.ts";
import { pickedCount, type SelectionActions, useSelection } from "./actions/useSelection.ts";
import { useWorkReport } from "./actions/useWorkReport.tsx";
import { WorkBar } from "./actions/WorkBar.tsx";
import { CollectionChips } from "./collections/CollectionChips.tsx";
import { FilterButton } from "./FilterButton.tsx";
import { useImportReports } from "./import/useImportReports.tsx";
import { type Imports, useImports } from "./import/useImports.ts";
import { LeadDialogs } from "./LeadDialogs.tsx";
import { LeadList } from "./LeadList.tsx";
import { LeadListActions } from "./LeadListActions.tsx";
import type { OpenDialog } from "./openDialog.ts";
import { openLead, startKey, useOpenedLead } from "./page/useOpenedLead.ts";
import { SearchField } from "./SearchField.tsx";
import type { StepActions } from "./start/steps.ts";
import { useStart } from "./start/useStart.ts";
import { ColumnChoice } from "./table/ColumnChoice.tsx";
import { useLeadColumns } from "./table/useLeadColumns.ts";
import type { LeadSteps } from "./table/useOpening.ts";
import { useLeadCommands } from "./useLeadCommands.ts";

/** In one file, as one follows the other. */
const startParts = () => withStyles(["start", "templates"], () => import("./start/startParts.ts"));
const StartPanel = later(async () => ({ default: (await startParts()).StartPanel }), {
  meanwhile: <SkeletonRows rows={8} />,
});
const NextStep = later(async () => ({ default: (await startParts()).NextStep }), { isQuiet: true });
const StarterDialog = later(async () => ({ default: (await startParts()).StarterDialog }), { isQuiet: true });
const LeadPage = later(() => withStyles("leadPage", () => import("./page/LeadPage.tsx")), {
  meanwhile: <SkeletonRows rows={6} />,
});

/** The Leads tab: the first steps, or collections and the table, a lead's page, and the dialogs. */
export function LeadsPanel() {
  const texts = useTexts(leadTexts);
  const { leads, announce } = useWorkspace();
  const credentials = useLoad(queries.credentials());
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [isChoosing, setChoosing] = useState(false);
  const picked = useSelection(JSON.stringify(leads.matching), (message) => announce("failed", message));
  const actions = useLeadActions(({ action, which }) => {
    if (action === "delete" && "ids" in which && which.ids.length === 1)
      picked.set([{ _id: which.ids[0] ?? "" }], false);
    else picked.clear();
  });
  const imports = useImports();
  const start = useStart();
  const title = useFocusHome<HTMLHeadingElement>(
    start.value === undefined ? undefined : Number(start.isUnderWay),
    dialog === null && !isChoosing,
  );
  const next = useNext(start, picked);

  // Without an account nothing can be sent, which is said before the form is filled in.
  const toSend = (wanted: OpenDialog) => () =>
    setDialog(credentials.value?.length === 0 ? { kind: "noCredentials" } : wanted);
  const send = toSend({ kind: "send" });
  const open = (kind: PlainDialog) => () => setDialog({ kind });
  const steps: StepActions = {
    onImport: open("import"),
    onAdd: open("add"),
    onChooseStarter: () => setChoosing(true),
    onSend: (suggested) => setDialog({ kind: "send", suggested }),
  };
  useElsewhere({ imports, actions, toSend, onDialog: setDialog });

  return (
    <>
      <header className="panel-head lead-head">
        <h2 ref={title} tabIndex={-1}>
          {texts.title}
        </h2>
        <LeadListActions
          beginnings={[
            { kind: "add", begin: open("add") },
            { kind: "import", begin: open("import") },
            { kind: "test", begin: toSend({ kind: "test" }) },
          ]}
          isSendingNext={next === "send"}
          onSend={send}
        />
      </header>
      {start.isAsked ? null : (
        <CollectionChips
          onAdd={open("collection")}
          onChange={(kind, collection) => setDialog({ kind, collection })}
        />
      )}
      {start.isShown && start.value !== undefined ? (
        <StartPanel start={start.value} actions={steps} />
      ) : (
        <Book picked={picked} actions={actions} isBegun={!start.isUnderWay} onDialog={setDialog} />
      )}
      <div className="lead-bars">
        <WorkBar actions={actions} />
        <LeadUndoBar actions={actions} />
        {next === "step" && start.value !== undefined ? (
          <NextStep start={start.value} actions={steps} />
        ) : null}
        <SelectionBar
          picked={picked}
          actions={actions}
          onSend={send}
          onAddTo={open("addTo")}
          onConsent={open("consent")}
          onDeleteAll={open("delete")}
        />
      </div>
      {isChoosing ? <StarterDialog onClose={() => setChoosing(false)} /> : null}
      <LeadDialogs
        dialog={dialog}
        picked={picked}
        actions={actions}
        imports={imports}
        onClose={() => setDialog(null)}
      />
    </>
  );
}

/** The main action that is highlighted: a first step, or sending; neither while something else is being done. */
function useNext(start: ReturnType<typeof useStart>, picked: SelectionActions): "step" | "send" | null {
  const { page } = useWorkspace().leads;
  const isReading = useOpenedLead() !== null;
  // The bar of those who are picked has a way to send of its own, and of them something is wanted first.
  if (start.isShown || pickedCount(picked.selection, page.value?.total ?? 0) > 0) return null;
  if (start.isUnderWay) return "step";
  return isReading || page.value?.total === 0 ? null : "send";
}

type PlainDialog = "add" | "import" | "collection" | "addTo" | "consent" | "delete" | "fields";
type BookProps = {
  picked: SelectionActions;
  actions: LeadActions;
  /** Whether the first steps are done. */
  isBegun: boolean;
  onDialog: (dialog: OpenDialog) => void;
};

/** The leads: search and columns, the table, and the page of an opened lead. */
function Book({ picked, actions, isBegun, onDialog }: BookProps) {
  const { leads } = useWorkspace();
  const opened = useOpenedLead();
  const columns = useLeadColumns(opened !== null);
  const steps = useRef<LeadSteps>(null);
  useFocusAfter(opened, steps);
  const open = (kind: PlainDialog) => () => onDialog({ kind });
  return (
    <>
      <div className="lead-tools">
        <SearchField value={leads.search} onSearch={leads.searchFor} />
        <Found />
        <FilterButton>
          <ColumnChoice columns={columns} onFields={open("fields")} />
        </FilterButton>
      </div>
      <LeadList
        picked={picked}
        columns={columns}
        isBegun={isBegun}
        onAdd={open("add")}
        onImport={open("import")}
        opened={opened}
        steps={steps}
        onOpen={(lead) => openLead(lead._id, { replaces: opened !== null })}
        onEdit={(lead) => onDialog({ kind: "edit", lead })}
        onDelete={(lead) => actions.acting.run({ action: "delete", which: { ids: [lead._id] } }, "row")}
      />
      {opened === null ? null : (
        <div className="lead-aside">
          <LeadPage
            id={opened}
            onStep={(rows) => steps.current?.step(rows)}
            onClose={() => void goTo("leads")}
          />
        </div>
      )}
    </>
  );
}

/**
 * How many a search finds, read out (WCAG 4.1.3). It says nothing until the answer is there, so that the same number is said
 * anew for other words.
 */
function Found() {
  const { found } = useTexts(leadTexts);
  const { search, page } = useWorkspace().leads;
  const isKnown = search !== "" && !page.refreshing && page.value !== undefined;
  return (
    <p role="status" className="visually-hidden">
      {isKnown ? found.count(page.value?.total ?? 0) : ""}
    </p>
  );
}

/** After a lead's page was closed, the focus returns to the table, which it may have covered. */
function useFocusAfter(opened: string | null, steps: RefObject<LeadSteps | null>): void {
  const before = useRef(opened);
  useEffect(() => {
    if (before.current !== null && opened === null) steps.current?.focus();
    before.current = opened;
  }, [opened, steps]);
}

/** The parts of this tab that are visible in other tabs, and the commands that they can call. */
function useElsewhere({
  imports,
  actions,
  toSend,
  onDialog,
}: {
  imports: Imports;
  actions: LeadActions;
  toSend: (wanted: OpenDialog) => () => void;
  onDialog: (dialog: OpenDialog) => void;
}): void {
  const { tab, showTab } = useWorkspace();
  const open = (kind: PlainDialog) => () => onDialog({ kind });
  useImportReports(imports, (job) => {
    showTab("leads");
    onDialog({ kind: "import", job });
  });
  useWorkReport(actions, tab !== "leads");
  useLeadCommands({
    addLead: open("add"),
    importLeads: open("import"),
    addCollection: open("collection"),
    sendTest: toSend({ kind: "test" }),
    sendEmail: toSend({ kind: "send" }),
    reopenSend: (kept) => onDialog({ kind: "send", kept }),
    openLead: ({ _id }) => openLead(_id, { replaces: false }),
    gettingStarted: () => void goTo("leads", startKey),
  });
}
