import { openSqlite } from "#platform/sqlite";
import type { SqliteClient } from "../../platform/sqlite.ts";
import type { HashingFor } from "../migrations/step.ts";
import { follow } from "../sqlite/takeStep.ts";
import { carryOptOuts, type Spelled } from "./carryOptOuts.ts";
import { type CarriedOutcomes, carryOutcomes } from "./carryOutcomes.ts";

type Carrying = { from: string; into: string; hashingFor: HashingFor };

/**
 * What happened after a backup was made has happened: who unsubscribed, and what became of mails, goes over from the
 * database from before into the restored one, all of it or nothing.
 * @returns null where the database from before cannot be read.
 */
export function carryOver({ from, into, hashingFor }: Carrying): CarriedOutcomes | null {
  const client = openSqlite(into, "write");
  try {
    client.query("ATTACH ? AS present").run(from);
    const workspace = workspaceOfPresent(client);
    client.exec("BEGIN IMMEDIATE");
    carrySuppressions(client, workspace, hashingFor);
    const carried = carryOutcomes(client, workspace);
    client.exec("COMMIT");
    return carried;
  } catch {
    if (client.inTransaction) client.exec("ROLLBACK");
    return null;
  } finally {
    client.close();
  }
}

type Workspace = Spelled["workspace"];

/** Opts out the leads of whoever unsubscribed since, too. Nobody is opted in again. */
function carrySuppressions(client: SqliteClient, workspace: Workspace, hashingFor: HashingFor): void {
  client.exec(
    `INSERT OR IGNORE INTO suppressions (workspaceId, emailHash, source, createdAt)
     SELECT ${workspace}, emailHash, source, createdAt FROM present.suppressions
     WHERE ${workspace} IN (SELECT id FROM users)`,
  );
  // The database from before may be one of an older version, which knows addresses by other spellings.
  follow(
    client,
    carryOptOuts({ dialect: "sqlite", hashingFor }, [
      { schema: "", workspace: "workspaceId" },
      { schema: "present.", workspace },
    ]),
  );
  client.exec(
    `UPDATE leads SET optout = 1 WHERE optout = 0 AND EXISTS (
       SELECT 1 FROM suppressions WHERE workspaceId = leads.workspaceId AND emailHash = leads.emailHash)`,
  );
}

/** The database from before may be one from when a person owned what a workspace does now. */
function workspaceOfPresent(client: SqliteClient): Workspace {
  const isRenamed = client
    .query("SELECT 1 FROM pragma_table_info('suppressions', 'present') WHERE name = 'workspaceId'")
    .all();
  return isRenamed.length > 0 ? "workspaceId" : "ownerId";
}
