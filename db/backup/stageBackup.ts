import { chmodSync, copyFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openSqlite } from "#platform/sqlite";
import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { remark } from "../../contract/installation/remark.ts";
import type { SqliteClient } from "../../platform/sqlite.ts";
import { isCorrupt } from "../sqlite/faults.ts";
import { stagingFolder } from "../sqlite/open.ts";
import { faultOf } from "./backUp.ts";

/**
 * Copies a backup to where it can be opened without touching the installation's database or the backup itself.
 * @returns a folder beside the database, to be removed by whoever asked.
 * @throws {Error} when the file is no backup of Amplify or is damaged.
 */
export function stageBackup({ folder, file }: { folder: string; file: string }): string {
  if (!isAmplifys(file)) throw new InstallationFault(remark("noBackup", { file }));
  const fault = faultOf(file);
  if (fault !== null) throw new InstallationFault(remark("backupDamaged", { file, fault }));
  const staging = stagingFolder(folder);
  // Left over where an earlier try was cut short.
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging, { recursive: true, mode: 0o700 });
  const copy = join(staging, "amplify.db");
  copyFileSync(file, copy);
  // A copy takes over who may read the backup, and one that was fetched from elsewhere is often for everybody.
  chmodSync(copy, 0o600);
  return staging;
}

/** Every database of Amplify keeps a list of the steps that made its tables; one that is damaged may show it no more. */
function isAmplifys(file: string): boolean {
  let client: SqliteClient | null = null;
  try {
    client = openSqlite(file, "read");
    return client.query("SELECT tag FROM migrations LIMIT 1").get() !== null;
  } catch (error) {
    return isCorrupt(error);
  } finally {
    client?.close();
  }
}
