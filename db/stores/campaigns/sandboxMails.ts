import { and, count, desc, eq, inArray, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";
import { behind, inOrder } from "../../keyset.ts";

export type SandboxMailRow = Database["tables"]["sandboxMails"]["$inferSelect"];
export type SandboxMailSummary = Omit<SandboxMailRow, "raw" | "workspaceId">;

export type SandboxMailStore = ReturnType<typeof createSandboxMailStore>;

/** The built-in mailbox's mails; ids grow with time, so the newest is the one with the greatest id. */
export function createSandboxMailStore(database: Database) {
  const { read, tables } = database;
  const { sandboxMails } = tables;
  const { raw: _raw, workspaceId: _workspaceId, ...summary } = columnsOf(sandboxMails);

  return {
    async add(rows: readonly SandboxMailRow[]): Promise<void> {
      await database.atomically((write) => ({ added: write.insert(sandboxMails).values([...rows]) }));
    },

    /** The newest first unless asked. */
    async page(query: {
      workspaceId: WorkspaceId;
      beforeId: string | null;
      order?: "asc" | "desc" | undefined;
      sizeMax: number;
    }): Promise<SandboxMailSummary[]> {
      const { order = "desc", beforeId } = query;
      const before = beforeId === null ? undefined : behind([sandboxMails.id], { order, place: [beforeId] });
      return read
        .select(summary)
        .from(sandboxMails)
        .where(and(eq(sandboxMails.workspaceId, query.workspaceId), before))
        .orderBy(inOrder(sandboxMails.id, order))
        .limit(query.sizeMax);
    },

    async countOf(workspaceId: WorkspaceId): Promise<number> {
      const [row] = await read
        .select({ count: count() })
        .from(sandboxMails)
        .where(eq(sandboxMails.workspaceId, workspaceId));
      return row?.count ?? 0;
    },

    async one(key: { workspaceId: WorkspaceId; id: string }): Promise<SandboxMailRow | null> {
      const [row] = await read
        .select()
        .from(sandboxMails)
        .where(and(eq(sandboxMails.id, key.id), eq(sandboxMails.workspaceId, key.workspaceId)));
      return row ?? null;
    },

    /** Drops up to `countMax` of the oldest mails beyond the `keep` newest; returns how many went. */
    async dropOldest(query: { workspaceId: WorkspaceId; keep: number; countMax: number }): Promise<number> {
      const ofOwner = eq(sandboxMails.workspaceId, query.workspaceId);
      const beyond = read
        .select({ id: sandboxMails.id })
        .from(sandboxMails)
        .where(ofOwner)
        .orderBy(desc(sandboxMails.id))
        .limit(query.countMax)
        .offset(query.keep);
      const { removed } = await database.atomically((write) => ({
        removed: write
          .delete(sandboxMails)
          .where(and(ofOwner, inArray(sandboxMails.id, beyond)))
          .returning({ gone: sql<number>`1` }),
      }));
      return removed.length;
    },
  };
}

function columnsOf(table: Database["tables"]["sandboxMails"]) {
  const { id, workspaceId, messageId, sender, recipient, subject, raw, receivedAt } = table;
  return { id, workspaceId, messageId, sender, recipient, subject, raw, receivedAt };
}
