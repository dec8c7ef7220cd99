import { expect, test } from "bun:test";
import { hourMs, minuteMs, secondMs } from "../../../contract/limits/units.ts";
import { reason } from "../../../contract/reasons.ts";
import type { SendWindow } from "../../../contract/schemas/campaignPlan.ts";
import type { Database } from "../../../db/database.ts";
import { createCampaignStore } from "../../../db/stores/campaigns/campaigns.ts";
import { createLedger } from "../../../db/stores/campaigns/ledger.ts";
import { createUsageStore } from "../../../db/stores/campaigns/usage.ts";
import type { Waits } from "../../../server/core/waits.ts";
import { Lane } from "../../../server/sending/dispatch/lane.ts";
import type { LaneCampaign, LaneDeps } from "../../../server/sending/dispatch/laneDeps.ts";
import { type Waiting, waitingOf } from "../../../server/sending/dispatch/tally.ts";
import { WindowGate } from "../../../server/sending/windows/WindowGate.ts";
import { addDeliveries } from "../../support/db/addDeliveries.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { keptLog } from "../../support/server/keptLog.ts";
import { campaignRow, credentialRow, leadRow } from "../../support/smtp/sendingRows.ts";
import { until } from "../../support/until.ts";

const monday = Date.UTC(2026, 10, 23);
const office: SendWindow = { days: [1, 2, 3, 4, 5], from: "09:00", to: "17:00" };

const noJournal: LaneDeps["journal"] = {
  isKept: true,
  composing: (_, compose) => compose(),
  journalOf: () => ({ begins() {}, answered() {} }),
  settled: () => {},
};

/** Mails that wait, each to a lead of its own. */
async function addQueued(
  database: Database,
  { campaignId, count, startAt }: { campaignId: string; count: number; startAt: number },
): Promise<void> {
  await addDeliveries(
    database,
    Array.from({ length: count }, (_, nth) => ({
      id: `d${nth}`,
      campaignId,
      workspaceId: "ada",
      leadId: `l${nth}`,
      email: `${nth}@in.test`,
      state: "queued" as const,
      attempts: 0,
      dueAt: startAt,
    })),
  );
  await database.atomically((write) => ({
    leads: write.insert(database.tables.leads).values(
      Array.from({ length: count }, (_, nth) =>
        leadRow(`l${nth}`, `${nth}@in.test`, {
          firstName: "F",
          lastName: "L",
          searchText: `${nth}`,
          emailHash: `${nth}`,
        }),
      ),
    ),
  }));
}

/** A lane over a real ledger, in a time that goes on by itself as fast as the lane can follow. */
async function laneAt(
  database: Database,
  {
    startAt,
    count,
    takesMs = 0,
    ...part
  }: { startAt: number; count: number; takesMs?: number } & Partial<LaneCampaign["row"]>,
) {
  const asked = { count: 0 };
  const ledger = counted(createLedger(database), asked);
  const campaigns = createCampaignStore(database);
  const row = campaignRow({ window: office, zone: "UTC", total: count, accepted: count, ...part });
  await campaigns.addUnlessKnown({ ...row, html: "<p>Hi</p>" });
  await addQueued(database, { campaignId: row.id, count, startAt });
  const time = runningTime(startAt, asked);
  const sentAt: number[] = [];
  const waits: Waiting[] = [];
  const campaign: LaneCampaign = {
    row,
    tally: { counts: await ledger.countsOf(row.id), failedEmails: [] },
    nextDueAt: null,
    claimAgainAt: null,
    isStale: false,
    gate: new WindowGate(),
    compose: ({ id, email }) => ({
      envelope: { from: "ada@example.com", to: email },
      raw: new Uint8Array(),
      messageId: id,
    }),
  };
  const lane = new Lane({
    deps: {
      ledger,
      usage: createUsageStore(database),
      clock: time,
      log: keptLog().log,
      mayClaim: () => true,
      openSender: async () => ({
        async send() {
          sentAt.push(time.now());
          await new Promise<void>((resolve) => time.after(takesMs, resolve));
          return { kind: "sent", reason: reason("accepted") };
        },
        close: async () => {},
      }),
      journal: noJournal,
      countMails: () => {},
      suppressedAmong: async () => new Map(),
      savePause: async () => {},
      pauseCampaign: async () => {},
      tried: () => {},
      random: () => 0,
      async lookAgain(one) {
        one.row = (await campaigns.byId(row.id)) ?? one.row;
        one.tally.counts = await ledger.countsOf(row.id);
      },
      finish: async () => null,
      progressed(one, waiting) {
        const why = waitingOf(one, waiting, time.now());
        if (why !== null) waits.push(why);
      },
    },
    credential: credentialRow(),
    connections: 1,
    budget: { perDay: null, perMinute: null, gapMs: 0 },
    history: [],
  });
  lane.add(campaign);
  return { lane, campaign, sentAt, waits, time, database, row };
}

