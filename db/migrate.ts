import type { Database as Client } from "bun:sqlite";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { migrations } from "./migrations/sqlite.ts";
import type { HashingFor, Query, Row, Step } from "./migrations/step.ts";

type Options = {
  folder: string;
  steps?: readonly Step[];
  /** Left out by whoever has no key; then a database that needs it stays as it is. */
  hashingFor?: HashingFor;
};

/**
 * Brings a database to this version's tables, all missing steps in one transaction. An older database that
 * holds data is first copied to `backups/` beside it.
 * @throws {Error} when the database knows a step that this version does not: it is newer.
 */
export function migrate(client: Client, { folder, steps = migrations, hashingFor = refused }: Options): void {
  client.exec("CREATE TABLE IF NOT EXISTS migrations (tag TEXT PRIMARY KEY, appliedAt INTEGER NOT NULL)");
  const applied = new Set(
    client
      .query<{ tag: string }, []>("SELECT tag FROM migrations")
      .all()
      .map((row) => row.tag),
  );
  const known = new Set(steps.map((step) => step.tag));
  const newer = [...applied].filter((tag) => !known.has(tag));
  if (newer.length > 0)
    throw new Error(
      `This database was written by a newer Amplify (it knows ${newer.join(", ")}). Start that version, or restore a backup.`,
    );
  const missing = steps.filter((step) => !applied.has(step.tag));
  if (missing.length === 0) return;
  if (applied.size > 0) backUp(client, { folder, beforeTag: missing[0]?.tag ?? "" });
  client.exec("BEGIN IMMEDIATE");
  try {
    for (const step of missing) {
      for (const statement of step.sql.split("--> statement-breakpoint")) client.exec(statement);
      if (step.code) follow(client, step.code({ dialect: "sqlite", hashingFor }));
      client.query("INSERT INTO migrations (tag, appliedAt) VALUES (?, ?)").run(step.tag, Date.now());
    }
    client.exec("COMMIT");
  } catch (error) {
    client.exec("ROLLBACK");
    throw error;
  }
}

/** Runs the queries of a step's code on this connection. */
export function follow(client: Client, queries: Generator<Query, unknown, Row[]>): void {
  let next = queries.next();
  while (!next.done) {
    const { sql, values = [] } = next.value;
    const statement = client.prepare<Row, Row[string][]>(sql.replace(/\$(\d+)/g, "?$1"));
    const rows = statement.all(...values);
    // A statement that is left to the garbage collector keeps the file open after the connection was closed.
    statement.finalize();
    next = queries.next(rows);
  }
}

function refused(): never {
  throw new Error(
    "This database needs its key to be brought to this version. Start `amplify serve` where the key is.",
  );
}

function backUp(client: Client, { folder, beforeTag }: { folder: string; beforeTag: string }): void {
  const backups = join(folder, "backups");
  mkdirSync(backups, { recursive: true, mode: 0o700 });
  client.query("VACUUM INTO ?").run(join(backups, `before-${beforeTag}-${Date.now()}.db`));
}
