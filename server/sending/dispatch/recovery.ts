import { budgetLimits } from "../../../contract/limits/sending.ts";
import type { CampaignStore } from "../../../db/stores/campaigns/campaigns.ts";
import type { Ledger } from "../../../db/stores/campaigns/ledger.ts";
import type { UsageStore } from "../../../db/stores/campaigns/usage.ts";
import type { Clock } from "../../core/clock.ts";
import type { RowMoves } from "./rowMoves.ts";

type Parts = { campaigns: CampaignStore; ledger: Ledger; moves: RowMoves; usage: UsageStore; clock: Clock };

/** What the last process left: half-written campaigns go, mails under way become uncertain, deeds begun are ended. */
export async function recover({ campaigns, ledger, moves, usage, clock }: Parts): Promise<void> {
  for (const key of await campaigns.inPreparation(clock.now())) await ledger.removeAllOf(key);
  await moves.recover();
  await moves.goOnWithAll();
  for (const row of await campaigns.inStates(["running", "paused"])) await ledger.recount(row.id);
  await usage.forgetBefore(clock.now() - 2 * budgetLimits.windowMs);
}
