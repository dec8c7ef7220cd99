import { Database as Client } from "bun:sqlite";
import { migrations } from "../migrations/sqlite.ts";
import { faultOf } from "./backUp.ts";

export type Look = {
  /** What is wrong with the file, in SQLite's words, or null; then the rest is known. */
  fault: string | null;
  /** The key that its secrets are sealed with; null where there are none. */
  keyId: string | null;
  /** Whether a newer version wrote it. */
  isNewer: boolean;
};

/** Looks at a database file without changing it, beside a running server too. */
export function lookAt(file: string): Look {
  const fault = faultOf(file);
  if (fault !== null) return { fault, keyId: null, isNewer: false };
  const client = new Client(file, { readonly: true });
  try {
    const known = new Set(migrations.map(({ tag }) => tag));
    const applied = client.query<{ tag: string }, []>("SELECT tag FROM migrations").all();
    const row = client.query<{ value: string }, []>("SELECT value FROM meta WHERE key = 'keyId'").get();
    const keyId: unknown = row === null ? null : JSON.parse(row.value);
    return {
      fault: null,
      keyId: typeof keyId === "string" ? keyId : null,
      isNewer: applied.some(({ tag }) => !known.has(tag)),
    };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error), keyId: null, isNewer: false };
  } finally {
    client.close();
  }
}
