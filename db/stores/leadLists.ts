import { and, asc, count, desc, eq, exists, inArray, type SQL, sql } from "drizzle-orm";
import { limits } from "../../contract/limits.ts";
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

/** Leads as pages show them, with the names of their collections. */
export function createLeadListStore(database: Database) {
  const { read, tables } = database;
  const { collections, memberships } = tables;

  /** In two steps, as a join would look up each lead in each of the owner's collections. */
  async function withNames(ownerId: string, rows: Omit<ListedLead, "collections">[]): Promise<ListedLead[]> {
    if (rows.length === 0) return [];
    const nameById = await namesById(ownerId);
    const ids = rows.map((row) => row.id);
    const pairs = await read
      .select({ leadId: memberships.leadId, collectionId: memberships.collectionId })
      .from(memberships)
      .where(inArray(memberships.leadId, ids));
    const namesOf = (id: string) =>
      pairs.flatMap((pair) => (pair.leadId === id ? (nameById.get(pair.collectionId) ?? []) : []));
    return rows.map((row) => ({ ...row, collections: namesOf(row.id).sort() }));
  }

  async function namesById(ownerId: string): Promise<Map<string, string>> {
    const rows = await read
      .select({ id: collections.id, name: collections.name })
      .from(collections)
      .where(eq(collections.ownerId, ownerId));
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  return {
    namesById,

    async collectionNamesOf({ ownerId, leadId }: { ownerId: string; leadId: string }): Promise<string[]> {
      const rows = await read
        .select({ name: collections.name })
        .from(memberships)
        .innerJoin(collections, eq(collections.id, memberships.collectionId))
        .where(and(eq(memberships.leadId, leadId), eq(collections.ownerId, ownerId)))
        .orderBy(asc(collections.name));
      return rows.map(({ name }) => name);
    },

    async collectionIdNamed({ ownerId, name }: { ownerId: string; name: string }): Promise<string | null> {
      const [row] = await read
        .select({ id: collections.id })
        .from(collections)
        .where(and(eq(collections.ownerId, ownerId), eq(collections.name, name)));
      return row?.id ?? null;
    },

    async page(query: LeadPageQuery): Promise<{ rows: ListedLead[]; total: number }> {
      const memberCount =
        query.collectionId === null ? null : await countMembers(database, query.collectionId);
      const where = conditions(database, { ...query, memberCount });
      const total =
        memberCount !== null && query.words.length === 0 ? memberCount : await countWhere(database, where);
      const rows = total > query.offset ? await pageRows(database, { ...query, where, total }) : [];
      return { rows: await withNames(query.ownerId, rows), total };
    },
  };
}

async function countMembers({ read, tables }: Database, collectionId: string): Promise<number> {
  const { memberships } = tables;
  const [row] = await read
    .select({ count: count() })
    .from(memberships)
    .where(eq(memberships.collectionId, collectionId));
  return row?.count ?? 0;
}

async function countWhere({ read, tables }: Database, where: SQL | undefined): Promise<number> {
  const [row] = await read.select({ count: count() }).from(tables.leads).where(where);
  return row?.count ?? 0;
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
  const order = sortColumns(tables, query.sort).map(direction);
  // The ids first: what is passed over is then read from the index alone, and a sort without an index carries little.
  const ids = read
    .select({ id: leads.id })
    .from(leads)
    .where(query.where)
    .orderBy(...order)
    .limit(countMax)
    .offset(offset);
  const rows = await read
    .select(listedFields(tables))
    .from(leads)
    .where(inArray(leads.id, ids))
    .orderBy(...order);
  return isNearEnd ? rows.reverse() : rows;
}

/** Each ends with the id, so that rows which are otherwise equal never change places between two pages. */
function sortColumns({ leads }: Database["tables"], sort: LeadSortKey) {
  switch (sort) {
    case "firstName":
      return [leads.searchText, leads.id];
    case "lastName":
      return [sql`lower(${leads.lastName})`, leads.id];
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

type Conditions = Pick<LeadPageQuery, "ownerId" | "collectionId" | "words"> & { memberCount: number | null };

function conditions({ read, tables }: Database, query: Conditions): SQL | undefined {
  const { leads, memberships } = tables;
  const members = read.select({ id: memberships.leadId }).from(memberships);
  const inCollection = () => {
    if (query.collectionId === null) return undefined;
    const isMember = eq(memberships.collectionId, query.collectionId);
    // A small collection is gathered and sorted; in a large one the sorted leads are asked one by one.
    return (query.memberCount ?? 0) <= limits.leads.sortedMax
      ? inArray(leads.id, members.where(isMember))
      : exists(members.where(and(isMember, eq(memberships.leadId, leads.id))));
  };
  const hasWord = (word: string) => sql`${leads.searchText} like ${`%${escapeLike(word)}%`} escape '\\'`;
  return and(eq(leads.ownerId, query.ownerId), inCollection(), ...query.words.map(hasWord));
}

/** A percent sign or an underscore that somebody types means itself. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
