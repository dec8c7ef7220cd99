import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { databaseLimits } from "../contract/limits/database.ts";
import type { Database } from "../db/database.ts";
import { isDamage, isDriverFault } from "../db/sqlite/faults.ts";
import { openDatabase } from "../db/sqlite/open.ts";
import { versionText } from "./core/version.ts";
import { hashingFor } from "./secrets/key.ts";
import type { Settings } from "./settings/settings.ts";

/** The file that holds an installation. */
export function databaseFile(folder: string): string {
  return join(resolve(folder), "amplify.db");
}

/** Whether there is an installation: SQLite takes an empty file for a new database. */
export function hasDatabase(folder: string): boolean {
  const found = statSync(databaseFile(folder), { throwIfNoEntry: false });
  return found !== undefined && (!found.isFile() || found.size > 0);
}

/** @throws {Error} that says where it looked and what to do, where no server has ever worked. */
export function requireDatabase(folder: string): void {
  if (hasDatabase(folder)) return;
  const left = lostDatabase(folder);
  throw new Error(left ?? noDatabase(folder));
}

/** What to do where a command needs an installation and there is none. */
export function noDatabase(folder: string): string {
  return `There is no database in ${resolve(folder)}. Run this where the server runs, or name the server's data folder by AMPLIFY_DATA or its file of settings by AMPLIFY_ENV. A new installation is made by: amplify serve`;
}

/**
 * What remains where a database is gone: a new one would hide that, and the old one's key and log would be lost with it.
 * Null where nothing remains.
 */
export function lostDatabase(folder: string): string | null {
  if (hasDatabase(folder)) return null;
  const [left] = ["key", "amplify.db-wal"].map((name) => join(resolve(folder), name)).filter(existsSync);
  if (left === undefined) return null;
  return `${databaseFile(folder)} is gone, but ${left} of that installation is still there. Put the database back, or restore a backup: amplify restore FILE. To begin anew, move ${left} to another folder first.`;
}

/**
 * Opens the database of a data folder that can be worked with, and makes both where there was nothing.
 * @throws {Error} that says in one sentence what stands in the way and what to do.
 */
export function openDataFolder(settings: Pick<Settings, "dataFolder" | "key">): Database {
  const folder = settings.dataFolder;
  makeFolder(folder);
  const fault = lostDatabase(folder) ?? writeFault(folder);
  if (fault !== null) throw new Error(fault);
  try {
    return openDatabase({ folder, hashingFor: hashingFor(settings), program: versionText() });
  } catch (cause) {
    const fault = faultOfFile(cause);
    if (fault === null) throw cause;
    throw new Error(`${databaseFile(folder)} ${fault}`, { cause });
  }
}

/** What is wrong with a database file that cannot be opened, to be read after its name; null where it is no fault of it. */
export function faultOfFile(error: unknown): string | null {
  if (isDamage(error))
    return "is damaged, or no database at all. amplify restore puts a backup in its place and keeps this one.";
  return isDriverFault(error) ? `cannot be opened: ${error.message}.` : null;
}

/** Makes the data folder, for its owner alone, where it is missing. @throws {Error} that says why it cannot be made. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new Error(`The data folder ${resolve(folder)} cannot be made: ${reasonOf(cause)}`, { cause });
  }
}

/**
 * What keeps a server from writing to a data folder, as a sentence, or null. A file is written and taken away again:
 * what permissions say is not all there is (a read-only or a full disk).
 */
export function writeFault(folder: string): string | null {
  try {
    probe(join(folder, `.probe-${process.pid}`));
    if (hasDatabase(folder)) accessSync(databaseFile(folder), constants.R_OK | constants.W_OK);
    return null;
  } catch (cause) {
    return `The data folder ${resolve(folder)} cannot be written: ${reasonOf(cause)}`;
  }
}

function probe(path: string): void {
  const file = openSync(path, "w", 0o600);
  try {
    writeFileSync(file, Buffer.alloc(databaseLimits.probeBytes, 1));
    fsyncSync(file);
  } finally {
    closeSync(file);
    rmSync(path, { force: true });
  }
}

const reasons: Record<string, string> = {
  EEXIST: "it is a file. AMPLIFY_DATA names a folder.",
  ENOTDIR: "part of its path is a file. AMPLIFY_DATA names a folder.",
  ENOENT: "it is not there.",
  EROFS: "its disk is mounted read-only.",
  ENOSPC: "its disk is full. Free some space, then try again.",
  EDQUOT: "its owner's quota of disk space is used up.",
  EACCES: "it belongs to another user. Run this as the user of the server, or give that user the folder.",
  EPERM: "it belongs to another user. Run this as the user of the server, or give that user the folder.",
};

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return reasons[code] ?? (cause instanceof Error ? cause.message : String(cause));
}
