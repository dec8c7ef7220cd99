import { useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { passwordRules } from "../../../contract/identity/passwordRules.ts";
import { textLimits } from "../../../contract/limits/text.ts";
import { type NewPasswordTexts, newPasswordTexts } from "../../../contract/texts/newPassword.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Icon } from "../Icon.tsx";
import { PasswordField } from "./PasswordField.tsx";

/** A registered field of a form, with its error. */
export type RegisteredField = UseFormRegisterReturn & { error: string | undefined };

/** A new password, with the rules that are checked while it is typed, and its repetition. */
export function NewPasswordFields({
  label,
  typed,
  password,
  confirmation,
}: {
  label?: string;
  /** The password as typed so far. */
  typed: string;
  password: RegisteredField;
  confirmation: RegisteredField;
}) {
  const texts = useTexts(newPasswordTexts);
  const rulesId = useId();
  return (
    <>
      <div className="field">
        <PasswordField
          label={label ?? texts.password}
          autoComplete="new-password"
          maxLength={textLimits.passwordMax}
          describedBy={rulesId}
          required
          {...password}
        />
        <PasswordRules id={rulesId} password={typed} />
      </div>
      <PasswordField
        label={texts.confirm}
        autoComplete="new-password"
        maxLength={textLimits.passwordMax}
        required
        {...confirmation}
      />
    </>
  );
}

/**
 * Which of the five rules a password meets while it is typed: bars to look at, a list to read, and one short sentence for
 * screen readers that changes only when a rule does.
 */
function PasswordRules({ id, password }: { id: string; password: string }) {
  const texts = useTexts(newPasswordTexts);
  const held = passwordRules.filter((rule) => rule.holds(password));
  const missing = passwordRules.filter((rule) => !held.includes(rule)).map(({ key }) => texts.rules[key]);
  return (
    <div className="password-rules">
      <span className="password-bars" aria-hidden="true">
        {passwordRules.map(({ key }, index) => (
          <span key={key} data-held={index < held.length} />
        ))}
      </span>
      <p className="visually-hidden" role="status">
        {password === "" ? "" : sentence(held.length, missing, texts)}
      </p>
      {/* A label that the list had by itself would be all of it that the field is described by. */}
      <div id={id}>
        <span className="visually-hidden" id={`${id}-needs`}>
          {texts.needs}
        </span>
        <ul className="password-list" aria-labelledby={`${id}-needs`}>
          {passwordRules.map((rule) => {
            const holds = held.includes(rule);
            return (
              <li key={rule.key} data-held={holds}>
                <Icon path={holds ? "M5 12.5l4.5 4.5L19 7.5" : "M8 12h8"} size={14} />
                {texts.rules[rule.key]}
                <span className="visually-hidden">{holds ? texts.done : texts.missing}</span>
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

function sentence(heldCount: number, missing: readonly string[], texts: NewPasswordTexts): string {
  const of = texts.held({ held: heldCount, of: passwordRules.length });
  return missing.length === 0 ? of : texts.heldAndMissing({ held: of, missing: missing.join(", ") });
}
