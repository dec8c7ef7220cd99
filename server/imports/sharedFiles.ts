import { createReadStream, createWriteStream, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { importLimits } from "../../contract/limits/imports.ts";
import { refused } from "../../contract/refused.ts";
import { isAlive } from "../../db/isAlive.ts";
import { createStoredFileStore, type StoredFileKey } from "../../db/stores/imports/storedFiles.ts";
import type { Core } from "../core/core.ts";
import { createStoredContents } from "./storedContents.ts";
import { createFolderFiles, type FileKey, type ImportFiles } from "./thread/importFiles.ts";

/**
 * Uploads and rejected rows that every machine of an installation can access. They are stored in the database, in pieces;
 * a machine that works on one has a copy in its data folder while it does.
 */
export function createSharedFiles(
  core: Pick<Core, "database" | "clock" | "log">,
  folder: string,
): ImportFiles {
  const { clock, log } = core;
  const store = createStoredFileStore(core.database);
  const contents = createStoredContents({ store, clock });
  removeCopiesOfTheDead(folder);
  const here = createFolderFiles(join(folder, String(process.pid)));
  const copies = createCopies(here, (key) => fetch(key));
  /** The timers that report uploads in progress, by id. */
  const touching = new Map<string, ReturnType<typeof setInterval>>();

  async function fetch(key: FileKey): Promise<void> {
    const content = await contents.read(key);
    if (content === null) throw refused("went_wrong", {}, { cause: new Error("an upload is gone") });
    const { path } = here.paths(key.id);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(Readable.from(content), createWriteStream(path, { mode: 0o600 }));
  }

  return {
    paths: here.paths,

    async reserve(file, allow) {
      const now = clock.now();
      await store.reserve({ ...file, now, arrivingSince: now - importLimits.arrivingMs }, allow);
      const { workspaceId, id } = file;
      const touch = () =>
        store
          .touch({ workspaceId, id }, clock.now())
          .catch((error) => log.warn("An upload could not be noted as on its way", { error }));
      touching.set(id, setInterval(touch, importLimits.arrivingMs / 4).unref());
    },

    async release(key) {
      clearInterval(touching.get(key.id));
      touching.delete(key.id);
      await store.release(key);
    },

    async receive(key, upload) {
      copies.hold(key.id);
      await here.receive(key, upload);
    },

    share: (key) => contents.write(key, piecesOf(here.paths(key.id).path)),

    async arrived(id) {
      await here.arrived(id);
      await copies.letGo(id);
    },

    withUpload: copies.during,

    async shareRejects({ workspaceId, id }) {
      const { rejectsPath } = here.paths(id);
      if (existsSync(rejectsPath))
        await contents.write(rejectsOf({ workspaceId, id }), piecesOf(rejectsPath));
    },

    async rejects(key) {
      const content = await contents.read(rejectsOf(key));
      return content === null ? null : streamOf(content);
    },

    bytesOf: store.bytesOfAll,

    removeUpload: (key) => store.remove(key),

    async removeAll(key) {
      await store.remove(key);
      await store.remove(rejectsOf(key));
    },

    async sweep({ uploads, rejects }) {
      // Another machine may be about to write the row that says whose a file is.
      for (const key of await store.untouchedSince(clock.now() - importLimits.strayMs)) {
        const [importId = "", isRejects] = key.id.split(".");
        if (!(isRejects === undefined ? uploads : rejects).has(importId)) await store.remove(key);
      }
    },
  };
}

/** Copies on this machine, each kept while it is in use here. */
function createCopies(here: ImportFiles, fetch: (key: FileKey) => Promise<void>) {
  const held = new Map<string, { count: number; isThere: Promise<void> }>();

  function hold(id: string, make: () => Promise<void> = async () => {}): Promise<void> {
    const copy = held.get(id) ?? { count: 0, isThere: make() };
    copy.count += 1;
    held.set(id, copy);
    return copy.isThere;
  }

  async function letGo(id: string): Promise<void> {
    const copy = held.get(id);
    if (copy === undefined) return;
    copy.count -= 1;
    if (copy.count > 0) return;
    held.delete(id);
    await here.removeAll({ workspaceId: "", id });
  }

  return {
    hold,
    letGo,
    async during<T>(key: FileKey, work: () => Promise<T>): Promise<T> {
      try {
        await hold(key.id, () => fetch(key));
        return await work();
      } finally {
        await letGo(key.id);
      }
    },
  };
}

/**
 * Each process has a folder of its own for its copies, named by its process id. A process that was killed may have left one
 * behind, even with this process's id.
 */
function removeCopiesOfTheDead(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const startedAt = Date.now() - process.uptime() * 1_000;
  for (const name of names.filter((name) => /^\d+$/.test(name))) {
    const path = join(folder, name);
    const isBefore = (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < startedAt;
    if (name === String(process.pid) ? isBefore : !isAlive(Number(name)))
      rmSync(path, { recursive: true, force: true });
  }
}

const rejectsOf = ({ workspaceId, id }: FileKey): StoredFileKey => ({ workspaceId, id: `${id}.rejects.csv` });

const piecesOf = (path: string): AsyncIterable<Uint8Array> =>
  createReadStream(path, { highWaterMark: importLimits.pieceBytes });

function streamOf(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const pieces = content[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return?.();
    },
  });
}
