import { bigint, boolean, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Kit } from "./sqlite.ts";

/** The same columns for PostgreSQL; cast once here, so that every table is declared once. */
export const postgresKit = {
  table: pgTable,
  text: () => text(),
  int: () => bigint({ mode: "number" }),
  bool: () => boolean(),
  json: () => jsonb().$type<unknown>(),
  index,
  uniqueIndex,
  primaryKey,
} as unknown as Kit;
