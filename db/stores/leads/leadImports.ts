import { and, count, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { Builder, Database, Statement } from "../../database.ts";
import { incomingText, jsonSqlOf, listedTexts } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";
import { addingCollections, type CollectionRow, countingCollections, joining } from "./collections.ts";
import { addingToCount, countingLeads, type LeadFields, type LeadRow, searchTextOf } from "./leads.ts";
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
  workspaceId: string;
  /** Each address once. */
  rows: readonly ImportRow[];
  /** A row for each collection that the leads name; those the owner has already are left as they are. */
  collections: readonly CollectionRow[];
  now: number;
  /** Sees how many leads there would be, and undoes the whole batch by throwing; null where there is no limit. */
  allowLeads: ((counts: { leadCount: number; added: number }) => void) | null;
  /** The same for collections, where some are added. */
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
      const { workspaceId, rows, allowLeads } = batch;
      const kept = await keptFields(database, batch);
      const newIds = new Set(rows.map((row) => row.id));
      const stale = new Error("suppressed meanwhile");
      let added = 0;
      try {
        await database.atomically(
          (write) => ({
            upserted: upserting(write, tables, { ...batch, kept }),
            suppressed: countingSuppressed(write, tables, batch),
            collectionsBefore: countingCollections(write, tables, workspaceId),
            counted: addingToCount(write, tables, { workspaceId, added: countOfNew(write, tables, batch) }),
            optedOut: suppressingOptouts(write, tables, batch),
            joined: joiningAll(write, tables, batch),
            leadCounts: countingLeads(write, tables, workspaceId),
            collectionsAfter: countingCollections(write, tables, workspaceId),
          }),
          (results) => {
            if (countIn(results.suppressed) > 0) throw stale;
            added = results.upserted.filter((row) => newIds.has(row.id)).length;
            if (added > 0) allowLeads?.({ leadCount: countIn(results.leadCounts), added });
            const collectionCount = countIn(results.collectionsAfter);
            if (collectionCount > countIn(results.collectionsBefore)) batch.allowCollections(collectionCount);
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
async function keptFields(
  { read, tables }: Database,
  { workspaceId, rows }: ImportBatch,
): Promise<KeptFields> {
  const { leads } = tables;
  const emails = rows.filter((row) => row.lastName === "" || row.phone === "").map((row) => row.email);
  if (emails.length === 0) return new Map();
  const known = await read
    .select({ email: leads.email, lastName: leads.lastName, phone: leads.phone })
    .from(leads)
    .where(and(eq(leads.workspaceId, workspaceId), inArray(leads.email, listedTexts(tables, emails))));
  return new Map(known.map((lead) => [lead.email, lead]));
}

function searchTextWith(kept: KeptFields, row: ImportRow): string {
  const known = kept.get(row.email);
  return known === undefined
    ? searchTextOf(row)
    : searchTextOf({ ...row, lastName: row.lastName || known.lastName, phone: row.phone || known.phone });
}

/** The row that a known address keeps is the one that was there: its id, its counters, and what comes in blank. */
function upserting(write: Builder, tables: Tables, batch: ImportBatch & { kept: KeptFields }) {
  const { leads } = tables;
  const unlessBlank = (column: "lastName" | "phone") =>
    sql`case when ${excluded(column)} = '' then ${leads[column]} else ${excluded(column)} end`;
  return write
    .insert(leads)
    .select(newRows(tables, batch))
    .onConflictDoUpdate({
      target: [leads.workspaceId, leads.email],
      set: {
        firstName: excluded("firstName"),
        lastName: unlessBlank("lastName"),
        phone: unlessBlank("phone"),
        searchText: excluded("searchText"),
        optout: sql`(${leads.optout} or ${excluded("optout")})`,
        updatedAt: batch.now,
      },
    })
    .returning({ id: leads.id });
}

function newRows(tables: Tables, { workspaceId, rows, now, kept }: ImportBatch & { kept: KeptFields }): SQL {
  const incoming = jsonSqlOf(tables).rows(
    JSON.stringify(
      rows.map((row) => [
        row.id,
        row.firstName,
        row.lastName,
        row.email,
        row.phone,
        searchTextWith(kept, row),
        row.optout || row.suppressed ? "out" : "in",
        row.emailHash,
      ]),
    ),
  );
  const values: Record<keyof LeadRow, SQL> = {
    id: incomingText(0),
    workspaceId: sql`${workspaceId}`,
    firstName: incomingText(1),
    lastName: incomingText(2),
    email: incomingText(3),
    phone: incomingText(4),
    searchText: incomingText(5),
    emailHash: incomingText(7),
    optout: sql`${incomingText(6)} = 'out'`,
    emailCount: sql`0`,
    openedCount: sql`0`,
    createdAt: sql`${now}`,
    updatedAt: sql`${now}`,
  };
  const columns = Object.keys(getTableColumns(tables.leads)) as (keyof LeadRow)[];
  const selected = sql.join(
    columns.map((column) => values[column]),
    sql`, `,
  );
  // SQLite takes the "on" that follows for a join's unless a condition stands before it.
  return sql`select ${selected} from ${incoming} where true`;
}

function excluded(column: keyof LeadRow): SQL {
  return sql`excluded.${sql.identifier(column)}`;
}

/** Nobody may have unsubscribed between the look at the list and this transaction. */
function countingSuppressed(write: Builder, tables: Tables, { workspaceId, rows }: ImportBatch) {
  const { suppressions } = tables;
  const hashes = rows.filter((row) => !row.optout && !row.suppressed).map((row) => row.emailHash);
  return write
    .select({ count: count() })
    .from(suppressions)
    .where(
      and(
        eq(suppressions.workspaceId, workspaceId),
        inArray(suppressions.emailHash, listedTexts(tables, hashes)),
      ),
    );
}

function suppressingOptouts(
  write: Builder,
  tables: Tables,
  { workspaceId, rows, now }: ImportBatch,
): Statement {
  const emailHashes = rows.filter((row) => row.optout).map((row) => row.emailHash);
  return suppressing(write, tables, { workspaceId, emailHashes, source: "owner", now });
}

function joiningAll(write: Builder, tables: Tables, batch: ImportBatch): Statement[] {
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
    joining(write, tables, { workspaceId: batch.workspaceId, name, emails }),
  );
  return [addingCollections(write, tables, named), ...joins];
}

/** Those of the batch's ids that have become leads: a known address keeps the id that it had. */
function countOfNew(write: Builder, tables: Tables, { rows }: ImportBatch): SQL<number> {
  const { leads } = tables;
  const ids = listedTexts(
    tables,
    rows.map((row) => row.id),
  );
  return sql<number>`${write.select({ count: count() }).from(leads).where(inArray(leads.id, ids))}`;
}

function countIn(result: readonly { count: number }[]): number {
  return result[0]?.count ?? 0;
}
