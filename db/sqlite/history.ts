import type { SqliteClient } from "../../platform/sqlite.ts";
import { type History, judge, type TakenRow } from "../migrations/judge.ts";
import type { Step } from "../migrations/step.ts";
import { differences } from "./fingerprint.ts";

/** Reads what a database says of its own steps, and changes nothing. */
export function historyOf(client: SqliteClient, steps: readonly Step[]): History {
  const rows = rowsOf(client);
  return judge({
    rows,
    steps,
    restore: "amplify restore",
    found(taken) {
      const { wrong, added } = differences(client, taken);
      // Where no step was taken yet, whatever there is is somebody else's.
      return rows.length === 0 ? added : wrong;
    },
  });
}

function rowsOf(client: SqliteClient): TakenRow[] {
  const columns = client
    .query<{ name: string }>("SELECT name FROM pragma_table_info('migrations')")
    .all()
    .map(({ name }) => name);
  if (columns.length === 0) return [];
  const kept = columns.includes("hash") ? "hash, program" : "NULL AS hash, NULL AS program";
  return client.query<TakenRow>(`SELECT tag, ${kept} FROM migrations ORDER BY tag`).all();
}
