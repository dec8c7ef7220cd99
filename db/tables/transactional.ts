import { isNull } from "drizzle-orm";
import type { SuppressionCause } from "../../contract/schemas/transactional.ts";
import type { Kit } from "../kit/sqlite.ts";

/**
 * A call for transactional mail. What lanes need of it is a part, a row of `campaigns` with the same id, whose mails are
 * `deliveries`; so they are claimed, tried and settled as every other mail is. Here is what campaigns do not have.
 */
const transactionalCalls = ({ table, text, int, json, index }: Kit) =>
  table(
    "transactionalCalls",
    {
      campaignId: text().primaryKey(),
      workspaceId: text().notNull(),
      /** The text part where the caller wrote one; else it is made from the HTML. */
      text: text(),
      replyTo: text(),
      tags: json().$type<string[]>().notNull(),
      templateId: text(),
      templateVersion: int(),
      createdAt: int().notNull(),
      /** What has not gone by then does not go any more. */
      expiresAt: int().notNull(),
      /** How long that is from when it is queued, also by somebody who tries it again; null where an older version took it. */
      ttlSeconds: int(),
      /** When its content, values and attachments were thrown away. */
      emptiedAt: int(),
    },
    (call) => [
      index("transactional_calls_owner").on(call.workspaceId, call.campaignId),
      index("transactional_calls_created").on(call.createdAt),
      index("transactional_calls_full").on(call.campaignId).where(isNull(call.emptiedAt)),
    ],
  );

/** One mail of such a call, with the id of its delivery, which knows how it stands. */
const transactionalMails = ({ table, text, int, bool, index }: Kit) =>
  table(
    "transactionalMails",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      campaignId: text().notNull(),
      kind: text().notNull(),
      email: text().notNull(),
      /** By which suppressions know the address. */
      emailHash: text().notNull(),
      name: text().notNull(),
      /** The values of its merge fields as JSON, sealed: codes and links are among them. Null once they are not needed. */
      sealedValues: text(),
      /** Whether it was queued when the call was answered. */
      isQueued: bool().notNull(),
      createdAt: int().notNull(),
    },
    (mail) => [
      index("transactional_mails_owner").on(mail.workspaceId, mail.id),
      index("transactional_mails_email").on(mail.workspaceId, mail.email, mail.id),
      index("transactional_mails_kind").on(mail.workspaceId, mail.kind, mail.id),
      index("transactional_mails_call").on(mail.campaignId, mail.id),
    ],
  );

/** What is attached to each mail of a call, in base64; kept until its mails are settled. */
const transactionalAttachments = ({ table, text, int, primaryKey }: Kit) =>
  table(
    "transactionalAttachments",
    {
      campaignId: text().notNull(),
      position: int().notNull(),
      workspaceId: text().notNull(),
      name: text().notNull(),
      type: text().notNull(),
      content: text().notNull(),
    },
    (attachment) => [primaryKey({ columns: [attachment.campaignId, attachment.position] })],
  );

/** Addresses that mails of a kind must not go to, or those of any kind: bounced for good, complained, or did not want them. */
const kindSuppressions = ({ table, text, int, uniqueIndex, index }: Kit) =>
  table(
    "kindSuppressions",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      /** A kind of mails, or "*" for each. */
      kind: text().notNull(),
      emailHash: text().notNull(),
      /** For whoever looks at the list: it is not found, or compared, by this. */
      sealedEmail: text().notNull(),
      cause: text<SuppressionCause>().notNull(),
      createdAt: int().notNull(),
    },
    (row) => [
      uniqueIndex("kind_suppressions_who").on(row.workspaceId, row.emailHash, row.kind),
      index("kind_suppressions_owner").on(row.workspaceId, row.id),
    ],
  );

/** Mails that programs ask for one by one, and whom no more of a kind is sent to. */
export function transactionalTables(kit: Kit) {
  return {
    kindSuppressions: kindSuppressions(kit),
    transactionalAttachments: transactionalAttachments(kit),
    transactionalCalls: transactionalCalls(kit),
    transactionalMails: transactionalMails(kit),
  };
}
