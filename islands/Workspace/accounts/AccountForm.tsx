import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { Refusal } from "../../../contract/errors.ts";
import { screenLimits } from "../../../contract/limits/screen.ts";
import type { Credential, SavedCredential } from "../../../contract/schemas/credential.ts";
import type { ProviderKey } from "../../../contract/sending/providers.ts";
import { exactTexts } from "../../../contract/texts/exact.ts";
import { accountTexts } from "../../../contract/texts/workspace/accounts.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useServerForm } from "../../_data/useServerForm.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { useWords } from "../../_data/useWords.ts";
import { Button } from "../../_parts/Button.tsx";
import { Form, intoView } from "../../_parts/Form.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { useCrossedEdits } from "../shell/useCrossedEdits.ts";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { AccountFields } from "./AccountFields.tsx";
import { accountFaults } from "./accountFaults.ts";
import { accountNow, asRead } from "./accountNow.ts";
import {
  type AccountValues,
  accountDefaults,
  accountWire,
  changedAccount,
  shownAccount,
} from "./accountValues.ts";
import { useConnect } from "./useConnect.ts";

/**
 * Add Credential, or Edit for the one given. In edit mode the provider is locked, an empty password keeps the stored
 * one, and an account connected by Google has a locked e-mail and no password (specification, section 4).
 */
export default function AccountForm({ credential, onDone }: { credential?: Credential; onDone: () => void }) {
  const texts = useTexts(accountTexts);
  const exact = useTexts(exactTexts);
  const isNew = credential === undefined;
  // As the form has it: the list behind it goes on.
  const [opened] = useState(credential);
  const change = useChanging();
  const { announce, person } = useWorkspace();
  const words = useWords();
  const saving = useServerForm<AccountValues>({
    defaultValues: accountDefaults(credential),
    faults: (values) => accountFaults(values, { isNew, words, exact }, texts),
    async send(values) {
      try {
        const saved = await (opened === undefined
          ? browserClient(
              "POST /amplify/auth/credentials",
              { body: accountWire(values) },
              { otherwise: exact.addCredentialFailed },
            )
          : change(values, opened));
        const done = texts.savedAs({ email: saved.appEmail, isNew });
        if (saved.advice === undefined) announce("sent", done);
        else announce("uncertain", `${done} ${saved.advice}`);
        onDone();
      } catch (error) {
        // The stored password must not be sent to a server that it was not entered for.
        if (!(error instanceof Refusal && error.code === "password_required")) throw error;
        form.setError("appPassword", { message: error.message }, { shouldFocus: true });
      }
    },
  });
  const { form } = saving;
  const isSlow = useSlow(saving.saving.running);
  const provider = useWatch({ control: form.control, name: "provider" });
  const choose = (chosen: ProviderKey) => {
    form.setValue("provider", chosen);
    form.clearErrors();
  };
  return (
    <Form
      of={saving}
      word={isNew ? texts.dialogs.add : texts.form.save}
      busyWord={provider === "sandbox" ? texts.saving : texts.signingIn}
      beside={
        isSlow ? (
          <div ref={intoView}>
            <Notice>{texts.signInSlow}</Notice>
          </div>
        ) : null
      }
      onCancel={onDone}
    >
      <AccountFields form={form} provider={provider} onProvider={choose} credential={credential}>
        {isNew && provider === "google" && person.connectsGoogle ? (
          <Connect to="google" onDone={onDone} />
        ) : null}
        {isNew && provider === "outlook" && person.connectsMicrosoft ? (
          <Connect to="microsoft" onDone={onDone} />
        ) : null}
      </AccountFields>
    </Form>
  );
}

/** Whether something runs for longer than a person expects it to. */
function useSlow(isRunning: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => setSlow(true), screenLimits.signInSlowMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isRunning]);
  return isSlow;
}

/** Saves what was typed over, unless somebody else has changed the same since the form was opened. */
function useChanging() {
  const texts = useTexts(accountTexts);
  const save = useCrossedEdits<Credential>();
  const shownOf = (values: AccountValues) => shownAccount(values, texts);
  return (values: AccountValues, opened: Credential): Promise<SavedCredential> => {
    const params = { id: opened._id };
    return save({
      thing: "account",
      opened,
      typed: shownOf(values),
      readsFirst: true,
      shown: (one) => shownOf(accountDefaults(one)),
      read: () => accountNow(opened),
      put: (now) => {
        const changed = changedAccount(values, { opened: accountDefaults(opened), now });
        const body = { ...changed, was: asRead(now, changed) };
        return browserClient("PUT /amplify/auth/credentials/{id}", { params, body });
      },
    });
  };
}

/** Connects an account in its provider's window, with permission to send and nothing else. */
function Connect({ to, onDone }: { to: "google" | "microsoft"; onDone: () => void }) {
  const { waitingFor, form } = useTexts(accountTexts);
  const connecting = useConnect({ to, onDone });
  const texts = form.connect[to];
  return (
    <div className="stack connect-account">
      <p className="muted">{texts.asks}</p>
      {connecting.message === "" ? null : <Notice status="failed">{connecting.message}</Notice>}
      <Button aria-disabled={connecting.running} onClick={() => connecting.run()}>
        {connecting.running ? waitingFor[to] : texts.button}
      </Button>
      <p className="or">{texts.or}</p>
    </div>
  );
}
