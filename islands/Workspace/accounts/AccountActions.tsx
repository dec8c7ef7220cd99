import { useState } from "react";
import type { Credential } from "../../../contract/schemas/credential.ts";
import { accountTexts } from "../../../contract/texts/workspace/accounts.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useAction } from "../../_data/useAction.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { needsReconnecting, waitsForSomebody } from "./stateSentence.ts";
import { useConnect } from "./useConnect.ts";

export type AccountDialogs = { onEdit: () => void; onLimits: () => void; onDelete: () => void };

/** What can be done with one account, and what its server said to the last try. */
export function AccountActions({
  credential,
  onEdit,
  onLimits,
  onDelete,
}: AccountDialogs & { credential: Credential }) {
  const texts = useTexts(accountTexts);
  const { person } = useWorkspace();
  const [said, setSaid] = useState("");
  const params = { id: credential._id };
  const resuming = useAction(async () => {
    setSaid("");
    await browserClient("POST /amplify/auth/credentials/{id}/resume", { params });
  });
  const provider = credential.type === "mscope" ? "microsoft" : "google";
  const reconnecting = useConnect({ to: provider, credentialId: credential._id });
  const testing = useAction(async () => {
    setSaid("");
    resuming.clear();
    reconnecting.clear();
    setSaid((await browserClient("POST /amplify/auth/credentials/{id}/test", { params })).message);
  });
  const paused = credential.state === "paused";
  const isSetUp = provider === "google" ? person.connectsGoogle : person.connectsMicrosoft;
  const reconnects = needsReconnecting(credential) && isSetUp === true;
  const who = credential.sender;
  const refused = testing.message || resuming.message || reconnecting.message;
  return (
    <>
      {refused === "" ? null : (
        <p className="field-error" role="alert">
          {refused}
        </p>
      )}
      {said === "" ? null : (
        <Notice status="sent">{paused ? texts.saidThenGoOn({ said, reconnects }) : said}</Notice>
      )}
      <div className="actions account-actions">
        {reconnects ? (
          <Button
            variant="primary"
            aria-label={texts.reconnectWho(who)}
            aria-disabled={reconnecting.running}
            onClick={() => reconnecting.run()}
          >
            {reconnecting.running ? texts.waitingFor[provider] : texts.reconnect}
          </Button>
        ) : null}
        {paused && !reconnects ? (
          <Button
            // What goes on by itself asks for nothing; what waits for a person asks for this.
            variant={waitsForSomebody(credential) ? "primary" : undefined}
            aria-label={resuming.running ? undefined : texts.resumeWho(who)}
            aria-disabled={resuming.running}
            onClick={() => resuming.run()}
          >
            {resuming.running ? texts.signingIn : texts.resume}
          </Button>
        ) : null}
        <Button aria-label={texts.testWho(who)} aria-disabled={testing.running} onClick={() => testing.run()}>
          {testing.running ? texts.signingIn : texts.test}
        </Button>
        <Button aria-label={texts.limitsOf(who)} onClick={onLimits}>
          {texts.limits}
        </Button>
        <Button aria-label={texts.editWho(who)} onClick={onEdit}>
          {texts.edit}
        </Button>
        <Button variant="danger" aria-label={texts.deleteWho(who)} onClick={onDelete}>
          {texts.delete}
        </Button>
      </div>
    </>
  );
}
