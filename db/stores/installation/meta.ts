import { eq } from "drizzle-orm";
import type { Database } from "../../database.ts";
import { databaseNow } from "../../databaseTime.ts";

export type MetaStore = ReturnType<typeof createMetaStore>;

/** The latest time that this installation has seen, when its clock was last set by how much, and for which such time times were moved. */
export const clockMetaKeys = { latest: "clock", step: "clockStep", moved: "movedStep" } as const;

/** Single values of the installation by name; whoever writes one also knows its shape. */
export function createMetaStore({ read, atomically, tables }: Database) {
  const { meta } = tables;
  return {
    /** What time it is by the database's own clock; null before there is any value. */
    async time(): Promise<number | null> {
      const [row] = await read
        .select({ at: databaseNow(tables).mapWith(Number) })
        .from(meta)
        .limit(1);
      return row?.at ?? null;
    },

    /** The value as it was written, or undefined. */
    async value(key: string): Promise<unknown> {
      const [row] = await read.select({ value: meta.value }).from(meta).where(eq(meta.key, key));
      return row?.value ?? undefined;
    },

    async put({ key, value }: { key: string; value: unknown }): Promise<void> {
      await atomically((write) => ({
        kept: write
          .insert(meta)
          .values({ key, value })
          .onConflictDoUpdate({ target: meta.key, set: { value } }),
      }));
    },
  };
}
