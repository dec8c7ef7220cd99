import { statSync } from "node:fs";
import { mkdir, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { importLimits } from "../../../contract/limits/imports.ts";
import { refused } from "../../../contract/refused.ts";
import { sheetRefusals } from "../../sheets/refusals.ts";

type Kept = { uploads: ReadonlySet<string>; rejects: ReadonlySet<string>; untouchedMs: number };

export type ImportFiles = ReturnType<typeof createImportFiles>;

/** Uploaded files, and what imports write beside them, in a folder of the data folder. */
export function createImportFiles(dataFolder: string) {
  const folder = join(dataFolder, "imports");
  /** Files of which no row tells yet. */
  const arriving = new Set<string>();
  const paths = (id: string) => ({
    path: join(folder, id),
    stagePath: join(folder, `${id}.stage`),
    rejectsPath: join(folder, `${id}.rejects.csv`),
  });
  return {
    paths,

    /** Writes an upload to its place as it comes in. @throws {Refusal} too_large, bad_request, storage_full. */
    async receive(id: string, { body, bytesMax }: { body: ReadableStream<Uint8Array>; bytesMax: number }) {
      arriving.add(id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(paths(id).path, "wx", 0o600);
      try {
        let bytes = 0;
        for await (const chunk of withoutStalling(body)) {
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

    /** From here on a row tells whose it is; or it is gone. */
    arrived: (id: string): void => void arriving.delete(id),

    /** Removes what is left of an upload once it was imported; the rejected rows stay. */
    async removeUpload(id: string): Promise<void> {
      const { path, stagePath } = paths(id);
      await removeEach([path, stagePath, journalOf(stagePath)]);
    },

    async removeAll(id: string): Promise<void> {
      const { stagePath, ...others } = paths(id);
      await removeEach([...Object.values(others), stagePath, journalOf(stagePath)]);
    },

    /**
     * Removes every file but the uploads and the rejected rows of these imports, what arrives just now, and what was
     * written to in the last `untouchedMs`.
     */
    async sweep(kept: Kept): Promise<void> {
      const names = await namesIn(folder);
      const isOver = (name: string) => {
        const [id = "", ...kind] = name.split(".");
        if (arriving.has(id) || (kind[0] === "rejects" ? kept.rejects : kept.uploads).has(id)) return false;
        // Both times are the file system's and the machine's, whatever our clock believes.
        const touchedAt = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
        return kept.untouchedMs === 0 || Date.now() - touchedAt >= kept.untouchedMs;
      };
      await Promise.all(names.filter(isOver).map((name) => rm(join(folder, name), { force: true })));
    },
  };
}

/** What SQLite keeps beside a staging file while it writes there, and leaves where its process is killed. */
const journalOf = (stagePath: string) => `${stagePath}-journal`;

async function removeEach(files: readonly string[]): Promise<void> {
  await Promise.all(files.map((file) => rm(file, { force: true })));
}

/** None where nobody has ever uploaded anything. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

/** A sender who drips or falls silent does not hold a file open for ever. */
async function* withoutStalling(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await inTime(reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    // It has ended, or its sender has: nobody waits for what else comes.
    reader.cancel().catch(() => {});
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise<never>((_, reject) => {
    const late = () => reject(refused("upload_stalled", {}, { status: 408 }));
    timer = setTimeout(late, importLimits.stalledMs);
  });
  try {
    return await Promise.race([work, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}

function isFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}
