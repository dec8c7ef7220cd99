import { and, count, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "../../database.ts";

export type SandboxMailRow = Database["tables"]["sandboxMails"]["$inferSelect"];
export type SandboxMailSummary = Omit<SandboxMailRow, "raw" | "ownerId">;

export type SandboxMailStore = ReturnType<typeof createSandboxMailStore>;

/** The built-in mailbox's mails; ids grow with time, so the newest is the one with the greatest id. */
export function createSandboxMailStore(database: Database) {
  const { read, tables } = database;
  const { sandboxMails } = tables;
  const { raw: _raw, ownerId: _ownerId, ...summary } = columnsOf(sandboxMails);

  return {
    async add(rows: readonly SandboxMailRow[]): Promise<void> {
      await database.atomically((write) => [write.insert(sandboxMails).values([...rows])]);
    },

    async newestFirst(query: {
      ownerId: string;
      beforeId: string | null;
      sizeMax: number;
    }): Promise<SandboxMailSummary[]> {
      const before = query.beforeId === null ? undefined : lt(sandboxMails.id, query.beforeId);
      return read
        .select(summary)
        .from(sandboxMails)
        .where(and(eq(sandboxMails.ownerId, query.ownerId), before))
        .orderBy(desc(sandboxMails.id))
        .limit(query.sizeMax);
    },

    async countOf(ownerId: string): Promise<number> {
      const [row] = await read
        .select({ count: count() })
        .from(sandboxMails)
        .where(eq(sandboxMails.ownerId, ownerId));
      return row?.count ?? 0;
    },

    async one(key: { ownerId: string; id: string }): Promise<SandboxMailRow | null> {
      const [row] = await read
        .select()
        .from(sandboxMails)
        .where(and(eq(sandboxMails.id, key.id), eq(sandboxMails.ownerId, key.ownerId)));
      return row ?? null;
    },

    /** Drops up to `countMax` of the oldest mails beyond the `keep` newest; returns how many went. */
    async dropOldest(query: { ownerId: string; keep: number; countMax: number }): Promise<number> {
      const ofOwner = eq(sandboxMails.ownerId, query.ownerId);
      const beyond = read
        .select({ id: sandboxMails.id })
        .from(sandboxMails)
        .where(ofOwner)
        .orderBy(desc(sandboxMails.id))
        .limit(query.countMax)
        .offset(query.keep);
      const [rows] = await database.atomically((write) => [
        write
          .delete(sandboxMails)
          .where(and(ofOwner, inArray(sandboxMails.id, beyond)))
          .returning({ gone: sql<number>`1` }),
      ]);
      return rows.length;
    },
  };
}

function columnsOf(table: Database["tables"]["sandboxMails"]) {
  const { id, ownerId, messageId, sender, recipient, subject, raw, receivedAt } = table;
  return { id, ownerId, messageId, sender, recipient, subject, raw, receivedAt };
}
