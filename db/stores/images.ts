import { and, asc, count, desc, eq, gt, sum } from "drizzle-orm";
import type { Database } from "../database.ts";

export type ImageRow = Database["tables"]["images"]["$inferSelect"];
export type ImageSummary = Omit<ImageRow, "content" | "ownerId">;
export type ImageStore = ReturnType<typeof createImageStore>;

/** Pictures for mails, which their owners list and anybody may read by address. */
export function createImageStore(database: Database) {
  const { read, tables } = database;
  const { images } = tables;
  const { id, fileName, name, type, bytes, width, height, createdAt } = images;
  return {
    async add(row: ImageRow): Promise<void> {
      await database.atomically((write) => [write.insert(images).values(row)]);
    },

    async newestFirst({ ownerId, countMax }: { ownerId: string; countMax: number }): Promise<ImageSummary[]> {
      return read
        .select({ id, fileName, name, type, bytes, width, height, createdAt })
        .from(images)
        .where(eq(images.ownerId, ownerId))
        .orderBy(desc(images.id))
        .limit(countMax);
    },

    async used(ownerId: string): Promise<{ count: number; bytes: number }> {
      const [row] = await read
        .select({ count: count(), bytes: sum(images.bytes) })
        .from(images)
        .where(eq(images.ownerId, ownerId));
      return { count: row?.count ?? 0, bytes: Number(row?.bytes ?? 0) };
    },

    async byFileName(file: string): Promise<{ type: string; content: string } | null> {
      const [row] = await read
        .select({ type, content: images.content })
        .from(images)
        .where(eq(images.fileName, file));
      return row ?? null;
    },

    /** True when there was one. */
    async remove(key: { ownerId: string; id: string }): Promise<boolean> {
      const [gone] = await database.atomically((write) => [
        write
          .delete(images)
          .where(and(eq(images.id, key.id), eq(images.ownerId, key.ownerId)))
          .returning({ id: images.id }),
      ]);
      return gone.length > 0;
    },

    async batch(query: { ownerId: string; afterId: string; countMax: number }): Promise<ImageRow[]> {
      return read
        .select()
        .from(images)
        .where(and(eq(images.ownerId, query.ownerId), gt(images.id, query.afterId)))
        .orderBy(asc(images.id))
        .limit(query.countMax);
    },
  };
}
