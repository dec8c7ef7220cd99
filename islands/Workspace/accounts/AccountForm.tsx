import { useState } from "react";
import { type FieldErrors, type ResolverResult, useForm } from "react-hook-form";
import { Refusal, sentences } from "../../../contract/errors.ts";
import type { Credential, SavedCredential } from "../../../contract/schemas/credential.ts";
import type { ProviderKey, providers } from "../../../contract/sending/providers.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { type Action, useAction } from "../../_data/useAction.ts";
import { Button } from "../../_parts/Button.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { AccountFields } from "./AccountFields.tsx";
import { accountFaults } from "./accountFaults.ts";
import { type AccountValues, accountDefaults, accountWire } from "./accountValues.ts";
import { ConnectGoogle } from "./ConnectGoogle.tsx";

/**
 * Add Credential, or Edit for the one given. In edit mode the provider is locked, an empty password keeps the stored
 * one, and an account connected by Google has a locked e-mail and no password (specification, section 4).
 */
export function AccountForm({ credential, onDone }: { credential?: Credential; onDone: () => void }) {
  const isNew = credential === undefined;
  const [provider, setProvider] = useState(credential?.provider ?? "google");
  const form = useForm<AccountValues>({
    defaultValues: accountDefaults(credential),
    resolver: (values) => checked({ ...values, provider }, { isNew }),
    // It would go by the order in which fields came, and those of another provider come last.
    shouldFocusError: false,
  });
  const { person } = useWorkspace();
  const askAgain = (message: string) => form.setError("appPassword", { message }, { shouldFocus: true });
  const saving = useSaving({ credential, onDone, askAgain });

  const choose = (chosen: ProviderKey) => {
    setProvider(chosen);
    form.clearErrors();
  };
  return (
    <form
      className="stack"
      noValidate
      // What was refused was the form as it stood, and another provider's server has said nothing yet.
      onChange={saving.clear}
      onSubmit={form.handleSubmit(
        (values) => saving.run({ ...values, provider }),
        () => {
          const [first] = accountFaults({ ...form.getValues(), provider }, { isNew });
          if (first !== undefined) form.setFocus(first.field);
        },
      )}
    >
      <AccountFields form={form} provider={provider} onProvider={choose} credential={credential}>
        {isNew && provider === "google" && person.connectsGoogle ? <ConnectGoogle onDone={onDone} /> : null}
      </AccountFields>
      {/* Beside the button that was pressed: the top of a long form may be out of sight. */}
      {saving.message === "" ? null : <Notice status="failed">{saving.message}</Notice>}
      <div className="actions">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={saving.running}>
          {buttonWord({ isNew, saving, provider })}
        </Button>
      </div>
    </form>
  );
}

function checked(values: AccountValues, { isNew }: { isNew: boolean }): ResolverResult<AccountValues> {
  const errors: FieldErrors<AccountValues> = {};
  for (const { field, message } of accountFaults(values, { isNew }))
    errors[field] = { type: "rule", message };
  return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
}

function useSaving({
  credential,
  onDone,
  askAgain,
}: {
  credential: Credential | undefined;
  onDone: () => void;
  /** The stored password may not go where it would go now. */
  askAgain: (message: string) => void;
}): Action<[AccountValues]> {
  const { announce } = useWorkspace();
  return useAction(async (values: AccountValues) => {
    const body = accountWire(values);
    let saved: SavedCredential;
    try {
      if (credential === undefined) {
        const options = { otherwise: sentences.addCredentialFailed };
        saved = await browserClient("POST /amplify/auth/credentials", { body }, options);
      } else {
        const params = { id: credential._id };
        saved = await browserClient("PUT /amplify/auth/credentials/{id}", { params, body });
      }
    } catch (error) {
      if (error instanceof Refusal && error.code === "password_required") return askAgain(error.message);
      throw error;
    }
    const done = `${body.appEmail} is ${credential === undefined ? "added" : "saved"}.`;
    if (saved.advice === undefined) announce("sent", done);
    else announce("uncertain", `${done} ${saved.advice}`);
    onDone();
  });
}

function buttonWord({
  isNew,
  saving,
  provider,
}: {
  isNew: boolean;
  saving: { running: boolean };
  provider: keyof typeof providers;
}): string {
  if (saving.running) return provider === "sandbox" ? "Saving…" : "Signing in…";
  return isNew ? "Add Credential" : "Save account";
}
