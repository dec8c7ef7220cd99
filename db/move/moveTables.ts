import { getTableColumns, getTableName } from "drizzle-orm";
import { InstallationFault } from "../../contract/installation/InstallationFault.ts";
import { remark } from "../../contract/installation/remark.ts";
import { moveLimits } from "../../contract/limits/database.ts";
import type { SqliteClient } from "../../platform/sqlite.ts";
import { postgresKit } from "../kit/postgres.ts";
import type { Connection } from "../postgres/connection.ts";
import { defineTables } from "../tables.ts";
import { type Cell, cellOf, createRowDigest, type Kind, type RowDigest, readingOf } from "./cells.ts";

export type Moved = { table: string; count: number };
export type OnProgress = (table: string, done: number, total: number) => void;

type Shape = { name: string; columns: readonly string[]; kinds: readonly Kind[] };

/** Every table, as PostgreSQL has it. */
function shapes(): Shape[] {
  return Object.values(defineTables(postgresKit)).map((table) => {
    const columns = Object.values(getTableColumns(table));
    return {
      name: getTableName(table),
      columns: columns.map(({ name }) => name),
      kinds: columns.map((column) => column.getSQLType() as Kind),
    };
  });
}

/** Rows that stand in any table; for whoever asks whether there is anything. */
export async function filledTables(connection: Connection): Promise<string[]> {
  const filled: string[] = [];
  for (const { name } of shapes()) {
    const { rows } = await connection.query<{ one: number }>(`SELECT 1 AS one FROM "${name}" LIMIT 1`);
    if (rows.length > 0) filled.push(name);
  }
  return filled;
}

/**
 * Copies every row of every table, reads them back, and compares how many there are and what they say; inside of
 * whatever transaction is open. @throws {Error} where the two are not the same.
 */
export async function moveTables(
  source: SqliteClient,
  connection: Connection,
  onProgress: OnProgress,
): Promise<Moved[]> {
  const moved: Moved[] = [];
  for (const shape of shapes()) {
    // What triggers count is copied too, and would be counted twice.
    await connection.query(`ALTER TABLE "${shape.name}" DISABLE TRIGGER USER`);
    const sent = await copy({ source, connection, shape, onProgress });
    const found = await lookAgain(connection, shape);
    if (sent.count !== found.count || sent.digest() !== found.digest())
      throw new InstallationFault(
        remark("tableNotMoved", { table: shape.name, sent: sent.count, found: found.count }),
      );
    await connection.query(`ALTER TABLE "${shape.name}" ENABLE TRIGGER USER`);
    moved.push({ table: shape.name, count: sent.count });
  }
  return moved;
}

type Copying = { source: SqliteClient; connection: Connection; shape: Shape; onProgress: OnProgress };

async function copy({ source, connection, shape, onProgress }: Copying): Promise<RowDigest> {
  const { name, columns, kinds } = shape;
  const total = source.query<{ count: number }>(`SELECT count(*) AS count FROM "${name}"`).get()?.count ?? 0;
  const names = columns.map((column) => `"${column}"`).join();
  const arrays = kinds.map((kind, index) => `$${index + 1}::${kind}[]`).join();
  const insert = `INSERT INTO "${name}" (${names}) SELECT * FROM unnest(${arrays})`;
  const copied = createRowDigest();
  onProgress(name, 0, total);
  for (const rows of batchesOf(source, shape)) {
    for (const row of rows) copied.add(row, kinds);
    const values = columns.map((_, column) => rows.map((row) => bindable(row[column] ?? null)));
    await connection.query(insert, values);
    onProgress(name, copied.count, total);
  }
  return copied;
}

/** The driver writes arrays as text, and a Buffer in one as its bytes. */
function bindable(cell: Cell): string | Buffer | null {
  return cell === null || typeof cell === "string" ? cell : Buffer.from(cell);
}

/** So many rows, or so many bytes, at a time: one mail's HTML may be two megabytes. */
function* batchesOf(source: SqliteClient, { name, columns, kinds }: Shape): Generator<Cell[][]> {
  const wanted = columns.map((column, index) => readingOf(column, kinds[index] ?? "text")).join();
  let batch: Cell[][] = [];
  let bytes = 0;
  for (const row of source.prepare<Record<string, unknown>>(`SELECT ${wanted} FROM "${name}"`).iterate()) {
    const cells = columns.map((column, index) => cellOf(row[column], kinds[index] ?? "text"));
    batch.push(cells);
    bytes += cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
    if (batch.length < moveLimits.batchRows && bytes < moveLimits.batchBytes) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** What PostgreSQL says that it has. */
async function lookAgain(connection: Connection, { name, columns, kinds }: Shape): Promise<RowDigest> {
  const wanted = columns
    .map((column, index) => (kinds[index] === "bytea" ? `"${column}"` : `"${column}"::text AS "${column}"`))
    .join();
  await connection.query(`DECLARE moved NO SCROLL CURSOR FOR SELECT ${wanted} FROM "${name}"`);
  const found = createRowDigest();
  for (;;) {
    const { rows } = await connection.query<Record<string, Cell>>(`FETCH ${moveLimits.fetchRows} FROM moved`);
    for (const row of rows)
      found.add(
        columns.map((column) => row[column] ?? null),
        kinds,
      );
    if (rows.length === 0) break;
  }
  await connection.query("CLOSE moved");
  return found;
}
