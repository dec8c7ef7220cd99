import { useState } from "react";
import { type Resolver, useForm, useWatch } from "react-hook-form";
import { Refusal } from "../../contract/errors.ts";
import { textLimits } from "../../contract/limits/text.ts";
import type { Account } from "../../contract/schemas/account.ts";
import { type ExactTexts, exactTexts } from "../../contract/texts/exact.ts";
import { type OwnAccountTexts, ownAccountTexts } from "../../contract/texts/ownAccount.ts";
import { browserClient } from "../_data/browserClient.ts";
import { newPasswordFault } from "../_data/newPasswordFault.ts";
import { rechecks } from "../_data/rechecks.ts";
import { useAction } from "../_data/useAction.ts";
import { useTexts } from "../_data/useTexts.ts";
import { Button } from "../_parts/Button.tsx";
import { NewPasswordFields } from "../_parts/fields/NewPasswordFields.tsx";
import { PasswordField } from "../_parts/fields/PasswordField.tsx";
import { Notice } from "../_parts/Notice.tsx";
import { together } from "../_parts/together.ts";
import { Section } from "./Section.tsx";

type Fields = { currentPassword: string; password: string; confirmPassword: string };

export function ChangePassword({
  account,
  mailsPasswordLinks,
}: {
  account: Account;
  mailsPasswordLinks: boolean;
}) {
  const texts = useTexts(ownAccountTexts);
  return (
    <Section title={texts.password.title} about={texts.password.about}>
      {account.hasPassword ? (
        <PasswordForm email={account.email} />
      ) : (
        <p>
          {together(
            texts.password.none(
              mailsPasswordLinks
                ? together(texts.password.byMail((words) => <a href="/forgot">{words}</a>))
                : texts.password.byAdministrator,
            ),
          )}
        </p>
      )}
    </Section>
  );
}

function PasswordForm({ email }: { email: string }) {
  const texts = useTexts(ownAccountTexts);
  const form = useForm<Fields>({ resolver: resolverIn(texts, useTexts(exactTexts)) });
  const { register, handleSubmit, setError, setFocus, reset, control, formState } = form;
  const typed = useWatch({ control, name: "password" }) ?? "";
  const [changed, setChanged] = useState(false);
  const changing = useAction(async ({ currentPassword, password }: Fields) => {
    setChanged(false);
    const body = { currentPassword, newPassword: password };
    try {
      await browserClient("POST /amplify/auth/password", { body });
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "invalid_credentials")) throw error;
      setError("currentPassword", { message: texts.password.wrong });
      setFocus("currentPassword", { shouldSelect: true });
      return;
    }
    reset({ currentPassword: "", password: "", confirmPassword: "" });
    setChanged(true);
  });
  const field = (name: keyof Fields) => ({
    ...register(name, name === "password" ? rechecks(form, ["confirmPassword"]) : {}),
    error: formState.errors[name]?.message,
  });
  return (
    <form
      noValidate
      method="post"
      onChange={changing.clear}
      onSubmit={handleSubmit(changing.run)}
      aria-busy={changing.running}
    >
      {changing.message ? <Notice status="failed">{changing.message}</Notice> : null}
      {changed ? <Notice status="sent">{texts.password.changed}</Notice> : null}
      {/* For password managers, which keep a password by whose it is. */}
      <input
        className="visually-hidden"
        type="email"
        name="username"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField
        label={texts.password.current}
        autoComplete="current-password"
        maxLength={textLimits.passwordMax}
        required
        {...field("currentPassword")}
      />
      <NewPasswordFields
        label={texts.password.new}
        typed={typed}
        password={field("password")}
        confirmation={field("confirmPassword")}
      />
      <Button type="submit" variant="primary" aria-disabled={changing.running}>
        {changing.running ? texts.password.changing : texts.password.change}
      </Button>
    </form>
  );
}

const resolverIn =
  (texts: OwnAccountTexts, exact: ExactTexts): Resolver<Fields> =>
  (values) => {
    const { currentPassword = "", password = "", confirmPassword = "" } = values;
    if (currentPassword === "")
      return {
        values: {},
        errors: { currentPassword: { type: "required", message: texts.password.required } },
      };
    const fault = newPasswordFault({ password, confirmPassword }, exact);
    if (fault === null) return { values, errors: {} };
    return { values: {}, errors: { [fault.field]: { type: "rule", message: fault.sentence } } };
  };
