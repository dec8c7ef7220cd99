import { and, eq, inArray } from "drizzle-orm";
import type { Builder, Database } from "../database.ts";
import { listedTexts } from "../json/jsonSql.ts";

/** "recipient" unsubscribed by a link in a mail; "owner" set the opt-out by hand and may lift it again. */
export type SuppressionSource = "recipient" | "owner";
export type Suppressing = {
  ownerId: string;
  emailHashes: readonly string[];
  source: SuppressionSource;
  now: number;
};

export type SuppressionStore = ReturnType<typeof createSuppressionStore>;

/** Addresses that must not be mailed, by their keyed hash; see the table. */
export function createSuppressionStore(database: Database) {
  const { read, tables } = database;
  return {
    async suppress(what: Suppressing): Promise<void> {
      await database.atomically((write) => [suppressing(write, tables, what)]);
    },

    async isSuppressed({ ownerId, emailHash }: { ownerId: string; emailHash: string }): Promise<boolean> {
      const [row] = await readingSuppressed(read, tables, { ownerId, emailHashes: [emailHash] });
      return row !== undefined;
    },

    /** Those of the hashes that are suppressed; give at most a few thousand at a time. */
    async suppressedAmong(ownerId: string, hashes: readonly string[]): Promise<Set<string>> {
      if (hashes.length === 0) return new Set();
      const rows = await readingSuppressed(read, tables, { ownerId, emailHashes: hashes });
      return new Set(rows.map((row) => row.emailHash));
    },
  };
}

/**
 * The statement that suppresses addresses, for an `atomically` of any store. The recipient's own word outranks
 * the owner's, and the owner's never replaces it.
 */
export function suppressing(
  write: Builder,
  { suppressions }: Database["tables"],
  { ownerId, emailHashes, source, now }: Suppressing,
) {
  const insert = write
    .insert(suppressions)
    .values(emailHashes.map((emailHash) => ({ ownerId, emailHash, source, createdAt: now })));
  const target = [suppressions.ownerId, suppressions.emailHash];
  return source === "recipient"
    ? insert.onConflictDoUpdate({ target, set: { source } })
    : insert.onConflictDoNothing();
}

/** The statement that reads which of these addresses are suppressed, and by whom. */
export function readingSuppressed(
  write: Builder,
  tables: Database["tables"],
  { ownerId, emailHashes }: { ownerId: string; emailHashes: readonly string[] },
) {
  const { suppressions } = tables;
  return write
    .select({ emailHash: suppressions.emailHash, source: suppressions.source })
    .from(suppressions)
    .where(
      and(
        eq(suppressions.ownerId, ownerId),
        inArray(suppressions.emailHash, listedTexts(tables, emailHashes)),
      ),
    );
}
