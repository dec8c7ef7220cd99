import type { Database } from "../db/database.ts";
import { openPostgres } from "../db/postgres/open.ts";
import { versionText } from "./core/version.ts";
import { makeFolder, openDataFolder, requireDatabase, writeFault } from "./dataFolder.ts";
import { hashingFor } from "./secrets/key.ts";
import type { Settings } from "./settings/settings.ts";

type Place = Pick<Settings, "dataFolder" | "databaseUrl" | "key">;

/**
 * Opens the database of an installation: the PostgreSQL that DATABASE_URL names, else SQLite in the data folder. Either
 * way the folder is there to be worked in, for files that come and go.
 * @throws {Error} that says in one sentence what stands in the way and what to do.
 */
export async function openDatabase(
  settings: Place,
  onWait: (sentence: string) => void = () => {},
): Promise<Database> {
  if (settings.databaseUrl === null) return openDataFolder(settings);
  if (settings.key === null) throw new Error(keyWanted);
  makeFolder(settings.dataFolder);
  const fault = writeFault(settings.dataFolder);
  if (fault !== null) throw new Error(fault);
  return openPostgres({
    url: settings.databaseUrl,
    hashingFor: hashingFor(settings),
    program: versionText(),
    onWait,
  });
}

/** The same where a server has worked already: a command makes no new installation in a data folder. */
export async function openKnownDatabase(settings: Place): Promise<Database> {
  if (settings.databaseUrl === null) requireDatabase(settings.dataFolder);
  return openDatabase(settings);
}

/** A key in one machine's folder would be another one on the next machine. */
export const keyWanted =
  "DATABASE_URL needs AMPLIFY_KEY too, so that every machine on that database has the same key. `openssl rand -base64 32` makes one; one from before is in the file `key` of the data folder.";
