import { existsSync } from "node:fs";
import { join } from "node:path";
import { openSqlite } from "#platform/sqlite";
import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { remark } from "../../contract/installation/remark.ts";
import { isHeld } from "../sqlite/faults.ts";
import { checkpointFile } from "./checkpointFile.ts";

/**
 * Makes sure that no server uses a data folder, and keeps any from sending until `release`. The database's write-ahead log
 * is merged into it, so that it is a single file; `isSound` is false if it is too damaged for that.
 * @throws {Error} while a server runs.
 */
export function lockFolder(folder: string): { isSound: boolean; release(): void } {
  const running = new InstallationFault(remark("serverWorksWith", { folder }));
  const lock = openSqlite(join(folder, "sender.lock"), "create");
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    throw isHeld(error) ? running : error;
  }
  const database = join(folder, "amplify.db");
  const release = () => lock.close();
  const state = existsSync(database) ? checkpointFile(database) : "merged";
  if (state === "busy") {
    release();
    throw running;
  }
  return { isSound: state === "merged", release };
}
