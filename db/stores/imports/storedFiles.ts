import { and, asc, eq, gt, inArray, lte, ne, notExists, sum } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";

export type StoredFileKey = { workspaceId: WorkspaceId; id: string };

export type StoredFileStore = ReturnType<typeof createStoredFileStore>;

/** Files in the database, a piece at a time. One is there for others when it is whole. */
export function createStoredFileStore(database: Database) {
  return { ...arriving(database), ...writing(database), ...reading(database) };
}

function arriving({ read, atomically, tables }: Database) {
  const { storedFiles, filePieces } = tables;
  return {
    /**
     * Keeps room for a file that is to come. `allow` is told how much others that are on their way may take, and undoes
     * it by throwing.
     */
    async reserve(
      file: StoredFileKey & { bytes: number; now: number; arrivingSince: number },
      allow: (reservedBytes: number) => void,
    ): Promise<void> {
      const { workspaceId, id, bytes, now, arrivingSince } = file;
      await atomically(
        (write) => ({
          others: write
            .select({ bytes: sum(storedFiles.bytes).mapWith(Number) })
            .from(storedFiles)
            .where(
              and(
                eq(storedFiles.workspaceId, workspaceId),
                eq(storedFiles.isWhole, false),
                gt(storedFiles.touchedAt, arrivingSince),
                ne(storedFiles.id, id),
              ),
            ),
          kept: write.insert(storedFiles).values({ id, workspaceId, bytes, isWhole: false, touchedAt: now }),
        }),
        ({ others }) => allow(others[0]?.bytes ?? 0),
      );
    },

    /** Says that a file is still on its way. */
    async touch(key: StoredFileKey, now: number): Promise<void> {
      await atomically((write) => ({
        touched: write.update(storedFiles).set({ touchedAt: now }).where(isFileOf(tables, key)),
      }));
    },

    /** Gives back what was kept for a file that did not come. */
    async release(key: StoredFileKey): Promise<void> {
      const isPartOfNone = notExists(
        read
          .select({ id: storedFiles.id })
          .from(storedFiles)
          .where(and(isFileOf(tables, key), eq(storedFiles.isWhole, true))),
      );
      await atomically((write) => ({
        pieces: write.delete(filePieces).where(and(isPieceOf(tables, key), isPartOfNone)),
        file: write.delete(storedFiles).where(and(isFileOf(tables, key), eq(storedFiles.isWhole, false))),
      }));
    },
  };
}

function writing({ atomically, tables }: Database) {
  const { storedFiles, filePieces } = tables;
  return {
    /** Begins a file, or one of the same name anew. */
    async begin(key: StoredFileKey, now: number): Promise<void> {
      const begun = { isWhole: false, touchedAt: now };
      await atomically((write) => ({
        pieces: write.delete(filePieces).where(isPieceOf(tables, key)),
        begun: write
          .insert(storedFiles)
          .values({ workspaceId: key.workspaceId, id: key.id, bytes: 0, ...begun })
          .onConflictDoUpdate({ target: storedFiles.id, set: begun }),
      }));
    },

    async addPiece(
      key: StoredFileKey,
      { position, content, now }: { position: number; content: Uint8Array; now: number },
    ): Promise<void> {
      const { workspaceId, id: fileId } = key;
      await atomically((write) => ({
        added: write.insert(filePieces).values({ fileId, workspaceId, position, content }),
        touched: write.update(storedFiles).set({ touchedAt: now }).where(isFileOf(tables, key)),
      }));
    },

    /** From now on others find it. */
    async end(key: StoredFileKey, { bytes, now }: { bytes: number; now: number }): Promise<void> {
      await atomically((write) => ({
        ended: write
          .update(storedFiles)
          .set({ bytes, isWhole: true, touchedAt: now })
          .where(isFileOf(tables, key)),
      }));
    },

    async remove(key: StoredFileKey): Promise<void> {
      await atomically((write) => ({
        pieces: write.delete(filePieces).where(isPieceOf(tables, key)),
        file: write.delete(storedFiles).where(isFileOf(tables, key)),
      }));
    },
  };
}

function reading({ read, tables }: Database) {
  const { storedFiles, filePieces } = tables;
  return {
    /** Null where there is none that is whole. */
    async bytesOf(key: StoredFileKey): Promise<number | null> {
      const [row] = await read
        .select({ bytes: storedFiles.bytes })
        .from(storedFiles)
        .where(and(isFileOf(tables, key), eq(storedFiles.isWhole, true)));
      return row?.bytes ?? null;
    },

    /** How much the whole ones of these take together. */
    async bytesOfAll(workspaceId: WorkspaceId, ids: readonly string[]): Promise<number> {
      if (ids.length === 0) return 0;
      const [row] = await read
        .select({ bytes: sum(storedFiles.bytes).mapWith(Number) })
        .from(storedFiles)
        .where(
          and(
            eq(storedFiles.workspaceId, workspaceId),
            inArray(storedFiles.id, [...ids]),
            eq(storedFiles.isWhole, true),
          ),
        );
      return row?.bytes ?? 0;
    },

    async piece(key: StoredFileKey, position: number): Promise<Uint8Array | null> {
      const [row] = await read
        .select({ content: filePieces.content })
        .from(filePieces)
        .where(and(isPieceOf(tables, key), eq(filePieces.position, position)));
      return row?.content ?? null;
    },

    /** Files of anybody's that nobody has written to since. */
    async untouchedSince(before: number): Promise<StoredFileKey[]> {
      return read
        .select({ workspaceId: storedFiles.workspaceId, id: storedFiles.id })
        .from(storedFiles)
        .where(lte(storedFiles.touchedAt, before))
        .orderBy(asc(storedFiles.id));
    },
  };
}

function isFileOf({ storedFiles }: Tables, { workspaceId, id }: StoredFileKey) {
  return and(eq(storedFiles.workspaceId, workspaceId), eq(storedFiles.id, id));
}

function isPieceOf({ filePieces }: Tables, { workspaceId, id }: StoredFileKey) {
  return and(eq(filePieces.workspaceId, workspaceId), eq(filePieces.fileId, id));
}
