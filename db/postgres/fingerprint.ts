import type { Difference } from "../../contract/installation/Difference.ts";
import {
  type Differences,
  differencesBetween,
  type Fingerprint,
  partOf,
  plain,
} from "../migrations/differences.ts";
import type { Step } from "../migrations/step.ts";
import { applyStep } from "./applyStep.ts";
import type { Connection } from "./connection.ts";

/** Compares what a database is made of with what these steps make. */
export async function differences(connection: Connection, steps: readonly Step[]): Promise<Differences> {
  const found = await fingerprintOf(connection);
  await connection.query("BEGIN");
  try {
    // The steps say best themselves what they make, so they are taken in an empty room that nobody else sees.
    await connection.query('CREATE SCHEMA "amplify_compared"');
    await connection.query('SET LOCAL search_path = "amplify_compared"');
    // There is no address in it that would have to be hashed.
    for (const step of steps) await applyStep(connection, step, () => (address) => address);
    return differencesBetween(found, await fingerprintOf(connection));
  } finally {
    await connection.query("ROLLBACK");
  }
}

/** Tables of this database's room that no step of ours made: somebody else's, where no step was taken yet. */
export async function tablesIn(connection: Connection): Promise<Difference[]> {
  const { rows } = await connection.query<Part>(tables);
  return rows.map(({ name }) => ({ part: partOf(name), how: "added" }));
}

type Part = { name: string; table: string; said: string };

/** The room that a connection works in, and nothing that only another one has. */
const here = "(SELECT oid FROM pg_namespace WHERE nspname = current_schema())";
/** Extensions put views of their own into it, as pg_stat_statements does on most hosted servers (PostgreSQL, "pg_depend"). */
const ofExtension = `EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')`;
const ours = `relnamespace = ${here} AND relname <> 'migrations' AND NOT ${ofExtension}`;

const tables = `SELECT 'table ' || relname AS name, relname AS "table", relkind::text AS said FROM pg_class
  WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND ${ours} ORDER BY relname`;

/** A column's place among the others means nothing: it is another one where it was added later. */
const columns = `SELECT 'column ' || relname || '.' || attname AS name, relname AS "table",
    format_type(atttypid, atttypmod) || ' ' || attnotnull || ' ' || coalesce(pg_get_expr(adbin, adrelid), '') AS said
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped AND ${ours}`;

const rules = `SELECT 'rule ' || relname || '.' || conname AS name, relname AS "table", pg_get_constraintdef(pg_constraint.oid) AS said
  FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid WHERE contype <> 'n' AND ${ours}`;

/** Where an extension could not be had it is not there, which is looked at by itself. */
export const searchIndex = "leads_search_trigrams";

const indexes = `SELECT 'index ' || one.relname AS name, pg_class.relname AS "table", pg_get_indexdef(one.oid) AS said
  FROM pg_index JOIN pg_class ON pg_class.oid = indrelid JOIN pg_class AS one ON one.oid = indexrelid
  WHERE pg_class.relnamespace = ${here} AND pg_class.relname <> 'migrations' AND one.relname <> '${searchIndex}'`;

const triggers = `SELECT 'trigger ' || tgname AS name, relname AS "table",
    pg_get_triggerdef(pg_trigger.oid) || ' ' || tgenabled::text || ' ' || prosrc AS said
  FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid
  WHERE NOT tgisinternal AND ${ours}`;

async function fingerprintOf(connection: Connection): Promise<Fingerprint> {
  const [{ room = "public" } = {}] = (
    await connection.query<{ room: string }>("SELECT current_schema() AS room")
  ).rows;
  const made = new Map<string, { table: string; said: string }>();
  for (const sql of [tables, columns, rules, indexes, triggers])
    for (const { name, table, said } of (await connection.query<Part>(sql)).rows)
      made.set(name, { table, said: plain(said).replaceAll(`${room}.`, "") });
  return made;
}
