import type { Scope } from "../../contract/identity/scope.ts";
import { healthLimits } from "../../contract/limits/accounts/health.ts";
import { budgetLimits } from "../../contract/limits/sending.ts";
import { dayMs } from "../../contract/limits/units.ts";
import { refused } from "../../contract/refused.ts";
import type { AccountHealth } from "../../contract/schemas/accounts/health.ts";
import { type DailyLimits, dailyStep } from "../../contract/sending/rampUp.ts";
import { createAccountDayStore, dayKinds, dayOf } from "../../db/stores/accounts/accountDays.ts";
import { createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import { createUsageStore } from "../../db/stores/campaigns/usage.ts";
import type { Core } from "../core/core.ts";

export type AccountHealthService = ReturnType<typeof createAccountHealthService>;

/** How an account has been doing, from what is counted by its day. */
export function createAccountHealthService({ database, clock }: Core) {
  const accounts = createCredentialStore(database);
  const days = createAccountDayStore(database);
  const usage = createUsageStore(database);
  return {
    /** @throws {Refusal} not_found for an account that is nobody's, or somebody else's. */
    async of({ workspaceId, id }: Scope & { id: string }): Promise<AccountHealth> {
      const row = await accounts.one({ workspaceId, id });
      if (row === null) throw refused("account_not_found");
      const now = clock.now();
      const from = dayOf(now) - (healthLimits.days - 1) * dayMs;
      const known = await days.daysSince({ workspaceId, credentialId: id }, from);
      const buckets = await usage.bucketsSince({ credentialId: id, since: now - budgetLimits.windowMs });
      const byDay = new Map(known.map((one) => [one.day, one]));
      const none = Object.fromEntries(dayKinds.map((kind) => [kind, 0])) as Record<
        (typeof dayKinds)[number],
        0
      >;
      return {
        budget: budgetOf(row, { buckets, now }),
        days: Array.from({ length: healthLimits.days }, (_, index) => {
          const day = from + index * dayMs;
          return byDay.get(day) ?? { day, ...none };
        }),
      };
    },

    /** Also the minutes in which it sent, which no budget looks at any more: a server may run for years without a start. */
    async forgetOld(): Promise<void> {
      await days.forgetBefore(clock.now() - healthLimits.keptMs);
      await usage.forgetBefore(clock.now() - 2 * budgetLimits.windowMs);
    },
  };
}

type Bucket = { bucketAt: number; count: number };

/** A mail counts for 24 hours from the minute in which it went. */
function budgetOf(limits: DailyLimits, { buckets, now }: { buckets: readonly Bucket[]; now: number }) {
  const booked = buckets.filter(({ count }) => count > 0);
  const [oldest, latest] = [booked[0], booked.at(-1)];
  const freedAt = (bucket: Bucket | undefined) => bucket && bucket.bucketAt + budgetLimits.windowMs;
  return {
    used: booked.reduce((sum, { count }) => sum + count, 0),
    ...dailyStep(limits, now),
    freesAt: freedAt(oldest) ?? null,
    freesCount: oldest?.count ?? 0,
    freeAt: freedAt(latest) ?? null,
  };
}
