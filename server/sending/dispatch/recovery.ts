import { budgetLimits, sendLimits } from "../../../contract/limits/sending.ts";
import type { Database } from "../../../db/database.ts";
import type { CampaignStore } from "../../../db/stores/campaigns/campaigns.ts";
import type { Ledger } from "../../../db/stores/campaigns/ledger.ts";
import type { UsageStore } from "../../../db/stores/campaigns/usage.ts";
import type { Clock } from "../../core/clock.ts";
import type { RowMoves } from "./rowMoves.ts";

type Parts = {
  database: Pick<Database, "shared">;
  campaigns: CampaignStore;
  ledger: Ledger;
  moves: RowMoves;
  usage: UsageStore;
  clock: Clock;
  /** When this process began. */
  startedAt: number;
};

/** What the last process left: half-written campaigns go, mails under way become uncertain, deeds begun are ended. */
export async function recover({ database, startedAt, ...parts }: Parts): Promise<void> {
  const { campaigns, ledger, moves, usage, clock } = parts;
  // Where one machine has the database for itself, whatever was being prepared before its process began is not any more.
  const begunBefore = database.shared === null ? startedAt : clock.now() - sendLimits.preparingMs;
  await removeUnprepared(parts, begunBefore);
  await moves.recover({ isAlone: database.shared === null });
  await moves.goOnWithAll();
  for (const row of await campaigns.inStates(["running", "paused"])) await ledger.recount(row.id);
  await usage.forgetBefore(clock.now() - 2 * budgetLimits.windowMs);
}

/** Takes away what is left of campaigns that somebody began to prepare before a moment, and never ended. */
export async function removeUnprepared(
  { campaigns, ledger }: Pick<Parts, "campaigns" | "ledger">,
  before: number,
): Promise<void> {
  for (const key of await campaigns.inPreparation(before)) await ledger.removeAllOf(key);
}
