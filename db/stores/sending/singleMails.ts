import { and, asc, eq, lte, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Outcome } from "../../../contract/sending/outcome.ts";
import { type Builder, bound, type Database } from "../../database.ts";
import { databaseNow } from "../../databaseTime.ts";
import type { Tables } from "../../tables.ts";

type SingleMailRow = Tables["singleMails"]["$inferSelect"];
type NewSingleMail = Pick<
  SingleMailRow,
  "id" | "workspaceId" | "credentialId" | "sender" | "recipient" | "messageId" | "raw"
>;

export type SingleMailStore = ReturnType<typeof createSingleMailStore>;

/** Single mails between whoever was asked for one and whoever sends through its account. */
export function createSingleMailStore(database: Database) {
  const { tables, atomically } = database;
  const { singleMails } = tables;
  const now = databaseNow(tables);
  const one = (id: string) => eq(singleMails.id, id);
  return {
    async ask(mail: NewSingleMail): Promise<void> {
      await atomically((write) => ({
        asked: write.insert(singleMails).values({ ...mail, state: "waiting", createdAt: now }),
      }));
    },

    /** Where it is, and what came of it once that is known; null once it is gone. */
    async stateOf(id: string): Promise<{ state: SingleMailRow["state"]; outcome: Outcome | null } | null> {
      const [row] = await database.ask(bound(readState, { id }));
      return row === undefined ? null : { state: row.state, outcome: row.outcome as Outcome | null };
    },

    /** Those that nobody has begun. */
    async waiting(): Promise<{ id: string; credentialId: string; workspaceId: WorkspaceId }[]> {
      return database.ask(bound(readWaiting, {}));
    },

    /** Takes one to send it, so that nobody else does; null where somebody has. */
    async begin(id: string): Promise<SingleMailRow | null> {
      const { begun } = await atomically((write) => ({
        begun: write
          .update(singleMails)
          .set({ state: "sending" })
          .where(and(one(id), eq(singleMails.state, "waiting")))
          .returning(),
      }));
      return begun[0] ?? null;
    },

    async end(id: string, outcome: Outcome): Promise<void> {
      await atomically((write) => ({
        ended: write.update(singleMails).set({ state: "done", outcome, raw: "" }).where(one(id)),
      }));
    },

    /** Nobody waits for it any more. False where somebody has begun it. */
    async takeBack(id: string): Promise<boolean> {
      const { gone } = await atomically((write) => ({
        gone: write
          .delete(singleMails)
          .where(and(one(id), eq(singleMails.state, "waiting")))
          .returning({ id: singleMails.id }),
      }));
      return gone.length === 1;
    },

    async remove(id: string): Promise<void> {
      await atomically((write) => ({ removed: write.delete(singleMails).where(one(id)) }));
    },

    /** What is left of those whose askers are gone. */
    async forgetOlderThan(ageMs: number): Promise<void> {
      await atomically((write) => ({
        forgotten: write.delete(singleMails).where(lte(singleMails.createdAt, sql`${now} - ${ageMs}`)),
      }));
    },
  };
}

/** Asked a few times a second by whoever waits for one. */
function readState(builder: Builder, { singleMails }: Tables) {
  return builder
    .select({ state: singleMails.state, outcome: singleMails.outcome })
    .from(singleMails)
    .where(eq(singleMails.id, sql.placeholder("id")));
}

/** Asked every few seconds. */
function readWaiting(builder: Builder, { singleMails }: Tables) {
  const { id, credentialId, workspaceId } = singleMails;
  return builder
    .select({ id, credentialId, workspaceId })
    .from(singleMails)
    .where(eq(singleMails.state, "waiting"))
    .orderBy(asc(singleMails.id));
}
