import { expect, test } from "bun:test";
import { inner, reason } from "../../../../contract/reasons.ts";
import {
  CampaignFailures,
  tooManyFailures,
} from "../../../../server/sending/automaticPauses/CampaignFailures.ts";
import { RefusalRun, type SharedRefusals } from "../../../../server/sending/automaticPauses/RefusalRun.ts";
import { keptLog } from "../../../support/server/keptLog.ts";
import { campaignRow } from "../../../support/smtp/sendingRows.ts";
import { until } from "../../../support/until.ts";

/** A campaign of two parts of whose mails so many failed; answers what it was paused for. */
function watched() {
  const ended = { sent: 0, failed: 0, uncertain: 0 };
  const pauses: { why: ReturnType<typeof inner> }[] = [];
  let looks = 0;
  let now = 0;
  const failures = new CampaignFailures({
    store: {
      endedOf: async () => {
        looks += 1;
        return { ...ended };
      },
      pausesOf: async () => pauses,
    },
    clock: { now: () => now },
    log: keptLog().log,
    pause: async (_, why) => void pauses.push({ why: inner(why) }),
  });
  const counts = { queued: 9, sending: 0, deferred: 0, sent: 0, failed: 0, uncertain: 0, skipped: 0 };
  return {
    pauses,
    looks: () => looks,
    /** What it finds so many milliseconds after it looked before. */
    async see(sent: number, failed: number, afterMs = 5_000): Promise<void> {
      Object.assign(ended, { sent, failed });
      now += afterMs;
      const before = looks;
      Object.assign(counts, { sent, failed });
      failures.look({ row: campaignRow({ planId: "plan" }), tally: { counts, failedEmails: [] } });
      if (failed > 0 && afterMs >= 1_000) await until(() => looks > before);
      await Bun.sleep(0);
    },
  };
}

test("a campaign is paused when five in a hundred of its mails failed for good, and not before fifty", async () => {
  const { pauses, see } = watched();
  await see(40, 9);
  await see(96, 4);
  expect(pauses).toEqual([]);
  await see(95, 5);
  expect(pauses).toEqual([{ why: inner(reason("many_failures", { failed: 5, of: 100 })) }]);
});

test("one that is sent within a second is paused as soon as many failed, and not looked at more often for it", async () => {
  const { pauses, see, looks } = watched();
  await see(20, 1);
  await see(50, 9, 50);
  expect(looks()).toBe(1);
  await see(51, 10, 50);
  expect(pauses).toEqual([{ why: inner(reason("many_failures", { failed: 10, of: 61 })) }]);
  await see(60, 11, 50);
  expect(looks()).toBe(2);
});

test("a few of the first fifty may be few of all: they are looked at in their turn", async () => {
  const { pauses, see } = watched();
  await see(5, 1);
  await see(47, 3, 50);
  await see(397, 3, 1_000);
  await see(600, 4, 1_000);
  expect(pauses).toEqual([]);
});

test("mails that went well may be what makes it fifty: it is looked at then, though no other failed", async () => {
  const { pauses, see } = watched();
  await see(40, 3);
  expect(pauses).toEqual([]);
  await see(47, 3);
  expect(pauses).toEqual([{ why: inner(reason("many_failures", { failed: 3, of: 50 })) }]);
});

test("one that a person let go on is asked of again only for what failed since", async () => {
  const { pauses, see } = watched();
  await see(90, 10);
  await see(91, 11);
  await see(135, 14);
  expect(pauses).toHaveLength(1);
  await see(136, 15);
  expect(pauses).toHaveLength(2);
});

test("one that a person let go on is paused again as soon as many of what came since failed, within a second too", async () => {
  const { pauses, see } = watched();
  await see(40, 10);
  await see(41, 11);
  await see(85, 15, 50);
  expect(pauses).toHaveLength(1);
  await see(86, 21, 50);
  expect(pauses).toHaveLength(2);
});

