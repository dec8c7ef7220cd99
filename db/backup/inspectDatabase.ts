import { openSqlite } from "#platform/sqlite";
import type { Remark } from "../../contract/installation/remark.ts";
import type { SqliteClient } from "../../platform/sqlite.ts";
import type { Differences } from "../migrations/differences.ts";
import { migrations } from "../migrations/sqlite.ts";
import { differences } from "../sqlite/fingerprint.ts";
import { historyOf } from "../sqlite/history.ts";
import { faultOf } from "./backUp.ts";

export type Inspection = {
  /** What is wrong with the file, in SQLite's words, or null; then the rest is known. */
  fault: string | null;
  /** The key that its secrets are sealed with; null where there are none. */
  keyId: string | null;
  /** Why this version must not work with it: it is newer, or was made by other steps. */
  refusal: Remark | null;
  /** How many steps a start would take first. */
  missingCount: number;
  /** Where its tables are not those that its steps make. */
  differences: Differences;
};

/** Looks at a database file without changing it, beside a running server too. */
export function inspectDatabase(file: string): Inspection {
  const unknown = { keyId: null, refusal: null, missingCount: 0, differences: { wrong: [], added: [] } };
  const fault = faultOf(file);
  if (fault !== null) return { ...unknown, fault };
  const client = openSqlite(file, "read");
  try {
    const { taken, missing, fault: refusal } = historyOf(client, migrations);
    // What other steps have made is not to be compared with ours.
    if (refusal !== null) return { ...unknown, fault: null, refusal, keyId: keyIdIn(client) };
    return {
      fault: null,
      refusal,
      keyId: keyIdIn(client),
      missingCount: missing.length,
      differences: differences(client, taken),
    };
  } catch (error) {
    return { ...unknown, fault: error instanceof Error ? error.message : String(error) };
  } finally {
    client.close();
  }
}

/** The key that a database's secrets are sealed with, read without looking at the rest; null also where it cannot be read. */
export function keyIdOf(file: string): string | null {
  let client: SqliteClient | null = null;
  try {
    client = openSqlite(file, "read");
    return keyIdIn(client);
  } catch {
    return null;
  } finally {
    client?.close();
  }
}

function keyIdIn(client: SqliteClient): string | null {
  const row = client.query<{ value: string }>("SELECT value FROM meta WHERE key = 'keyId'").get();
  const keyId: unknown = row === null ? null : JSON.parse(row.value);
  return typeof keyId === "string" ? keyId : null;
}
