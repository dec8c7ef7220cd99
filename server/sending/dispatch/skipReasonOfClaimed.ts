import { type Reason, reason } from "../../../contract/reasons.ts";
import type { LookedAt } from "../../../db/stores/campaigns/ledgerSending.ts";

/** Why a delivery that was claimed must not go out after all; null where it may. */
export function skipReasonOfClaimed(
  { email, lead, mail, isSuppressed }: LookedAt,
  suppressed: ReadonlySet<string>,
): Reason | null {
  // No word about campaigns stops a receipt, and it goes to whoever was named, a lead or not.
  if (mail !== undefined) return isSuppressed ? reason("kind_suppressed", { kind: mail.kind }) : null;
  if (lead === null) return reason("lead_deleted");
  if (lead.optout) return reason("opted_out");
  if (isSuppressed || suppressed.has(email)) return reason("unsubscribed");
  return null;
}
