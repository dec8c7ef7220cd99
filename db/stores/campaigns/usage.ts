import { and, eq, gt, inArray, lt, sql, sum } from "drizzle-orm";
import { budgetLimits } from "../../../contract/limits/sending.ts";
import type { Database } from "../../database.ts";

export type UsageStore = ReturnType<typeof createUsageStore>;

/** How much of its rolling budget an account has used. */
export function createUsageStore(database: Database) {
  const { usage } = database.tables;
  return {
    async bucketsSince({ credentialId, since }: { credentialId: string; since: number }) {
      return database.read
        .select({ bucketAt: usage.bucketAt, count: usage.count })
        .from(usage)
        .where(and(eq(usage.credentialId, credentialId), gt(usage.bucketAt, since)))
        .orderBy(usage.bucketAt);
    },

    async countsSince(credentialIds: readonly string[], since: number): Promise<Map<string, number>> {
      if (credentialIds.length === 0) return new Map();
      const rows = await database.read
        .select({ credentialId: usage.credentialId, count: sum(usage.count) })
        .from(usage)
        .where(and(inArray(usage.credentialId, [...credentialIds]), gt(usage.bucketAt, since)))
        .groupBy(usage.credentialId);
      return new Map(rows.map((row) => [row.credentialId, Number(row.count)]));
    },

    /** Counts mails before they are sent. */
    async record(entry: Database["tables"]["usage"]["$inferInsert"]): Promise<void> {
      await database.atomically((write) => ({
        booked: write
          .insert(usage)
          .values(entry)
          .onConflictDoUpdate({
            target: [usage.credentialId, usage.bucketAt],
            set: { count: sql`${usage.count} + excluded.count` },
          }),
      }));
    },

    /** Takes one mail that was counted in that minute off again, because it was not accepted. */
    async giveBack({ credentialId, bucketAt }: { credentialId: string; bucketAt: number }): Promise<void> {
      await database.atomically((write) => ({
        givenBack: write
          .update(usage)
          .set({ count: sql`${usage.count} - 1` })
          .where(and(eq(usage.credentialId, credentialId), eq(usage.bucketAt, bucketAt), gt(usage.count, 0))),
      }));
    },

    /**
     * Deletes counts that are older than both this moment and the account's latest ones, so that a clock which was set ahead
     * deletes no current ones.
     */
    async forgetBefore(before: number): Promise<void> {
      const newest = sql`(select max(newest."bucketAt") from ${usage} as newest where newest."credentialId" = ${usage.credentialId})`;
      const kept = sql<number>`${newest} - ${2 * budgetLimits.windowMs}`;
      await database.atomically((write) => ({
        removed: write.delete(usage).where(and(lt(usage.bucketAt, before), lt(usage.bucketAt, kept))),
      }));
    },
  };
}
