import { and, asc, count, desc, eq, inArray, lt, lte, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";
import { behind, inOrder } from "../../keyset.ts";

export type SandboxMailRow = Database["tables"]["sandboxMails"]["$inferSelect"];
export type SandboxMailSummary = Omit<SandboxMailRow, "raw" | "workspaceId">;

type Step = { countMax: number; bytesMax: number };

export type SandboxMailStore = ReturnType<typeof createSandboxMailStore>;

/** The built-in mailbox's mails; ids grow with time, so the newest is the one with the greatest id. */
export function createSandboxMailStore(database: Database) {
  const { read, tables } = database;
  const { sandboxMails } = tables;
  const { raw: _raw, workspaceId: _workspaceId, ...summary } = columnsOf(sandboxMails);

  return {
    ...dropping(database),

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
  };
}

function dropping({ read, atomically, tables }: Database) {
  const { sandboxMails } = tables;
  // Told from the row's beginning: SQLite reads nothing of what is that long, and PostgreSQL unpacks nothing.
  const bytes = sql<number>`octet_length(${sandboxMails.raw})`.mapWith(Number);
  return {
    /** How many bytes each takes, of the newest from before one of them. */
    async lengths(query: { workspaceId: WorkspaceId; beforeId: string | null; countMax: number }) {
      const { beforeId } = query;
      return read
        .select({ id: sandboxMails.id, bytes })
        .from(sandboxMails)
        .where(
          and(
            eq(sandboxMails.workspaceId, query.workspaceId),
            beforeId === null ? undefined : lt(sandboxMails.id, beforeId),
          ),
        )
        .orderBy(desc(sandboxMails.id))
        .limit(query.countMax);
    },

    /**
     * Drops some of the oldest, up to and with `lastId`, or of all: at most so many and, but for a single one, so long.
     * Answers how many went; 0 once there are none.
     */
    async dropOldest(query: { workspaceId: WorkspaceId; lastId: string | null } & Step): Promise<number> {
      const ofOwner = eq(sandboxMails.workspaceId, query.workspaceId);
      const oldest = await read
        .select({ id: sandboxMails.id, bytes })
        .from(sandboxMails)
        .where(and(ofOwner, query.lastId === null ? undefined : lte(sandboxMails.id, query.lastId)))
        .orderBy(asc(sandboxMails.id))
        .limit(query.countMax);
      let sum = 0;
      const ids = oldest
        .filter((mail, place) => {
          sum += mail.bytes;
          return place === 0 || sum <= query.bytesMax;
        })
        .map(({ id }) => id);
      if (ids.length === 0) return 0;
      await atomically((write) => ({
        removed: write.delete(sandboxMails).where(and(ofOwner, inArray(sandboxMails.id, ids))),
      }));
      return ids.length;
    },
  };
}

function columnsOf(table: Database["tables"]["sandboxMails"]) {
  const { id, workspaceId, messageId, sender, recipient, subject, raw, receivedAt } = table;
  return { id, workspaceId, messageId, sender, recipient, subject, raw, receivedAt };
}
