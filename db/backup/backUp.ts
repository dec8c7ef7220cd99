import { Database as Client } from "bun:sqlite";
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { limits } from "../../contract/limits.ts";

/**
 * Copies an installation's database into one file, as it is at one moment, while a server goes on working with it.
 * The file appears under its name only once it is whole, sound and on the disk.
 * @returns its size in bytes.
 * @throws {Error} that says what to do; then there is no file.
 */
export function backUp({ folder, file }: { folder: string; file: string }): number {
  const database = join(folder, "amplify.db");
  if (!existsSync(database))
    throw new Error(`There is no database in ${resolve(folder)}. AMPLIFY_DATA names the folder.`);
  if (existsSync(file)) throw new Error(`${file} is there already. Choose another name.`);
  if (!existsSync(dirname(resolve(file)))) throw new Error(`There is no folder ${dirname(resolve(file))}.`);
  const part = join(dirname(resolve(file)), `.${basename(file)}.${process.pid}.part`);
  // A backup holds everybody's leads: it is its owner's alone to read, like the database itself.
  const before = process.umask(0o077);
  try {
    copyInto(database, part);
    const fault = faultOf(part);
    if (fault !== null) throw new Error(`The database is damaged (${fault}), so it was not backed up.`);
    syncToDisk(part);
    renameSync(part, file);
    syncToDisk(dirname(resolve(file)));
    return statSync(file).size;
  } finally {
    process.umask(before);
    rmSync(part, { force: true });
  }
}

/** What is wrong with a database file, in SQLite's words, or null. */
export function faultOf(file: string): string | null {
  const client = new Client(file, { readonly: true });
  try {
    const said = client
      .query<{ integrity_check: string }, []>("PRAGMA integrity_check(1)")
      .get()?.integrity_check;
    return said === "ok" ? null : (said ?? "nothing is known of it");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    client.close();
  }
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

function copyInto(database: string, part: string): void {
  const client = new Client(database, { create: false, readwrite: true });
  try {
    client.exec(`PRAGMA busy_timeout = ${limits.database.busyTotalMs}`);
    client.query("VACUUM INTO ?").run(part);
  } finally {
    client.close();
  }
}
