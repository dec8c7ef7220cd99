import type { Kit } from "../kit/sqlite.ts";

/** What came back about a mail, beside that it did not come through, which is its delivery's end: once of each kind. */
const mailResponses = ({ table, text, int, primaryKey, index }: Kit) =>
  table(
    "mailResponses",
    {
      deliveryId: text().notNull(),
      kind: text<"replied" | "complained">().notNull(),
      workspaceId: text().notNull(),
      /** The part that the mail is of. */
      campaignId: text().notNull(),
      leadId: text().notNull(),
      /** When the mailbox' server got it. */
      at: int().notNull(),
    },
    (response) => [
      primaryKey({ columns: [response.deliveryId, response.kind] }),
      index("mail_responses_campaign").on(response.campaignId, response.kind),
      index("mail_responses_owner").on(response.workspaceId, response.kind, response.at, response.leadId),
    ],
  );

/** Addresses from which mails came back. They outlive the lead, as suppressions do. */
const bouncedAddresses = ({ table, text, int, primaryKey }: Kit) =>
  table(
    "bouncedAddresses",
    {
      workspaceId: text().notNull(),
      /** Keyed hash of the address in its normal form: the list holds no addresses. */
      emailHash: text().notNull(),
      /** How many came back, each soon after the one before. */
      count: int().notNull(),
      /** When the latest of them did. */
      at: int().notNull(),
      /** Since when nothing more is sent there; null while what was in the way may pass. */
      forGoodAt: int(),
      /** What the server of the address said of the latest. */
      words: text().notNull(),
    },
    (address) => [primaryKey({ columns: [address.workspaceId, address.emailHash] })],
  );

/** What mailboxes that may be read have told. */
export const inboundTables = (kit: Kit) => ({
  bouncedAddresses: bouncedAddresses(kit),
  mailResponses: mailResponses(kit),
});
