import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";
import { behind, inOrder } from "../../keyset.ts";
import { escapeLike } from "../leads/leadMatch.ts";

export type RequestRow = Database["tables"]["apiRequests"]["$inferSelect"];

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

export type RequestStore = ReturnType<typeof createRequestStore>;

/** The log of what keys have called. */
export function createRequestStore({ read, atomically, tables: { apiRequests } }: Database) {
  return {
    /** A batch in one commit. */
    async add(rows: readonly RequestRow[]): Promise<void> {
      await atomically((write) => ({
        added: write
          .insert(apiRequests)
          .values([...rows])
          .onConflictDoNothing(),
      }));
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

    async forgetBefore(at: number): Promise<void> {
      await atomically((write) => ({ gone: write.delete(apiRequests).where(lt(apiRequests.at, at)) }));
    },
  };
}
