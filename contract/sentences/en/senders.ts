import type { SenderRefusals } from "../../reasons/accounts.ts";
import { exact } from "../../texts/en/exact.ts";
import type { Sentences } from "../sentence.ts";

/** Which names and addresses an account's mails may not show. */
export const senders: Sentences<SenderRefusals> = {
  alias_malformed: ({ email }) => exact.alias(email),
  alias_not_own_domain: ({ right }) =>
    `The alias may only name an address of the account's own domain: ${right}`,
  alias_not_own_address: ({ right }) => `The alias may only name the account's own address: ${right}`,
  sender_name_invisible: () => "The sender's name holds invisible characters. Please type it again.",
  sender_name_address: () => "The sender's name may hold no “@”: it must not look like an address.",
  sender_name_encoded: () => "The sender's name may hold no “=?”: mail programs would show another name.",
  sender_name_quoted: () => "The sender's name may hold no quotation marks and no “<” or “>”.",
};
