import { accountTexts } from "../../../../contract/texts/workspace/accounts.ts";
import { readingTexts } from "../../../../contract/texts/workspace/reading.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { Notice } from "../../../_parts/Notice.tsx";
import { useWorkspace } from "../../shell/WorkspaceContext.ts";
import { useConnect } from "../useConnect.ts";
import type { ReadingProps } from "./readingProps.ts";

/** For an account that was connected through its provider: opens the provider's window to ask for permission to read. */
export function AllowReading({ credential, reading, onDone }: ReadingProps) {
  const texts = useTexts(readingTexts);
  const { waitingFor } = useTexts(accountTexts);
  const { announce, person } = useWorkspace();
  const to = credential.type === "mscope" ? "microsoft" : "google";
  const isSetUp = to === "google" ? person.connectsGoogle : person.connectsMicrosoft;
  const done = texts.on(credential.appEmail);
  const allowing = useConnect({ to, credentialId: credential._id, reads: done, onDone });
  const trying = useAction(async () => {
    const params = { id: credential._id };
    await browserClient("PUT /amplify/auth/credentials/{id}/reading", { params, body: {} });
    announce("sent", done);
    onDone();
  });
  const needsPermission = reading.needs === "permission";
  const message = allowing.message || trying.message;
  return (
    <>
      {needsPermission ? <p>{isSetUp ? texts.asks[to] : texts.notSetUp}</p> : null}
      {message === "" ? null : <Notice status="failed">{message}</Notice>}
      <div className="actions">
        <Button onClick={onDone}>{texts.close}</Button>
        {needsPermission && isSetUp ? (
          <Button variant="primary" aria-disabled={allowing.running} onClick={() => allowing.run()}>
            {allowing.running ? waitingFor[to] : texts.allow}
          </Button>
        ) : null}
        {!needsPermission && reading.state !== "reading" ? (
          <Button variant="primary" aria-disabled={trying.running} onClick={() => trying.run()}>
            {trying.running ? texts.signingIn : texts.tryAgain}
          </Button>
        ) : null}
      </div>
    </>
  );
}
