import { and, eq, inArray, isNull, lt } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";

type IdempotentCall = Database["tables"]["idempotentCalls"]["$inferSelect"];
type Key = { id: string; workspaceId: WorkspaceId };

export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;

/** What was answered to calls that name an `Idempotency-Key`: a row is there before anything is done. */
export function createIdempotencyStore({ read, atomically, tables: { idempotentCalls } }: Database) {
  const isIt = ({ id, workspaceId }: Key) =>
    and(eq(idempotentCalls.id, id), eq(idempotentCalls.workspaceId, workspaceId));
  return {
    /** True for whoever comes first; what was there so long that it is over makes room. */
    async begin(row: IdempotentCall, forgetBefore: number): Promise<boolean> {
      const { begun } = await atomically((write) => ({
        old: write.delete(idempotentCalls).where(and(isIt(row), lt(idempotentCalls.createdAt, forgetBefore))),
        begun: write
          .insert(idempotentCalls)
          .values(row)
          .onConflictDoNothing()
          .returning({ id: idempotentCalls.id }),
      }));
      return begun.length === 1;
    },

    async one(key: Key): Promise<IdempotentCall | null> {
      const [row] = await read.select().from(idempotentCalls).where(isIt(key));
      return row ?? null;
    },

    /** The digest may be known only now, where the call came in pieces. */
    async end(
      key: Key,
      answer: Pick<IdempotentCall, "digest" | "status" | "contentType" | "body">,
    ): Promise<void> {
      await atomically((write) => ({
        ended: write
          .update(idempotentCalls)
          .set(answer)
          .where(and(isIt(key), isNull(idempotentCalls.status))),
      }));
    },

    /** Nothing was done, so that the same key may be used for it once more. */
    async forget(key: Key): Promise<void> {
      await atomically((write) => ({ gone: write.delete(idempotentCalls).where(isIt(key)) }));
    },

    /** Throws away some of what is older; answers how many calls went. */
    async forgetBefore(at: number, countMax: number): Promise<number> {
      const past = read
        .select({ id: idempotentCalls.id })
        .from(idempotentCalls)
        .where(lt(idempotentCalls.createdAt, at))
        .limit(countMax);
      const { gone } = await atomically((write) => ({
        gone: write
          .delete(idempotentCalls)
          .where(inArray(idempotentCalls.id, past))
          .returning({ id: idempotentCalls.id }),
      }));
      return gone.length;
    },
  };
}
