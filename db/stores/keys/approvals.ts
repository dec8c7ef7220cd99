import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { Database } from "../../database.ts";

type Stored = Database["tables"]["keyApprovals"]["$inferSelect"];
export type ApprovalRow = Omit<Stored, "scopes"> & { scopes: string[] | null };

/** Programs that wait for somebody to let them in. */
export function createApprovalStore({ read, atomically, tables: { keyApprovals } }: Database) {
  return {
    /** `allow` sees how many wait with it, and undoes it by throwing; what is too old is forgotten first. */
    async add(row: ApprovalRow, of: { forgetBefore: number; allow(count: number): void }): Promise<void> {
      await atomically(
        (write) => ({
          gone: write.delete(keyApprovals).where(lt(keyApprovals.createdAt, of.forgetBefore)),
          added: write.insert(keyApprovals).values(row),
          there: write.select({ count: sql<number>`cast(count(*) as integer)` }).from(keyApprovals),
        }),
        ({ there }) => of.allow(there[0]?.count ?? 0),
      );
    },

    async byId(id: string): Promise<ApprovalRow | null> {
      const [row] = await read.select().from(keyApprovals).where(eq(keyApprovals.id, id));
      return (row as ApprovalRow | undefined) ?? null;
    },

    async waitingUnder(of: { userCode: string; since: number }): Promise<ApprovalRow | null> {
      const [row] = await read
        .select()
        .from(keyApprovals)
        .where(
          and(
            eq(keyApprovals.userCode, of.userCode),
            eq(keyApprovals.state, "waiting"),
            gte(keyApprovals.createdAt, of.since),
          ),
        );
      return (row as ApprovalRow | undefined) ?? null;
    },

    /** Decides about one that waits; false where it does not any more. */
    async decide(
      of: { id: string },
      decision: Pick<ApprovalRow, "state" | "workspaceId" | "userId" | "scopes" | "keyExpiresAt">,
    ): Promise<boolean> {
      const { decided } = await atomically((write) => ({
        decided: write
          .update(keyApprovals)
          .set(decision)
          .where(and(eq(keyApprovals.id, of.id), eq(keyApprovals.state, "waiting")))
          .returning({ id: keyApprovals.id }),
      }));
      return decided.length === 1;
    },

    async polled(of: { id: string; at: number }): Promise<void> {
      await atomically((write) => ({
        noted: write.update(keyApprovals).set({ polledAt: of.at }).where(eq(keyApprovals.id, of.id)),
      }));
    },

    /** Takes one away; false for whoever comes second. */
    async take(id: string): Promise<boolean> {
      const { taken } = await atomically((write) => ({
        taken: write.delete(keyApprovals).where(eq(keyApprovals.id, id)).returning({ id: keyApprovals.id }),
      }));
      return taken.length === 1;
    },
  };
}
