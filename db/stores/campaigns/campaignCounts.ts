import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Counts, type DeliveryState, deliveryStates } from "../../../contract/schemas/campaign.ts";
import { type Builder, bound, type Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";

/** How many mails of a campaign were opened, by people and by machines, and clicked. */
type Reactions = { opened: number; machineOpened: number; clicked: number };

/** What came of a campaign's mails so far. */
export type CampaignCounts = { counts: Counts; reactions: Reactions };

type CountsRow = Database["tables"]["campaignCounts"]["$inferSelect"];

/** The kept counts. Only `recount` looks at deliveries. */
export function createCampaignCountStore(database: Database) {
  async function allCountsOf(campaignId: string): Promise<CampaignCounts> {
    const [row] = await database.ask(bound(countsRow, { campaignId }));
    return countsIn(row ?? null);
  }
  return {
    allCountsOf,

    async countsOf(campaignId: string): Promise<Counts> {
      return (await allCountsOf(campaignId)).counts;
    },

    /** Counts the mails in each state again, because sending relies on these counts. */
    async recount(campaignId: string): Promise<void> {
      const { campaignCounts, deliveries } = database.tables;
      await database.atomically((write) => {
        const inState = (state: DeliveryState) =>
          write
            .select({ count: sql`count(*)` })
            .from(deliveries)
            .where(and(eq(deliveries.campaignId, campaignId), eq(deliveries.state, state)));
        const found = deliveryStates.map((state) => [state, sql`${inState(state)}`]);
        return {
          recounted: write
            .update(campaignCounts)
            .set(Object.fromEntries(found) as Record<DeliveryState, SQL>)
            .where(eq(campaignCounts.campaignId, campaignId)),
        };
      });
    },
  };
}

/** A row of the table as two groups; nothing at all of a campaign that is gone. */
export function countsIn(row: CountsRow | null): CampaignCounts {
  const {
    queued = 0,
    sending = 0,
    deferred = 0,
    sent = 0,
    failed = 0,
    uncertain = 0,
    skipped = 0,
  } = row ?? {};
  const { opened = 0, machineOpened = 0, clicked = 0 } = row ?? {};
  return {
    counts: { queued, sending, deferred, sent, failed, uncertain, skipped },
    reactions: { opened, machineOpened, clicked },
  };
}

function countsRow(builder: Builder, { campaignCounts }: Tables) {
  return builder
    .select()
    .from(campaignCounts)
    .where(eq(campaignCounts.campaignId, sql.placeholder("campaignId")));
}
