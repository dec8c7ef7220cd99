import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";
import { behind, inOrder } from "../../keyset.ts";
import { dayOf } from "../accounts/accountDays.ts";
import { escapeLike } from "../leads/leadMatch.ts";

export type RequestRow = Database["tables"]["apiRequests"]["$inferSelect"];

/** What a key has called on a day. */
export type ApiDay = Omit<Database["tables"]["apiDays"]["$inferSelect"], "workspaceId">;

type Asked = {
  workspaceId: WorkspaceId;
  keyId: string | null;
  /** Statuses from here, to here without it. */
  status: readonly [number, number] | null;
  method: string | null;
  path: string | null;
  since: number;
  before: string | null;
  order?: "asc" | "desc" | undefined;
  countMax: number;
};

/** The log of what keys have called. */
export function createRequestStore({ read, atomically, tables: { apiDays, apiRequests } }: Database) {
  return {
    /** A batch in one commit, with what is counted of it. Each request once: whoever comes again is counted again. */
    async add(rows: readonly RequestRow[]): Promise<void> {
      if (rows.length === 0) return;
      await atomically((write) => ({
        added: write
          .insert(apiRequests)
          .values([...rows])
          .onConflictDoNothing(),
        counted: write
          .insert(apiDays)
          .values(countsOf(rows))
          .onConflictDoUpdate({
            target: [apiDays.keyId, apiDays.day],
            set: {
              done: sql`${apiDays.done} + excluded.${sql.identifier("done")}`,
              refused: sql`${apiDays.refused} + excluded.${sql.identifier("refused")}`,
              failed: sql`${apiDays.failed} + excluded.${sql.identifier("failed")}`,
            },
          }),
      }));
    },

    /** What each key has called on each day since then; none where it has called nothing. */
    async daysSince(workspaceId: WorkspaceId, since: number): Promise<ApiDay[]> {
      const { keyId, day, done, refused, failed } = apiDays;
      return read
        .select({ keyId, day, done, refused, failed })
        .from(apiDays)
        .where(and(eq(apiDays.workspaceId, workspaceId), gte(apiDays.day, dayOf(since))));
    },

    /** The newest first unless asked. */
    async page(asked: Asked): Promise<RequestRow[]> {
      const { keyId, status, method, path, before, order = "desc" } = asked;
      return read
        .select()
        .from(apiRequests)
        .where(
          and(
            eq(apiRequests.workspaceId, asked.workspaceId),
            gte(apiRequests.at, asked.since),
            keyId === null ? undefined : eq(apiRequests.keyId, keyId),
            status === null
              ? undefined
              : and(gte(apiRequests.status, status[0]), lt(apiRequests.status, status[1])),
            method === null ? undefined : eq(apiRequests.method, method),
            path === null
              ? undefined
              : sql`lower(${apiRequests.path}) like ${`%${escapeLike(path.toLowerCase())}%`} escape '\\'`,
            before === null ? undefined : behind([apiRequests.id], { order, place: [before] }),
          ),
        )
        .orderBy(inOrder(apiRequests.id, order))
        .limit(asked.countMax);
    },

    /** What was called before, and what was counted before that. */
    async forgetBefore({ requests, days }: { requests: number; days: number }): Promise<void> {
      await atomically((write) => ({
        gone: write.delete(apiRequests).where(lt(apiRequests.at, requests)),
        uncounted: write.delete(apiDays).where(lt(apiDays.day, days)),
      }));
    },
  };
}

/** A row for each key and day. */
function countsOf(rows: readonly RequestRow[]) {
  const counts = new Map<string, ApiDay & { workspaceId: WorkspaceId }>();
  for (const { workspaceId, keyId, at, status } of rows) {
    const day = dayOf(at);
    const none = { workspaceId, keyId, day, done: 0, refused: 0, failed: 0 };
    const count = counts.get(`${keyId} ${day}`) ?? none;
    count[status >= 500 ? "failed" : status >= 400 ? "refused" : "done"] += 1;
    counts.set(`${keyId} ${day}`, count);
  }
  return [...counts.values()];
}
