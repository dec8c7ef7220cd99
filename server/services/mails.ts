import { parseAlias } from "../../contract/address.ts";
import type { MergeValues } from "../../contract/mergeFields.ts";
import type { CampaignRow } from "../../db/stores/campaigns.ts";
import type { ClaimedDelivery } from "../../db/stores/ledgerSending.ts";
import type { Core } from "../core.ts";
import { createComposition } from "../mail/compose.ts";
import type { OutgoingMail } from "../senders/sender.ts";

type Letter = { subject: string; html: string; fromAlias: string; fromEmail: string };

/** From a campaign's frozen content to the mail of one recipient; what is the same for all is made once. */
export function composerOf(core: Core, campaign: CampaignRow) {
  const composition = compositionOf(campaign);
  return (delivery: ClaimedDelivery): OutgoingMail => {
    const lead = delivery.lead;
    const unsubscribeUrl = `${core.settings.publicUrl}/u/${core.secrets.sign("unsubscribe", delivery.id)}`;
    return composition.fill({
      values: {
        firstName: lead?.firstName ?? "",
        lastName: lead?.lastName ?? "",
        email: delivery.email,
        phone: lead?.phone ?? "",
      },
      to: { address: delivery.email },
      // Fixed for all attempts, so that a receiver who gets one twice after all can tell.
      messageId: messageIdOf(delivery.id, campaign.fromEmail),
      unsubscribeUrl,
      ...(campaign.trackOpens
        ? { openPixelUrl: `${core.settings.publicUrl}/o/${core.secrets.sign("open", delivery.id)}` }
        : {}),
      date: new Date(),
    });
  };
}

/** A test: the same mail, without links that would count or unsubscribe anyone. */
export function testMail(core: Core, letter: Letter & { to: string; values: MergeValues }): OutgoingMail {
  const id = core.newId();
  return compositionOf(letter).fill({
    values: letter.values,
    to: { address: letter.to },
    messageId: messageIdOf(id, letter.fromEmail),
    unsubscribeUrl: `${core.settings.publicUrl}/u/${core.secrets.sign("unsubscribe", id)}`,
    date: new Date(),
  });
}

function compositionOf({ subject, html, fromAlias, fromEmail }: Letter) {
  const name = parseAlias(fromAlias)?.name;
  return createComposition({
    subject,
    html,
    from: { address: fromEmail, ...(name === undefined ? {} : { name }) },
  });
}

function messageIdOf(id: string, fromEmail: string): string {
  return `<${id}@${fromEmail.slice(fromEmail.lastIndexOf("@") + 1)}>`;
}
