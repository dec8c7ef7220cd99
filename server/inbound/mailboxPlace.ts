import { asksPasswordAgain, type SignIn } from "../../contract/identity/asksPasswordAgain.ts";
import { isConnected } from "../../contract/sending/credentialTypes.ts";
import { type Security, securities } from "../../contract/sending/providers.ts";
import { mailboxDefaults, providerMailboxes } from "../../contract/sending/reading.ts";
import type { CredentialRow } from "../../db/stores/accounts/credentials.ts";
import type { ReadingRow } from "../../db/stores/accounts/mailboxReadings.ts";
import type { Core } from "../core/core.ts";
import type { MailboxPlace } from "./mailbox.ts";

/** The server that a person entered for a mailbox; omitted values are the account's. */
export type WantedPlace = Pick<ReadingRow, "host" | "port" | "security" | "user">;

type ProviderPlaces = Record<keyof typeof providerMailboxes, Omit<MailboxPlace, "user">>;

/** The providers' own servers, or those that the installation's settings name instead. */
export function providerPlaces({ settings }: Pick<Core, "settings">): ProviderPlaces {
  const { googleImap, outlookImap } = settings;
  return {
    google: googleImap ?? providerMailboxes.google,
    outlook: outlookImap ?? providerMailboxes.outlook,
  };
}

/** The server of an account's mailbox and the user to sign in as; null if it has none. */
export function placeOf(
  account: CredentialRow,
  wanted: WantedPlace,
  places: ProviderPlaces = providerMailboxes,
): MailboxPlace | null {
  const { provider, appEmail } = account;
  if (provider === "sandbox") return null;
  if (provider !== "smtp") return { ...places[provider], user: appEmail };
  const host = wanted.host ?? account.host;
  if (host === null) return null;
  const { port, security } = mailboxDefaults;
  return {
    host,
    port: wanted.port ?? port,
    security: wanted.security ?? security,
    user: wanted.user ?? (account.user || appEmail),
  };
}

/**
 * Whether the account's own password may be used for its mailbox: at its provider, or if the server is the same host that
 * it was entered for. Any other host would get a password that nobody entered for it, and so would somebody who listens on
 * an unprivileged port of that host, or on the network if encryption is weaker.
 */
export function mayUseAccountSecret(account: CredentialRow, wanted: WantedPlace): boolean {
  if (account.secret === null || isConnected(account)) return false;
  if (account.provider !== "smtp") return true;
  const place = placeOf(account, wanted);
  if (place === null) return false;
  return (
    place.host.toLowerCase() === account.host?.toLowerCase() &&
    place.user === (account.user || account.appEmail) &&
    place.port === standardPorts[place.security] &&
    weakness(place.security) <= weakness(account.security ?? "tls")
  );
}

/** RFC 8314 section 7.2 and RFC 3501 section 2.1: privileged ports, on which only an administrator of the host can listen. */
const standardPorts: Record<Security, number> = { tls: 993, starttls: 143, none: 143 };

const weakness = (security: Security) => securities.indexOf(security);

/** Whether the mailbox's own password has to be entered again before it is sent to the server that is wanted now. */
export function asksMailboxPasswordAgain(
  account: CredentialRow,
  stored: WantedPlace,
  wanted: WantedPlace,
): boolean {
  return asksPasswordAgain(signInOf(account, stored), signInOf(account, wanted));
}

/** Whether two sign-ins lead to the same mailbox, so that reading continues at its position. */
export function isSameMailbox(account: CredentialRow, one: WantedPlace, other: WantedPlace): boolean {
  const [a, b] = [signInOf(account, one), signInOf(account, other)];
  return a.host?.toLowerCase() === b.host?.toLowerCase() && a.user === b.user;
}

function signInOf(account: CredentialRow, wanted: WantedPlace): SignIn {
  const place = placeOf(account, wanted);
  const { appEmail } = account;
  return place === null
    ? { appEmail, host: null, port: null, security: null, user: null }
    : { appEmail, ...place };
}