/** A store that counts what is asked of it and not answered yet. */
function counted<Store extends object>(store: Store, asked: { count: number }): Store {
  const one = (ask: unknown) => {
    if (typeof ask !== "function") return ask;
    return (...given: unknown[]) => {
      const answer: unknown = ask(...given);
      if (!(answer instanceof Promise)) return answer;
      asked.count += 1;
      return answer.finally(() => {
        asked.count -= 1;
      });
    };
  };
  return Object.fromEntries(Object.entries(store).map(([name, ask]) => [name, one(ask)])) as Store;
}

/** Time that leaps to whatever is waited for next, once nothing else is to be done and the database has answered. */
function runningTime(startAt: number, asked: { count: number }) {
  let now = startAt;
  const timers = new Set<{ at: number; then: () => void }>();
  const beating = setInterval(() => {
    const next = asked.count > 0 ? undefined : [...timers].sort((a, b) => a.at - b.at)[0];
    if (next === undefined) return;
    timers.delete(next);
    now = Math.max(now, next.at);
    next.then();
  }, 1);
  const waits: Waits = {
    steadyMs: () => now - startAt,
    after(waitMs, then) {
      const timer = { at: now + waitMs, then };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    turn: () => new Promise((resolve) => setImmediate(resolve)),
  };
  return { ...waits, now: () => now, stop: () => clearInterval(beating) };
}

type World = Awaited<ReturnType<typeof laneAt>>;

async function ended(world: World, count: number): Promise<World> {
  await until(() => world.sentAt.length === count);
  await world.lane.stop();
  world.time.stop();
  return world;
}

eachDatabase("a part with a window", (open) => {
  const database = emptyBeforeEach(open);

  test("sends nothing before it opens, says why and until when, and then goes", async () => {
    const { sentAt, waits } = await ended(
      await laneAt(database(), { startAt: monday + 7 * hourMs, count: 3 }),
      3,
    );
    expect(waits[0]).toEqual({ reason: reason("window_closed"), nextAt: monday + 9 * hourMs });
    expect(sentAt.every((at) => at >= monday + 9 * hourMs && at < monday + 9 * hourMs + minuteMs)).toBe(true);
  });

  test("that is closed on Sunday begins on Monday, by the wall of its own zone", async () => {
    const startAt = monday - 4 * hourMs;
    const { sentAt } = await ended(await laneAt(database(), { startAt, count: 2, zone: "Asia/Kolkata" }), 2);
    // Nine o'clock in Kolkata is half past three in the night of UTC.
    expect(sentAt[0]).toBeGreaterThanOrEqual(monday + 3.5 * hourMs);
    expect(sentAt.at(-1)).toBeLessThan(monday + 3.5 * hourMs + minuteMs);
  });

  test("over which its mails are spread is filled by them, and all go within it", async () => {
    const startAt = monday + 9 * hourMs;
    const { sentAt } = await ended(await laneAt(database(), { startAt, count: 16, spread: "even" }), 16);
    const gaps = sentAt.slice(1).map((at, nth) => at - (sentAt[nth] as number));
    expect(sentAt.at(-1)).toBeLessThan(monday + 17 * hourMs);
    for (const gap of gaps) expect(Math.abs(gap - hourMs / 2)).toBeLessThan(5 * secondMs);
  });

  test("that never closes has no end to spread mails up to: they go as fast as they may", async () => {
    const window = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" };
    const startAt = monday + 9 * hourMs;
    const world = await laneAt(database(), { startAt, count: 3, window, spread: "even" });
    const { sentAt } = await ended(world, 3);
    expect(sentAt.at(-1)).toBeLessThan(startAt + minuteMs);
  });

  test("puts mails back that wait for their turn as it closes, and sends them the next day", async () => {
    const startAt = monday + 16.9 * hourMs;
    // Of three mails of eight minutes each only one begins before five.
    const { sentAt } = await ended(await laneAt(database(), { startAt, count: 3, takesMs: 8 * minuteMs }), 3);
    const wall = sentAt.map((at) => new Date(at).toISOString().slice(0, 16));
    expect(wall).toEqual(["2026-11-23T16:54", "2026-11-24T09:00", "2026-11-24T09:08"]);
  });

  test("that is changed while it waits goes by the new one at once", async () => {
    const world = await laneAt(database(), { startAt: monday + 18 * hourMs, count: 1 });
    await until(() => world.waits.length > 0);
    const window = { ...office, to: "24:00" };
    const { campaigns } = database().tables;
    await database().atomically((write) => ({ changed: write.update(campaigns).set({ window }) }));
    world.lane.update({ ...world.row, window });
    const { sentAt } = await ended(world, 1);
    // Not on Tuesday at nine, as it would have been.
    expect(sentAt[0]).toBeLessThan(monday + 24 * hourMs);
  });

  test("that somebody closed elsewhere lets nothing out which was claimed before", async () => {
    const world = await laneAt(database(), { startAt: monday + 10 * hourMs, count: 8, spread: "even" });
    await until(() => world.sentAt.length === 1);
    const { campaigns } = database().tables;
    const window = { days: [2], from: "09:00", to: "17:00" };
    await database().atomically((write) => ({ closed: write.update(campaigns).set({ window }) }));
    const countAtClose = world.sentAt.length;
    const { sentAt } = await ended(world, 8);
    // At most the one that was under way as it was written.
    expect(sentAt.slice(countAtClose).filter((at) => at < monday + 24 * hourMs).length).toBeLessThanOrEqual(
      1,
    );
    expect(sentAt.at(-1)).toBeGreaterThanOrEqual(monday + 33 * hourMs);
  });
});

const friday = monday + 4 * 24 * hourMs;

test.each([
  // What is allowed again on a Saturday goes on Monday.
  ["its account's day is over", friday + 12 * hourMs, friday + 36 * hourMs, "own_limit", 7 * 24 + 9],
  [
    "the window is closed for longer",
    friday + 20 * hourMs,
    friday + 36 * hourMs,
    "window_closed",
    7 * 24 + 9,
  ],
  ["the account waits for longer", monday + 20 * hourMs, monday + 36 * hourMs, "own_limit", 36],
  ["the account goes on within hours", monday + 10 * hourMs, monday + 11 * hourMs, "own_limit", 11],
])("a campaign with hours says when it really goes on where %s", (_, now, laneAt, code, hours) => {
  const counts = { queued: 5, sending: 0, deferred: 0, sent: 0, failed: 0, uncertain: 0, skipped: 0 };
  const row = { window: office, zone: "UTC", spread: "fast" as const };
  const why = reason("own_limit", { limit: "day", countMax: 10, day: null });
  const asked = { row, tally: { counts, failedEmails: [] }, nextDueAt: null };
  const waiting = waitingOf(asked, { reason: why, nextAt: laneAt }, now);
  expect(waiting).toMatchObject({ reason: { code }, nextAt: monday + hours * hourMs });
  // Whoever has to decide is waited for whatever the clock says.
  expect(waitingOf(asked, { reason: why, nextAt: null }, now)?.nextAt).toBeNull();
});
