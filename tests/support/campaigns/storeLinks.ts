import type { Database } from "../../../db/database.ts";
import { addingLinks, type LinkRow } from "../../../db/stores/tracking/links.ts";

/** Stores links of a campaign that is there already, outside of the commit that adds one. */
export async function storeLinks(database: Database, rows: readonly LinkRow[]): Promise<void> {
  await database.atomically((write) => ({ links: addingLinks(write, database.tables, rows) }));
}
