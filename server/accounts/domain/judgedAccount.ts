import { addressToAscii } from "../../../contract/address.ts";
import { providers } from "../../../contract/sending/providers.ts";
import { senderMailbox } from "../../../contract/sending/senderMailbox.ts";
import type { CredentialRow } from "../../../db/stores/accounts/credentials.ts";
import type { Settings } from "../../settings/settings.ts";
import { senderAccountOf } from "../credentialRows.ts";
import type { JudgedAccount } from "./judging/judged.ts";

type Relays = Pick<Settings, "googleSmtp" | "outlookSmtp">;

/** Who vouches for the mails of an account: its provider, or the server that it names, or the installation's relay. */
export function judgedAccount(row: CredentialRow, { googleSmtp, outlookSmtp }: Relays): JudgedAccount {
  const { provider, appEmail } = row;
  const domains = { fromDomain: sendingDomain(row), envelopeDomain: domainOf(appEmail), appEmail };
  const relay = provider === "google" ? googleSmtp : provider === "outlook" ? outlookSmtp : null;
  if (relay !== null && row.type === "manual") {
    const security = relay.protocol === "smtps:" ? "tls" : "none";
    return { ...domains, carrier: "relay", host: relay.hostname, security };
  }
  if (provider === "google")
    return { ...domains, carrier: "google", host: providers.google.host, security: "tls" };
  if (provider === "outlook")
    return { ...domains, carrier: "microsoft", host: providers.outlook.host, security: "starttls" };
  return {
    ...domains,
    carrier: "relay",
    host: (row.host ?? "").toLowerCase(),
    security: row.security ?? "none",
  };
}

/** The domain that people see in the From of an account's mails, as the DNS has it. */
export function sendingDomain(row: CredentialRow): string {
  return domainOf(senderMailbox(senderAccountOf(row)).address);
}

function domainOf(address: string): string {
  const ascii = addressToAscii(address) ?? address;
  return ascii.slice(ascii.lastIndexOf("@") + 1).toLowerCase();
}
