import { useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { Refusal } from "../../contract/errors.ts";
import { textLimits } from "../../contract/limits/text.ts";
import type { Account } from "../../contract/schemas/account.ts";
import { type OwnAccountTexts, ownAccountTexts } from "../../contract/texts/ownAccount.ts";
import { browserClient } from "../_data/browserClient.ts";
import { leaveNotice } from "../_data/passingNotice.ts";
import { writeSetting } from "../_data/setting.ts";
import { useAction } from "../_data/useAction.ts";
import { useTexts } from "../_data/useTexts.ts";
import { Button } from "../_parts/Button.tsx";
import { Dialog } from "../_parts/Dialog.tsx";
import { Field } from "../_parts/fields/Field.tsx";
import { PasswordField } from "../_parts/fields/PasswordField.tsx";
import { Notice } from "../_parts/Notice.tsx";
import { together } from "../_parts/together.ts";
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
  const texts = useTexts(ownAccountTexts);
  const [open, setOpen] = useState(false);
  return (
    <Section title={texts.deletion.title} about={texts.deletion.about}>
      <div className="account-buttons">
        <Button
          variant="danger"
          onClick={() => {
            onOpen();
            setOpen(true);
          }}
        >
          {texts.deletion.begin}
        </Button>
      </div>
      <Dialog open={open} title={texts.deletion.ask} onClose={() => setOpen(false)}>
        <Deletion account={account} onCancel={() => setOpen(false)} />
      </Dialog>
    </Section>
  );
}

type Fields = { proof: string };

function Deletion({ account, onCancel }: { account: Account; onCancel: () => void }) {
  const texts = useTexts(ownAccountTexts);
  const { register, handleSubmit, setError, setFocus, formState } = useForm<Fields>({
    resolver: resolverIn(texts),
  });
  const { hasPassword, email } = account;
  const deleting = useAction(async ({ proof }: Fields) => {
    const body = hasPassword ? { password: proof } : { email: proof };
    try {
      await browserClient("POST /amplify/account/delete", { body });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "invalid_credentials")) throw error;
      setError("proof", { message: hasPassword ? texts.deletion.wrongPassword : error.message });
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
          label={texts.deletion.password}
          autoComplete="current-password"
          maxLength={textLimits.passwordMax}
          {...proof}
        />
      ) : (
        <Field label={texts.deletion.typeToConfirm(email)} type="email" autoComplete="off" {...proof} />
      )}
      <div className="actions">
        <Button onClick={onCancel}>{texts.deletion.keep}</Button>
        <Button type="submit" variant="danger" aria-disabled={deleting.running}>
          {deleting.running ? texts.deletion.deleting : texts.deletion.delete}
        </Button>
      </div>
    </form>
  );
}

/** Exactly what goes and what does not. */
function DeletedThings({ account }: { account: Account }) {
  const texts = useTexts(ownAccountTexts);
  const { holdings, email } = account;
  const shared = holdings.publicTemplates;
  return (
    <div className="deletion">
      <p>{texts.deletion.deletes}</p>
      <ul>
        <li>{together(texts.deletion.account(<strong>{email}</strong>))}</li>
        {holdingsText(holdings, texts).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <p>
        {texts.deletion.whatStops}
        {shared === 0 ? "" : ` ${texts.deletion.sharedStay(shared)}`}
      </p>
    </div>
  );
}

const resolverIn =
  (texts: OwnAccountTexts): Resolver<Fields> =>
  (values) =>
    (values.proof ?? "") === ""
      ? { values: {}, errors: { proof: { type: "required", message: texts.deletion.required } } }
      : { values, errors: {} };
