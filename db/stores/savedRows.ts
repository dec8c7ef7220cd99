import { and, count, desc, eq } from "drizzle-orm";
import type { Database } from "../database.ts";

export type SavedRowRow = Database["tables"]["savedRows"]["$inferSelect"];
export type SavedRowStore = ReturnType<typeof createSavedRowStore>;
type Key = { ownerId: string; id: string };

/** Rows of mails that people keep under a name. */
export function createSavedRowStore(database: Database) {
  const { read, tables } = database;
  const { savedRows } = tables;
  const one = (key: Key) => and(eq(savedRows.id, key.id), eq(savedRows.ownerId, key.ownerId));
  return {
    async add(row: SavedRowRow): Promise<void> {
      await database.atomically((write) => [write.insert(savedRows).values(row)]);
    },

    async newestFirst({ ownerId, countMax }: { ownerId: string; countMax: number }): Promise<SavedRowRow[]> {
      return read
        .select()
        .from(savedRows)
        .where(eq(savedRows.ownerId, ownerId))
        .orderBy(desc(savedRows.id))
        .limit(countMax);
    },

    async countOf(ownerId: string): Promise<number> {
      const [row] = await read
        .select({ count: count() })
        .from(savedRows)
        .where(eq(savedRows.ownerId, ownerId));
      return row?.count ?? 0;
    },

    /** True when there was one. */
    async rename(key: Key, name: string): Promise<boolean> {
      const [changed] = await database.atomically((write) => [
        write.update(savedRows).set({ name }).where(one(key)).returning({ id: savedRows.id }),
      ]);
      return changed.length > 0;
    },

    /** True when there was one. */
    async remove(key: Key): Promise<boolean> {
      const [gone] = await database.atomically((write) => [
        write.delete(savedRows).where(one(key)).returning({ id: savedRows.id }),
      ]);
      return gone.length > 0;
    },
  };
}
