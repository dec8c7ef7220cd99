import { sentences } from "../../../contract/errors.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useAction } from "../../_data/useAction.ts";
import { Button } from "../../_parts/Button.tsx";
import { EmptyState } from "../../_parts/EmptyState.tsx";
import { Notice } from "../../_parts/Notice.tsx";

const sandbox = {
  provider: "sandbox",
  appEmail: "you@sandbox.example",
  alias: "Sandbox <you@sandbox.example>",
} as const;

/** Where no account is yet, the sandbox is one click away, so that everything can be tried without a mailbox. */
export function NoAccounts({ onAdd }: { onAdd: () => void }) {
  const trying = useAction(async () => {
    const options = { otherwise: sentences.addCredentialFailed };
    await browserClient("POST /amplify/auth/credentials", { body: sandbox }, options);
  });
  return (
    <>
      {trying.message === "" ? null : <Notice status="failed">{trying.message}</Notice>}
      <EmptyState
        title="No accounts yet"
        action={
          <div className="choices">
            <Button variant="primary" onClick={onAdd}>
              Add your mailbox
            </Button>
            <Button disabled={trying.running} onClick={() => trying.run()}>
              Try it with the sandbox
            </Button>
          </div>
        }
      >
        Connect the mailbox you send from. The sandbox delivers nowhere but to a mailbox inside this app, so
        you can try the whole thing first.
      </EmptyState>
    </>
  );
}
