import type { ClaimedDelivery } from "../../../db/stores/campaigns/ledgerSending.ts";

/** Why a delivery that was claimed must not go out after all; null where it may. */
export function skipReasonOfClaimed(delivery: ClaimedDelivery, suppressed: Set<string>): string | null {
  if (delivery.lead === null) return "The lead was deleted";
  if (delivery.lead.optout) return "Opted out";
  if (suppressed.has(delivery.email)) return "Unsubscribed";
  return null;
}
