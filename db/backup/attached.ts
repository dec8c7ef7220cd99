import type { SqliteClient } from "../../platform/sqlite.ts";

/** Of the restored database, "main", and of the one from before that is attached to it, "present". */
type Schema = "main" | "present";

/** The columns of a table in their order; none where there is no such table. */
export function columnsOf(client: SqliteClient, table: string, schema: Schema = "main"): string[] {
  const found = client.query<{ name: string }>("SELECT name FROM pragma_table_info(?, ?)").all(table, schema);
  return found.map(({ name }) => name);
}

/** Whether the database from before has a column, which one of an older version may lack, with its table or without. */
export function presentHas(client: SqliteClient, table: string, column: string): boolean {
  return columnsOf(client, table, "present").includes(column);
}

/** How many rows there are, by what stands behind a FROM. */
export function counted(client: SqliteClient, from: string): number {
  return client.query<{ count: number }>(`SELECT count(*) AS count FROM ${from}`).get()?.count ?? 0;
}
