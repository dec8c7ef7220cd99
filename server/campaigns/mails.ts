import { mayBeCounted } from "../../contract/leads/consent.ts";
import type { FieldDefinition, StoredFields } from "../../contract/leads/customFields.ts";
import { fieldTexts } from "../../contract/leads/fieldText.ts";
import { unsubscribeMailto } from "../../contract/leads/unsubscribeMail.ts";
import { type CustomNames, customNames, type MergeValues } from "../../contract/mergeFields.ts";
import type { SenderMailbox } from "../../contract/sending/senderMailbox.ts";
import { createMailboxReadingStore } from "../../db/stores/accounts/mailboxReadings.ts";
import { type CampaignRow, createCampaignStore } from "../../db/stores/campaigns/campaigns.ts";
import type { MailedDelivery } from "../../db/stores/campaigns/ledgerSending.ts";
import { createLinkStore } from "../../db/stores/tracking/links.ts";
import type { Core } from "../core/core.ts";
import { inSlices } from "../core/inSlices.ts";
import { campaignSender } from "../sending/campaignSender.ts";
import { composing } from "../sending/mail/composition.ts";
import type { MailBuffers } from "../sending/mail/MailBuffers.ts";
import type { CountedLinks } from "../sending/mail/mailPieces.ts";
import type { OutgoingMail } from "../sending/senders/sender.ts";

type Letter = {
  subject: string;
  html: string;
  from: SenderMailbox;
  /** The account's own address: what comes back goes there. */
  fromEmail: string;
  site: string | null;
  links?: CountedLinks;
  custom?: CustomNames;
};

/** From a campaign's frozen content to the mail of one recipient; what is the same for all is made once. */
export async function composerOf(core: Core, campaign: CampaignRow) {
  const { workspaceId, id: campaignId } = campaign;
  const base = core.settings.publicUrl ?? "";
  // What was stored when it was accepted is counted and nothing else, so that every link of a mail is known here.
  const ids = campaign.trackClicks
    ? await createLinkStore(core.database).idsOf({ workspaceId, campaignId })
    : null;
  const content = await createCampaignStore(core.database).contentOf(campaign);
  if (content === null) throw new Error("a campaign's content is missing");
  const { html, fields } = content;
  const ownValues = ownValuesOf(fields);
  const isRead = (await createMailboxReadingStore(core.database).readAccountsOf(workspaceId)).has(
    campaign.credentialId,
  );
  const composition = await compositionOf({
    ...campaign,
    html,
    from: campaignSender(campaign),
    site: base,
    ...(ids && { links: { base, ids } }),
    ...(fields && { custom: customNames(fields) }),
  });
  return (delivery: MailedDelivery, buffers: MailBuffers): OutgoingMail => {
    const lead = delivery.lead;
    const isCounted = mayBeCounted(campaign.track, lead?.consent ?? "unknown");
    const token = core.secrets.sign("unsubscribe", delivery.id);
    const recipient = {
      values: {
        ...ownValues?.(lead?.fields ?? null),
        firstName: lead?.firstName ?? "",
        lastName: lead?.lastName ?? "",
        email: delivery.email,
        phone: lead?.phone ?? "",
      },
      to: { address: delivery.email },
      // Fixed for all attempts, so that a receiver who gets one twice after all can tell.
      messageId: messageIdOf(delivery.id, campaign.fromEmail),
      unsubscribeUrl: `${base}/u/${token}`,
      unsubscribeMailto: isRead ? unsubscribeMailto({ to: campaign.fromEmail, token }) : undefined,
      ...(delivery.thread ? { thread: delivery.thread.split(" ") } : {}),
      ...(campaign.trackOpens && isCounted
        ? { openPixelUrl: `${base}/o/${core.secrets.sign("open", delivery.id)}` }
        : {}),
      ...(ids?.size && isCounted ? { clickToken: core.secrets.sign("click", delivery.id) } : {}),
      date: new Date(),
    };
    return composition.fill(recipient, buffers);
  };
}

/** What a mail says of the fields that it names; null where it names none, as nearly all do. */
function ownValuesOf(fields: FieldDefinition[] | null) {
  return fields && ((stored: StoredFields) => fieldTexts(fields, stored));
}

/** A test: the same mail, without links that would count or unsubscribe anyone. */
export async function testMail(
  core: Core,
  letter: Omit<Letter, "site"> & { to: string; values: MergeValues },
): Promise<OutgoingMail> {
  const id = core.newId();
  const composition = await compositionOf({ ...letter, site: core.settings.publicUrl });
  return composition.fill({
    values: letter.values,
    to: { address: letter.to },
    messageId: messageIdOf(id, letter.fromEmail),
    unsubscribeUrl: `${core.settings.publicUrl}/u/${core.secrets.sign("unsubscribe", id)}`,
    date: new Date(),
  });
}

function compositionOf({ subject, html, from, fromEmail, site, links, custom }: Letter) {
  const more = { ...(links && { links }), ...(custom && { custom }) };
  return inSlices(composing({ subject, html, from, envelopeFrom: fromEmail, site, ...more }));
}

/** What a mail is known by wherever it goes; the same for all attempts. */
export function messageIdOf(id: string, fromEmail: string): string {
  return `<${id}@${fromEmail.slice(fromEmail.lastIndexOf("@") + 1)}>`;
}
