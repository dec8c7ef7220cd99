import { and, asc, count, desc, eq, gt, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { LeadSortKey } from "../../contract/schemas/lead.ts";
import type { Database } from "../database.ts";
import type { LeadRow } from "./leads.ts";

export type ListedLead = Pick<
  LeadRow,
  "id" | "firstName" | "lastName" | "email" | "phone" | "optout" | "emailCount" | "openedCount" | "createdAt"
> & { collections: string[] };

export type LeadPageQuery = {
  ownerId: string;
  /** Lowercase words; a lead is listed when it has each of them in a name, the e-mail or the phone. */
  words: readonly string[];
  /** Null for every lead, "" for the leads of a collection that does not exist. */
  collectionId: string | null;
  sort: LeadSortKey;
  order: "asc" | "desc";
  offset: number;
  countMax: number;
};

export type LeadListStore = ReturnType<typeof createLeadListStore>;

/** Leads as lists show them, with the names of their collections. */
export function createLeadListStore(database: Database) {
  const { read, tables } = database;
  const { leads, memberships, collections } = tables;
  const fields = listedFields(tables);

  async function collectionNames(ownerId: string, among: SQL | undefined): Promise<Map<string, string[]>> {
    const rows = await read
      .select({ leadId: memberships.leadId, name: collections.name })
      .from(memberships)
      .innerJoin(collections, eq(collections.id, memberships.collectionId))
      .where(and(eq(collections.ownerId, ownerId), among))
      .orderBy(asc(collections.name));
    const names = new Map<string, string[]>();
    for (const { leadId, name } of rows) {
      const known = names.get(leadId);
      if (known) known.push(name);
      else names.set(leadId, [name]);
    }
    return names;
  }

  const withNames = (rows: Omit<ListedLead, "collections">[], names: Map<string, string[]>): ListedLead[] =>
    rows.map((row) => ({ ...row, collections: names.get(row.id) ?? [] }));

  return {
    async collectionNamesOf({ ownerId, leadId }: { ownerId: string; leadId: string }): Promise<string[]> {
      const names = await collectionNames(ownerId, eq(memberships.leadId, leadId));
      return names.get(leadId) ?? [];
    },

    async collectionIdNamed({ ownerId, name }: { ownerId: string; name: string }): Promise<string | null> {
      const [row] = await read
        .select({ id: collections.id })
        .from(collections)
        .where(and(eq(collections.ownerId, ownerId), eq(collections.name, name)));
      return row?.id ?? null;
    },

    /** The next leads after an id, oldest first; from "" onwards they are all of them. */
    async batchAfter(query: { ownerId: string; afterId: string; countMax: number }): Promise<ListedLead[]> {
      const { ownerId, afterId, countMax } = query;
      const rows = await read
        .select(fields)
        .from(leads)
        .where(and(eq(leads.ownerId, ownerId), gt(leads.id, afterId)))
        .orderBy(asc(leads.id))
        .limit(countMax);
      const last = rows.at(-1);
      if (last === undefined) return [];
      const isInBatch = and(eq(leads.ownerId, ownerId), gt(leads.id, afterId), lte(leads.id, last.id));
      const batchIds = read.select({ id: leads.id }).from(leads).where(isInBatch);
      return withNames(rows, await collectionNames(ownerId, inArray(memberships.leadId, batchIds)));
    },

    async page(query: LeadPageQuery): Promise<{ rows: ListedLead[]; total: number }> {
      const where = conditions(database, query);
      const [counted] = await read.select({ count: count() }).from(leads).where(where);
      const total = counted?.count ?? 0;
      const rows = total > query.offset ? await pageRows(database, { ...query, where, total }) : [];
      const ids = rows.map((row) => row.id);
      const names = await collectionNames(query.ownerId, inArray(memberships.leadId, ids));
      return { rows: withNames(rows, names), total };
    },
  };
}

function listedFields({ leads }: Database["tables"]) {
  const { id, firstName, lastName, email, phone, optout, emailCount, openedCount, createdAt } = leads;
  return { id, firstName, lastName, email, phone, optout, emailCount, openedCount, createdAt };
}

type PageRows = LeadPageQuery & { where: SQL | undefined; total: number };

async function pageRows({ read, tables }: Database, query: PageRows) {
  const { leads } = tables;
  const countMax = Math.min(query.countMax, query.total - query.offset);
  // The second half is read from its end: an index walk costs by the rows that it passes over.
  const isNearEnd = query.offset > query.total / 2;
  const offset = isNearEnd ? query.total - query.offset - countMax : query.offset;
  const direction = (query.order === "asc") === isNearEnd ? desc : asc;
  const rows = await read
    .select(listedFields(tables))
    .from(leads)
    .where(query.where)
    .orderBy(...sortColumns(tables, query.sort).map(direction))
    .limit(countMax)
    .offset(offset);
  return isNearEnd ? rows.reverse() : rows;
}

/** Each ends with the id, so that rows which are otherwise equal never change places between two pages. */
function sortColumns({ leads }: Database["tables"], sort: LeadSortKey) {
  switch (sort) {
    case "firstName":
    case "lastName":
      return [sql`lower(${leads[sort]})`, leads.id];
    case "createdAt":
      // Ids grow with time, and have an index.
      return [leads.id];
    case "email":
      return [leads.email];
    case "emailCount":
    case "openedCount":
      return [leads[sort], leads.id];
  }
}

function conditions({ read, tables }: Database, query: LeadPageQuery): SQL | undefined {
  const { leads, memberships } = tables;
  const inCollection =
    query.collectionId === null
      ? undefined
      : inArray(
          leads.id,
          read
            .select({ id: memberships.leadId })
            .from(memberships)
            .where(eq(memberships.collectionId, query.collectionId)),
        );
  const hasWord = (word: string) => sql`${leads.searchText} like ${`%${escapeLike(word)}%`} escape '\\'`;
  return and(eq(leads.ownerId, query.ownerId), inCollection, ...query.words.map(hasWord));
}

/** A percent sign or an underscore that somebody types means itself. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
