import { Database as Client } from "bun:sqlite";
import { rmSync } from "node:fs";
import { limits } from "../../contract/limits.ts";

/** A row of a file that was found good. */
export type StagedRow = {
  /** The row's number in the file. */
  row: number;
  firstName: string;
  lastName: string;
  /** Lowercase. */
  email: string;
  phone: string;
  emailHash: string;
  /** The file says that this person unsubscribed. */
  optout: boolean;
};

/** Different addresses, numbered from 1 in their order; numbers may be left out. */
export type Staged = { last: number; count: number; doubles: number; hasOptouts: boolean };

/**
 * Takes rows in any order and sorts them by address on disk: written in that order, leads touch few pages of the
 * index by address, and memory holds none of them. Of an address that comes again the first row counts; what it
 * lacks comes from the later ones.
 */
export function createStage(path: string) {
  rmSync(path, { force: true });
  const client = new Client(path, { create: true });
  // The file is worth nothing without the process that writes it.
  client.exec("PRAGMA journal_mode = OFF");
  client.exec("PRAGMA synchronous = OFF");
  client.exec("PRAGMA temp_store = FILE");
  client.exec(`PRAGMA cache_size = -${limits.imports.cacheKib}`);
  client.exec(`CREATE TABLE raw (${columns})`);
  const insert = client.prepare("INSERT INTO raw VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
  let hasOptouts = false;
  client.exec("BEGIN");
  return {
    add({ email, row, firstName, lastName, phone, emailHash, optout }: StagedRow): void {
      const searchText = `${firstName} ${lastName} ${email} ${phone}`.toLowerCase();
      hasOptouts ||= optout;
      insert.run(email, row, firstName, lastName, phone, searchText, emailHash, optout ? 1 : 0);
    },

    /** Ends the adding. The file then has the table `staged`, for a connection that attaches it. */
    sort(): Staged {
      client.exec(`CREATE TABLE staged (position INTEGER PRIMARY KEY, ${columns})`);
      client.exec(`INSERT INTO staged (${names}) SELECT ${names} FROM raw ORDER BY email, row`);
      client.exec("DROP TABLE raw");
      const doubles = mergeDoubles(client);
      client.exec("COMMIT");
      const [totals] = client
        .query<{ last: number | null; count: number }, []>(
          "SELECT max(position) AS last, count(*) AS count FROM staged",
        )
        .all();
      return { last: totals?.last ?? 0, count: totals?.count ?? 0, doubles, hasOptouts };
    },

    close(): void {
      client.close();
    },
  };
}

const names = "email, row, firstName, lastName, phone, searchText, emailHash, optout";
const columns = "email, row, firstName, lastName, phone, searchText, emailHash, optout";

type Double = {
  position: number;
  email: string;
  firstName: string;
  lastName: string;
  phone: string;
  optout: number;
};

/** Takes what the first row of an address lacks from the later ones, which go; answers how many went. */
function mergeDoubles(client: Client): number {
  client.exec(`CREATE TEMP TABLE doubles AS SELECT later.* FROM staged AS later
    JOIN staged AS earlier ON earlier.position = later.position - 1 AND earlier.email = later.email`);
  const first = client.query<Double, [number]>("SELECT * FROM staged WHERE position = ?");
  const fill = client.query(
    "UPDATE staged SET lastName = ?, phone = ?, optout = ?, searchText = ? WHERE position = ?",
  );
  let merged: Double | null = null;
  let count = 0;
  const write = () => {
    if (merged === null) return;
    const { firstName, lastName, phone, optout, position, email } = merged;
    fill.run(lastName, phone, optout, `${firstName} ${lastName} ${email} ${phone}`.toLowerCase(), position);
  };
  for (const later of client
    .query<Double, []>("SELECT * FROM doubles ORDER BY position")
    .iterate() as Iterable<Double>) {
    count += 1;
    if (merged?.email !== later.email) {
      write();
      merged = first.get(later.position - 1);
    }
    if (merged === null) continue;
    merged.lastName ||= later.lastName;
    merged.phone ||= later.phone;
    merged.optout ||= later.optout;
  }
  write();
  if (count > 0) client.exec("DELETE FROM staged WHERE position IN (SELECT position FROM doubles)");
  client.exec("DROP TABLE doubles");
  return count;
}
