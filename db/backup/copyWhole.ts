import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { openSqlite } from "#platform/sqlite";
import { databaseLimits } from "../../contract/limits/database.ts";

type Copying<T> = {
  database: string;
  file: string;
  /** Where it is written until it is whole, in the folder of `file`; what lies there is taken for a copy that was cut off. */
  part: string;
  /** Looks at the whole copy before it gets its name; where this throws there is none. */
  look(part: string): T;
};

/**
 * Copies a database as it is at one moment, while others work with it, for its owner alone to read. The file appears
 * under its name only once it is whole and on the disk, in place of one that was there.
 * @returns what `look` found.
 */
export function copyWhole<T>({ database, file, part, look }: Copying<T>): T {
  // A copy holds everybody's leads.
  const before = process.umask(0o077);
  try {
    remove(part);
    copyInto(database, part);
    const found = look(part);
    syncToDisk(part);
    renameSync(part, file);
    syncToDisk(dirname(resolve(file)));
    return found;
  } finally {
    process.umask(before);
    remove(part);
  }
}

function copyInto(database: string, part: string): void {
  const client = openSqlite(database, "write");
  try {
    client.exec(`PRAGMA busy_timeout = ${databaseLimits.busyTotalMs}`);
    client.query("VACUUM INTO ?").run(part);
  } finally {
    client.close();
  }
}

function remove(part: string): void {
  rmSync(part, { force: true });
  // SQLite leaves it where the disk was full.
  rmSync(`${part}-journal`, { force: true });
}

/** A rename is only as lasting as the folder that holds it; a folder is synced like a file. */
export function syncToDisk(path: string): void {
  const opened = openSync(path, "r");
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
