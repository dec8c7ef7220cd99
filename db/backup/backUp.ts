import { accessSync, constants, existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { openSqlite } from "#platform/sqlite";
import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { remark } from "../../contract/installation/remark.ts";
import { isDamage } from "../sqlite/faults.ts";
import { copyWhole } from "./copyWhole.ts";
import { partOf, removeCutOff } from "./cutOffCopies.ts";

/** What a backup holds, and the moment that it shows. */
export type Contents = {
  people: number;
  leads: number;
  templates: number;
  campaigns: number;
  bytes: number;
  at: Date;
};

/**
 * Copies an installation's database into one file, as it is at one moment, while a server goes on working with it.
 * The file appears under its name only once it is whole, sound and on the disk.
 * @throws {Error} that says what to do; then there is no file.
 */
export function backUp({ folder, file }: { folder: string; file: string }): Contents {
  const database = join(folder, "amplify.db");
  if (existsSync(file)) throw new InstallationFault(remark("fileThere", { file }));
  const target = dirname(resolve(file));
  if (!existsSync(target)) throw new InstallationFault(remark("noFolder", { folder: target }));
  try {
    accessSync(target, constants.W_OK);
  } catch (cause) {
    const { code = "", message } = cause as NodeJS.ErrnoException;
    throw new InstallationFault(remark("targetNotWritable", { folder: target, code, message }), { cause });
  }
  removeCutOff(target, basename(file));
  const part = join(target, partOf(basename(file)));
  const at = new Date();
  const look = (copy: string) => {
    const fault = faultOf(copy);
    if (fault !== null) throw new InstallationFault(remark("notBackedUp", { fault }));
    return countsIn(copy);
  };
  return { ...copyWhole({ database, file, part, look }), bytes: statSync(file).size, at };
}

/** One of several mails or accounts is kept in parts, and one that has not begun in none yet. A call for mails is none. */
const wholeCampaigns = (isPart: string) => `(
  SELECT id FROM campaignPlans WHERE deletedAt IS NULL
  UNION SELECT coalesce(planId, id) FROM campaigns WHERE ${isPart}
) AS whole`;

/** Counted in the copy, so that it is told what was written and not what was meant. */
function countsIn(file: string): Pick<Contents, "people" | "leads" | "templates" | "campaigns"> {
  const client = openSqlite(file, "read");
  try {
    const count = (table: string) =>
      client.query<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`).get()?.count ?? 0;
    // A database that this version has not opened yet may be older than they are.
    const hasPlans = client.query("SELECT 1 FROM sqlite_master WHERE name = 'campaignPlans'").get() != null;
    const hasKinds =
      client.query("SELECT 1 FROM pragma_table_info('campaigns') WHERE name = 'mailKind'").get() != null;
    return {
      people: count("users"),
      leads: count("leads"),
      templates: count("templates"),
      campaigns: count(hasPlans ? wholeCampaigns(hasKinds ? "mailKind IS NULL" : "true") : "campaigns"),
    };
  } finally {
    client.close();
  }
}

/**
 * What is wrong with a database file, in SQLite's words, or null.
 * @throws {SQLiteError} where it could not be looked at, as on a full disk: that is no damage.
 */
export function faultOf(file: string): string | null {
  const client = openSqlite(file, "read");
  try {
    const said = client
      .query<{ integrity_check: string }>("PRAGMA integrity_check(1)")
      .get()?.integrity_check;
    return said === "ok" ? null : (said ?? "integrity_check");
  } catch (error) {
    if (!isDamage(error)) throw error;
    return error instanceof Error ? error.message : String(error);
  } finally {
    client.close();
  }
}
