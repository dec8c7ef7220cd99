import { Database as SqliteFile } from "bun:sqlite";
import { spyOn } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "../../../db/database.ts";
import { openDatabase } from "../../../db/sqlite/open.ts";
import { putMigrated } from "./migratedFile.ts";

/** How SQLite goes about each question that `ask` puts to an empty database: the lines of its plan, question by question. */
export async function sqlitePlans(ask: (database: Database) => Promise<unknown>): Promise<string[][]> {
  const folder = mkdtempSync(join(tmpdir(), "amplify-plans-"));
  await putMigrated(folder);
  const database = openDatabase({ folder });
  const prepared = spyOn(SqliteFile.prototype, "prepare");
  try {
    await ask(database);
    const questions = prepared.mock.calls.map(([text]) => text);
    prepared.mockRestore();
    await database.close();
    return plansOf({ path: join(folder, "amplify.db"), questions });
  } finally {
    prepared.mockRestore();
    rmSync(folder, { recursive: true, force: true });
  }
}

function plansOf({ path, questions }: { path: string; questions: readonly string[] }): string[][] {
  const file = new SqliteFile(path);
  const plans = questions.map((text) =>
    file
      .query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${text}`)
      .all()
      .map(({ detail }) => detail),
  );
  file.close();
  return plans;
}
