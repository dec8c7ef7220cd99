import type { Database } from "../../../db/database.ts";
import { addingMissing, type NewDelivery } from "../../../db/stores/campaigns/newDeliveries.ts";

/** Puts rows into the ledger of a campaign that has begun, as no part of the product does. */
export async function addDeliveries(database: Database, rows: readonly NewDelivery[]): Promise<void> {
  await database.atomically(() => ({ added: addingMissing(rows) }));
}
