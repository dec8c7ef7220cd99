import { and, asc, count, desc, eq, gt, isNotNull, isNull, lte, sql, sum } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";

export type ImageRow = Database["tables"]["images"]["$inferSelect"];
export type ImageSummary = Omit<ImageRow, "content" | "workspaceId" | "deletedAt">;
export type ImageStore = ReturnType<typeof createImageStore>;
/** How many pictures somebody has, and the bytes of all of them. Deleted ones are counted apart. */
export type ImageUse = { count: number; bytes: number };
type Key = { workspaceId: WorkspaceId; id: string };

/** Pictures for mails. Only their owners can list them, and anybody can read one by its address. */
export function createImageStore(database: Database) {
  return { ...looking(database), ...changing(database) };
}

/** Everything except the picture itself, which may be megabytes. */
function summaryOf(images: Database["tables"]["images"]) {
  const { id, fileName, name, alt, type, bytes, width, height, createdAt } = images;
  return { id, fileName, name, alt, type, bytes, width, height, createdAt };
}

function looking({ read, tables: { images } }: Database) {
  const summary = summaryOf(images);
  return {
    async newestFirst({
      workspaceId,
      countMax,
    }: {
      workspaceId: WorkspaceId;
      countMax: number;
    }): Promise<ImageSummary[]> {
      return read
        .select(summary)
        .from(images)
        .where(and(eq(images.workspaceId, workspaceId), isNull(images.deletedAt)))
        .orderBy(desc(images.id))
        .limit(countMax);
    },

    /** Without deleted ones. */
    async roomTakenBy(workspaceId: WorkspaceId): Promise<ImageUse> {
      const [used] = await read
        .select({ count: count(), bytes: sum(images.bytes) })
        .from(images)
        .where(and(eq(images.workspaceId, workspaceId), isNull(images.deletedAt)));
      return { count: used?.count ?? 0, bytes: Number(used?.bytes ?? 0) };
    },

    async byFileName(file: string): Promise<{ type: string; content: string } | null> {
      const [row] = await read
        .select({ type: images.type, content: images.content })
        .from(images)
        .where(and(eq(images.fileName, file), isNull(images.deletedAt)));
      return row ?? null;
    },

    async batch(query: { workspaceId: WorkspaceId; afterId: string; countMax: number }): Promise<ImageRow[]> {
      const own = and(eq(images.workspaceId, query.workspaceId), isNull(images.deletedAt));
      return read
        .select()
        .from(images)
        .where(and(own, gt(images.id, query.afterId)))
        .orderBy(asc(images.id))
        .limit(query.countMax);
    },
  };
}

function changing(database: Database) {
  const { images } = database.tables;
  const one = (key: Key) => and(eq(images.id, key.id), eq(images.workspaceId, key.workspaceId));
  const change = async (key: Key, fields: { alt: string } | { deletedAt: number }) => {
    const { changed } = await database.atomically((write) => ({
      changed: write
        .update(images)
        .set(fields)
        .where(and(one(key), isNull(images.deletedAt)))
        .returning({ id: images.id }),
    }));
    return changed.length > 0;
  };
  const use =
    (workspaceId: WorkspaceId) => (write: Parameters<Parameters<typeof database.atomically>[0]>[0]) =>
      write
        .select({
          count: count(sql`case when ${images.deletedAt} is null then 1 end`),
          bytes: sum(images.bytes),
        })
        .from(images)
        .where(eq(images.workspaceId, workspaceId));
  const read = (rows: readonly { count: number; bytes: string | null }[]): ImageUse => ({
    count: rows[0]?.count ?? 0,
    bytes: Number(rows[0]?.bytes ?? 0),
  });
  return {
    /** `allow` is given what the owner has including this one, and undoes the addition by throwing. */
    async add(row: ImageRow, allow: (use: ImageUse) => void): Promise<void> {
      await database.atomically(
        (write) => ({ added: write.insert(images).values(row), use: use(row.workspaceId)(write) }),
        (results) => allow(read(results.use)),
      );
    },

    /** Stores a description of what it shows. False if there is no such picture. */
    describe: (key: Key, alt: string): Promise<boolean> => change(key, { alt }),

    /** False if there is none. It is kept for the undo. */
    remove: (key: Key, now: number): Promise<boolean> => change(key, { deletedAt: now }),

    /** Restores one that was deleted after a moment. `allow` is given what the owner then has. */
    async restore(
      { after, ...key }: Key & { after: number },
      allow: (use: ImageUse) => void,
    ): Promise<ImageSummary | null> {
      const { restored } = await database.atomically(
        (write) => ({
          restored: write
            .update(images)
            .set({ deletedAt: null })
            .where(and(one(key), gt(images.deletedAt, after)))
            .returning(summaryOf(images)),
          use: use(key.workspaceId)(write),
        }),
        (results) => allow(read(results.use)),
      );
      return restored[0] ?? null;
    },

    /** Deletes for good what was deleted before a moment, of one owner or of all. */
    async forget({
      until,
      workspaceId,
    }: {
      until: number;
      workspaceId?: WorkspaceId | undefined;
    }): Promise<void> {
      const own = workspaceId === undefined ? undefined : eq(images.workspaceId, workspaceId);
      await database.atomically((write) => ({
        removed: write
          .delete(images)
          .where(and(own, isNotNull(images.deletedAt), lte(images.deletedAt, until))),
      }));
    },
  };
}
