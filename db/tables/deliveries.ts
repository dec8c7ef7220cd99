import { isNotNull } from "drizzle-orm";
import type { Kit } from "../kit/sqlite.ts";

/** The ledger: one row per campaign and lead, from queued to its end. */
export const deliveries = ({ table, text, int, uniqueIndex, index }: Kit) =>
  table(
    "deliveries",
    {
      /** Also the left part of the Message-ID, which therefore never changes between attempts. */
      id: text().primaryKey(),
      campaignId: text().notNull(),
      ownerId: text().notNull(),
      leadId: text().notNull(),
      email: text().notNull(),
      state: text().notNull(),
      reason: text(),
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
    },
    (delivery) => [
      uniqueIndex("deliveries_campaign_lead").on(delivery.campaignId, delivery.leadId),
      index("deliveries_campaign_state").on(delivery.campaignId, delivery.state, delivery.dueAt),
      // Partial: most deliveries are in neither, and sending never touches them.
      index("deliveries_opened").on(delivery.campaignId).where(isNotNull(delivery.openedAt)),
      index("deliveries_machine_opened").on(delivery.campaignId).where(isNotNull(delivery.machineOpenedAt)),
      index("deliveries_clicked").on(delivery.campaignId).where(isNotNull(delivery.clickedAt)),
      index("deliveries_clicked_lead")
        .on(delivery.ownerId, delivery.leadId)
        .where(isNotNull(delivery.clickedAt)),
    ],
  );
