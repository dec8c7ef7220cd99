import { useState } from "react";
import { type Resolver, useForm, useWatch } from "react-hook-form";
import { Refusal } from "../../contract/errors.ts";
import { textLimits } from "../../contract/limits/text.ts";
import type { Account } from "../../contract/schemas/account.ts";
import { browserClient } from "../_data/browserClient.ts";
import { newPasswordFault } from "../_data/newPasswordFault.ts";
import { rechecks } from "../_data/rechecks.ts";
import { useAction } from "../_data/useAction.ts";
import { Button } from "../_parts/Button.tsx";
import { NewPasswordFields } from "../_parts/fields/NewPasswordFields.tsx";
import { PasswordField } from "../_parts/fields/PasswordField.tsx";
import { Notice } from "../_parts/Notice.tsx";
import { Section } from "./Section.tsx";

type Fields = { currentPassword: string; password: string; confirmPassword: string };

export function ChangePassword({
  account,
  mailsPasswordLinks,
}: {
  account: Account;
  mailsPasswordLinks: boolean;
}) {
  return (
    <Section
      title="Password"
      about="A new password signs you out on every other device, and links to a new password stop working."
    >
      {account.hasPassword ? (
        <PasswordForm email={account.email} />
      ) : (
        <p>
          You sign in with Google, so there is no password here.{" "}
          {mailsPasswordLinks ? (
            <>
              To have one as well, <a href="/forgot">let us mail you a link</a>.
            </>
          ) : (
            "To have one as well, ask whoever runs this installation for a link."
          )}
        </p>
      )}
    </Section>
  );
}

function PasswordForm({ email }: { email: string }) {
  const form = useForm<Fields>({ resolver });
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
      setError("currentPassword", { message: "This is not your current password" });
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
      {changed ? (
        <Notice status="sent">Your password is changed, and other devices are signed out.</Notice>
      ) : null}
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
        label="Current password"
        autoComplete="current-password"
        maxLength={textLimits.passwordMax}
        required
        {...field("currentPassword")}
      />
      <NewPasswordFields
        label="New password"
        typed={typed}
        password={field("password")}
        confirmation={field("confirmPassword")}
      />
      <Button type="submit" variant="primary" disabled={changing.running}>
        {changing.running ? "Changing…" : "Change password"}
      </Button>
    </form>
  );
}

const resolver: Resolver<Fields> = (values) => {
  const { currentPassword = "", password = "", confirmPassword = "" } = values;
  if (currentPassword === "")
    return {
      values: {},
      errors: { currentPassword: { type: "required", message: "Please enter your current password" } },
    };
  const fault = newPasswordFault({ password, confirmPassword });
  if (fault === null) return { values, errors: {} };
  return { values: {}, errors: { [fault.field]: { type: "rule", message: fault.sentence } } };
};
