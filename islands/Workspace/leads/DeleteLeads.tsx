import { useState } from "react";
import type { Lead } from "../../../contract/schemas/lead.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useAction } from "../../_data/useAction.ts";
import { Button } from "../../_parts/Button.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { Progress } from "../../_parts/Progress.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";

/** Asks once, then deletes one lead after the other. What is deleted stays deleted if one of them fails. */
export function DeleteLeads({ leads, onDone }: { leads: readonly Lead[]; onDone: () => void }) {
  const workspace = useWorkspace();
  const [deleted, setDeleted] = useState(0);
  const deleting = useAction(async () => {
    try {
      for (const [index, lead] of leads.entries()) {
        await browserClient("DELETE /amplify/leads/{id}", { params: { id: lead._id } });
        setDeleted(index + 1);
      }
      onDone();
    } finally {
      workspace.leads.refresh();
    }
  });

  const [only] = leads;
  const who =
    leads.length === 1 && only ? `${only.firstName} ${only.lastName}`.trim() : `${leads.length} leads`;
  return (
    <>
      <p>
        Delete <strong>{who}</strong>? This cannot be undone. An opt-out is remembered.
      </p>
      {deleting.running && leads.length > 1 ? (
        <Progress label={`${deleted} of ${leads.length} deleted`} value={deleted} max={leads.length} />
      ) : null}
      {deleting.message === "" ? null : <Notice status="failed">{deleting.message}</Notice>}
      <div className="actions">
        <Button onClick={onDone}>Cancel</Button>
        <Button variant="danger" disabled={deleting.running} onClick={() => deleting.run()}>
          Delete
        </Button>
      </div>
    </>
  );
}
