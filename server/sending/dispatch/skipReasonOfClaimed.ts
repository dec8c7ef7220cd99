import { type Reason, reason } from "../../../contract/reasons.ts";
import type { ClaimedDelivery } from "../../../db/stores/campaigns/ledgerSending.ts";

/** Why a delivery that was claimed must not go out after all; null where it may. */
export function skipReasonOfClaimed(delivery: ClaimedDelivery, suppressed: Set<string>): Reason | null {
  if (delivery.lead === null) return reason("lead_deleted");
  if (delivery.lead.optout) return reason("opted_out");
  if (suppressed.has(delivery.email)) return reason("unsubscribed");
  return null;
}
