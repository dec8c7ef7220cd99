import { isNotNull, isNull, sql } from "drizzle-orm";
import type { TrackChoice } from "../../contract/leads/consent.ts";
import type { FieldDefinition } from "../../contract/leads/customFields.ts";
import type { Params } from "../../contract/reasons/shapes.ts";
import type { ReasonCode } from "../../contract/reasons.ts";
import type { CampaignState, DeliveryState, PausedBy } from "../../contract/schemas/campaign.ts";
import type { SendWindow } from "../../contract/schemas/campaignPlan.ts";
import type { ProviderKey } from "../../contract/sending/providers.ts";
import type { Kit } from "../kit/sqlite.ts";

/**
 * A part of a campaign: what one account sends of one mail. Subject and sender are frozen here when it starts, its HTML
 * in `campaignContents`. Lanes know parts alone; what people call a campaign is a row of `campaignPlans`, and where it has
 * one part, both have the same id. A call for transactional mail is one too, that of no campaign; see `transactional.ts`.
 */
export const campaigns = ({ table, text, int, bool, json, cause, uniqueIndex, index }: Kit) =>
  table(
    "campaigns",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      credentialId: text().notNull(),
      provider: text<ProviderKey>().notNull(),
      fromAlias: text().notNull(),
      fromEmail: text().notNull(),
      /** What the From of its mails shows; null in campaigns from before there was a choice. */
      senderName: text(),
      senderAddress: text(),
      subject: text().notNull(),
      /** "preparing" while its ledger is still being written; such a one never sends, and a start removes it. */
      state: text<CampaignState | "preparing">().notNull(),
      /** Null unless paused. */
      pausedBy: text<PausedBy>(),
      pausedReason: cause(),
      trackOpens: bool().notNull(),
      trackClicks: bool().notNull().default(false),
      /** Of which recipients that is counted, as the workspace had chosen when it began. */
      track: text<TrackChoice>().notNull().default("always"),
      /** The idempotency key, or a hash of the request: a double click finds the first campaign. */
      requestKey: text().notNull(),
      /** A hash of all that was asked for, so that a key is no other send's; null in rows from before it was kept. */
      requestDigest: text(),
      /** Rows of its ledger. */
      total: int().notNull(),
      /** How many of them were to be mailed when it was accepted; the others were skipped from the start. */
      accepted: int().notNull().default(0),
      createdAt: int().notNull(),
      finishedAt: int(),
      /** What a person has asked of its deliveries that is not done with all of them; see `rowMoves.ts`. */
      rowMove: text(),
      rowMoveAt: int(),
      /** The campaign that it is a part of; null where a server of an older version made it, until one of this finds it. */
      planId: text(),
      /** Which mail of it, from 0. */
      step: int().notNull().default(0),
      stepId: text(),
      /** Null for those who wait for the better variant. */
      variantId: text(),
      /** Of the mail as it was when the part was made. */
      contentVersion: int(),
      /** The leads' own zone, where the window is by that. */
      zone: text(),
      window: json().$type<SendWindow>(),
      spread: text<"fast" | "even">(),
      /** Of mails that a program asked for one by one: which kind they are of; null in a part of a campaign. */
      mailKind: text(),
    },
    (campaign) => [
      uniqueIndex("campaigns_owner_request").on(campaign.workspaceId, campaign.requestKey),
      index("campaigns_owner").on(campaign.workspaceId, campaign.id),
      // Where programs send mails one by one, those are nearly all rows. Partial: such a mail never touches it.
      index("campaigns_parts").on(campaign.workspaceId, campaign.id).where(isNull(campaign.mailKind)),
      index("campaigns_state").on(campaign.state),
      index("campaigns_plan").on(campaign.planId, campaign.step),
      // Partial: hardly ever is there one.
      index("campaigns_row_move").on(campaign.id).where(isNotNull(campaign.rowMove)),
    ],
  );

/** What a campaign's mails say. A table of its own, so that nothing reads it that does not show it or send it. */
export const campaignContents = ({ table, text, json }: Kit) =>
  table("campaignContents", {
    campaignId: text().primaryKey(),
    workspaceId: text().notNull(),
    html: text().notNull(),
    /** The custom fields that it names, as they were when it began; null where it names none. */
    fields: json().$type<FieldDefinition[]>(),
  });

/**
 * How many deliveries of a campaign are in each state, and to how many something came back. The database keeps it by
 * itself (`db/migrations/counting/`), in the very commit that changes deliveries: counting them takes as long as there
 * are many.
 */
export const campaignCounts = ({ table, text, int }: Kit) =>
  table("campaignCounts", {
    campaignId: text().primaryKey(),
    workspaceId: text().notNull(),
    queued: int().notNull().default(0),
    sending: int().notNull().default(0),
    deferred: int().notNull().default(0),
    sent: int().notNull().default(0),
    failed: int().notNull().default(0),
    uncertain: int().notNull().default(0),
    skipped: int().notNull().default(0),
    opened: int().notNull().default(0),
    machineOpened: int().notNull().default(0),
    clicked: int().notNull().default(0),
  });

