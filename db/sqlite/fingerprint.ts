import { openSqlite } from "#platform/sqlite";
import type { SqliteClient } from "../../platform/sqlite.ts";
import { type Differences, differencesBetween, type Fingerprint, plain } from "../migrations/differences.ts";
import type { Step } from "../migrations/step.ts";
import { applyStep } from "./applyStep.ts";

/** Compares what a database is made of with what these steps make. */
export function differences(client: SqliteClient, steps: readonly Step[]): Differences {
  return differencesBetween(fingerprintOf(client), madeBy(steps));
}

/** The steps say best themselves what they make, so they are taken on an empty database. */
function madeBy(steps: readonly Step[]): Fingerprint {
  const client = openSqlite(":memory:", "create");
  try {
    // There is no address in it that would have to be hashed.
    for (const step of steps) applyStep(client, step, () => (address) => address);
    return fingerprintOf(client);
  } finally {
    client.close();
  }
}

type Named = { type: string; name: string; tbl_name: string; sql: string | null };
type Column = {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
  pk: number;
  hidden: number;
};
type Reference = { from: string; table: string; to: string | null; on_update: string; on_delete: string };

/** A column's place among the others means nothing: it is another one where it was added later. */
function fingerprintOf(client: SqliteClient): Fingerprint {
  const made = new Map<string, { table: string; said: string }>();
  const named = client
    .query<Named>(
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tbl_name <> 'migrations' ORDER BY type DESC, name",
    )
    .all();
  for (const { type, name, tbl_name: table, sql } of named)
    if (type !== "table") made.set(`${type} ${name}`, { table, said: plain(sql ?? "") });
    else for (const [part, said] of partsOf(client, name)) made.set(part, { table: name, said: plain(said) });
  return made;
}

function* partsOf(client: SqliteClient, table: string): Generator<[string, string]> {
  yield [`table ${table}`, ""];
  for (const column of client.query<Column>("SELECT * FROM pragma_table_xinfo(?)").all(table)) {
    const said = [column.type, column.notnull, column.dflt_value, column.pk, column.hidden];
    yield [`column ${table}.${column.name}`, said.map(String).join(" ")];
  }
  const references = client.query<Reference>("SELECT * FROM pragma_foreign_key_list(?)").all(table);
  for (const { from, table: other, to, on_update, on_delete } of references)
    yield [`reference ${table}.${from}`, `${other} ${to} ${on_update} ${on_delete}`];
  for (const columns of uniqueColumns(client, table)) yield [`unique ${table} ${columns}`, ""];
}

/** Rules of uniqueness that stand in the table itself; those with an index of their own are found by its name. */
function uniqueColumns(client: SqliteClient, table: string): string[] {
  return client
    .query<{ name: string }>("SELECT name FROM pragma_index_list(?) WHERE origin = 'u'")
    .all(table)
    .map(({ name }) =>
      client
        .query<{ name: string }>("SELECT name FROM pragma_index_info(?) ORDER BY seqno")
        .all(name)
        .map((column) => column.name)
        .join(", "),
    );
}
