import { openSqlite } from "#platform/sqlite";
import type { SqliteClient } from "../../platform/sqlite.ts";
import type { HashingFor } from "../migrations/step.ts";
import { follow } from "../sqlite/takeStep.ts";
import { carryOptOuts, type Spelled } from "./carryOptOuts.ts";

type Carrying = { from: string; into: string; hashingFor: HashingFor };

/**
 * Whoever unsubscribed after a backup was made has unsubscribed: what the database from before knows of that goes
 * over into the restored one, and its leads are opted out. Nobody is opted in again.
 * @returns how many were carried over, or null where the database from before cannot be read.
 */
export function carrySuppressions({ from, into, hashingFor }: Carrying): number | null {
  const client = openSqlite(into, "write");
  try {
    client.query("ATTACH ? AS present").run(from);
    const workspace = workspaceOfPresent(client);
    client.exec("BEGIN IMMEDIATE");
    const { changes } = client
      .query(
        `INSERT OR IGNORE INTO suppressions (workspaceId, emailHash, source, createdAt)
         SELECT ${workspace}, emailHash, source, createdAt FROM present.suppressions
         WHERE ${workspace} IN (SELECT id FROM users)`,
      )
      .run();
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
    client.exec("COMMIT");
    return changes;
  } catch {
    if (client.inTransaction) client.exec("ROLLBACK");
    return null;
  } finally {
    client.close();
  }
}

/** The database from before may be one from when a person owned what a workspace does now. */
function workspaceOfPresent(client: SqliteClient): Spelled["workspace"] {
  const isRenamed = client
    .query("SELECT 1 FROM pragma_table_info('suppressions', 'present') WHERE name = 'workspaceId'")
    .all();
  return isRenamed.length > 0 ? "workspaceId" : "ownerId";
}
