import type { Campaign } from "../../../contract/schemas/campaign.ts";

/** How many recipients are still to be sent to. */
export function restOf({ counts }: Pick<Campaign, "counts">): number {
  return counts.queued + counts.deferred;
}

type Account = Campaign["accounts"][number];
type HeldAccount = Account & { held: NonNullable<Account["held"]> };

/** Those of its accounts that wait for a person. */
export function heldOf({ accounts }: Pick<Campaign, "accounts">): HeldAccount[] {
  return accounts.filter((account): account is HeldAccount => account.held !== null);
}
