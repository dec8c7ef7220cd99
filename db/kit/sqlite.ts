import {
  customType,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { isTooDeep } from "../../contract/parseJson.ts";
import { type Cause, storedCause } from "../../contract/reasons/shapes.ts";

/**
 * JSON as text. What an older version let in nested too deep reads as null: it could be read, but every list that
 * has it would take seconds to write.
 */
const json = customType<{ data: unknown; driverData: string }>({
  dataType: () => "text",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (stored) => (isTooDeep(Buffer.from(stored)) ? null : JSON.parse(stored)),
});

/** Why something is as it is. A newer version, or another program, may have left what this one knows no words for. */
const cause = customType<{ data: Cause; driverData: string }>({
  dataType: () => "text",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (stored) => storedCause(isTooDeep(Buffer.from(stored)) ? null : JSON.parse(stored)),
});

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => "blob" });

/**
 * The columns that tables are declared over. Ids are text (UUIDv7), times are integer milliseconds,
 * so that the same tables and stores serve PostgreSQL as well.
 */
export const sqliteKit = {
  table: sqliteTable,
  /** Where only certain words stand in it, their type: `text<DeliveryState>()`. */
  text: <Words extends string = string>() => text().$type<Words>(),
  int: () => integer(),
  bool: () => integer({ mode: "boolean" }),
  json: () => json(),
  cause: () => cause(),
  bytes: () => bytes(),
  index,
  uniqueIndex,
  primaryKey,
  /** Whether a change of an indexed column writes every index of its row again, or only those that have the column. */
  writesAllIndexes: false as boolean,
};

export type Kit = typeof sqliteKit;
