import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { LeadSortKey } from "../../../contract/schemas/leadMatching.ts";
import type { Database } from "../../database.ts";
import { isFile } from "../../isFile.ts";
import { behind, isPlace, type KeysetColumns, type Place, placeFields, placeOf } from "../../keyset.ts";
import { inOrderOfLastNames } from "../../tables/leads.ts";
import type { Tables } from "../../tables.ts";

/** Each ends with the id, so that rows which are otherwise equal keep their order from page to page. */
export function leadOrder({ leads }: Pick<Database["tables"], "leads">, sort: LeadSortKey): KeysetColumns {
  switch (sort) {
    case "firstName":
      return [leads.searchText, leads.id];
    case "lastName":
      return [inOrderOfLastNames(leads), leads.id];
    case "createdAt":
      // Ids grow with time, and have an index.
      return [leads.id];
    case "email":
      return [leads.email];
    case "phone":
    case "optout":
    case "emailCount":
    case "openedCount":
      return [leads[sort], leads.id];
  }
}

/** Whether an index has the order, so that a place in it is found without all of the leads being sorted; see `db/tables/leads.ts`. */
export function isIndexed(tables: Tables, sort: LeadSortKey): boolean {
  return sort !== "emailCount" || isFile(tables);
}

/** Whether values from outside are a valid place in this order. */
export function isLeadPlace(
  { tables }: Pick<Database, "tables">,
  sort: LeadSortKey,
  values: readonly unknown[],
): values is Place {
  return isPlace(leadOrder(tables, sort), values);
}

type Behind = {
  workspaceId: WorkspaceId;
  collectionId: string | null;
  where: SQL | undefined;
  /** Nothing but the collection excludes any lead. */
  isWhole: boolean;
  sort: LeadSortKey;
  order: "asc" | "desc";
  place: Place | null;
  countMax: number;
};

/**
 * The ids of the next leads after a place in an order, read from the index of that order. Whatever is added or deleted
 * between pages, a lead that stays where it is is neither skipped nor repeated.
 */
export async function leadsBehind(
  database: Database,
  query: Behind,
): Promise<{ ids: string[]; next: Place | null }> {
  const { columns, rows: asked } = askedBehind(database, query);
  const rows = await asked;
  const shown = rows.slice(0, query.countMax);
  const last = shown.at(-1);
  const hasMore = rows.length > query.countMax && last !== undefined;
  return { ids: shown.map((row) => row.id), next: hasMore ? placeOf(columns, last) : null };
}

/** Its statement, which asks for one more than is shown, and the columns of its order. */
export function askedBehind({ read, tables }: Database, query: Behind) {
  const { leads, memberships } = tables;
  const { collectionId, workspaceId, sort, order, place, countMax } = query;
  // Members are stored in the order of their ids, so in a large collection no other leads are skipped.
  const isOfMembers = query.isWhole && collectionId !== null && sort === "createdAt";
  const from = isOfMembers ? memberships : leads;
  const id = isOfMembers ? memberships.leadId : leads.id;
  const columns = isOfMembers ? [id] : leadOrder(tables, sort);
  const where = isOfMembers
    ? and(eq(memberships.workspaceId, workspaceId), eq(memberships.collectionId, collectionId))
    : query.where;
  const rows = read
    .select({ id: sql<string>`${id}`, ...placeFields(columns) })
    .from(from)
    .where(and(where, place === null ? undefined : behind(columns, { order, place })))
    .orderBy(...columns.map(order === "asc" ? asc : desc))
    .limit(countMax + 1);
  return { columns, rows };
}
