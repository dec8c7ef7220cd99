import type { SqliteClient } from "../../platform/sqlite.ts";
import type { Step } from "../migrations/step.ts";
import { stepHash } from "../migrations/stepHash.ts";
import { differences } from "./fingerprint.ts";

/** The steps that a database has taken, and why this version must not work with it, if so. */
export type History = {
  taken: readonly Step[];
  missing: readonly Step[];
  /** Whether its steps were taken before their hashes were kept, and fit all the same. */
  isUnhashed: boolean;
  /** A sentence that says what to do, or null; nobody may change the database then. */
  fault: string | null;
};

type Row = { tag: string; hash: string | null; program: string | null };

/** Reads what a database says of its own steps, and changes nothing. */
export function historyOf(client: SqliteClient, steps: readonly Step[]): History {
  const rows = rowsOf(client);
  const tags = new Set(rows.map(({ tag }) => tag));
  const taken = steps.filter(({ tag }) => tags.has(tag));
  const missing = steps.filter(({ tag }) => !tags.has(tag));
  const isUnhashed = rows.some(({ hash }) => hash === null);
  return { taken, missing, isUnhashed, fault: faultOf({ client, rows, taken }) };
}

type Taken = { client: SqliteClient; rows: readonly Row[]; taken: readonly Step[] };

function faultOf({ client, rows, taken }: Taken): string | null {
  const newer = rows.filter(({ tag }) => !taken.some((step) => step.tag === tag));
  if (newer.length > 0) return newerData(newer);
  const other = rows.find(({ tag, hash }) => {
    const step = taken.find((one) => one.tag === tag);
    return step !== undefined && hash !== null && hash !== stepHash(step);
  });
  if (other !== undefined) return otherStep(other);
  // What was written before hashes were kept is known by what it is made of.
  if (rows.length > 0 && rows.every(({ hash }) => hash !== null)) return null;
  const { wrong, added } = differences(client, taken);
  // Where no step was taken yet, whatever there is is somebody else's.
  const found = rows.length === 0 ? added : wrong;
  return found.length === 0 ? null : otherTables(found);
}

function rowsOf(client: SqliteClient): Row[] {
  const columns = client
    .query<{ name: string }>("SELECT name FROM pragma_table_info('migrations')")
    .all()
    .map(({ name }) => name);
  if (columns.length === 0) return [];
  const kept = columns.includes("hash") ? "hash, program" : "NULL AS hash, NULL AS program";
  return client.query<Row>(`SELECT tag, ${kept} FROM migrations ORDER BY tag`).all();
}

function newerData(newer: readonly Row[]): string {
  const program = newer.findLast((row) => row.program !== null)?.program;
  const by = program ? `, ${program}` : ` (it knows ${newer.map(({ tag }) => tag).join(", ")})`;
  return `This data was written by a newer Amplify${by}: run that version, or put a backup of this one in its place with amplify restore. Nothing was changed.`;
}

function otherStep({ tag, program }: Row): string {
  const by = program === null ? "" : `, ${program},`;
  return `This data was written by a build of Amplify${by} whose step ${tag} is not this version's: run the build that wrote it, or put a backup of a released version in its place with amplify restore. Nothing was changed.`;
}

function otherTables(found: readonly string[]): string {
  const more = found.length === 1 ? "" : `, and ${found.length - 1} more`;
  return `This data was written by an Amplify from before its tables were settled, or was changed by another program (${found[0]}${more}), so this version cannot work with it: run the version that wrote it, and take its leads over by export and import. Nothing was changed.`;
}
