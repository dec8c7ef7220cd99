/**
 * Commits rows to a database whose disk has no room for its log to be moved, moves the log, and prints how many rows are there
 * for whoever opens it next: `bun moveLogOnFullDisk.ts FOLDER`.
 */
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { openSqlite } from "#platform/sqlite";
import { checkpointLog } from "../../../db/sqlite/checkpointLog.ts";

const folder = process.argv[2] ?? "";
const client = openSqlite(join(folder, "a.db"), "create");
client.exec("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE rows (text)");
for (let row = 0; row < 100; row += 1) client.query("INSERT INTO rows VALUES (?)").run("x".repeat(4_000));
const fill = join(folder, "fill");
fillDisk(fill);
checkpointLog(client, 0);
client.close();
rmSync(fill);
const later = openSqlite(join(folder, "a.db"), "read");
console.log(later.query<{ count: number }>("SELECT COUNT(*) AS count FROM rows").get()?.count);

function fillDisk(file: string): void {
  const opened = openSync(file, "w");
  try {
    for (;;) writeSync(opened, Buffer.alloc(4_096));
  } catch {
    // That was all of it.
  } finally {
    closeSync(opened);
  }
}
