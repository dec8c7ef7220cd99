import { existsSync, rmSync } from "node:fs";
import { openSqlite } from "#platform/sqlite";
import type { Consent } from "../../contract/leads/consent.ts";
import type { StoredFields } from "../../contract/leads/customFields.ts";
import { importLimits } from "../../contract/limits/imports.ts";
import type { SqliteClient } from "../../platform/sqlite.ts";
import { searchTextOf } from "../stores/leads/leads.ts";

/** A row of a file that was found good. */
type StagedRow = {
  /** The row's number in the file. */
  row: number;
  firstName: string;
  lastName: string;
  /** In its normal form. */
  email: string;
  phone: string;
  emailHash: string;
  /** What suppressions may still know the address as; null for nearly all. */
  formerHash: string | null;
  /** The file says that this person unsubscribed. */
  optout: boolean;
  /** Values of the workspace's own fields. */
  fields: StoredFields;
  /** What the file says of it; null where that is nothing. */
  consent: Exclude<Consent, "unknown"> | null;
};

/** Different addresses, numbered from 1 in the order in which they are written. */
export type Staged = { last: number; count: number; doubles: number };
/** A row whose address came earlier in the file, where that was, and what it says. */
type RepeatedRow = { row: number; firstRow: number; text: string };

/**
 * Takes rows in any order and sorts them on disk, so that memory holds none of them. New leads get their ids in that
 * order, which is the one of "Oldest first": it is the file's. Of a large file it is that of their names: written so,
 * leads touch few pages of the indexes by name, which are the largest. Of an address that comes again the first row counts;
 * what it lacks comes from the later ones.
 */