test("what may have gone counts among a campaign's mails, and other pauses do not count among its failures", async () => {
  const store = (uncertain: number, pauses: object[] = []) => ({
    endedOf: async () => ({ sent: 60, failed: 5, uncertain }),
    pausesOf: async () => pauses as never,
  });
  const key = { workspaceId: "ada", id: "plan" };
  const asked = reason("many_failures", { failed: 5, of: 100 });
  expect(await tooManyFailures(store(35), key)).toEqual(asked);
  expect(await tooManyFailures(store(36), key)).toBeNull();
  const others = [
    {},
    { why: inner(reason("refused_in_row", { count: 20, last: inner(reason("refused")) })) },
  ];
  expect(await tooManyFailures(store(35, others), key)).toEqual(asked);
});

test("of several times that a person let it go on the latest counts, in whatever order they are told", async () => {
  const at = (failed: number, of: number) => ({ why: inner(reason("many_failures", { failed, of })) });
  const store = (failed: number) => ({
    endedOf: async () => ({ sent: 250 - failed, failed, uncertain: 0 }),
    pausesOf: async () => [at(12, 200), at(10, 100)],
  });
  const key = { workspaceId: "ada", id: "plan" };
  // Of the last fifty two failed, and then three.
  expect(await tooManyFailures(store(14), key)).toBeNull();
  expect(await tooManyFailures(store(15), key)).toMatchObject({ code: "many_failures" });
});

test("a part that does not run, or is of no campaign, is not looked at; what cannot be read is looked at again", async () => {
  const { log, entries } = keptLog();
  let looks = 0;
  const failures = new CampaignFailures({
    store: {
      async endedOf() {
        looks += 1;
        throw new Error("the disk is gone");
      },
      pausesOf: async () => [],
    },
    clock: { now: () => 1 },
    log,
    pause: async () => {},
  });
  const counts = { queued: 9, sending: 0, deferred: 0, sent: 0, failed: 9, uncertain: 0, skipped: 0 };
  const see = (row: object) =>
    failures.look({ row: campaignRow({ planId: "plan", ...row }), tally: { counts, failedEmails: [] } });
  see({ state: "paused" });
  see({ planId: null });
  expect(looks).toBe(0);
  for (const nth of [1, 2]) {
    see({});
    await until(() => entries.length === nth);
  }
  expect(looks).toBe(2);
});

const policyRefusal = { kind: "refused", reason: reason("refused_by_policy"), policy: "spam" } as const;

test("refusals in the same words are counted over all accounts of a campaign, and pause it and no account", () => {
  const shared: SharedRefusals = new Map();
  const lanes = [new RefusalRun(), new RefusalRun()];
  // Of another campaign that goes through the same account one is no reason to ask of it too.
  lanes[0]?.note({ id: "other", planId: "another" }, policyRefusal, shared);
  const asked = Array.from({ length: 20 }, (_, nth) =>
    lanes[nth % 2]?.note({ id: `part${nth % 2}`, planId: "plan" }, policyRefusal, shared),
  );
  expect(asked.slice(0, 19).every((one) => one === null)).toBe(true);
  expect(asked[19]?.campaignIds).toEqual(["plan"]);
});

test("a campaign's refusals are counted anew once a person was asked, and once an account's server takes one of its mails", () => {
  const shared: SharedRefusals = new Map();
  const lanes = [new RefusalRun(), new RefusalRun()];
  const sent = { kind: "sent", reason: reason("accepted") } as const;
  const note = (nth: number, outcome: Parameters<RefusalRun["note"]>[1]) =>
    lanes[nth % 2]?.note({ id: `part${nth % 2}`, planId: "plan" }, outcome, shared) ?? null;
  const asked = Array.from({ length: 50 }, (_, nth) => note(nth, nth === 15 ? sent : policyRefusal));
  // Twenty over both lanes after the mail that was taken, and then the first lane's own run of twenty, which nothing ended.
  expect(asked.flatMap((one, nth) => (one === null ? [] : [nth]))).toEqual([35, 38]);
});
