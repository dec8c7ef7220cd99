import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { transactionalLimits } from "../../../contract/limits/sending.ts";
import type { MergeValues } from "../../../contract/mergeFields.ts";
import type { CampaignRow } from "../../../db/stores/campaigns/campaigns.ts";
import type { MailedDelivery } from "../../../db/stores/campaigns/ledgerSending.ts";
import { type CallContent, createCallStore } from "../../../db/stores/campaigns/transactional/calls.ts";
import { createLinkStore } from "../../../db/stores/tracking/links.ts";
import type { Core } from "../../core/core.ts";
import { inSlices } from "../../core/inSlices.ts";
import { campaignSender } from "../../sending/campaignSender.ts";
import type { Composer } from "../../sending/dispatch/laneDeps.ts";
import { attachedParts } from "../../sending/mail/attachedParts.ts";
import { type Composition, composing } from "../../sending/mail/composition.ts";
import { MailUnavailable } from "../../sending/mail/MailUnavailable.ts";
import { messageIdOf } from "../mails.ts";
import { namesIn } from "./mailFields.ts";

/** Where the values of a mail are sealed to. */
export const valuesPlace = (workspaceId: WorkspaceId, mailId: string) => ({
  workspaceId,
  rowId: mailId,
  field: "transactionalValues",
});

/**
 * Makes the mails of transactional calls. A call is read when its first mail goes and not when it comes to a lane: its
 * attachments may be large, and it may wait until tomorrow. The latest few are kept, for calls with several recipients.
 */
export function createMailComposers(core: Core) {
  const calls = createCallStore(core.database);
  const links = createLinkStore(core.database);
  const kept = new Map<string, Promise<Composition>>();

  function compositionOf(part: CampaignRow): Promise<Composition> {
    const known = kept.get(part.id);
    const made = known ?? composed(part);
    kept.delete(part.id);
    kept.set(part.id, made);
    // Whoever asked for it is told; the next one reads anew.
    made.catch(() => kept.delete(part.id));
    for (const id of [...kept.keys()].slice(0, -transactionalLimits.composedKept)) kept.delete(id);
    return made;
  }

  async function composed(part: CampaignRow): Promise<Composition> {
    const key = { workspaceId: part.workspaceId, campaignId: part.id };
    let content: CallContent | null;
    let ids: ReadonlyMap<string, string> = new Map();
    try {
      content = await calls.contentOf(key);
      if (part.trackClicks) ids = await links.idsOf(key);
    } catch (error) {
      throw new MailUnavailable("what a mail says could not be read", { cause: error });
    }
    if (content === null) throw new Error("what a mail says was thrown away");
    const { html, text, replyTo, attachments } = content;
    const attached = await inSlices(attachedParts(attachments));
    return inSlices(
      composing({
        // An empty one is none, as programs give that have always the same fields; readers of text would see nothing.
        subject: part.subject,
        html,
        ...(text?.trim() ? { text } : {}),
        from: campaignSender(part),
        envelopeFrom: part.fromEmail,
        ...(replyTo === null ? {} : { replyTo: { address: replyTo } }),
        ...(ids.size === 0 ? {} : { links: { base: core.settings.publicUrl ?? "", ids } }),
        custom: namesIn({ subject: part.subject, html, text }),
        hasUnsubscribeLink: false,
        attached,
        site: core.settings.publicUrl,
        linksAsGiven: true,
      }),
    );
  }

  function valuesOf(part: CampaignRow, { id, mail }: MailedDelivery): MergeValues {
    if (!mail?.sealedValues) throw new Error("the values of a mail were thrown away");
    return JSON.parse(core.secrets.open(mail.sealedValues, valuesPlace(part.workspaceId, id)));
  }

  return {
    of(part: CampaignRow): Composer {
      const base = core.settings.publicUrl ?? "";
      return async (delivery, buffers) => {
        const composition = await compositionOf(part);
        const recipient = {
          values: valuesOf(part, delivery),
          to: { address: delivery.email, name: delivery.mail?.name },
          messageId: messageIdOf(delivery.id, part.fromEmail),
          ...(part.trackOpens ? { openPixelUrl: `${base}/o/${core.secrets.sign("open", delivery.id)}` } : {}),
          ...(part.trackClicks ? { clickToken: core.secrets.sign("click", delivery.id) } : {}),
          date: new Date(),
        };
        return composition.fill(recipient, buffers);
      };
    },
  };
}
