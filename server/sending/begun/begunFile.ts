import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Where the list of begun mails is kept. Everything in it is synchronous: a mail waits for it. */
export type BegunFile = {
  /** The name of the machine's present boot; null where a system has none. */
  readonly boot: string | null;
  /** Becomes the one process that writes it, until it dies; false while another one that may write it is alive. */
  take(): boolean;
  /** What is in it; null where there is none or it cannot be read. */
  read(): string | null;
  /** In one write, which is whole before it returns. */
  append(text: string): void;
  /** In one step: whoever is killed leaves what there was, or this. */
  replace(text: string): void;
  remove(): void;
  /** Lets another process take it. */
  release(): void;
};

/** The file in a data folder. It holds nothing but ids and times, and is its owner's alone. */
export function begunFileIn(folder: string): BegunFile {
  const path = join(folder, "begun");
  let file: number | null = null;

  function write(to: number, text: string): void {
    const bytes = Buffer.from(text);
    if (writeSync(to, bytes) !== bytes.length)
      throw new Error("the list of begun mails was not written whole");
  }

  return {
    boot: bootName(),
    // Whoever may send over a database file is the only one, and whoever did before is dead.
    take: () => true,
    read() {
      try {
        return readFileSync(path, "utf8");
      } catch {
        return null;
      }
    },
    append(text) {
      if (file === null) throw new Error("the list of begun mails is not open");
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

/** Where machines share a database, whoever takes an account over knows no list of the one before. */
export const noBegunFile: BegunFile = {
  boot: null,
  take: () => false,
  read: () => null,
  append() {},
  replace() {},
  remove() {},
  release() {},
};

/** Linux names each of its boots (random(4)): after another one, what was not synced may be lost. Others do not. */
function bootName(): string | null {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim() || null;
  } catch {
    return null;
  }
}
