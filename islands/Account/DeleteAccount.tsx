import { useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { Refusal } from "../../contract/errors.ts";
import { textLimits } from "../../contract/limits/text.ts";
import type { Account } from "../../contract/schemas/account.ts";
import { browserClient } from "../_data/browserClient.ts";
import { leaveNotice } from "../_data/passingNotice.ts";
import { writeSetting } from "../_data/setting.ts";
import { useAction } from "../_data/useAction.ts";
import { Button } from "../_parts/Button.tsx";
import { Dialog } from "../_parts/Dialog.tsx";
import { Field } from "../_parts/fields/Field.tsx";
import { PasswordField } from "../_parts/fields/PasswordField.tsx";
import { Notice } from "../_parts/Notice.tsx";
import { holdingsText } from "./holdingsText.ts";
import { Section } from "./Section.tsx";

export function DeleteAccount({
  account,
  onOpen,
}: {
  account: Account;
  /** Asks for the newest counts, so that the dialog says what is true when it is opened. */
  onOpen: () => void;
}) {
  const [open, setOpen] = useState(false);
  return (
    <Section
      title="Delete your account"
      about="Everything goes at once and for good. Nobody here can bring it back."
    >
      <div className="account-buttons">
        <Button
          variant="danger"
          onClick={() => {
            onOpen();
            setOpen(true);
          }}
        >
          Delete my account…
        </Button>
      </div>
      <Dialog open={open} title="Delete your account?" onClose={() => setOpen(false)}>
        <Deletion account={account} onCancel={() => setOpen(false)} />
      </Dialog>
    </Section>
  );
}

type Fields = { proof: string };

function Deletion({ account, onCancel }: { account: Account; onCancel: () => void }) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Fields>({ resolver });
  const { hasPassword, email } = account;
  const deleting = useAction(async ({ proof }: Fields) => {
    const body = hasPassword ? { password: proof } : { email: proof };
    try {
      await browserClient("POST /amplify/account/delete", { body });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "invalid_credentials")) throw error;
      setError("proof", { message: hasPassword ? "This is not your password" : error.message });
      setFocus("proof", { shouldSelect: true });
      return;
    }
    leaveNotice({ kind: "deleted" });
    writeSetting("uid", "");
    window.location.assign("/login");
  });
  const proof = { ...register("proof"), error: formState.errors.proof?.message, required: true };
  return (
    <form
      noValidate
      method="post"
      onChange={deleting.clear}
      onSubmit={handleSubmit(deleting.run)}
      aria-busy={deleting.running}
    >
      <DeletedThings account={account} />
      {deleting.message ? <Notice status="failed">{deleting.message}</Notice> : null}
      {hasPassword ? (
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          maxLength={textLimits.passwordMax}
          {...proof}
        />
      ) : (
        <Field label={`Type ${email} to confirm`} type="email" autoComplete="off" {...proof} />
      )}
      <div className="actions">
        <Button onClick={onCancel}>Keep my account</Button>
        <Button type="submit" variant="danger" disabled={deleting.running}>
          {deleting.running ? "Deleting…" : "Delete everything"}
        </Button>
      </div>
    </form>
  );
}

/** Exactly what goes and what does not. */
function DeletedThings({ account }: { account: Account }) {
  const { holdings, email } = account;
  const shared = holdings.publicTemplates;
  return (
    <div className="deletion">
      <p>This deletes for good:</p>
      <ul>
        <li>
          your account <strong>{email}</strong> and every session of it
        </li>
        {holdingsText(holdings).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>
        Whatever is being sent stops first; mails that have left cannot be called back. Unsubscribe links in
        them stop working.
        {shared === 0
          ? ""
          : ` ${shared === 1 ? "One public template that you shared stays" : `${shared} public templates that you shared stay`} for everybody, without your name.`}
      </p>
    </div>
  );
}

const resolver: Resolver<Fields> = (values) =>
  (values.proof ?? "") === ""
    ? { values: {}, errors: { proof: { type: "required", message: "Please confirm that it is you" } } }
    : { values, errors: {} };
