import { and, eq, inArray, isNotNull, isNull, ne, not, notExists, sql } from "drizzle-orm";
import { type Builder, bound, type Database } from "../../../database.ts";
import type { Tables } from "../../../tables.ts";
import { unlessUnchanged } from "../../../unlessUnchanged.ts";
import { type CampaignRow, isAccepted } from "../campaigns.ts";
import { finishing } from "../rowMoves.ts";
import { isPlan, isPlanOfPart, type PlanKey } from "./planRows.ts";
import { hasMoreToComeSql, isHeldUp } from "./planState.ts";

type PausedPart = Pick<CampaignRow, "id" | "planId" | "workspaceId">;

/** Parts that were paused while their last mails were under way: nothing is left of them that could go on. */
export function createOverInPauseStore(database: Database) {
  const { tables } = database;
  return {
    /** Except those of a sequence that has mails to come, which waits for them as it was paused. */
    async overInPause(): Promise<PausedPart[]> {
      return database.ask(bound(readOverInPause, {}));
    },

    /** Ends such a part; with the last one, its campaign is not paused any more either. Null if it is not over after all. */
    async finishPaused({
      id,
      planId,
      workspaceId,
      at,
    }: PausedPart & { at: number }): Promise<CampaignRow | null> {
      const done = await unlessUnchanged((unchanged) =>
        database.atomically(
          (write) => ({
            // First, so that of two parts that end at once the later one is known to be the last.
            kept: planId === null ? [] : [keepingWhole(write, tables, { workspaceId, id: planId })],
            whole:
              planId === null
                ? []
                : [endingPause(write, tables, { key: { workspaceId, id: planId }, but: id })],
            finished: finishing(write, tables, { id, at, from: isHeldUp(tables) }),
          }),
          ({ finished }) => {
            if (finished.length === 0) throw unchanged;
          },
        ),
      );
      return done?.finished.find(isAccepted) ?? null;
    },
  };
}

/** Asked every few seconds. */
function readOverInPause(builder: Builder, tables: Tables) {
  const { campaigns, campaignPlans, campaignCounts } = tables;
  const { queued, deferred, sending } = campaignCounts;
  return builder
    .select({ id: campaigns.id, planId: campaigns.planId, workspaceId: campaigns.workspaceId })
    .from(campaigns)
    .innerJoin(campaignCounts, eq(campaignCounts.campaignId, campaigns.id))
    .leftJoin(campaignPlans, isPlanOfPart(tables))
    .where(
      and(
        isHeldUp(tables),
        isNull(campaigns.rowMove),
        sql`${queued} + ${deferred} + ${sending} = 0`,
        not(sql`coalesce(${hasMoreToComeSql(tables)}, false)`),
      ),
    );
}

function keepingWhole(write: Builder, tables: Tables, key: PlanKey) {
  const { pausedBy } = tables.campaignPlans;
  return write
    .update(tables.campaignPlans)
    .set({ pausedBy: sql`${pausedBy}` })
    .where(and(isPlan(tables, key), isNotNull(pausedBy)));
}

/** Before the part itself, so that whoever is told of its end finds all of the campaign over. */
function endingPause(write: Builder, tables: Tables, { key, but }: { key: PlanKey; but: string }) {
  const { campaigns, campaignPlans } = tables;
  const isOpen = inArray(campaigns.state, ["preparing", "running", "paused"]);
  const others = write
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(isPlanOfPart(tables), isOpen, ne(campaigns.id, but)));
  return write
    .update(campaignPlans)
    .set({ pausedBy: null, pausedReason: null })
    .where(
      and(
        isPlan(tables, key),
        eq(campaignPlans.state, "started"),
        isNotNull(campaignPlans.pausedBy),
        not(hasMoreToComeSql(tables)),
        notExists(others),
      ),
    );
}
