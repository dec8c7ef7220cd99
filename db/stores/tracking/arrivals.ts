import { and, eq, inArray } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { DeliveryState } from "../../../contract/schemas/campaign.ts";
import type { Builder, Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";
import { reasonColumns } from "../campaigns/deliveryReason.ts";
import { countingLate } from "../campaigns/settledDays.ts";

type Arrived = { workspaceId: WorkspaceId; deliveryId: string; at: number };

/** Nobody knew whether it had gone, or somebody let it go once more. */
const doubted: readonly DeliveryState[] = ["uncertain", "queued", "deferred"];

/**
 * Whether a mail whose links somebody uses is one that is in doubt. A deferred one is not: its server has said that it did not
 * take it, and may have followed its links before it said so.
 */
export function isDoubted(state: DeliveryState): boolean {
  return state === "uncertain" || state === "queued";
}

/** The statements by which a mail that was in doubt has arrived, and does not go again; nothing where it was in none. */
export function arriving(write: Builder, tables: Tables, { workspaceId, deliveryId, at }: Arrived) {
  const { deliveries, uncountedMails } = tables;
  const which = and(
    eq(deliveries.id, deliveryId),
    eq(deliveries.workspaceId, workspaceId),
    inArray(deliveries.state, [...doubted]),
  );
  const mail = { deliveryId: deliveries.id, leadId: deliveries.leadId, workspaceId: deliveries.workspaceId };
  return {
    // Before it is known, so that it is counted for its lead once.
    noted: write
      .insert(uncountedMails)
      .select(write.select(mail).from(deliveries).where(which))
      .onConflictDoNothing(),
    countedLate: countingLate(write, tables, { which, sentAt: at }),
    known: write
      .update(deliveries)
      .set({ state: "sent", ...reasonColumns(null), sentAt: at })
      .where(which)
      .returning({ campaignId: deliveries.campaignId }),
  };
}

/** Mails that were in doubt and whose recipients have shown that they have them. */
export function createArrivalStore({ atomically, tables }: Database) {
  return {
    /** The campaign's part that it is of; null where nothing was in doubt. */
    async arrived(mail: Arrived): Promise<string | null> {
      const { known } = await atomically((write) => arriving(write, tables, mail));
      return known[0]?.campaignId ?? null;
    },
  };
}
