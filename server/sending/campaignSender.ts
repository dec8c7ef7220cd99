import { parseAlias } from "../../contract/address.ts";
import { mailboxText, type SenderMailbox } from "../../contract/sending/senderMailbox.ts";
import { senderNameFault } from "../../contract/sending/senderNameFault.ts";
import type { CampaignRow } from "../../db/stores/campaigns/campaigns.ts";

type SenderColumns = Pick<CampaignRow, "fromAlias" | "fromEmail" | "senderName" | "senderAddress">;

/** The From of a campaign's mails, as it was stored when the campaign was accepted. */
export function campaignSender(row: SenderColumns): SenderMailbox {
  const { senderName, senderAddress, fromAlias, fromEmail } = row;
  if (senderName !== null && senderAddress !== null) return { name: senderName, address: senderAddress };
  // A campaign of a version that did not store it: the account's own address, and the alias' name if that is not deceptive.
  const name = parseAlias(fromAlias)?.name ?? "";
  return { name: senderNameFault(name) === null ? name : "", address: fromEmail };
}

/** The same for people to read. */
export function campaignSenderText(row: SenderColumns): string {
  return mailboxText(campaignSender(row));
}
