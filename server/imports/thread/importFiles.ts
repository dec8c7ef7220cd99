import { existsSync, openAsBlob, statSync } from "node:fs";
import { mkdir, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Scope } from "../../../contract/identity/scope.ts";
import { refused } from "../../../contract/refused.ts";
import { arrivingPieces } from "../../http/arrivingPieces.ts";
import { sheetRefusals } from "../../sheets/refusals.ts";

type Kept = { uploads: ReadonlySet<string>; rejects: ReadonlySet<string>; untouchedMs: number };

export type FileKey = Pick<Scope, "workspaceId"> & { id: string };

/** Uploaded files, and what imports write beside them. */
export type ImportFiles = {
  /** The paths on this machine while one is in use. */
  paths(id: string): Paths;
  /**
   * Reserves room for a file that is about to arrive. `allow` is called with how much other uploads in progress of the
   * workspace may take, and refuses by throwing.
   */
  reserve(file: FileKey & { bytes: number }, allow: (reservedBytes: number) => void): Promise<void>;
  release(key: FileKey): Promise<void>;
  /** Writes an upload to disk as it arrives. @throws {Refusal} too_large, bad_request, storage_full. */
  receive(key: FileKey, upload: { body: ReadableStream<Uint8Array>; bytesMax: number }): Promise<void>;
  /** The upload was checked: from now on it is available to all machines. */
  share(key: FileKey): Promise<void>;
  /** From here on a row of the database tells whose it is, or it was deleted. */
  arrived(id: string): Promise<void>;
  /** Runs something during which an upload is available at its path. */
  withUpload<T>(key: FileKey, work: () => Promise<T>): Promise<T>;
  /** Stores the rows rejected so far, so that they are available even if this machine is lost. */
  shareRejects(key: FileKey): Promise<void>;
  /** The rejected rows; null if there are none. */
  rejects(key: FileKey): Promise<Blob | ReadableStream<Uint8Array> | null>;
  /** The total size of the uploads of these imports, in bytes. */
  bytesOf(workspaceId: Scope["workspaceId"], ids: readonly string[]): Promise<number>;
  /** Deletes an upload after it was imported; the rejected rows stay. */
  removeUpload(key: FileKey): Promise<void>;
  removeAll(key: FileKey): Promise<void>;
  /**
   * Deletes all files except the uploads and the rejected rows of these imports, uploads in progress, and files that were
   * written to in the last `untouchedMs`.
   */
  sweep(kept: Kept): Promise<void>;
};

type Paths = { path: string; stagePath: string; rejectsPath: string };

/** Their folder within a data folder. */
export const uploadsIn = (dataFolder: string) => join(dataFolder, "imports");

/** Files in a folder, for a machine that does not share the database. */
export function createFolderFiles(folder: string): ImportFiles {
  /** Files that no row of the database names yet. */
  const arriving = new Set<string>();
  /** How many bytes uploads in progress may still take, by workspace and file. */
  const reserved = new Map<string, Map<string, number>>();
  const paths = (id: string) => ({
    path: join(folder, id),
    stagePath: join(folder, `${id}.stage`),
    rejectsPath: join(folder, `${id}.rejects.csv`),
  });
  /** The staging file, what killed attempts left of it, and the files that SQLite keeps beside it while writing. */
  async function stagesOf(id: string): Promise<string[]> {
    const names = await namesIn(folder);
    return names.filter((name) => name.startsWith(`${id}.stage`)).map((name) => join(folder, name));
  }

  return {
    paths,

    async reserve({ workspaceId, id, bytes }, allow) {
      const others = reserved.get(workspaceId) ?? new Map<string, number>();
      allow([...others.values()].reduce((sum, one) => sum + one, 0));
      reserved.set(workspaceId, others.set(id, bytes));
    },

    async release({ workspaceId, id }) {
      const others = reserved.get(workspaceId);
      others?.delete(id);
      if (others?.size === 0) reserved.delete(workspaceId);
    },

    async receive({ id }, { body, bytesMax }) {
      arriving.add(id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(paths(id).path, "wx", 0o600);
      try {
        let bytes = 0;
        for await (const chunk of arrivingPieces(body)) {
          bytes += chunk.length;
          if (bytes > bytesMax) throw sheetRefusals.fileTooLarge(bytesMax);
          await file.write(chunk);
        }
        if (bytes === 0) throw sheetRefusals.empty();
      } catch (error) {
        throw isFull(error) ? refused("disk_full_refused", {}, { cause: error }) : error;
      } finally {
        await file.close();
      }
    },

    share: async () => {},

    async arrived(id) {
      arriving.delete(id);
    },

    withUpload: (_, work) => work(),

    shareRejects: async () => {},

    async rejects({ id }) {
      const { rejectsPath } = paths(id);
      return existsSync(rejectsPath) ? openAsBlob(rejectsPath) : null;
    },

    async bytesOf(_, ids) {
      return ids.reduce(
        (sum, id) => sum + (statSync(paths(id).path, { throwIfNoEntry: false })?.size ?? 0),
        0,
      );
    },

    async removeUpload({ id }) {
      await removeEach([paths(id).path, ...(await stagesOf(id))]);
    },

    async removeAll({ id }) {
      const { path, rejectsPath } = paths(id);
      await removeEach([path, rejectsPath, ...(await stagesOf(id))]);
    },

    async sweep(kept) {
      const names = await namesIn(folder);
      const isOver = (name: string) => {
        const [id = "", ...kind] = name.split(".");
        if (arriving.has(id) || (kind[0] === "rejects" ? kept.rejects : kept.uploads).has(id)) return false;
        // Both times are the machine's, and independent of our own clock.
        const touchedAt = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
        return kept.untouchedMs === 0 || Date.now() - touchedAt >= kept.untouchedMs;
      };
      await Promise.all(names.filter(isOver).map((name) => rm(join(folder, name), { force: true })));
    },
  };
}

async function removeEach(files: readonly string[]): Promise<void> {
  await Promise.all(files.map((file) => rm(file, { force: true })));
}

/** An empty list if the folder does not exist, because nothing was ever uploaded. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}
