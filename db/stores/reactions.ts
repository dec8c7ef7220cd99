import { and, count, eq, isNotNull, sql } from "drizzle-orm";
import { type Builder, bound, type Database } from "../database.ts";
import type { Tables } from "../tables.ts";

/** How many recipients of a campaign opened its mail, and how many followed a link of it. */
export type Reactions = { opened: number; clicked: number };

export type ReactionStore = ReturnType<typeof createReactionStore>;

export function createReactionStore(database: Database) {
  return {
    async reactionsOf(campaignId: string): Promise<Reactions> {
      const [[opened], [clicked]] = await Promise.all([
        database.ask(bound(openedCount, { campaignId })),
        database.ask(bound(clickedCount, { campaignId })),
      ]);
      return { opened: opened?.count ?? 0, clicked: clicked?.count ?? 0 };
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

function clickedCount(builder: Builder, tables: Tables) {
  const { deliveries } = tables;
  return builder
    .select({ count: count() })
    .from(deliveries)
    .where(and(ofCampaign(tables), isNotNull(deliveries.clickedAt)));
}
