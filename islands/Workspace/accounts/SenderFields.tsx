import { type UseFormReturn, useWatch } from "react-hook-form";
import { textLimits } from "../../../contract/limits/text.ts";
import type { Credential } from "../../../contract/schemas/credential.ts";
import type { ProviderKey } from "../../../contract/sending/providers.ts";
import { mailboxText, senderMailbox } from "../../../contract/sending/senderMailbox.ts";
import { type AccountTexts, accountTexts } from "../../../contract/texts/workspace/accounts.ts";
import { rechecks } from "../../_data/rechecks.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Field } from "../../_parts/fields/Field.tsx";
import { together } from "../../_parts/together.ts";
import { type AccountValues, senderOf } from "./accountValues.ts";

/** Who the mails are from: the two parts of the alias, or the list of words in place of one, and a preview of the sender. */
export function SenderFields({
  form,
  provider,
  credential,
}: {
  form: UseFormReturn<AccountValues>;
  provider: ProviderKey;
  credential: Credential | undefined;
}) {
  const texts = useTexts(accountTexts);
  const { register, control, formState } = form;
  const { senderName, senderAddress, displayName } = formState.errors;
  const values = { ...(useWatch({ control }) as AccountValues), provider };
  const isNamed = provider === "smtp";
  const name = (
    <Field
      label={texts.sender.name}
      autoComplete="off"
      required={credential === undefined}
      maxLength={textLimits.aliasMax}
      hint={texts.sender.nameHint}
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
            label={texts.sender.address}
            type="email"
            inputMode="email"
            autoComplete="off"
            placeholder={values.appEmail}
            maxLength={textLimits.emailMax}
            hint={texts.sender.addressHint}
            error={senderAddress?.message}
            {...register("senderAddress")}
          />
        </div>
      ) : (
        name
      )}
      <Field
        label={texts.sender.shownAs}
        autoComplete="off"
        maxLength={textLimits.displayNameMax}
        hint={texts.sender.shownAsHint}
        error={displayName?.message}
        {...register("displayName")}
      />
      <p className="field-hint sender-preview">
        {together(texts.sender.recipientsSee(<bdi>{previewOf(values, credential, texts)}</bdi>))}
      </p>
    </>
  );
}

/** An alias that is left empty stays the stored one. */
function previewOf(values: AccountValues, credential: Credential | undefined, texts: AccountTexts): string {
  const sender = senderOf(values, { isNew: credential === undefined });
  const text = mailboxText(senderMailbox({ ...sender, alias: sender.alias || (credential?.alias ?? "") }));
  return text === "" ? texts.sender.asEntered : text;
}
