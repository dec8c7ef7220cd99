import type { ComponentProps } from "react";
import type { Credential } from "../../../contract/schemas/credential.ts";
import { isConnected } from "../../../contract/sending/credentialTypes.ts";
import { type ProviderTexts, providerTexts } from "../../../contract/texts/providers.ts";
import { type SendTexts, sendTexts } from "../../../contract/texts/workspace/sending.ts";
import { queries } from "../../_data/queries.ts";
import { useLoad } from "../../_data/useLoad.ts";
import { useMedia } from "../../_data/useMedia.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { SelectField } from "../../_parts/fields/SelectField.tsx";

/** A choice among the sending accounts, each with what is left of its day. */
export function AccountSelect({
  none,
  chosenId,
  ...props
}: Omit<ComponentProps<typeof SelectField>, "label" | "children"> & { none?: string; chosenId?: string }) {
  const texts = useTexts(sendTexts);
  const names = useTexts(providerTexts);
  const credentials = useLoad(queries.credentials());
  // A phone's field has no room for more than the name, while its list shows each in full.
  const isNarrow = useMedia("(width < 30rem)");
  const chosen = isNarrow ? credentials.value?.find(({ _id }) => _id === chosenId) : undefined;
  const left = chosen === undefined ? null : leftText(chosen, texts);
  return (
    <SelectField label={texts.from} {...(left === null ? {} : { hint: left })} {...props}>
      <option value="">{none ?? texts.chooseAccount}</option>
      {(credentials.value ?? []).map((credential) => (
        <option key={credential._id} value={credential._id}>
          {budgetText(credential, nameOf(credential, credentials.value ?? [], { texts, names }), texts)}
        </option>
      ))}
    </SelectField>
  );
}

type Naming = { texts: SendTexts; names: ProviderTexts };

/** Where two look alike to recipients, what each is connected by tells which is which. */
function nameOf(
  { _id, sender, provider, type }: Credential,
  all: readonly Credential[],
  { texts, names }: Naming,
): string {
  if (!all.some((other) => other._id !== _id && other.sender === sender)) return sender;
  return texts.senderBy({ sender, provider: names[provider], withPermission: isConnected({ type }) });
}

function budgetText(credential: Credential, name: string, texts: SendTexts): string {
  if (credential.state === "paused") return texts.pausedAccount(name);
  const left = leftText(credential, texts);
  return left === null ? name : texts.leftOf({ name, left });
}

/** Null where no limit of a day holds. */
function leftText({ state, sentToday, perDayNow }: Credential, texts: SendTexts): string | null {
  if (state === "paused" || perDayNow === null) return null;
  return texts.leftToday({ left: Math.max(0, perDayNow - sentToday), max: perDayNow });
}
