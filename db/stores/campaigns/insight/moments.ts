import { and, type Column, eq, inArray, max, min, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import { minuteMs } from "../../../../contract/limits/units.ts";
import type { Database } from "../../../database.ts";

/** The parts of a campaign, all of one workspace. */
export type PartsKey = { workspaceId: WorkspaceId; partIds: readonly string[] };

type MomentCounts = {
  sent: number;
  opened: number;
  clicked: number;
  machineOpened: number;
  machineClicked: number;
};

export type MomentStore = ReturnType<typeof createMomentStore>;

/** When a campaign's mails were sent, opened and followed: what is kept, never deliveries one by one. */
export function createMomentStore(database: Database) {
  const { read } = database;
  const { campaignTimes, optouts } = database.tables;
  const ofParts = ({ workspaceId, partIds }: PartsKey) =>
    and(inArray(campaignTimes.campaignId, [...partIds]), eq(campaignTimes.workspaceId, workspaceId));
  return {
    /** From when to when anything was; null where nothing was yet. */
    async span(key: PartsKey): Promise<{ from: number; to: number } | null> {
      const [row] = await read
        .select({ from: min(campaignTimes.at), to: max(campaignTimes.at) })
        .from(campaignTimes)
        .where(ofParts(key));
      const { from = null, to = null } = row ?? {};
      return from === null || to === null ? null : { from: Number(from), to: Number(to) };
    },

    /** What was in each stretch of so many milliseconds, counted from a moment that none is before; the earliest first. */
    async momentsOf(
      key: PartsKey & { stepMs: number; fromMs?: number; countMax: number },
    ): Promise<(MomentCounts & { at: number })[]> {
      const whole = (value: number) => sql.raw(String(Math.trunc(value)));
      const at = sql<number>`${campaignTimes.at} - (${campaignTimes.at} - ${whole(key.fromMs ?? 0)}) % ${whole(key.stepMs)}`;
      const rows = await read
        .select({
          at: at.as("start"),
          sent: total(campaignTimes.sent),
          opened: total(campaignTimes.opened),
          clicked: total(campaignTimes.clicked),
          machineOpened: total(campaignTimes.machineOpened),
          machineClicked: total(campaignTimes.machineClicked),
        })
        .from(campaignTimes)
        .where(ofParts(key))
        .groupBy(at)
        .orderBy(at)
        .limit(key.countMax);
      // One that came back before it was counted is taken out first.
      return rows.map((row) => ({ ...row, at: Number(row.at), sent: Math.max(0, row.sent) }));
    },

    /** How many opted out by each part's mails, and when, by the minute; those who came back too. */
    async optoutsOf({
      workspaceId,
      partIds,
    }: PartsKey): Promise<{ partId: string; at: number; count: number }[]> {
      const at = sql<number>`${optouts.createdAt} - ${optouts.createdAt} % ${sql.raw(String(minuteMs))}`;
      const rows = await read
        .select({ partId: optouts.campaignId, at, count: sql`count(*)`.mapWith(Number) })
        .from(optouts)
        .where(and(eq(optouts.workspaceId, workspaceId), inArray(optouts.campaignId, [...partIds])))
        .groupBy(optouts.campaignId, at);
      return rows.map((row) => ({ ...row, at: Number(row.at) }));
    },
  };
}

export function total(column: Column) {
  return sql`coalesce(sum(${column}), 0)`.mapWith(Number);
}
