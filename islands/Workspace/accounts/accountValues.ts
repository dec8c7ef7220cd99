import { normalAddress, parseAlias } from "../../../contract/address.ts";
import type { Credential } from "../../../contract/schemas/credential.ts";
import { type ProviderKey, providers, type Security } from "../../../contract/sending/providers.ts";
import type { SenderAccount } from "../../../contract/sending/senderMailbox.ts";

import type { AccountTexts } from "../../../contract/texts/workspace/accounts.ts";
import type { ShownField } from "../shell/useCrossedEdits.ts";

/** The values of the account form, as typed: every field is text. */
export type AccountValues = {
  provider: ProviderKey;
  appEmail: string;
  appPassword: string;
  /** The two parts of the alias; without an address it is the e-mail. */
  senderName: string;
  senderAddress: string;
  displayName: string;
  host: string;
  port: string;
  security: Security;
  user: string;
};

export function accountDefaults(credential: Credential | undefined): AccountValues {
  const provider = credential?.provider ?? "google";
  const alias = parseAlias(credential?.alias ?? "");
  const isOwn = alias?.address === normalAddress(credential?.appEmail ?? "");
  return {
    provider,
    appEmail: credential?.appEmail ?? "",
    appPassword: "",
    senderName: alias?.name ?? "",
    senderAddress: isOwn ? "" : (alias?.address ?? ""),
    displayName: credential?.displayName ?? "",
    host: credential?.host ?? "",
    port: credential?.port == null ? "587" : String(credential.port),
    security: credential?.security ?? providers.smtp.security,
    user: credential?.user ?? "",
  };
}

/** As they are read in the form; a password is nobody's to read. */
export function shownAccount(values: AccountValues, { form, names }: AccountTexts): ShownField[] {
  const securities = { tls: form.tls, starttls: form.starttls, none: form.noEncryption };
  return shownNames.map((name) => ({
    name,
    label: names[name],
    value: name === "security" ? securities[values.security] : values[name],
  }));
}

const shownNames = [
  ...(["appEmail", "host", "port", "security", "user"] as const),
  ...(["senderName", "senderAddress", "displayName"] as const),
];

/** The alias as sent to the server, from name and address; empty without a name. */
export function aliasOf({ provider, appEmail, senderName, senderAddress }: AccountValues): string {
  const name = senderName.trim();
  // Only a server of one's own may send for another address.
  const address = (provider === "smtp" && senderAddress.trim()) || appEmail.trim();
  return name === "" ? "" : `${name} <${address}>`;
}

/** What decides which sender recipients see. For an existing account only the server knows whether it signs in. */
export function senderOf(values: AccountValues, { isNew }: { isNew: boolean }): SenderAccount {
  const { provider, appEmail, appPassword, displayName, user } = values;
  return {
    provider,
    appEmail: appEmail.trim(),
    alias: aliasOf(values),
    displayName: displayName.trim(),
    user: user.trim(),
    signsIn: !isNew || appPassword !== "",
  };
}

/** What goes to the server: the server's own address only where the provider has none of its own. */
export function accountWire(values: AccountValues) {
  const { provider, appEmail, appPassword, displayName, host, port, security, user } = values;
  const base = {
    provider,
    appEmail: appEmail.trim(),
    appPassword,
    alias: aliasOf(values),
    displayName: displayName.trim(),
  };
  if (provider !== "smtp") return base;
  return {
    ...base,
    host: host.trim(),
    ...(port.trim() === "" ? {} : { port: Number(port) }),
    security,
    // Empty means the e-mail, even if another name was stored.
    user: user.trim(),
  };
}

type Changing = {
  /** What the form was opened with. */
  opened: AccountValues;
  /** The account as it is by now: a colleague, or another tab, may have changed it since. */
  now: Credential;
};

/** What was typed over, and nothing else. A password goes along with the place that it was typed for. */
export function changedAccount(values: AccountValues, { opened, now }: Changing) {
  const changed = accountFieldNames.filter((name) => values[name] !== opened[name]);
  const has = (...names: (typeof accountFieldNames)[number][]) =>
    names.some((name) => changed.includes(name));
  const merged = { ...accountDefaults(now), ...picked(values, changed) };
  const isSignIn = values.appPassword !== "";
  const { provider, alias: _, ...wire } = accountWire(values);
  const sent = signInNames.filter((name) => isSignIn || has(name));
  return {
    provider,
    ...picked(wire, [...sent, ...(has("displayName") ? (["displayName"] as const) : [])]),
    // A name that was typed over stands before the address that the account has now.
    ...(has("senderName", "senderAddress") ? { alias: aliasOf(merged) } : {}),
  };
}

const signInNames = ["appEmail", "appPassword", "host", "port", "security", "user"] as const;
const accountFieldNames = [...signInNames, "senderName", "senderAddress", "displayName"] as const;

function picked<T extends object, K extends PropertyKey>(
  from: T,
  names: readonly K[],
): Partial<Pick<T, K & keyof T>> {
  const isNamed = ([name]: [string, unknown]) => (names as readonly PropertyKey[]).includes(name);
  return Object.fromEntries(Object.entries(from).filter(isNamed)) as Partial<Pick<T, K & keyof T>>;
}
