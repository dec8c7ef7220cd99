import { and, eq, gte, inArray, lt, lte, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";
import { behind, inOrder } from "../../keyset.ts";
import { notLeading } from "../../notLeading.ts";
import { statusClass } from "../../tables/keys.ts";
import { dayOf } from "../accounts/accountDays.ts";
import { escapeLike } from "../leads/leadMatch.ts";

export type RequestRow = Database["tables"]["apiRequests"]["$inferSelect"];

/** What a key has called on a day. */
type ApiDay = Omit<Database["tables"]["apiDays"]["$inferSelect"], "workspaceId">;

export type AskedRequests = {
  workspaceId: WorkspaceId;
  keyId: string | null;
  /** The first digit of its status. */
  status: number | null;
  method: string | null;
  path: string | null;
  since: number;
  before: string | null;
  order?: "asc" | "desc" | undefined;
};

/** The log of what keys have called. */
export type RequestStore = ReturnType<typeof createRequestStore>;

export function createRequestStore(database: Database) {
  return { ...writing(database), ...looking(database) };
}

function writing({ read, atomically, tables: { apiDays, apiRequests } }: Database) {
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

    /** Throws away some of what was called before, and what was counted before that; answers how many calls went. */
    async forgetBefore({
      requests,
      days,
      countMax,
    }: {
      requests: number;
      days: number;
      countMax: number;
    }): Promise<number> {
      const past = read
        .select({ id: apiRequests.id })
        .from(apiRequests)
        .where(lt(apiRequests.at, requests))
        .limit(countMax);
      const { gone } = await atomically((write) => ({
        gone: write
          .delete(apiRequests)
          .where(inArray(apiRequests.id, past))
          .returning({ id: apiRequests.id }),
        uncounted: write.delete(apiDays).where(lt(apiDays.day, days)),
      }));
      return gone.length;
    },
  };
}

function looking({ read, tables: { apiRequests } }: Database) {
  const next = (asked: AskedRequests, order: "asc" | "desc") => [
    eq(apiRequests.workspaceId, asked.workspaceId),
    leading(apiRequests, asked),
    asked.before === null ? undefined : behind([apiRequests.id], { order, place: [asked.before] }),
  ];
  return {
    /** The newest first unless asked; none that comes after the one called `end`. */
    async page({
      countMax,
      end = null,
      order = "desc",
      ...asked
    }: AskedRequests & { countMax: number; end?: string | null }): Promise<RequestRow[]> {
      return read
        .select()
        .from(apiRequests)
        .where(
          and(
            ...next(asked, order),
            gte(apiRequests.at, asked.since),
            ...narrowing(apiRequests, asked),
            end === null ? undefined : order === "desc" ? gte(apiRequests.id, end) : lte(apiRequests.id, end),
          ),
        )
        .orderBy(inOrder(apiRequests.id, order))
        .limit(countMax);
    },

    /** The last of so many that an index finds next for what is asked; null where there are not so many. */
    async lastOf({ order = "desc", ...asked }: AskedRequests, count: number): Promise<string | null> {
      const [row] = await read
        .select({ id: apiRequests.id })
        .from(apiRequests)
        .where(and(...next(asked, order)))
        .orderBy(inOrder(apiRequests.id, order))
        .limit(1)
        .offset(count - 1);
      return row?.id ?? null;
    },
  };
}

type Requests = Database["tables"]["apiRequests"];

/** What an index finds them by, of several things the one that is likely to be rarest. */
function leading(requests: Requests, { keyId, status, method }: AskedRequests): SQL | undefined {
  if (status !== null && status > 2) return sql`${statusClass(requests.status)} = ${status}`;
  if (method !== null && method !== "GET") return eq(requests.method, method);
  if (keyId !== null) return eq(requests.keyId, keyId);
  if (status !== null) return sql`${statusClass(requests.status)} = ${status}`;
  return method === null ? undefined : eq(requests.method, method);
}

/** All of it, written so that no index knows it and leads by another of these. */
function narrowing(requests: Requests, { keyId, status, method, path }: AskedRequests) {
  return [
    keyId === null ? undefined : eq(notLeading(requests.keyId), keyId),
    status === null ? undefined : sql`${statusClass(requests.status)} + 0 = ${status}`,
    method === null ? undefined : eq(notLeading(requests.method), method),
    path === null
      ? undefined
      : sql`lower(${requests.path}) like ${`%${escapeLike(path.toLowerCase())}%`} escape '\\'`,
  ];
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
