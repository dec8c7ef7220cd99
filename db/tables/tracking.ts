import { isNull } from "drizzle-orm";
import type { OptoutReason } from "../../contract/leads/optoutReasons.ts";
import type { Kit } from "../kit/sqlite.ts";

/** Which recipient followed which link, how often, and how often it was a machine (see contract/machines.ts). */
export const clicks = ({ table, text, int, primaryKey, index }: Kit) =>
  table(
    "clicks",
    {
      deliveryId: text().notNull(),
      linkId: text().notNull(),
      workspaceId: text().notNull(),
      /** The first and the latest click by a person; null while only machines came. */
      firstAt: int(),
      lastAt: int(),
      /** The latest request of any kind: several links of one mail in one moment are a machine's. */
      seenAt: int().notNull(),
      clicks: int().notNull(),
      machineClicks: int().notNull(),
    },
    (click) => [
      primaryKey({ columns: [click.deliveryId, click.linkId] }),
      // Both the counts of one link and the export of one person's clicks read this.
      index("clicks_owner").on(click.workspaceId, click.linkId, click.deliveryId),
    ],
  );

/** The addresses that a campaign's mail links to, where its clicks are counted. A mail carries the id, never the address. */
export const links = ({ table, text, int, index }: Kit) =>
  table(
    "links",
    {
      /** Random, because it stands in mails and alone decides where a click goes. */
      id: text().primaryKey(),
      campaignId: text().notNull(),
      workspaceId: text().notNull(),
      /** Its place among the campaign's addresses, from 0. */
      position: int().notNull(),
      /** As the template has it: merge fields in it are filled in when it is followed. */
      url: text().notNull(),
    },
    (link) => [index("links_campaign").on(link.campaignId, link.position)],
  );

/**
 * Who left by the link in a mail, by which mail, and why, if they said so. It goes by the address's hash as suppressions do,
 * so it outlives the lead. Who came back has a row with that moment, and another one when they leave again.
 */
export const optouts = ({ table, text, int, uniqueIndex, index }: Kit) =>
  table(
    "optouts",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      emailHash: text().notNull(),
      leadId: text().notNull(),
      campaignId: text().notNull(),
      deliveryId: text().notNull(),
      createdAt: int().notNull(),
      reason: text<OptoutReason>(),
      /** In their own words. */
      words: text(),
      /** When a mail was last asked for that lets them come back. */
      askedBackAt: int(),
      returnedAt: int(),
    },
    (optout) => [
      // Whoever has left leaves once, however often they press the button.
      uniqueIndex("optouts_open").on(optout.workspaceId, optout.emailHash).where(isNull(optout.returnedAt)),
      index("optouts_address").on(optout.workspaceId, optout.emailHash, optout.createdAt),
      index("optouts_campaign").on(optout.workspaceId, optout.campaignId, optout.id),
    ],
  );
