import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** The file of a journal. All of it is synchronous, because a mail waits for it. */
export type JournalFile = {
  /** The id of the machine's present boot; null if the system has none. */
  readonly boot: string | null;
  /** Makes this process the only one that writes it, until it dies. False while another process that may write it is alive. */
  take(): boolean;
  /** Its text; null if there is no file or it cannot be read. */
  read(): string | null;
  /** Appends, in a single write where the disk has room; all of it is there when this returns. */
  append(text: string): void;
  /** Replaces the text in one step: a process that is killed leaves either the old text or the new one. */
  replace(text: string): void;
  remove(): void;
  /** Lets another process take the file. */
  release(): void;
};

/** The file in a data folder. It holds nothing but ids and times, and only its owner may read it. */
export function journalFileIn(folder: string): JournalFile {
  const path = join(folder, "begun");
  let file: number | null = null;

  function write(to: number, text: string): void {
    const bytes = Buffer.from(text);
    // A disk that fills up takes a part, and says only of the next write that there is no room.
    for (let written = 0; written < bytes.length; ) written += writeSync(to, bytes, written);
  }

  return {
    boot: bootName(),
    // Only one process at a time may send from a database file, and the one before it is dead.
    take: () => true,
    read() {
      try {
        return readFileSync(path, "utf8");
      } catch {
        return null;
      }
    },
    append(text) {
      if (file === null) throw new Error("the journal is not open");
      write(file, text);
    },
    replace(text) {
      const next = openSync(`${path}.new`, "w", 0o600);
      try {
        write(next, text);
        renameSync(`${path}.new`, path);
      } catch (error) {
        closeSync(next);
        throw error;
      }
      if (file !== null) closeSync(file);
      file = next;
    },
    remove() {
      rmSync(path, { force: true });
    },
    release() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

/** For machines that share a database: whoever takes an account over cannot read another machine's file. */
export const noJournalFile: JournalFile = {
  boot: null,
  take: () => false,
  read: () => null,
  append() {},
  replace() {},
  remove() {},
  release() {},
};

/** Linux alone gives each boot an id (random(4)). After another boot, what was not synced may be lost. */
function bootName(): string | null {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim() || null;
  } catch {
    return null;
  }
}
