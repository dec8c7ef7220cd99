import { useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { textLimits } from "../../../contract/limits/text.ts";
import { PasswordField } from "./PasswordField.tsx";
import { PasswordRules } from "./PasswordRules.tsx";

/** A field of a form with what is wrong with it. */
export type RegisteredField = UseFormRegisterReturn & { error: string | undefined };

/** A new password with the rules that hold as one types, and the same once more. */
export function NewPasswordFields({
  label = "Password",
  typed,
  password,
  confirmation,
}: {
  label?: string;
  /** The password as it stands now. */
  typed: string;
  password: RegisteredField;
  confirmation: RegisteredField;
}) {
  const rulesId = useId();
  return (
    <>
      <div className="field">
        <PasswordField
          label={label}
          autoComplete="new-password"
          maxLength={textLimits.passwordMax}
          describedBy={rulesId}
          required
          {...password}
        />
        <PasswordRules id={rulesId} password={typed} />
      </div>
      <PasswordField
        label="Confirm password"
        autoComplete="new-password"
        maxLength={textLimits.passwordMax}
        required
        {...confirmation}
      />
    </>
  );
}