/** The ledger: one row per campaign and lead, from queued to its end. */
export const deliveries = ({ table, text, int, json, uniqueIndex, index }: Kit) =>
  table(
    "deliveries",
    {
      /** Also the left part of the Message-ID, which therefore never changes between attempts. */
      id: text().primaryKey(),
      campaignId: text().notNull(),
      workspaceId: text().notNull(),
      leadId: text().notNull(),
      email: text().notNull(),
      state: text<DeliveryState>().notNull(),
      /** Why it is in its state; null where nothing has to be said, and where a server took it and only replied. */
      reasonCode: text<ReasonCode>(),
      reasonParams: json().$type<Params>(),
      /** The mail server's own words. */
      reply: text(),
      attempts: int().notNull(),
      /** When it may be tried; for a queued one the moment it was accepted. */
      dueAt: int().notNull(),
      firstTriedAt: int(),
      sentAt: int(),
      openedAt: int(),
      /** When a machine first asked for its picture: Apple's proxy and scanners do, whether anybody reads or not. */
      machineOpenedAt: int(),
      /** When a person first followed a link of it. */
      clickedAt: int(),
      /** Ids of the earlier mails that it answers, the oldest first and a space between; null where it begins. */
      thread: text(),
    },
    (delivery) => [
      uniqueIndex("deliveries_campaign_lead").on(delivery.campaignId, delivery.leadId),
      index("deliveries_campaign_state").on(delivery.campaignId, delivery.state, delivery.dueAt),
      // Partial: most deliveries are in neither, and sending never touches them.
      index("deliveries_opened").on(delivery.campaignId).where(isNotNull(delivery.openedAt)),
      index("deliveries_clicked").on(delivery.campaignId).where(isNotNull(delivery.clickedAt)),
      // The leads of these, for segments. They do the work of the two before too, but a rolling step only adds.
      index("deliveries_campaign_opened")
        .on(delivery.campaignId, delivery.workspaceId, delivery.leadId)
        .where(isNotNull(delivery.openedAt)),
      index("deliveries_campaign_clicked")
        .on(delivery.campaignId, delivery.workspaceId, delivery.leadId)
        .where(isNotNull(delivery.clickedAt)),
      // What happened lately, to whom: questions about leads read these alone. Mails are sent one after the other, so that a
      // new one stands at the end of the first.
      index("deliveries_sent_at")
        .on(delivery.workspaceId, delivery.sentAt, delivery.leadId)
        .where(isNotNull(delivery.sentAt)),
      index("deliveries_opened_at")
        .on(delivery.workspaceId, delivery.openedAt, delivery.leadId)
        .where(isNotNull(delivery.openedAt)),
      index("deliveries_clicked_at")
        .on(delivery.workspaceId, delivery.clickedAt, delivery.leadId)
        .where(isNotNull(delivery.clickedAt)),
      // Partial: a mail that goes on its way and arrives has no cause, so most never touch it.
      index("deliveries_cause")
        .on(delivery.campaignId, delivery.state, delivery.reasonCode)
        .where(sql`${delivery.reasonCode} is not null and ${delivery.state} <> 'sent'`),
      // Mails that were asked for one by one are no lead's, and named by themselves. Partial: no mail of a campaign touches
      // it, and one that arrived stands in it no more.
      index("deliveries_mails_unsent")
        .on(delivery.workspaceId, delivery.state, delivery.id)
        .where(sql`${delivery.leadId} = ${delivery.id} and ${delivery.state} <> 'sent'`),
      // Whether one lead opened or clicked anything lately: where many did, that is asked of each lead. The last does the work
      // of the one before too.
      index("deliveries_opened_lead")
        .on(delivery.workspaceId, delivery.leadId, delivery.openedAt)
        .where(isNotNull(delivery.openedAt)),
      index("deliveries_clicked_lead")
        .on(delivery.workspaceId, delivery.leadId)
        .where(isNotNull(delivery.clickedAt)),
      index("deliveries_clicked_lead_at")
        .on(delivery.workspaceId, delivery.leadId, delivery.clickedAt)
        .where(isNotNull(delivery.clickedAt)),
    ],
  );

/** Mails that were sent and not yet counted for their leads: each for some seconds at most. */
export const uncountedMails = ({ table, text }: Kit) =>
  table("uncountedMails", {
    deliveryId: text().primaryKey(),
    leadId: text().notNull(),
    workspaceId: text().notNull(),
  });

/**
 * When each lead was last sent a mail. The database keeps it by itself (`db/migrations/counting/lastMailTriggers.ts`), in the
 * commit that counts the lead's mails: among millions of deliveries it would have to be gathered for each question. A mail that
 * is not counted yet is in `uncountedMails`.
 */
export const leadMails = ({ table, text, int, primaryKey }: Kit) =>
  table(
    "leadMails",
    { workspaceId: text().notNull(), leadId: text().notNull(), lastSentAt: int().notNull() },
    (row) => [primaryKey({ columns: [row.workspaceId, row.leadId] })],
  );

/**
 * How many mails an account's server has taken, by the minute in which they began: the rolling budget, which a restart
 * must not forget. A mail is counted before it goes and given back when it turns out not to have been taken.
 */
export const usage = ({ table, text, int, primaryKey }: Kit) =>
  table(
    "usage",
    {
      credentialId: text().notNull(),
      bucketAt: int().notNull(),
      count: int().notNull(),
      workspaceId: text().notNull(),
    },
    (row) => [primaryKey({ columns: [row.credentialId, row.bucketAt] })],
  );

/** The built-in mailbox: what the sandbox account "sent", byte for byte (mails are 7-bit text). */
export const sandboxMails = ({ table, text, int, index }: Kit) =>
  table(
    "sandboxMails",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      messageId: text().notNull(),
      sender: text().notNull(),
      recipient: text().notNull(),
      subject: text().notNull(),
      raw: text().notNull(),
      receivedAt: int().notNull(),
    },
    (mail) => [index("sandbox_mails_owner").on(mail.workspaceId, mail.id)],
  );
