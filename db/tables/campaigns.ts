import type { Kit } from "../kit/sqlite.ts";

/** One row per send. Subject, HTML and sender are frozen here when it starts. */
export const campaigns = ({ table, text, int, bool, uniqueIndex, index }: Kit) =>
  table(
    "campaigns",
    {
      id: text().primaryKey(),
      ownerId: text().notNull(),
      credentialId: text().notNull(),
      provider: text().notNull(),
      fromAlias: text().notNull(),
      fromEmail: text().notNull(),
      /** What the From of its mails shows; null in campaigns from before there was a choice. */
      senderName: text(),
      senderAddress: text(),
      subject: text().notNull(),
      html: text().notNull(),
      state: text().notNull(),
      /** "person" or "account"; null unless paused. */
      pausedBy: text(),
      pausedReason: text(),
      trackOpens: bool().notNull(),
      trackClicks: bool().notNull().default(false),
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
    },
    (campaign) => [
      uniqueIndex("campaigns_owner_request").on(campaign.ownerId, campaign.requestKey),
      index("campaigns_owner").on(campaign.ownerId, campaign.id),
      index("campaigns_state").on(campaign.state),
    ],
  );
