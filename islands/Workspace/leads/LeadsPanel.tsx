import { useState } from "react";
import type { Lead } from "../../../contract/schemas/lead.ts";
import { Button } from "../../_parts/Button.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { CollectionChips } from "./CollectionChips.tsx";
import { LeadDialogs, type OpenDialog } from "./LeadDialogs.tsx";
import { LeadList } from "./LeadList.tsx";
import { SearchField } from "./SearchField.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { useSelection } from "./useSelection.ts";

/** The Leads tab: collections, the table, and every dialog that begins here. */
export function LeadsPanel() {
  const { leads, credentials } = useWorkspace();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const picked = useSelection(`${leads.collection}\n${leads.search}`);

  // Without an account there is nothing to send from, so that is said before anything is filled in.
  const toSend = (wanted: OpenDialog) => () =>
    setDialog(credentials.value?.length === 0 ? { kind: "noCredentials" } : wanted);
  const send = toSend({ kind: "send" });

  return (
    <>
      <header className="panel-head">
        <h2>Leads</h2>
        <div className="panel-tools">
          <Button onClick={() => setDialog({ kind: "add" })}>Add Lead</Button>
          <Button onClick={() => setDialog({ kind: "import" })}>Import</Button>
          <Button onClick={toSend({ kind: "test" })}>Send Test Email</Button>
          <Button variant="primary" onClick={send}>
            Send Email
          </Button>
        </div>
      </header>
      <CollectionChips onAdd={() => setDialog({ kind: "collection" })} />
      <SearchField value={leads.search} onSearch={leads.searchFor} />
      <LeadList
        picked={picked}
        onAdd={() => setDialog({ kind: "add" })}
        onImport={() => setDialog({ kind: "import" })}
        onEdit={(lead: Lead) => setDialog({ kind: "edit", lead })}
        onDelete={(lead: Lead) => setDialog({ kind: "delete", leads: [lead] })}
      />
      <SelectionBar
        picked={picked}
        onSend={send}
        onDelete={(list) => setDialog({ kind: "delete", leads: list })}
      />
      <LeadDialogs dialog={dialog} picked={picked} onClose={() => setDialog(null)} />
    </>
  );
}
