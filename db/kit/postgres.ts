import {
  bigint,
  boolean,
  customType,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { type Cause, storedCause } from "../../contract/reasons/shapes.ts";
import { storableJson } from "../json/storableJson.ts";
import type { Kit } from "./sqlite.ts";

/** Read by the driver; drizzle's own would parse a text that looks like JSON a second time. */
const json = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (value) => storableJson(JSON.stringify(value)),
});

const cause = customType<{ data: Cause; driverData: unknown }>({
  dataType: () => "jsonb",
  toDriver: (value) => storableJson(JSON.stringify(value)),
  fromDriver: storedCause,
});

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "bytea" });

/** The same columns for PostgreSQL; cast once here, so that every table is declared once. */
export const postgresKit = {
  table: pgTable,
  text: () => text(),
  int: () => bigint({ mode: "number" }),
  bool: () => boolean(),
  json: () => json(),
  cause: () => cause(),
  bytes: () => bytes(),
  index,
  uniqueIndex,
  primaryKey,
  writesAllIndexes: true,
} as unknown as Kit;
