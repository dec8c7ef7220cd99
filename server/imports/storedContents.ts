import type { StoredFileKey, StoredFileStore } from "../../db/stores/imports/storedFiles.ts";
import type { Clock } from "../core/clock.ts";

/**
 * Where the bytes of shared files lie; which files there are, and whose, always stands in the database. One that keeps
 * them in a store of another kind, such as S3, takes this one's place and nothing else changes.
 */
export type FileContents = {
  /** Replaces what was there, in pieces as they come. */
  write(key: StoredFileKey, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** In pieces as they are wanted; null where there is no such file, or not yet all of it. */
  read(key: StoredFileKey): Promise<AsyncIterable<Uint8Array> | null>;
};

/** Contents in the database. */
export function createStoredContents({
  store,
  clock,
}: {
  store: StoredFileStore;
  clock: Clock;
}): FileContents {
  async function* piecesOf(key: StoredFileKey, bytes: number): AsyncGenerator<Uint8Array> {
    let read = 0;
    for (let position = 0; read < bytes; position += 1) {
      const content = await store.piece(key, position);
      // It was removed, or is written anew: half of it is told as a failure, and never as the whole.
      if (content === null) throw new Error("a file was gone before all of it was read");
      read += content.length;
      yield content;
    }
  }

  return {
    async write(key, pieces) {
      await store.begin(key, clock.now());
      let bytes = 0;
      let position = 0;
      for await (const content of pieces) {
        await store.addPiece(key, { position, content, now: clock.now() });
        bytes += content.length;
        position += 1;
      }
      await store.end(key, { bytes, now: clock.now() });
    },

    async read(key) {
      const bytes = await store.bytesOf(key);
      return bytes === null ? null : piecesOf(key, bytes);
    },
  };
}
