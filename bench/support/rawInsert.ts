import { Database as Client } from "bun:sqlite";
import { join } from "node:path";
import { openDatabase } from "../../db/sqlite/open.ts";
import { leadAt } from "./leadSheets.ts";
import { temporaryFolder } from "./processes.ts";

/**
 * What SQLite itself takes for rows in no order: one prepared statement, one transaction, into the leads of an empty
 * database. Prints the seconds. `bun rawInsert.ts LEADS all|three`; "three" leaves three indexes, the key's among them.
 */
const [count = "0", indexes = "all"] = process.argv.slice(2);
const folder = temporaryFolder();
try {
  await openDatabase({ folder: folder.path }).close();
  const client = new Client(join(folder.path, "amplify.db"));
  if (indexes === "three") dropIndexes(client);
  client.exec("PRAGMA cache_size = -65536");
  console.log(`seconds ${insert(client, Number(count)).toFixed(2)}`);
  client.close();
} finally {
  folder.remove();
}

function insert(client: Client, rows: number): number {
  const statement = client.prepare(
    `INSERT INTO leads (id, workspaceId, firstName, lastName, email, phone, searchText, emailHash, optout, emailCount,
      openedCount, createdAt, updatedAt)
    VALUES (?, 'owner', ?, ?, ?, ?, ?, ?, 0, 0, 0, 1700000000000, 1700000000000)`,
  );
  const hash = "h".repeat(43);
  const startedAt = performance.now();
  client.exec("BEGIN");
  for (let index = 0; index < rows; index += 1) {
    const { firstName, lastName, email, phone } = leadAt("raw", index, rows);
    const id = `01900000-0000-7000-8000-${index.toString(16).padStart(12, "0")}`;
    const searchText = `${firstName} ${lastName} ${email} ${phone}`.toLowerCase();
    statement.run(id, firstName, lastName, email, phone, searchText, hash);
  }
  client.exec("COMMIT");
  return (performance.now() - startedAt) / 1000;
}

function dropIndexes(client: Client): void {
  const kept = ["leads_owner_email", "leads_owner_id"];
  const names = client.query<{ name: string }, []>(
    "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'leads' AND sql IS NOT NULL",
  );
  for (const { name } of names.all()) if (!kept.includes(name)) client.exec(`DROP INDEX ${name}`);
}
