import { and, count, eq, inArray, sql } from "drizzle-orm";
import { limits } from "../../contract/limits.ts";
import type { Builder, Database, Statement } from "../database.ts";
import { addingCollections, type CollectionRow, countingCollections, joining } from "./collections.ts";
import { countingLeads, type LeadFields, searchTextOf } from "./leads.ts";
import { suppressing } from "./suppressions.ts";

export type ImportRow = LeadFields & {
  id: string;
  /** Lowercase names. */
  collections: readonly string[];
  emailHash: string;
  /** The sheet says so, which opts out a known lead as well. */
  optout: boolean;
  /** On the suppression list when it was read: a new lead starts opted out. */
  suppressed: boolean;
};

export type ImportBatch = {
  ownerId: string;
  /** Each address once. */
  rows: readonly ImportRow[];
  /** A row for each collection that the leads name; those the owner has already are left as they are. */
  collections: readonly CollectionRow[];
  now: number;
  /** Both see the counts as they would be afterwards, and undo the whole batch by throwing. */
  allowLeads: (counts: { leadCount: number; added: number }) => void;
  allowCollections: (collectionCount: number) => void;
};

export type ImportOutcome = { added: number; updated: number };

export type LeadImportStore = ReturnType<typeof createLeadImportStore>;

/** Many leads in one transaction. */
export function createLeadImportStore(database: Database) {
  const { tables } = database;
  return {
    /**
     * Adds the new addresses and updates the known ones; all of the batch or nothing. "suppressedMeanwhile" says that
     * somebody unsubscribed since the list was read: read it again, then write the batch again.
     */
    async write(batch: ImportBatch): Promise<ImportOutcome | "suppressedMeanwhile"> {
      const { ownerId, rows } = batch;
      const kept = await keptFields(database, batch);
      const slices = inSlices(rows, limits.leads.rowsPerStatement);
      const newIds = new Set(rows.map((row) => row.id));
      const stale = new Error("suppressed meanwhile");
      let added = 0;
      try {
        await database.atomically(
          (write) => [
            countingCollections(write, tables, ownerId),
            countingSuppressed(write, tables, batch),
            ...slices.map((slice) => upserting(write, tables, { ...batch, rows: slice, kept })),
            ...optingOut(write, tables, batch),
            ...joiningAll(write, tables, batch),
            countingCollections(write, tables, ownerId),
            countingLeads(write, tables, ownerId),
          ],
          (results) => {
            if (countIn(results[1]) > 0) throw stale;
            const written = results.slice(2, 2 + slices.length) as { id: string }[][];
            added = written.flat().filter((row) => newIds.has(row.id)).length;
            if (countIn(results.at(-2)) > countIn(results[0]))
              batch.allowCollections(countIn(results.at(-2)));
            if (added > 0) batch.allowLeads({ leadCount: countIn(results.at(-1)), added });
          },
        );
      } catch (error) {
        if (error === stale) return "suppressedMeanwhile";
        throw error;
      }
      return { added, updated: rows.length - added };
    },
  };
}

type KeptFields = Map<string, Pick<LeadFields, "lastName" | "phone">>;

/** What known leads have where the import is blank: the search must go on finding it. */
async function keptFields({ read, tables }: Database, { ownerId, rows }: ImportBatch): Promise<KeptFields> {
  const { leads } = tables;
  const emails = rows.filter((row) => row.lastName === "" || row.phone === "").map((row) => row.email);
  if (emails.length === 0) return new Map();
  const known = await read
    .select({ email: leads.email, lastName: leads.lastName, phone: leads.phone })
    .from(leads)
    .where(and(eq(leads.ownerId, ownerId), inArray(leads.email, emails)));
  return new Map(known.map((lead) => [lead.email, lead]));
}

function searchTextWith(kept: KeptFields, row: ImportRow): string {
  const known = kept.get(row.email);
  return known === undefined
    ? searchTextOf(row)
    : searchTextOf({ ...row, lastName: row.lastName || known.lastName, phone: row.phone || known.phone });
}

/** The row that a known address keeps is the one that was there: its id, its counters, and what comes in blank. */
function upserting(
  write: Builder,
  { leads }: Database["tables"],
  { ownerId, rows, now, kept }: Pick<ImportBatch, "ownerId" | "rows" | "now"> & { kept: KeptFields },
) {
  const incoming = (column: string) => sql`excluded.${sql.identifier(column)}`;
  const unlessBlank = (column: "lastName" | "phone") =>
    sql`case when ${incoming(column)} = '' then ${leads[column]} else ${incoming(column)} end`;
  return write
    .insert(leads)
    .values(
      rows.map((row) => ({
        id: row.id,
        ownerId,
        firstName: row.firstName,
        lastName: row.lastName,
        email: row.email,
        phone: row.phone,
        searchText: searchTextWith(kept, row),
        optout: row.optout || row.suppressed,
        emailCount: 0,
        openedCount: 0,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .onConflictDoUpdate({
      target: [leads.ownerId, leads.email],
      set: {
        firstName: incoming("firstName"),
        lastName: unlessBlank("lastName"),
        phone: unlessBlank("phone"),
        searchText: incoming("searchText"),
        optout: sql`(${leads.optout} or ${incoming("optout")})`,
        updatedAt: now,
      },
    })
    .returning({ id: leads.id });
}

/** Nobody may have unsubscribed between the look at the list and this transaction. */
function countingSuppressed(
  write: Builder,
  { suppressions }: Database["tables"],
  { ownerId, rows }: ImportBatch,
) {
  const hashes = rows.filter((row) => !row.optout && !row.suppressed).map((row) => row.emailHash);
  return write
    .select({ count: count() })
    .from(suppressions)
    .where(and(eq(suppressions.ownerId, ownerId), inArray(suppressions.emailHash, hashes)));
}

function optingOut(write: Builder, tables: Database["tables"], batch: ImportBatch): Statement[] {
  const emailHashes = batch.rows.filter((row) => row.optout).map((row) => row.emailHash);
  const { ownerId, now } = batch;
  return inSlices(emailHashes, limits.leads.rowsPerStatement).map((slice) =>
    suppressing(write, tables, { ownerId, emailHashes: slice, source: "owner", now }),
  );
}

function joiningAll(write: Builder, tables: Database["tables"], batch: ImportBatch): Statement[] {
  const emailsByName = new Map<string, string[]>();
  for (const row of batch.rows) {
    for (const name of row.collections) {
      const emails = emailsByName.get(name);
      if (emails) emails.push(row.email);
      else emailsByName.set(name, [row.email]);
    }
  }
  const named = batch.collections.filter((collection) => emailsByName.has(collection.name));
  if (named.length === 0) return [];
  const joins = [...emailsByName].map(([name, emails]) =>
    joining(write, tables, { ownerId: batch.ownerId, name, emails }),
  );
  return [addingCollections(write, tables, named), ...joins];
}

function countIn(result: unknown): number {
  return (result as { count: number }[])[0]?.count ?? 0;
}

function inSlices<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
