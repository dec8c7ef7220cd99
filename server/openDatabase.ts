import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import { Refusal } from "../contract/errors.ts";
import { InstallationFault } from "../contract/installation/InstallationFault.ts";
import { type Remark, remark } from "../contract/installation/remark.ts";
import type { Database } from "../db/database.ts";
import { refusalOfDatabase } from "../db/faults.ts";
import { connectFault } from "../db/postgres/checkServer.ts";
import { openPostgres } from "../db/postgres/open.ts";
import { versionText } from "./core/version.ts";
import { makeFolder, openDataFolder, requireDatabase, writeFault } from "./dataFolder.ts";
import { hashingFor } from "./secrets/key.ts";
import type { Settings } from "./settings/settings.ts";

type Place = Pick<Settings, "dataFolder" | "databaseUrl" | "key">;

/**
 * Opens the database of an installation: the PostgreSQL that DATABASE_URL names, else SQLite in the data folder. Either
 * way the folder is there to be worked in, for files that come and go. `onWait` is told of what may take minutes, and how far it is.
 * @throws {InstallationFault} that says what stands in the way and what to do.
 */
export async function openDatabase(
  settings: Place,
  onWait: (remark: Remark) => void = () => {},
): Promise<Database> {
  if (settings.databaseUrl === null) return openDataFolder(settings, onWait);
  // A key in one machine's folder would be another one on the next machine.
  if (settings.key === null) throw new InstallationFault(remark("keyWanted"));
  makeFolder(settings.dataFolder);
  const fault = writeFault(settings.dataFolder);
  if (fault !== null) throw new InstallationFault(fault);
  return openPostgres({
    url: settings.databaseUrl,
    hashingFor: hashingFor(settings),
    program: versionText(),
    onWait,
  });
}

/** What a start failed by: where that was the database's doing, what to do about it in place of "try again later". */
export function faultOfStart(error: unknown, databaseUrl: string | null): unknown {
  if (hasNoFileLeft()) return new InstallationFault(remark("noFileLeft"), { cause: error });
  const isOfDatabase = error instanceof Refusal || refusalOfDatabase(error) !== null;
  const fault = databaseUrl !== null && isOfDatabase ? connectFault(error, databaseUrl) : null;
  return fault === null ? error : new InstallationFault(fault, { cause: error });
}

/** Whether the system gives no more open files, which SQLite and the runtime say each in words that fit other faults. */
function hasNoFileLeft(): boolean {
  try {
    closeSync(openSync(devNull, "r"));
    return false;
  } catch (error) {
    return ["EMFILE", "ENFILE"].includes(String((error as NodeJS.ErrnoException).code));
  }
}

/** The same where a server has worked already: a command makes no new installation in a data folder. */
export async function openKnownDatabase(settings: Place): Promise<Database> {
  if (settings.databaseUrl === null) requireDatabase(settings.dataFolder);
  return openDatabase(settings);
}
