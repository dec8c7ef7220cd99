import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "../../database.ts";
import { reasonColumns } from "../campaigns/deliveryReason.ts";
import type { Settlement } from "../campaigns/ledgerSettling.ts";
import { countingLate } from "../campaigns/settledDays.ts";

/**
 * Outcomes that came when the account had another holder already, for whom these mails were uncertain. One that was taken
 * was taken, whatever has happened since; of the others a person decides. Answers how many are known now.
 */
export async function settleLate(database: Database, settled: readonly Settlement[]): Promise<number> {
  const { deliveries, uncountedMails } = database.tables;
  const sent = settled.flatMap((one) => (one.state === "sent" ? [one] : []));
  if (sent.length === 0) return 0;
  const isInDoubt = (ids: readonly string[]) =>
    and(
      inArray(deliveries.id, [...ids]),
      eq(deliveries.state, "uncertain"),
      eq(deliveries.reasonCode, "interrupted"),
    );
  const { id: deliveryId, leadId, workspaceId } = deliveries;
  const { known } = await database.atomically((write) => ({
    // Before they are known, so that each is counted for its lead once.
    noted: write.insert(uncountedMails).select(
      write
        .select({ deliveryId, leadId, workspaceId })
        .from(deliveries)
        .where(isInDoubt(sent.map(({ id }) => id))),
    ),
    counted: sent.map(({ id, sentAt }) =>
      countingLate(write, database.tables, { which: isInDoubt([id]), sentAt }),
    ),
    known: sent.map(({ id, reason, sentAt }) =>
      write
        .update(deliveries)
        .set({ state: "sent", ...reasonColumns(reason), sentAt })
        .where(isInDoubt([id]))
        .returning({ leadId: deliveries.leadId }),
    ),
  }));
  return known.flat().length;
}
