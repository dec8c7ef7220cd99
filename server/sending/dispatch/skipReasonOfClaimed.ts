import { type Reason, reason } from "../../../contract/reasons.ts";
import type { LookedAt } from "../../../db/stores/campaigns/ledgerSending.ts";
import type { Barred } from "../../../db/stores/leads/suppressions.ts";

/** Why a delivery that was claimed must not go out after all; null where it may. */
export function skipReasonOfClaimed(
  { email, lead, mail, isSuppressed, isBounced }: LookedAt,
  barred: ReadonlyMap<string, Barred>,
): Reason | null {
  // No word about campaigns stops a receipt, and it goes to whoever was named, a lead or not.
  if (mail !== undefined && isSuppressed) return reason("kind_suppressed", { kind: mail.kind });
  if (mail !== undefined) return isBounced ? reason("address_bounced") : null;
  if (lead === null) return reason("lead_deleted");
  if (lead.optout) return reason("opted_out");
  if (isSuppressed) return reason("unsubscribed");
  const why = barred.get(email) ?? (isBounced ? "address_bounced" : null);
  return why === null ? null : reason(why);
}
