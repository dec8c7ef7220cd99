import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../database.ts";
import { reasonColumns } from "../campaigns/deliveryReason.ts";
import type { Settlement } from "../campaigns/ledgerSending.ts";

/**
 * Outcomes that came when the account had another holder already, for whom these mails were uncertain. One that was taken
 * was taken, whatever has happened since; of the others a person decides. Answers how many are known now.
 */
export async function settleLate(database: Database, settled: readonly Settlement[]): Promise<number> {
  const { deliveries, leads } = database.tables;
  const sent = settled.flatMap((one) => (one.state === "sent" ? [one] : []));
  if (sent.length === 0) return 0;
  const { known } = await database.atomically((write) => ({
    known: sent.map(({ id, reason, sentAt }) =>
      write
        .update(deliveries)
        .set({ state: "sent", ...reasonColumns(reason), sentAt })
        .where(
          and(
            eq(deliveries.id, id),
            eq(deliveries.state, "uncertain"),
            eq(deliveries.reasonCode, "interrupted"),
          ),
        )
        .returning({ leadId: deliveries.leadId }),
    ),
  }));
  const leadIds = known.flat().map(({ leadId }) => leadId);
  if (leadIds.length > 0)
    await database.atomically((write) => ({
      counted: write
        .update(leads)
        .set({ emailCount: sql`${leads.emailCount} + 1` })
        .where(inArray(leads.id, leadIds)),
    }));
  return leadIds.length;
}
