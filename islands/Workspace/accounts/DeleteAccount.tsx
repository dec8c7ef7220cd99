import type { Credential } from "../../../contract/schemas/credential.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useAction } from "../../_data/useAction.ts";
import { Button } from "../../_parts/Button.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";

/** Asks once, then removes the account. */
export function DeleteAccount({ credential, onDone }: { credential: Credential; onDone: () => void }) {
  const { announce } = useWorkspace();
  const deleting = useAction(async () => {
    await browserClient("DELETE /amplify/auth/credentials/{id}", { params: { id: credential._id } });
    announce("sent", `${credential.appEmail} is deleted.`);
    onDone();
  });
  return (
    <>
      <p>
        Delete <strong>{credential.sender}</strong>? Its campaigns pause where they are. What was sent stays
        sent and counted.
      </p>
      {deleting.message === "" ? null : <Notice status="failed">{deleting.message}</Notice>}
      <div className="actions">
        <Button onClick={onDone}>Cancel</Button>
        <Button variant="danger" disabled={deleting.running} onClick={() => deleting.run()}>
          {deleting.running ? "Deleting…" : "Delete"}
        </Button>
      </div>
    </>
  );
}
