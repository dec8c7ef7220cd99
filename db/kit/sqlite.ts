import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * The columns that tables are declared over. Ids are text (UUIDv7), times are integer milliseconds,
 * so that the same tables and stores serve PostgreSQL as well.
 */
export const sqliteKit = {
  table: sqliteTable,
  text: () => text(),
  int: () => integer(),
  bool: () => integer({ mode: "boolean" }),
  json: () => text({ mode: "json" }).$type<unknown>(),
  index,
  uniqueIndex,
  primaryKey,
};

export type Kit = typeof sqliteKit;
