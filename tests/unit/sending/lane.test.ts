import { expect, test } from "bun:test";
import { createLedger } from "../../../db/stores/campaigns/ledger.ts";
import { createUsageStore } from "../../../db/stores/campaigns/usage.ts";
import { systemWaits } from "../../../server/core/waits.ts";
import { Lane } from "../../../server/sending/dispatch/lane.ts";
import { WindowGate } from "../../../server/sending/windows/WindowGate.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { said } from "../../support/reasons.ts";
import { keptLog } from "../../support/server/keptLog.ts";
import { campaignRow, credentialRow } from "../../support/smtp/sendingRows.ts";
import { until } from "../../support/until.ts";

eachDatabase("a lane", (open) => {
  const database = emptyBeforeEach(open);

  test("whose account rests while a mail is overdue waits, and does not look again and again", async () => {
    const now = 1_800_000_000_000;
    let looks = 0;
    const lane = new Lane({
      deps: {
        ledger: createLedger(database()),
        usage: createUsageStore(database()),
        clock: { ...systemWaits, now: () => now },
        log: keptLog().log,
        mayClaim: () => true,
        openSender: () => Promise.reject(new Error("nothing is sent here")),
        begun: {
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
        progressed: () => {
          looks += 1;
        },
        tried: () => {},
        random: () => 0,
      },
      credential: credentialRow({ paused: true, pausedReason: said("421"), pausedUntil: now + 3_600_000 }),
      connections: 8,
      budget: { perDay: null, perMinute: null, gapMs: 0 },
      history: [],
    });
    const counts = { queued: 0, sending: 0, deferred: 1, sent: 0, failed: 0, uncertain: 0, skipped: 0 };
    lane.add({
      row: campaignRow({ state: "running", total: 1 }),
      tally: { counts, failedEmails: [] },
      nextDueAt: now - 60_000,
      claimAgainAt: null,
      isStale: false,
      gate: new WindowGate(),
      compose: () => {
        throw new Error("nothing is composed here");
      },
    });
    await until(() => looks > 0);
    // Fifty turns of a millisecond each: one that spins looks in all of them.
    for (let turn = 0; turn < 50; turn++) await Bun.sleep(1);
    await lane.stop();
    expect(looks).toBeLessThan(10);
  });
});
