import { useState } from "react";
import { importStateTexts } from "../../../contract/texts/workspace/importStates.ts";
import { leadTexts } from "../../../contract/texts/workspace/leads.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { useWords } from "../../_data/useWords.ts";
import { Button } from "../../_parts/Button.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { LeadUndoBar } from "./actions/LeadUndoBar.tsx";
import { SelectionBar } from "./actions/SelectionBar.tsx";
import { useLeadActions } from "./actions/useLeadActions.ts";
import { useSelection } from "./actions/useSelection.ts";
import { WorkBar } from "./actions/WorkBar.tsx";
import { CollectionChips } from "./collections/CollectionChips.tsx";
import { FilterButton } from "./FilterButton.tsx";
import { ImportBars } from "./import/ImportBars.tsx";
import { stateText } from "./import/importText.ts";
import { useImports } from "./import/useImports.ts";
import { LeadDialogs } from "./LeadDialogs.tsx";
import { LeadList } from "./LeadList.tsx";
import type { OpenDialog } from "./openDialog.ts";
import { SearchField } from "./SearchField.tsx";
import { ColumnChoice } from "./table/ColumnChoice.tsx";
import { useLeadColumns } from "./table/useLeadColumns.ts";

/** The Leads tab: collections, the table, and every dialog that begins here. */
export function LeadsPanel() {
  const texts = useTexts(leadTexts);
  const importStates = useTexts(importStateTexts);
  const { leads, announce, tab, showTab } = useWorkspace();
  const credentials = useLoad(queries.credentials());
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const columns = useLeadColumns();
  const picked = useSelection(JSON.stringify(leads.matching), (message) => announce("failed", message));
  const actions = useLeadActions(({ action, which }) => {
    if (action === "delete" && "ids" in which && which.ids.length === 1)
      picked.set([{ _id: which.ids[0] ?? "" }], false);
    else picked.clear();
  });

  const words = useWords();
  const imports = useImports((job, isLookedAt) => {
    // One notice: the dialog that shows it, or its bar, or where this panel is hidden a message over the other one.
    if (isLookedAt || tab === "leads") return;
    imports.dismiss(job._id);
    const run = () => {
      showTab("leads");
      setDialog({ kind: "import", job });
    };
    const text = `${job.name}: ${stateText(job, words, importStates)}`;
    // What a plan kept out is to be read, and does not go by itself.
    const status = job.state === "failed" ? "failed" : job.fault === null ? "sent" : "uncertain";
    announce(status, text, { action: { word: texts.details, run } });
  });

  // Without an account there is nothing to send from, so that is said before anything is filled in.
  const toSend = (wanted: OpenDialog) => () =>
    setDialog(credentials.value?.length === 0 ? { kind: "noCredentials" } : wanted);
  const send = toSend({ kind: "send" });
  const open = (kind: "add" | "import" | "collection" | "addTo" | "consent" | "delete" | "fields") => () =>
    setDialog({ kind });

  return (
    <>
      <header className="panel-head">
        <h2>{texts.title}</h2>
        <div className="panel-tools">
          <Button onClick={open("add")}>{texts.dialogs.add}</Button>
          <Button onClick={open("import")}>{texts.dialogs.import}</Button>
          <Button onClick={toSend({ kind: "test" })}>{texts.dialogs.test}</Button>
          <Button variant="primary" onClick={send}>
            {texts.dialogs.send}
          </Button>
        </div>
      </header>
      <ImportBars imports={imports} onShow={(job) => setDialog({ kind: "import", job })} />
      <CollectionChips
        onAdd={open("collection")}
        onChange={(kind, collection) => setDialog({ kind, collection })}
      />
      <div className="lead-tools">
        <SearchField value={leads.search} onSearch={leads.searchFor} />
        <FilterButton>
          <ColumnChoice columns={columns} onFields={open("fields")} />
        </FilterButton>
      </div>
      <LeadList
        picked={picked}
        columns={columns}
        onAdd={open("add")}
        onImport={open("import")}
        onEdit={(lead) => setDialog({ kind: "edit", lead })}
        onHistory={(lead) => setDialog({ kind: "history", lead })}
        onDelete={(lead) => actions.acting.run({ action: "delete", which: { ids: [lead._id] } })}
      />
      <div className="lead-bars">
        <WorkBar actions={actions} />
        <LeadUndoBar actions={actions} />
        <SelectionBar
          picked={picked}
          actions={actions}
          onSend={send}
          onAddTo={open("addTo")}
          onConsent={open("consent")}
          onDeleteAll={open("delete")}
        />
      </div>
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
