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
import { InstallationFault } from "../contract/installation/InstallationFault.ts";
import { type Remark, remark } from "../contract/installation/remark.ts";
import { databaseLimits } from "../contract/limits/database.ts";
import type { Database } from "../db/database.ts";
import { isDamage, isDriverFault, isFull, isHeld } from "../db/sqlite/faults.ts";
import { openDatabase } from "../db/sqlite/open.ts";
import { versionText } from "./core/version.ts";
import { accessCode } from "./secrets/accessCode.ts";
import { hashingFor } from "./secrets/key.ts";
import type { Settings } from "./settings/settings.ts";

/** The file that holds an installation. */
export function databaseFile(folder: string): string {
  return join(resolve(folder), "amplify.db");
}

/**
 * Whether there is an installation: SQLite takes an empty file for a new database.
 * @throws {InstallationFault} where nobody may look, as in the folder of another user.
 */
export function hasDatabase(folder: string): boolean {
  try {
    const found = statSync(databaseFile(folder), { throwIfNoEntry: false });
    return found !== undefined && (!found.isFile() || found.size > 0);
  } catch (cause) {
    throw new InstallationFault(remark("folderNotReadable", failed(folder, cause)), { cause });
  }
}

/** @throws {Error} that says where it looked and what to do, where no server has ever worked. */
export function requireDatabase(folder: string): void {
  if (hasDatabase(folder)) return;
  throw new InstallationFault(lostDatabase(folder) ?? noDatabase(folder));
}

/** What to do where a command needs an installation and there is none. */
export function noDatabase(folder: string): Remark {
  return remark("noDatabase", { folder: resolve(folder) });
}

/**
 * What remains where a database is gone: a new one would hide that, and the old one's key and log would be lost with it.
 * Null where nothing remains.
 */
export function lostDatabase(folder: string): Remark | null {
  if (hasDatabase(folder)) return null;
  const [left] = ["key", "amplify.db-wal"].map((name) => join(resolve(folder), name)).filter(existsSync);
  if (left === undefined) return null;
  return remark("databaseGone", { file: databaseFile(folder), left });
}

/**
 * Opens the database of a data folder that can be worked with, and makes both where there was nothing. `onWait` is told
 * before an older database is brought to date.
 * @throws {InstallationFault} that says what stands in the way and what to do.
 */
export function openDataFolder(
  settings: Pick<Settings, "dataFolder" | "key">,
  onWait: (remark: Remark) => void = () => {},
): Database {
  const folder = settings.dataFolder;
  makeFolder(folder);
  const fault = lostDatabase(folder) ?? writeFault(folder);
  if (fault !== null) throw new InstallationFault(fault);
  try {
    return openDatabase({ folder, hashingFor: hashingFor(settings), program: versionText(), onWait });
  } catch (cause) {
    const fault = faultOfFile(cause, databaseFile(folder));
    throw fault === null ? cause : new InstallationFault(fault, { cause });
  }
}

/** What is wrong with a database file that cannot be opened; null where it is no fault of it. */
export function faultOfFile(error: unknown, file: string): Remark | null {
  if (isDamage(error)) return remark("fileDamaged", { file });
  if (isFull(error)) return remark("fileHasNoRoom", { file });
  if (isHeld(error)) return remark("fileHeld", { file });
  return isDriverFault(error) ? remark("fileNotOpened", { file, why: error.message }) : null;
}

/** Makes the data folder, for its owner alone, where it is missing. @throws {Error} that says why it cannot be made. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new InstallationFault(remark("folderNotMade", failed(folder, cause)), { cause });
  }
}

/**
 * What keeps a server from writing to a data folder, or null. A file is written and taken away again:
 * what permissions say is not all there is (a read-only or a full disk).
 */
export function writeFault(folder: string): Remark | null {
  try {
    probe(join(folder, `.probe-${process.pid}`));
  } catch (cause) {
    return remark("folderNotWritable", failed(folder, cause));
  }
  return faultOfParts(folder);
}

/**
 * What a server works with in its folder. One that another user has left there, as `root` does that ran it once, keeps it from
 * sending or importing long after it has started.
 */
const workedWith = [
  "amplify.db",
  "amplify.db-wal",
  "amplify.db-shm",
  "sender.lock",
  "begun",
  "imports",
  "backups",
];

function faultOfParts(folder: string): Remark | null {
  for (const file of workedWith.map((name) => join(resolve(folder), name)))
    try {
      const found = statSync(file, { throwIfNoEntry: false });
      if (found === undefined) continue;
      const { R_OK, W_OK, X_OK } = constants;
      accessSync(file, found.isDirectory() ? R_OK | W_OK | X_OK : R_OK | W_OK);
    } catch (cause) {
      const { folder: path, ...why } = failed(file, cause);
      return remark("fileNotUsable", { file: path, ...why });
    }
  return null;
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

function failed(folder: string, cause: unknown): { folder: string; code: string; message: string } {
  return {
    folder: resolve(folder),
    code: accessCode(cause, folder),
    message: cause instanceof Error ? cause.message : String(cause),
  };
}
