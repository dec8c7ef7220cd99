import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { budgetLimits } from "../../contract/limits/sending.ts";
import { minuteMs } from "../../contract/limits/units.ts";
import type { ReasonCode } from "../../contract/reasons.ts";
import type { PlanContent } from "../../contract/schemas/campaignPlan.ts";
import { createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import { createUsageStore } from "../../db/stores/campaigns/usage.ts";
import type { Core } from "../core/core.ts";
import type { CampaignFacts, LookedAtPart } from "./plans/campaignAnswer.ts";
import { contentOf } from "./plans/planAnswer.ts";
import { planForecast } from "./plans/planForecast.ts";

/**
 * About when the last mail of a running campaign has gone, by the limits of its accounts and its hours: null where neither
 * makes it take longer, of a sequence, and where something waits for a person or for a server that takes nothing. While an
 * account waits for its next day it is told even if that is the last one: whoever was told of a day so far is not to wonder
 * whether it still holds.
 */
export function createRestForecast({ database, clock }: Pick<Core, "database" | "clock">) {
  const credentials = createCredentialStore(database);
  const usage = createUsageStore(database);

  return async function doneAt(
    workspaceId: WorkspaceId,
    { plan, parts }: Pick<CampaignFacts, "plan"> & { parts: readonly WaitingPart[] },
  ): Promise<number | null> {
    const rest = parts.filter((part) => openOf(part) > 0);
    if (plan.state !== "started" || plan.kind !== "once" || rest.length === 0 || !rest.every(goesOn))
      return null;
    const content = contentOf({ ...plan, audience: null }, parts);
    const shares = Map.groupBy(rest, ({ campaign }) => campaign.credentialId);
    const owned = await credentials.ownedBy(workspaceId);
    const accounts = owned.filter(({ id }) => shares.has(id));
    if (accounts.length < shares.size) return null;
    const now = clock.now();
    const isBegun = [...shares.values()].every((share) => beginOf(share, now) === now);
    const forecasts = await Promise.all(
      accounts.map(async (account) => {
        const share = shares.get(account.id) ?? [];
        const startAt = beginOf(share, now);
        // What counts against its day once it goes on, and until when.
        const since = startAt - budgetLimits.windowMs;
        const used = await usage.bucketsSince({ credentialId: account.id, since });
        const usedSince = async (since: number) =>
          (await usage.countsSince([account.id], since)).get(account.id) ?? 0;
        return planForecast({
          content: untested(content, account.id),
          usages: [
            {
              account,
              sentToday: used.reduce((sum, { count }) => sum + count, 0),
              freesAt: freeing(used),
              // They are counted by the minute in which they began.
              sentThisMinute: account.perMinute === null ? 0 : await usedSince(startAt - 2 * minuteMs),
            },
          ],
          recipients: share.reduce((sum, part) => sum + openOf(part), 0),
          zones: zonesOf(share),
          startAt,
        });
      }),
    );
    const isLimited = forecasts.some(({ limitedBy }) => limitedBy !== null);
    const isSlowed = content.window !== null || isLimited || !isBegun;
    const ends = forecasts.map(({ lastMailAt }) => lastMailAt);
    return isSlowed && ends.every((at) => at !== null) ? Math.max(...ends) : null;
  };
}

/** When so many of the mails of these minutes count no more. */
function freeing(used: readonly { bucketAt: number; count: number }[]) {
  return (freed: number): number | null => {
    let before = 0;
    for (const { bucketAt, count } of used) {
      before += count;
      if (before >= freed) return bucketAt + budgetLimits.windowMs;
    }
    return null;
  };
}

type WaitingPart = Omit<LookedAtPart, "responses">;

/** What is on its way is counted against its account's limits already. */
function openOf({ counts }: WaitingPart): number {
  return counts.queued + counts.deferred;
}

/** What it may wait for so that its end can be told: a server that takes nothing for now may go on doing so. */
const passing: ReadonlySet<string> = new Set<ReasonCode>([
  "own_limit",
  "provider_daily_limit",
  "window_closed",
  "retries_due",
]);

/** What is paused waits for a person, or for the better variant; and what waits for no known moment tells nothing. */
function goesOn({ campaign, waiting }: WaitingPart): boolean {
  if (campaign.state !== "running") return false;
  return waiting === null || (waiting.nextAt !== null && passing.has(waiting.reason.code));
}

/** When an account goes on with a campaign: at once unless all of its parts wait. */
function beginOf(share: readonly WaitingPart[], now: number): number {
  const waits = share.flatMap(({ waiting }) => waiting ?? []);
  if (waits.length < share.length) return now;
  return Math.max(now, Math.min(...waits.map(({ nextAt }) => nextAt ?? now)));
}

/** A test that is over, or whose sample is on its way, keeps nobody waiting among those who are counted. */
function untested(content: PlanContent, accountId: string): PlanContent {
  return { ...content, accounts: [accountId], steps: content.steps.map((step) => ({ ...step, test: null })) };
}

function zonesOf(share: readonly WaitingPart[]): Map<string, number> {
  const zones = new Map<string, number>();
  for (const part of share) {
    const { zone } = part.campaign;
    if (zone !== null) zones.set(zone, (zones.get(zone) ?? 0) + openOf(part));
  }
  return zones;
}
