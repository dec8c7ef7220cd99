import { providers } from "../../../contract/providers.ts";
import type { Credential } from "../../../contract/schemas/credential.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useAction } from "../../_data/useAction.ts";
import { Badge } from "../../_parts/Badge.tsx";
import { Button } from "../../_parts/Button.tsx";
import { Progress } from "../../_parts/Progress.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { stateSentence } from "./stateSentence.ts";

/** One account: who it is, how it is doing in a sentence, and today's use as a bar. */
export function AccountCard({
  credential,
  onEdit,
  onDelete,
}: {
  credential: Credential;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { credentials } = useWorkspace();
  const resuming = useAction(async () => {
    const params = { id: credential._id };
    await browserClient("POST /amplify/auth/credentials/{id}/resume", { params });
    credentials.reload();
  });
  const paused = credential.state === "paused";
  const who = credential.alias || credential.appEmail;
  return (
    <li className="card account-card">
      <div className="account-head">
        <h3>{who}</h3>
        <Badge status={paused ? "failed" : "sent"}>{paused ? "Paused" : "Working"}</Badge>
      </div>
      <p className="muted">
        {providers[credential.provider].name}
        {credential.host === null ? "" : `, ${credential.host}:${credential.port ?? ""}`}
        {credential.type === "gscope" ? ", connected by Google" : ""}
      </p>
      <p>{stateSentence(credential)}</p>
      <TodaysUse credential={credential} />
      {credential.provider === "sandbox" ? (
        <p>
          <a href="/sandbox">Open the sandbox mailbox</a>
        </p>
      ) : null}
      {resuming.message === "" ? null : (
        <p className="field-error" role="alert">
          {resuming.message}
        </p>
      )}
      <div className="actions">
        {paused ? (
          <Button variant="primary" disabled={resuming.running} onClick={() => resuming.run()}>
            {resuming.running ? "Signing in…" : "Resume"}
          </Button>
        ) : null}
        <Button aria-label={`Edit ${who}`} onClick={onEdit}>
          Edit
        </Button>
        <Button variant="danger" aria-label={`Delete ${who}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  );
}

function TodaysUse({ credential: { sentToday, perDay } }: { credential: Credential }) {
  if (perDay === null) return <p className="muted">{sentToday} sent in the last 24 hours, no daily limit</p>;
  return (
    <Progress label={`${sentToday} of ${perDay} sent in the last 24 hours`} value={sentToday} max={perDay} />
  );
}
