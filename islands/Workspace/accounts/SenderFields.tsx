import { type UseFormReturn, useWatch } from "react-hook-form";
import { textLimits } from "../../../contract/limits/text.ts";
import type { Credential } from "../../../contract/schemas/credential.ts";
import type { ProviderKey } from "../../../contract/sending/providers.ts";
import { mailboxText, senderMailbox } from "../../../contract/sending/senderMailbox.ts";
import { rechecks } from "../../_data/rechecks.ts";
import { Field } from "../../_parts/fields/Field.tsx";
import { type AccountValues, senderOf } from "./accountValues.ts";

/** Who the mails are from: the alias in its two parts, several words in its place, and what comes of them. */
export function SenderFields({
  form,
  provider,
  credential,
}: {
  form: UseFormReturn<AccountValues>;
  provider: ProviderKey;
  credential: Credential | undefined;
}) {
  const { register, control, formState } = form;
  const { senderName, senderAddress, displayName } = formState.errors;
  const values = { ...(useWatch({ control }) as AccountValues), provider };
  const isNamed = provider === "smtp";
  const name = (
    <Field
      label="Sender name"
      autoComplete="off"
      required={credential === undefined}
      maxLength={textLimits.aliasMax}
      hint="One word, as in Ann. For several, fill in “Shown as” too."
      error={senderName?.message}
      {...register("senderName", rechecks(form, ["senderAddress"]))}
    />
  );
  return (
    <>
      {isNamed ? (
        <div className="field-pair">
          {name}
          <Field
            label="Sender address (optional)"
            type="email"
            inputMode="email"
            autoComplete="off"
            placeholder={values.appEmail}
            maxLength={textLimits.emailMax}
            hint="The e-mail, unless it is another one of its domain."
            error={senderAddress?.message}
            {...register("senderAddress")}
          />
        </div>
      ) : (
        name
      )}
      <Field
        label="Shown as (optional)"
        autoComplete="off"
        maxLength={textLimits.displayNameMax}
        hint="Several words in place of the sender name, as in Ann Lee from Acme."
        error={displayName?.message}
        {...register("displayName")}
      />
      <p className="field-hint sender-preview">
        Recipients see: <bdi>{previewOf(values, credential)}</bdi>
      </p>
    </>
  );
}

/** An alias that is left empty stays the stored one. */
function previewOf(values: AccountValues, credential: Credential | undefined): string {
  const sender = senderOf(values, { isNew: credential === undefined });
  const text = mailboxText(senderMailbox({ ...sender, alias: sender.alias || (credential?.alias ?? "") }));
  return text === "" ? "the name and the address that you enter" : text;
}
