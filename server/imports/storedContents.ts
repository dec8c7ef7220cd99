import type { StoredFileKey, StoredFileStore } from "../../db/stores/imports/storedFiles.ts";
import type { Clock } from "../core/clock.ts";

/**
 * Stores the bytes of shared files; which files there are, and whose, is always in the database. To keep the bytes in
 * another kind of store, such as S3, only this has to be replaced.
 */
type FileContents = {
  /** Replaces the contents, piece by piece as they arrive. */
  write(key: StoredFileKey, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** The contents piece by piece as they are read; null if there is no such file, or it is not complete yet. */
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
      // The file was removed or is being replaced: an incomplete one is an error, and is never passed off as complete.
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
