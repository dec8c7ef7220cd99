import type { Credential } from "../../../contract/schemas/credential.ts";
import { accountTexts } from "../../../contract/texts/workspace/accounts.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useAction } from "../../_data/useAction.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { needsReconnecting, waitsForSomebody } from "./stateSentence.ts";
import { useConnect } from "./useConnect.ts";

/** Resumes a paused account. It is placed beside the reason for the pause. */
export function ResumeAccount({ credential, onEdit }: { credential: Credential; onEdit: () => void }) {
  const { person } = useWorkspace();
  if (credential.state !== "paused") return null;
  const reconnects = canReconnect(credential, person);
  if (reconnects) return <Reconnect credential={credential} />;
  return <Resume credential={credential} onEdit={onEdit} />;
}

/** Only the owner can renew the permission, in the provider's window, for which the installation has to be set up. */
export function canReconnect(
  credential: Credential,
  person: { connectsGoogle?: boolean | undefined; connectsMicrosoft?: boolean | undefined },
): boolean {
  return needsReconnecting(credential) && isSetUpFor(credential, person);
}

/** Whether this installation can ask the account's provider for a permission. */
export function isSetUpFor(
  credential: Credential,
  person: { connectsGoogle?: boolean | undefined; connectsMicrosoft?: boolean | undefined },
): boolean {
  const isSetUp = providerOf(credential) === "google" ? person.connectsGoogle : person.connectsMicrosoft;
  return isSetUp === true;
}

function providerOf({ type }: Credential): "google" | "microsoft" {
  return type === "mscope" ? "microsoft" : "google";
}

export function Reconnect({
  credential,
  onDone,
}: {
  credential: Credential;
  onDone?: (() => void) | undefined;
}) {
  const texts = useTexts(accountTexts);
  const provider = providerOf(credential);
  const reconnecting = useConnect({ to: provider, credentialId: credential._id, onDone });
  return (
    <div className="account-go-on">
      <Button
        variant="primary"
        aria-label={texts.reconnectWho(credential.sender)}
        aria-disabled={reconnecting.running}
        onClick={() => reconnecting.run()}
      >
        {reconnecting.running ? texts.waitingFor[provider] : texts.reconnect}
      </Button>
      <Refused message={reconnecting.message} />
    </div>
  );
}

/** A refused sign-in mostly needs another password, with which the account goes on once it is saved. */
function Resume({ credential, onEdit }: { credential: Credential; onEdit: () => void }) {
  const texts = useTexts(accountTexts);
  const params = { id: credential._id };
  const resuming = useAction(() => browserClient("POST /amplify/auth/credentials/{id}/resume", { params }));
  const asksPassword = waitsForSomebody(credential) && credential.pausedCause?.code === "sign_in_refused";
  return (
    <div className="account-go-on">
      {asksPassword ? (
        <Button variant="primary" aria-label={texts.passwordOf(credential.sender)} onClick={onEdit}>
          {texts.password}
        </Button>
      ) : null}
      <Button
        // Only highlighted if the account waits for a person, and does not resume by itself.
        variant={waitsForSomebody(credential) && !asksPassword ? "primary" : undefined}
        aria-label={resuming.running ? undefined : texts.resumeWho(credential.sender)}
        aria-disabled={resuming.running}
        onClick={() => resuming.run()}
      >
        {resuming.running ? texts.signingIn : texts.resume}
      </Button>
      <Refused message={resuming.message} />
    </div>
  );
}

function Refused({ message }: { message: string }) {
  if (message === "") return null;
  return (
    <p className="field-error" role="alert">
      {message}
    </p>
  );
}
