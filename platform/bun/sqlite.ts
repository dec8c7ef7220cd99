import { Database, SQLiteError } from "bun:sqlite";
import { drizzle } from "drizzle-orm/bun-sqlite";
import type { BuilderOver, OpenSqlite, SqliteFault } from "../sqlite.ts";

const accesses = { create: { create: true }, write: { readwrite: true }, read: { readonly: true } } as const;

export const openSqlite: OpenSqlite = (path, access) => new Database(path, accesses[access]);

export const builderOver: BuilderOver = (client) => drizzle(client as Database);

/** Whether the driver itself says so. */
export function isSqliteFault(error: unknown): error is SqliteFault {
  return error instanceof SQLiteError;
}
