import { type SQL, sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/*
 * What SQLite alone has for the search, made by the step `0019_lead_search`. Triggers keep it true: a lead that is
 * changed or removed is taken out of the index in the same commit, and has no number from then on. Columns are named here, as
 * Drizzle keeps the names of those that are not by the name of their table, and two of these are of one.
 */

/** The leads with the number under which each is indexed, null where it is not, or not as it is. */
export const numberedLeads = sqliteTable("leads", {
  id: text("id").notNull(),
  workspaceId: text("workspaceId").notNull(),
  searchText: text("searchText").notNull(),
  searchNumber: integer("searchNumber"),
});

/** Which numbers the leads of a workspace have, so that each is searched by itself in the one index. */
export const searchSpaces = sqliteTable("searchSpaces", {
  number: integer("number").primaryKey({ autoIncrement: true }),
  workspaceId: text("workspaceId").notNull(),
  lastNumber: integer("lastNumber").notNull(),
  changes: integer("changes").notNull(),
});

export type Space = typeof searchSpaces.$inferSelect;

/** FTS5 over three neighbouring letters. It knows where each stands, and so whole words, but keeps no text. */
export const leadSearch = sqliteTable("leadSearch", {
  rowid: integer("rowid").notNull(),
  text: text("text").notNull(),
});

/** Ends what is indexed of a lead, so that each letter of its text is the first of three. No word that is searched has a line break. */
export const textEnd = "\n\n";

/** Every three letters that somebody's text has, in their order (FTS5, section 7: fts5vocab). */
export const leadSearchTerms = sqliteTable("leadSearchTerms", { term: text("term").notNull() });

/**
 * Leads of a space that have what an expression asks for; both may be given when the statement runs. The numbers are
 * made in SQL: not every driver binds such large ones as integers.
 */
export function isFound(asked?: { expression: string; number: number }): SQL {
  const { expression, number } = asked ?? {
    expression: sql.placeholder("expression"),
    number: sql.placeholder("number"),
  };
  return sql`"leadSearch" match ${expression} and "leadSearch"."rowid" between (${number} << 32) and (${number} << 32) + 4294967295`;
}

/** The same as it takes orders: a word in its hidden column, and a number (FTS5, section 6). */
export const leadSearchOrders = sqliteTable("leadSearch", {
  order: text("leadSearch").notNull(),
  rank: integer("rank").notNull(),
});
