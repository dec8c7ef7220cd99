import { useState } from "react";
import { Refusal } from "../../../contract/errors.ts";
import type { Credential } from "../../../contract/schemas/credential.ts";
import { accountTexts } from "../../../contract/texts/workspace/accounts.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useAction } from "../../_data/useAction.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { canReconnect, isSetUpFor, Reconnect } from "./ResumeAccount.tsx";

export type AccountDialogs = { onEdit: () => void; onLimits: () => void; onDelete: () => void };

/** The actions for one account, and the result of the last connection test. */
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
  const [hasEnded, setHasEnded] = useState(false);
  const testing = useAction(async () => {
    setSaid("");
    setHasEnded(false);
    try {
      setSaid((await browserClient("POST /amplify/auth/credentials/{id}/test", { params })).message);
    } catch (error) {
      setHasEnded(saysReconnect(error));
      throw error;
    }
  });
  const paused = credential.state === "paused";
  const who = credential.sender;
  return (
    <>
      {testing.message === "" ? null : (
        <p className="field-error" role="alert">
          {testing.message}
        </p>
      )}
      {hasEnded && !paused && isSetUpFor(credential, person) ? (
        <Reconnect
          credential={credential}
          onDone={() => {
            setHasEnded(false);
            testing.clear();
          }}
        />
      ) : null}
      {said === "" ? null : (
        <Notice status="sent">
          {paused ? texts.saidThenGoOn({ said, reconnects: canReconnect(credential, person) }) : said}
        </Notice>
      )}
      <div className="actions account-actions">
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

/** Of an account that no send has stopped yet, only a test tells that its provider has ended the permission. */
function saysReconnect(error: unknown): boolean {
  const code = error instanceof Refusal ? error.reason?.code : undefined;
  return code === "reconnect_google" || code === "reconnect_microsoft";
}
