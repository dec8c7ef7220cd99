import { and, count, eq, isNotNull, sql } from "drizzle-orm";
import { type Builder, bound, type Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";

/** How many recipients of a campaign opened its mail, how many mails a machine looked into, how many were clicked in. */
export type Reactions = { opened: number; machineOpened: number; clicked: number };

export type ReactionStore = ReturnType<typeof createReactionStore>;

export function createReactionStore(database: Database) {
  return {
    async reactionsOf(campaignId: string): Promise<Reactions> {
      const [[opened], [machineOpened], [clicked]] = await Promise.all([
        database.ask(bound(openedCount, { campaignId })),
        database.ask(bound(machineOpenedCount, { campaignId })),
        database.ask(bound(clickedCount, { campaignId })),
      ]);
      return {
        opened: opened?.count ?? 0,
        machineOpened: machineOpened?.count ?? 0,
        clicked: clicked?.count ?? 0,
      };
    },
  };
}

const ofCampaign = ({ deliveries }: Tables) => eq(deliveries.campaignId, sql.placeholder("campaignId"));

function openedCount(builder: Builder, tables: Tables) {
  const { deliveries } = tables;
  return builder
    .select({ count: count() })
    .from(deliveries)
    .where(and(ofCampaign(tables), isNotNull(deliveries.openedAt)));
}

function machineOpenedCount(builder: Builder, tables: Tables) {
  const { deliveries } = tables;
  return builder
    .select({ count: count() })
    .from(deliveries)
    .where(and(ofCampaign(tables), isNotNull(deliveries.machineOpenedAt)));
}

function clickedCount(builder: Builder, tables: Tables) {
  const { deliveries } = tables;
  return builder
    .select({ count: count() })
    .from(deliveries)
    .where(and(ofCampaign(tables), isNotNull(deliveries.clickedAt)));
}
