import { useEffect, useState } from "react";
import type { Credential } from "../../../contract/schemas/credential.ts";
import { sandboxAccount } from "../../../contract/sending/sandboxAccount.ts";
import { exactTexts } from "../../../contract/texts/exact.ts";
import { accountTexts } from "../../../contract/texts/workspace/accounts.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { queries } from "../../_data/queries.ts";
import { useAction } from "../../_data/useAction.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { Dialog } from "../../_parts/Dialog.tsx";
import { EmptyState } from "../../_parts/EmptyState.tsx";
import { later } from "../../_parts/later.tsx";
import { useFocusHome } from "../../_parts/lostFocus.ts";
import { Notice } from "../../_parts/Notice.tsx";
import { SkeletonRows } from "../../_parts/SkeletonRows.tsx";
import { together } from "../../_parts/together.ts";
import { WhenLoaded } from "../../_parts/WhenLoaded.tsx";
import { useCommand } from "../shell/commands.ts";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import type { TabKey } from "../tabKeys.ts";
import { AccountCard } from "./AccountCard.tsx";
import { waitsForSomebody } from "./stateSentence.ts";

const forms = { meanwhile: <SkeletonRows rows={4} /> };
const AccountForm = later(() => import("./AccountForm.tsx"), forms);
const AccountLimits = later(() => import("./AccountLimits.tsx"), forms);

type OpenDialog =
  | null
  | { kind: "add"; backTo?: TabKey | undefined }
  | { kind: "edit"; credential: Credential }
  | { kind: "limits"; credential: Credential }
  | { kind: "delete"; credential: Credential };

/** The Accounts tab: the sending accounts, the state of each, and how much of today's limit is used. */
export function AccountsPanel() {
  const texts = useTexts(accountTexts);
  const credentials = useLoad(queries.credentials());
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const { tab, showTab } = useWorkspace();
  const close = () => {
    setDialog(null);
    if (dialog?.kind === "add" && dialog.backTo !== undefined) showTab(dialog.backTo);
  };
  const add = () => setDialog({ kind: "add" });
  useCommand("addAccount", (from) => {
    showTab("accounts");
    setDialog({ kind: "add", backTo: from?.backTo });
  });
  const title = useFocusHome<HTMLHeadingElement>(credentials.value?.length, dialog === null);
  const areSeen = credentials.value !== undefined && tab === "accounts";
  // After the accounts, so that they do not delay these, and before anybody opens one.
  useEffect(() => {
    if (areSeen) for (const form of [AccountForm, AccountLimits]) form.fetch().catch(() => {});
  }, [areSeen]);

  return (
    <>
      <header className="panel-head">
        <h2 ref={title} tabIndex={-1}>
          {texts.title}
        </h2>
        <div className="panel-tools">
          {/* Without accounts this button is below, beside the other way to begin. Accounts that wait for a person come first. */}
          {credentials.value?.length === 0 ? null : (
            <Button variant={credentials.value?.some(waitsForSomebody) ? undefined : "primary"} onClick={add}>
              {texts.dialogs.add}
            </Button>
          )}
        </div>
      </header>
      <WhenLoaded what={texts.yourAccounts} loaded={credentials} rows={3}>
        {(accounts) => (
          <>
            {accounts.length === 0 ? <NoAccounts onAdd={add} /> : null}
            <ul className="account-list">
              {accounts.map((credential) => (
                <AccountCard
                  key={credential._id}
                  credential={credential}
                  onEdit={() => setDialog({ kind: "edit", credential })}
                  onLimits={() => setDialog({ kind: "limits", credential })}
                  onDelete={() => setDialog({ kind: "delete", credential })}
                />
              ))}
            </ul>
          </>
        )}
      </WhenLoaded>
      <Dialog
        open={dialog !== null}
        title={dialog === null ? "" : texts.dialogs[dialog.kind]}
        onClose={close}
      >
        {dialog?.kind === "add" ? <AccountForm onDone={close} /> : null}
        {dialog?.kind === "edit" ? <AccountForm credential={dialog.credential} onDone={close} /> : null}
        {dialog?.kind === "limits" ? <AccountLimits credential={dialog.credential} onDone={close} /> : null}
        {dialog?.kind === "delete" ? <DeleteAccount credential={dialog.credential} onDone={close} /> : null}
      </Dialog>
    </>
  );
}

/** Asks once, then removes the account. */
function DeleteAccount({ credential, onDone }: { credential: Credential; onDone: () => void }) {
  const texts = useTexts(accountTexts);
  const { announce } = useWorkspace();
  const deleting = useAction(async () => {
    await browserClient("DELETE /amplify/auth/credentials/{id}", { params: { id: credential._id } });
    announce("sent", texts.deleted(credential.appEmail));
    onDone();
  });
  return (
    <>
      <p>{together(texts.askDelete(<strong>{credential.sender}</strong>))}</p>
      {deleting.message === "" ? null : <Notice status="failed">{deleting.message}</Notice>}
      <div className="actions">
        <Button onClick={onDone}>{texts.cancel}</Button>
        <Button variant="danger" aria-disabled={deleting.running} onClick={() => deleting.run()}>
          {deleting.running ? texts.deleting : texts.delete}
        </Button>
      </div>
    </>
  );
}

/** Where no account is yet, the sandbox is one click away, so that everything can be tried without a mailbox. */
function NoAccounts({ onAdd }: { onAdd: () => void }) {
  const texts = useTexts(accountTexts);
  const exact = useTexts(exactTexts);
  const trying = useAction(async () => {
    const options = { otherwise: exact.addCredentialFailed };
    await browserClient("POST /amplify/auth/credentials", { body: sandboxAccount }, options);
  });
  return (
    <>
      {trying.message === "" ? null : <Notice status="failed">{trying.message}</Notice>}
      <EmptyState
        title={texts.empty.title}
        action={
          <div className="choices">
            <Button variant="primary" onClick={onAdd}>
              {texts.dialogs.add}
            </Button>
            <Button aria-disabled={trying.running} onClick={() => trying.run()}>
              {texts.empty.trySandbox}
            </Button>
          </div>
        }
      >
        {texts.empty.text}
      </EmptyState>
    </>
  );
}
