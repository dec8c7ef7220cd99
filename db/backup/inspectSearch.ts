import { openSqlite } from "#platform/sqlite";

/** Leads that the index should have under their numbers and does not, and such that it has and are gone. */
export type SearchInspection = { missing: number; stray: number };

/**
 * Compares the index that searches of leads go by with the leads, in a sound database file, without changing it and
 * beside a running server too. Nothing is known of a database from before there was one.
 */
export function inspectSearch(file: string): SearchInspection {
  const client = openSqlite(file, "read");
  try {
    const isKept = client.query("SELECT 1 FROM sqlite_master WHERE name = 'leadSearch'").get() !== null;
    if (!isKept) return { missing: 0, stray: 0 };
    return client.query<SearchInspection>(compared).get() ?? { missing: 0, stray: 0 };
  } finally {
    client.close();
  }
}

/** What lets the next start make the index anew. */
export const forgettingSearch =
  "INSERT INTO leadSearch (leadSearch) VALUES ('delete-all'); UPDATE leads SET searchNumber = NULL; DELETE FROM searchSpaces";

/** FTS5 keeps a row for each text that it has; a lead's number is one of its workspace's. */
const compared = `SELECT
  (SELECT count(*) FROM leads WHERE searchNumber IS NOT NULL AND NOT (
    EXISTS (SELECT 1 FROM leadSearch_docsize AS kept WHERE kept.id = searchNumber)
    AND EXISTS (SELECT 1 FROM searchSpaces WHERE searchSpaces.workspaceId = leads.workspaceId
      AND number = searchNumber >> 32 AND searchNumber <= (number << 32) + lastNumber))) AS missing,
  (SELECT count(*) FROM leadSearch_docsize AS kept
    WHERE NOT EXISTS (SELECT 1 FROM leads WHERE searchNumber = kept.id)) AS stray`;
