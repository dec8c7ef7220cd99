import { parseAddress, parseAlias } from "../../../contract/address.ts";
import { textLimits } from "../../../contract/limits/text.ts";
import { type Reason, reason } from "../../../contract/reasons.ts";
import { providers } from "../../../contract/sending/providers.ts";
import { aliasFault } from "../../../contract/sending/senderMailbox.ts";
import { senderNameFault } from "../../../contract/sending/senderNameFault.ts";
import type { Words } from "../../../contract/sentences/sentence.ts";
import type { ExactTexts } from "../../../contract/texts/exact.ts";
import type { AccountTexts } from "../../../contract/texts/workspace/accounts.ts";
import { type AccountValues, aliasOf, senderOf } from "./accountValues.ts";

type AccountFault = { field: keyof AccountValues; message: string };
type Asking = { isNew: boolean };

/** Every invalid field, from top to bottom; nothing is sent to the server before they are corrected. */
export function accountFaults(
  values: AccountValues,
  { isNew, words, exact }: Asking & { words: Words; exact: ExactTexts },
  texts: AccountTexts,
): AccountFault[] {
  const { provider } = values;
  const said = (fault: Reason | null) => fault && words(fault, null);
  const checks: [AccountFault["field"], string | null | false][] = [
    ["appEmail", !parseAddress(values.appEmail.trim()).ok && exact.signupEmail],
    ["host", provider === "smtp" && values.host.trim() === "" && texts.faults.host],
    ["port", provider === "smtp" && !isPort(values.port) && texts.faults.port],
    [
      "appPassword",
      isNew && providers[provider].needsPassword && values.appPassword === "" && texts.faults.appPassword,
    ],
    ["senderName", senderWords(said(senderFault(values, { isNew })), { values, texts })],
    ["senderAddress", provider === "smtp" && said(addressFault(values, { isNew }))],
    ["displayName", said(nameFault(values.displayName.trim()))],
  ];
  return checks.flatMap(([field, message]) => (message ? [{ field, message }] : []));
}

function nameFault(name: string): Reason | null {
  const fault = senderNameFault(name);
  return fault && reason(fault);
}

/** An empty name is asked for by its label; the rule of the alias follows in the specification's words (section 5). */
function senderWords(
  fault: string | null,
  { values, texts }: { values: AccountValues; texts: AccountTexts },
): string | null {
  return fault !== null && values.senderName.trim() === "" ? `${texts.faults.senderName} ${fault}` : fault;
}

function senderFault(values: AccountValues, { isNew }: Asking): Reason | null {
  const name = values.senderName.trim();
  // On Add the alias is required; on Edit an empty one is allowed (specification, section 5).
  if (name === "" && !isNew) return null;
  const fault = nameFault(name);
  if (fault !== null) return fault;
  // An invalid address is reported at its own field.
  const isOneWord = parseAlias(`${name} <a@a.test>`) !== null;
  return isOneWord ? null : reason("alias_malformed", { email: values.appEmail.trim() || "email" });
}

function addressFault(values: AccountValues, { isNew }: Asking): Reason | null {
  const address = values.senderAddress.trim();
  if (address === "" || !parseAddress(values.appEmail.trim()).ok) return null;
  if (!parseAddress(address).ok) return reason("address_needed");
  return senderNameFault(values.senderName) === null && parseAlias(aliasOf(values)) !== null
    ? aliasFault(senderOf(values, { isNew }))
    : null;
}

function isPort(text: string): boolean {
  const port = Number(text);
  return Number.isInteger(port) && port >= 1 && port <= textLimits.portMax;
}
