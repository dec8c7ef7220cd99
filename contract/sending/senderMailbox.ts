import { normalAddress, parseAlias } from "../address.ts";
import type { SenderRefusals } from "../reasons/accounts.ts";
import { type Reason, reason } from "../reasons.ts";
import type { ProviderKey } from "./providers.ts";
import { senderNameFault } from "./senderNameFault.ts";

/** What decides which sender an account's mails show. */
export type SenderAccount = {
  provider: ProviderKey;
  appEmail: string;
  alias: string;
  /** Shown in place of the alias' one word; null without one. */
  displayName: string | null;
  user: string | null;
  /** It has a password, so that its user name is one that the server knows. */
  signsIn: boolean;
};

export type SenderMailbox = { name: string; address: string };

/**
 * The From of an account's mails. An alias from before that names somebody else's address, or a name that deceives,
 * counts only as far as it is true: mails go on from the account's own address.
 */
export function senderMailbox(account: SenderAccount): SenderMailbox {
  const alias = parseAlias(account.alias);
  const nameOfAlias = alias !== null && senderNameFault(alias.name) === null ? alias.name : "";
  const isOwn = alias !== null && fits(account, alias.address) && !isSame(alias.address, account.appEmail);
  return { name: account.displayName || nameOfAlias, address: isOwn ? alias.address : account.appEmail };
}

/** As people read it; a header has its own encoding. */
export function mailboxText({ name, address }: SenderMailbox): string {
  return name === "" ? address : `${name} <${address}>`;
}

/** The address in what `mailboxText` says. */
export function addressIn(text: string): string {
  return /<([^<>]*)>$/.exec(text)?.[1] ?? text;
}

/** Why an alias of the right format may not be this account's; null where it may. */
export function aliasFault(account: Omit<SenderAccount, "displayName">): Reason<keyof SenderRefusals> | null {
  const alias = parseAlias(account.alias);
  if (alias === null) return null;
  if (fits(account, alias.address)) {
    const fault = senderNameFault(alias.name);
    return fault === null ? null : reason(fault);
  }
  const right = `${alias.name} <${account.appEmail}>`;
  return reason(account.provider === "smtp" ? "alias_not_own_domain" : "alias_not_own_address", { right });
}

/** Google's and Microsoft's domains are everybody's; a server of one's own has one's own domain. */
function fits(
  { provider, appEmail, user, signsIn }: Omit<SenderAccount, "alias" | "displayName">,
  address: string,
) {
  if (isSame(address, appEmail)) return true;
  if (provider !== "smtp") return false;
  const own = [appEmail, ...(signsIn && user?.includes("@") ? [user] : [])];
  return own.some((each) => domainOf(each) === domainOf(address));
}

function isSame(one: string, other: string): boolean {
  return normalAddress(one) === normalAddress(other);
}

function domainOf(address: string): string {
  const whole = normalAddress(address);
  return whole.slice(whole.lastIndexOf("@") + 1);
}
