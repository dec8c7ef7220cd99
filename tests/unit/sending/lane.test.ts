import { expect, test } from "bun:test";
import { leaseLimits } from "../../../contract/limits/sending.ts";
import type { Database } from "../../../db/database.ts";
import type { CredentialRow } from "../../../db/stores/accounts/credentials.ts";
import { createLedger } from "../../../db/stores/campaigns/ledger.ts";
import { createUsageStore } from "../../../db/stores/campaigns/usage.ts";
import { systemWaits } from "../../../server/core/waits.ts";
import { Lane } from "../../../server/sending/dispatch/lane.ts";
import type { LaneCampaign, LaneDeps } from "../../../server/sending/dispatch/laneDeps.ts";
import { WindowGate } from "../../../server/sending/windows/WindowGate.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { said } from "../../support/reasons.ts";
import { keptLog } from "../../support/server/keptLog.ts";
import { campaignRow, credentialRow } from "../../support/smtp/sendingRows.ts";
import { until } from "../../support/until.ts";

const now = 1_800_000_000_000;

/** A lane of one campaign over a database; nothing that it claims is sent. */
function openLane(
  database: Database,
  { deps, ...rest }: { deps: Partial<LaneDeps>; credential?: CredentialRow },
): Lane {
  return new Lane({
    deps: {
      ledger: createLedger(database),
      usage: createUsageStore(database),
      clock: { ...systemWaits, now: () => now },
      log: keptLog().log,
      mayClaim: () => true,
      openSender: () => Promise.reject(new Error("nothing is sent here")),
      journal: {
        isKept: false,
        composing: (_, compose) => compose(),
        journalOf: () => ({ begins() {}, answered() {} }),
        settled: () => {},
      },
      countMails: () => {},
      suppressedAmong: async () => new Map(),
      savePause: async () => {},
      pauseCampaign: async () => {},
      lookAgain: async () => {},
      finish: async () => null,
      progressed: () => {},
      tried: () => {},
      random: () => 0,
      ...deps,
    },
    credential: credentialRow(),
    connections: 8,
    budget: { perDay: null, perMinute: null, gapMs: 0 },
    history: [],
    ...rest,
  });
}

function laneCampaign(counts: { queued: number; deferred: number }, nextDueAt: number | null): LaneCampaign {
  return {
    row: campaignRow({ state: "running", total: 1 }),
    tally: {
      counts: { sending: 0, sent: 0, failed: 0, uncertain: 0, skipped: 0, ...counts },
      failedEmails: [],
    },
    nextDueAt,
    claimAgainAt: null,
    isStale: false,
    gate: new WindowGate(),
    compose: () => {
      throw new Error("nothing is composed here");
    },
  };
}

eachDatabase("a lane", (open) => {
  const database = emptyBeforeEach(open);

  test("whose account rests while a mail is overdue waits, and does not look again and again", async () => {
    let looks = 0;
    const progressed = () => {
      looks += 1;
    };
    const lane = openLane(database(), {
      deps: { progressed },
      credential: credentialRow({ paused: true, pausedReason: said("421"), pausedUntil: now + 3_600_000 }),
    });
    lane.add(laneCampaign({ queued: 0, deferred: 1 }, now - 60_000));
    await until(() => looks > 0);
    // Fifty turns of a millisecond each: one that spins looks in all of them.
    for (let turn = 0; turn < 50; turn++) await Bun.sleep(1);
    await lane.stop();
    expect(looks).toBeLessThan(10);
  });

  test("whose lease was over goes on soon after it was renewed, of which nobody tells it", async () => {
    let mayClaim = false;
    let claims = 0;
    const sleeps: { ms: number; wake(): void }[] = [];
    const ledger = createLedger(database());
    const lane = openLane(database(), {
      deps: {
        mayClaim: () => mayClaim,
        clock: {
          ...systemWaits,
          now: () => now,
          after(ms, wake) {
            sleeps.push({ ms, wake });
            return () => {};
          },
        },
        ledger: {
          ...ledger,
          settleAndClaim(settled, claim, ...more) {
            if (claim !== null) claims += 1;
            return ledger.settleAndClaim(settled, claim, ...more);
          },
        },
      },
    });
    lane.add(laneCampaign({ queued: 1, deferred: 0 }, null));
    await until(() => sleeps.length > 0);
    expect(sleeps[0]?.ms).toBeLessThan(leaseLimits.renewEveryMs);
    expect(claims).toBe(0);
    mayClaim = true;
    sleeps[0]?.wake();
    await until(() => claims > 0);
    await lane.stop();
  });
});