export function createStage(path: string) {
  rmSync(path, { force: true });
  const client = openSqlite(path, "create");
  // The file is worth nothing without the process that writes it.
  client.exec("PRAGMA journal_mode = OFF");
  client.exec("PRAGMA synchronous = OFF");
  client.exec("PRAGMA temp_store = FILE");
  client.exec(`PRAGMA cache_size = -${importLimits.cacheKib}`);
  client.exec(`CREATE TABLE raw (${columns})`);
  const insert = client.prepare("INSERT INTO raw VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  client.exec("BEGIN");
  client.exec("CREATE TABLE cells (row INTEGER PRIMARY KEY, cells TEXT)");
  client.exec("CREATE TABLE leftOut (row INTEGER PRIMARY KEY)");
  client.exec("CREATE TABLE optouts (position INTEGER PRIMARY KEY, email TEXT UNIQUE, emailHash TEXT)");
  const insertCells = client.prepare("INSERT INTO cells VALUES (?, ?)");
  const insertOptout = client.prepare("INSERT OR IGNORE INTO optouts (email, emailHash) VALUES (?, ?)");
  return {
    /** Keeps a row's cells as they are in the file, for the case that it does not fit a plan. */
    keepCells(row: number, cells: readonly string[]): void {
      insertCells.run(row, JSON.stringify(cells));
    },

    add(staged: StagedRow): void {
      const { email, row, firstName, lastName, phone, emailHash, formerHash, optout } = staged;
      const searchText = searchTextOf(staged);
      const isOut = optout ? 1 : 0;
      const fields = staged.fields === null ? null : JSON.stringify(staged.fields);
      const last = [emailHash, formerHash, isOut, fields, staged.consent] as const;
      insert.run(email, row, firstName, lastName, phone, searchText, ...last);
    },

    /** Keeps the word of somebody whose row is rejected, and who unsubscribed. */
    addOptout({ email, emailHash }: Pick<StagedRow, "email" | "emailHash">): void {
      insertOptout.run(email, emailHash);
    },

    /** Ends the adding. With `end` the file has the table `staged`, for a connection that attaches it. */
    sort(): Staged & { repeated: RepeatedRow[] } {
      const repeated = firstRows();
      const doubles = mergeDoubles(client, repeated.add);
      mergeOptouts(client);
      client.exec(`CREATE TABLE staged (position INTEGER PRIMARY KEY, ${columns})`);
      const order = rawCount(client) <= importLimits.inFileOrderMax ? "row" : "searchText, row";
      client.exec(`INSERT INTO staged (${columns}) SELECT ${columns} FROM raw ORDER BY ${order}`);
      client.exec("DROP TABLE raw");
      client.exec("CREATE INDEX formers ON staged (position) WHERE formerHash IS NOT NULL");
      const [totals] = client
        .query<{ last: number | null; count: number }>(
          "SELECT max(position) AS last, count(*) AS count FROM staged",
        )
        .all();
      return { last: totals?.last ?? 0, count: totals?.count ?? 0, doubles, repeated: repeated.end() };
    },

    /** Ends the file, with what whoever goes on with it has to know: see `stageSummary`. */
    end(summary: object): void {
      client.exec("CREATE TABLE summary (text TEXT)");
      client.query("INSERT INTO summary VALUES (?)").run(JSON.stringify(summary));
      client.exec("COMMIT");
    },

    close(): void {
      client.close();
    },
  };
}

/** What a staging file was ended with; null where there is none, or none that was ended. */
export function stageSummary(path: string): unknown {
  if (!existsSync(path)) return null;
  const client = openSqlite(path, "read");
  try {
    const row = client.query<{ text: string }>("SELECT text FROM summary").get();
    return row === null ? null : (JSON.parse(row.text) as unknown);
  } catch {
    return null;
  } finally {
    client.close();
  }
}

const columns =
  "email, row, firstName, lastName, phone, searchText, emailHash, formerHash, optout, fields, consent";

type Double = {
  id: number;
  row: number;
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  optout: number;
  fields: string | null;
  consent: string | null;
};

/** Takes what the first row of an address lacks from the later ones, which go; answers how many went. */
function mergeDoubles(client: SqliteClient, onRepeated: (row: RepeatedRow) => void): number {
  client.exec(`CREATE TEMP TABLE doubles AS SELECT rowid AS id, * FROM raw
    WHERE email IN (SELECT email FROM raw GROUP BY email HAVING count(*) > 1)`);
  const fill = client.query(
    "UPDATE raw SET lastName = ?, phone = ?, optout = ?, searchText = ?, fields = ?, consent = ? WHERE rowid = ?",
  );
  const drop = client.query("DELETE FROM raw WHERE rowid = ?");
  let merged: Double | null = null;
  let count = 0;
  const write = () => {
    if (merged === null) return;
    const { lastName, phone, optout, fields, consent, id } = merged;
    fill.run(lastName, phone, optout, searchTextOf(merged), fields, consent, id);
  };
  const sorted = client.query<Double>("SELECT * FROM doubles ORDER BY email, row");
  for (const double of sorted.iterate() as Iterable<Double>) {
    if (merged?.email !== double.email) {
      write();
      merged = double;
      continue;
    }
    merged.lastName ||= double.lastName;
    merged.phone ||= double.phone;
    merged.optout ||= double.optout;
    // Of a yes and a no for one address the no counts.
    if (double.consent === "denied") merged.consent = double.consent;
    merged.consent ??= double.consent;
    if (double.fields !== null) merged.fields = JSON.stringify({ ...asObject(double), ...asObject(merged) });
    const { row, firstName, lastName, email } = double;
    onRepeated({ row, firstRow: merged.row, text: `${firstName} ${lastName}`.trim().concat(" · ", email) });
    drop.run(double.id);
    count += 1;
  }
  write();
  client.exec("DROP TABLE doubles");
  return count;
}

function rawCount(client: SqliteClient): number {
  return client.query<{ count: number }>("SELECT count(*) AS count FROM raw").get()?.count ?? 0;
}

/** Keeps the rows that come first in the file of however many, in little memory. */
function firstRows() {
  const max = importLimits.rejectsShown;
  let kept: RepeatedRow[] = [];
  const cut = () => {
    kept = kept.sort((one, other) => one.row - other.row).slice(0, max);
  };
  return {
    add(row: RepeatedRow): void {
      kept.push(row);
      if (kept.length >= 2 * max) cut();
    },
    end(): RepeatedRow[] {
      cut();
      return kept;
    },
  };
}

function asObject({ fields }: Double): object {
  return fields === null ? {} : (JSON.parse(fields) as object);
}

/** Of an address that has a good row too, that row opts out. */
function mergeOptouts(client: SqliteClient): void {
  client.exec("UPDATE raw SET optout = 1 WHERE email IN (SELECT email FROM optouts)");
  client.exec("DELETE FROM optouts WHERE email IN (SELECT email FROM raw WHERE optout)");
}

type LeftOutRow = { row: number; cells: string[] };

/** Hands over all rows that were left out of a staging file, in the order of the file. */
export function eachLeftOut(path: string, onRow: (leftOut: LeftOutRow) => void): void {
  const client = openSqlite(path, "read");
  try {
    const rows = client.query<{ row: number; cells: string }>(
      "SELECT row, cells FROM leftOut JOIN cells USING (row) ORDER BY row",
    );
    for (const { row, cells } of rows.iterate()) onRow({ row, cells: JSON.parse(cells) as string[] });
  } finally {
    client.close();
  }
}
