import { and, asc, count, eq, gt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database.ts";

export type TemplateRow = Database["tables"]["templates"]["$inferSelect"];
export type TemplateChange = {
  id: string;
  /** Null changes the newest, whatever its version is. */
  version: number | null;
  name?: string | undefined;
  /** Undefined leaves it; null empties it. */
  design?: unknown;
  html?: string | undefined;
  now: number;
};

export type TemplateStore = ReturnType<typeof createTemplateStore>;

export function createTemplateStore(database: Database) {
  const { read, tables } = database;
  const { templates } = tables;

  /** A few at a time: a template may weigh two megabytes. */
  const batch = (where: SQL | undefined, { afterId, countMax }: { afterId: string; countMax: number }) =>
    read
      .select()
      .from(templates)
      .where(and(where, gt(templates.id, afterId)))
      .orderBy(asc(templates.id))
      .limit(countMax);

  return {
    async ownedBatch(query: { ownerId: string; afterId: string; countMax: number }): Promise<TemplateRow[]> {
      return batch(and(eq(templates.ownerId, query.ownerId), eq(templates.public, false)), query);
    },

    async publicBatch(query: { afterId: string; countMax: number }): Promise<TemplateRow[]> {
      return batch(eq(templates.public, true), query);
    },

    async byId(id: string): Promise<TemplateRow | null> {
      const [row] = await read.select().from(templates).where(eq(templates.id, id));
      return row ?? null;
    },

    /** `allow` sees how many the owner has with this one; what it throws undoes the addition. */
    async add(row: TemplateRow, allow: (templateCount: number) => void): Promise<void> {
      await database.atomically(
        (write) => [
          write.insert(templates).values(row),
          write.select({ count: count() }).from(templates).where(eq(templates.ownerId, row.ownerId)),
        ],
        ([, counts]) => allow(counts[0]?.count ?? 0),
      );
    },

    /** Counts the version up in the same statement. Null when it is gone, or at another version than the one named. */
    async change({ id, version, now, ...fields }: TemplateChange): Promise<TemplateRow | null> {
      const isThatVersion = version === null ? undefined : eq(templates.version, version);
      const [rows] = await database.atomically((write) => [
        write
          .update(templates)
          .set({ ...fields, version: sql`${templates.version} + 1`, updatedAt: now })
          .where(and(eq(templates.id, id), isThatVersion))
          .returning(),
      ]);
      return rows[0] ?? null;
    },

    async remove(id: string): Promise<boolean> {
      const [rows] = await database.atomically((write) => [
        write.delete(templates).where(eq(templates.id, id)).returning({ id: templates.id }),
      ]);
      return rows.length === 1;
    },
  };
}
