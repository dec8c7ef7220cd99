import { and, count, desc, eq, gt, isNull, lte } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";

export type SavedRowRow = Database["tables"]["savedRows"]["$inferSelect"];
export type SavedRowStore = ReturnType<typeof createSavedRowStore>;
type Key = { workspaceId: WorkspaceId; id: string };

/** Rows of mails that people save under a name. */
export function createSavedRowStore(database: Database) {
  const { read, tables } = database;
  const { savedRows } = tables;
  const one = (key: Key) => and(eq(savedRows.id, key.id), eq(savedRows.workspaceId, key.workspaceId));
  const ownedBy = (workspaceId: WorkspaceId) =>
    and(eq(savedRows.workspaceId, workspaceId), isNull(savedRows.deletedAt));
  const change = async (key: Key, fields: { name: string } | { deletedAt: number }) => {
    const { changed } = await database.atomically((write) => ({
      changed: write
        .update(savedRows)
        .set(fields)
        .where(and(one(key), isNull(savedRows.deletedAt)))
        .returning({ id: savedRows.id }),
    }));
    return changed.length > 0;
  };
  return {
    /** `allow` is given how many the owner has including this one, and undoes the addition by throwing. */
    async add(row: SavedRowRow, allow: (rowCount: number) => void): Promise<void> {
      await database.atomically(
        (write) => ({
          added: write.insert(savedRows).values(row),
          counts: write.select({ count: count() }).from(savedRows).where(ownedBy(row.workspaceId)),
        }),
        ({ counts }) => allow(counts[0]?.count ?? 0),
      );
    },

    async newestFirst({
      workspaceId,
      countMax,
    }: {
      workspaceId: WorkspaceId;
      countMax: number;
    }): Promise<SavedRowRow[]> {
      return read
        .select()
        .from(savedRows)
        .where(ownedBy(workspaceId))
        .orderBy(desc(savedRows.id))
        .limit(countMax);
    },

    /** False if there is none. */
    rename: (key: Key, name: string): Promise<boolean> => change(key, { name }),

    /** False if there is none. It is kept for the undo. */
    remove: (key: Key, now: number): Promise<boolean> => change(key, { deletedAt: now }),

    /** Restores one that was deleted after a moment. `allow` is given how many the owner then has. */
    async restore(
      { after, ...key }: Key & { after: number },
      allow: (rowCount: number) => void,
    ): Promise<SavedRowRow | null> {
      const { restored } = await database.atomically(
        (write) => ({
          restored: write
            .update(savedRows)
            .set({ deletedAt: null })
            .where(and(one(key), gt(savedRows.deletedAt, after)))
            .returning(),
          counts: write.select({ count: count() }).from(savedRows).where(ownedBy(key.workspaceId)),
        }),
        ({ counts }) => allow(counts[0]?.count ?? 0),
      );
      return restored[0] ?? null;
    },

    /** Deletes for good what was deleted before a moment. */
    async forget(until: number): Promise<void> {
      await database.atomically((write) => ({
        removed: write.delete(savedRows).where(lte(savedRows.deletedAt, until)),
      }));
    },
  };
}
