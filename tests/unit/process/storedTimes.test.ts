import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Database } from "../../../db/database.ts";
import { isFile } from "../../../db/isFile.ts";
import { createUsageStore } from "../../../db/stores/campaigns/usage.ts";
import { createStoredTimeStore } from "../../../db/stores/installation/storedTimes.ts";
import { createJobStore } from "../../../db/stores/jobs/jobs.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";
import { campaignRow, credentialRow } from "../../support/smtp/sendingRows.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const noon = 30_000_000 * minuteMs;

eachDatabase("stored times", (open) => {
  const database = emptyBeforeEach(open);

  async function book(buckets: Record<number, number>): Promise<void> {
    for (const [bucketAt, count] of Object.entries(buckets))
      await createUsageStore(database()).record({
        credentialId: "a",
        workspaceId: "ada",
        bucketAt: Number(bucketAt),
        count,
      });
  }

  test.each([
    ["ahead", dayMs],
    ["ahead by less than there is", 2 * minuteMs],
    ["back", -400 * dayMs],
    ["back by less than there is", -minuteMs],
  ])("of a budget keep their distance to a clock that is set %s, minute by minute", async (_, byMs) => {
    await book({ [noon - 3 * dayMs]: 9, [noon - 2 * minuteMs]: 1, [noon - minuteMs]: 2, [noon]: 3 });
    await createStoredTimeStore(database()).moveAlong({ from: noon + 10, byMs });
    expect(await booked(database(), noon + byMs - hourMs)).toEqual({
      [noon + byMs - 2 * minuteMs]: 1,
      [noon + byMs - minuteMs]: 2,
      [noon + byMs]: 3,
    });
  });

  test("are moved once, also where each of several processes comes upon the step a while after the other", async () => {
    await book({ [noon]: 3 });
    const { moveAlong } = createStoredTimeStore(database());
    await moveAlong({ from: noon + 10, byMs: dayMs });
    await moveAlong({ from: noon + 10, byMs: dayMs });
    if (!isFile(database().tables)) await moveAlong({ from: noon + 40_000, byMs: dayMs + 90 });
    expect(await booked(database(), 0)).toEqual({ [noon + dayMs]: 3 });
    // Set once more, a while later.
    await moveAlong({ from: noon + dayMs + 3 * minuteMs, byMs: dayMs });
    expect(await booked(database(), 0)).toEqual({ [noon + 2 * dayMs]: 3 });
  });

  test("of a budget are added to those that are there already", async () => {
    await book({ [noon]: 3, [noon - 2 * dayMs]: 4 });
    await createStoredTimeStore(database()).moveAlong({ from: noon, byMs: -2 * dayMs });
    expect(await booked(database(), 0)).toEqual({ [noon - 2 * dayMs]: 7 });
  });

  test("ahead of the clock are brought back to it once, and what is right stays as it is", async () => {
    await book({ [noon]: 3, [noon + 40 * dayMs]: 4, [noon + 400 * dayMs]: 5 });
    await addSending(database(), {
      queued: noon + 400 * dayMs,
      deferred: noon + 400 * dayMs,
      pausedUntil: noon + 400 * dayMs,
    });
    const store = createStoredTimeStore(database());
    // Two minutes, an account, two deliveries.
    expect(await store.bringBack(noon + 5)).toBe(5);
    expect(await booked(database(), 0)).toEqual({ [noon]: 12 });
    expect(await sendingTimes(database())).toEqual({
      queued: noon + 5,
      deferred: noon + 5 + dayMs,
      pausedUntil: noon + 5 + dayMs,
    });
    expect(await store.bringBack(noon + 5)).toBe(0);
  });

  test("of rests and put-off mails that are as they should be are not brought back", async () => {
    const times = { queued: noon, deferred: noon + hourMs, pausedUntil: noon + dayMs };
    await addSending(database(), times);
    expect(await createStoredTimeStore(database()).bringBack(noon)).toBe(0);
    expect(await sendingTimes(database())).toEqual(times);
  });

  test("of an account's last two days are forgotten for no clock that is ahead", async () => {
    await book({ [noon - 3 * dayMs]: 1, [noon - dayMs]: 2, [noon]: 3 });
    await createUsageStore(database()).forgetBefore(noon + 398 * dayMs);
    expect(await booked(database(), 0)).toEqual({ [noon - dayMs]: 2, [noon]: 3 });
    await createUsageStore(database()).forgetBefore(noon - 10 * dayMs);
    expect(await booked(database(), 0)).toEqual({ [noon - dayMs]: 2, [noon]: 3 });
  });
});

eachDatabase("stored times", (open) => {
  const database = emptyBeforeEach(open);

  test("of jobs keep their distance to a clock that is set, and hold nothing up that lies too far ahead", async () => {
    const store = createJobStore(database());
    const job = { workspaceId: "", key: null, payload: {}, createdAt: noon };
    await store.put([
      { ...job, id: "runs", kind: "import", dueAt: noon },
      { ...job, id: "waits", kind: "systemMail", dueAt: noon + minuteMs },
    ]);
    await store.claim({ kinds: ["import"], holder: "h", now: noon, leaseUntil: noon + 10_000 });
    const times = async () =>
      Object.fromEntries(
        (await store.page({ beforeId: null, sizeMax: 9 })).map(({ id, dueAt, leaseUntil }) => [
          id,
          dueAt ?? leaseUntil,
        ]),
      );
    const stored = createStoredTimeStore(database());
    for (const byMs of [400 * dayMs, -400 * dayMs]) {
      await stored.moveAlong({ from: noon, byMs });
      // Once more, as whoever has had no answer does.
      await stored.moveAlong({ from: noon, byMs });
      expect(await times()).toEqual({ runs: noon + byMs + 10_000, waits: noon + byMs + minuteMs });
      await stored.moveAlong({ from: noon + byMs, byMs: -byMs });
    }
    expect(await stored.bringBack(noon)).toBe(0);
    // A server that ran under a clock that was a day ahead, and one that starts under the right one.
    expect(await stored.bringBack(noon - dayMs)).toBe(2);
    expect(await times()).toEqual({ runs: noon - dayMs + 15_000, waits: noon - dayMs + hourMs });
  });

  test("of jobs stay where a person put them, or where work that comes back has its own time", async () => {
    const store = createJobStore(database());
    const job = { workspaceId: "", payload: {}, createdAt: noon };
    await store.put([
      { ...job, id: "planned", kind: "campaignStart", key: "campaignStart:1", dueAt: noon + 14 * dayMs },
      { ...job, id: "daily", kind: "forgetAccountDays", key: "forgetAccountDays", dueAt: noon + dayMs },
    ]);
    expect(await createStoredTimeStore(database()).bringBack(noon)).toBe(0);
    const rows = await store.page({ beforeId: null, sizeMax: 9 });
    const times = Object.fromEntries(rows.map(({ id, dueAt }) => [id, dueAt]));
    expect(times).toEqual({ planned: noon + 14 * dayMs, daily: noon + dayMs });
  });
});

eachDatabase("a sequence", (open) => {
  const database = emptyBeforeEach(open);
  const threeDays = 3 * dayMs;

  test.each([
    ["ahead", 8 * hourMs],
    ["far ahead", 400 * dayMs],
    ["back", -400 * dayMs],
  ])("waits as long as it would have where the clock is set %s", async (_, byMs) => {
    await addSequence(database(), { dueAt: noon + dayMs, sentAt: noon - 2 * dayMs, holdUntil: noon + 9_000 });
    const store = createStoredTimeStore(database());
    await store.moveAlong({ from: noon, byMs });
    await store.bringBack(noon + byMs);
    const now = noon + byMs;
    const { dueAt, holdUntil, plannedAt } = await sequenceTimes(database());
    expect({ dueAt, holdUntil }).toEqual({ dueAt: now + dayMs, holdUntil: now + 9_000 });
    // A moment of the wall clock is that moment, whatever the clock was.
    expect(plannedAt).toBe(noon + 7 * dayMs);
  });

  test("counts from when its mail was sent, where the clock was far ahead and is set back", async () => {
    const ahead = noon + 400 * dayMs;
    await addSequence(database(), { dueAt: ahead + 1, sentAt: ahead - hourMs, holdUntil: ahead });
    const store = createStoredTimeStore(database());
    await store.moveAlong({ from: ahead, byMs: noon - ahead });
    await store.bringBack(noon);
    const { sentAt, madeAt } = await sequenceTimes(database());
    expect({ sentAt, madeAt }).toEqual({ sentAt: noon - hourMs, madeAt: noon - hourMs });
  });

  test("that begins under a clock that is right does not wait for the days of one that was ahead", async () => {
    const ahead = noon + 800 * dayMs;
    await addSequence(database(), { dueAt: ahead + threeDays, sentAt: ahead, holdUntil: ahead });
    expect(await createStoredTimeStore(database()).bringBack(noon)).toBe(3);
    const { dueAt, sentAt, holdUntil } = await sequenceTimes(database());
    expect(dueAt).toBeLessThanOrEqual(noon + 365 * dayMs);
    expect({ sentAt, holdUntil }).toEqual({ sentAt: noon, holdUntil: noon + 10 * minuteMs });
  });
});

eachDatabase("a session", (open) => {
  const database = emptyBeforeEach(open);

  test("of before moves with a clock that is set back, and one that was opened since does not", async () => {
    const { read, tables, atomically } = database();
    const { sessions } = tables;
    const now = noon - 400 * dayMs;
    const of = { userId: "u1", workspaceId: "u1", device: "A program" };
    const opened = { before: noon - hourMs, since: now + 2_000 };
    await atomically((write) => ({
      opened: Object.entries(opened).map(([id, at]) =>
        write.insert(sessions).values({ ...of, id, createdAt: at, lastSeenAt: at }),
      ),
    }));
    await createStoredTimeStore(database()).moveAlong({ from: noon, byMs: now - noon });
    const rows = await read.select().from(sessions).orderBy(sessions.id);
    expect(rows.map(({ id, createdAt }) => [id, createdAt])).toEqual([
      ["before", now - hourMs],
      ["since", now + 2_000],
    ]);
  });
});

async function booked(database: Database, since: number): Promise<Record<number, number>> {
  const rows = await createUsageStore(database).bucketsSince({ credentialId: "a", since });
  return Object.fromEntries(rows.map(({ bucketAt, count }) => [bucketAt, Number(count)]));
}

type Times = { queued: number; deferred: number; pausedUntil: number };

async function addSending({ atomically, tables }: Database, times: Times): Promise<void> {
  const { queued, deferred, pausedUntil } = times;
  await atomically((write) => ({
    credentials: write.insert(tables.credentials).values(credentialRow({ paused: true, pausedUntil })),
    campaigns: write.insert(tables.campaigns).values(campaignRow({ total: 2 })),
    deliveries: write.insert(tables.deliveries).values(
      (
        [
          ["queued", queued],
          ["deferred", deferred],
        ] as const
      ).map(([state, dueAt]) => ({
        id: state,
        campaignId: "campaign",
        workspaceId: "ada",
        leadId: state,
        email: `${state}@in.test`,
        state,
        attempts: 1,
        dueAt,
      })),
    ),
  }));
}

async function sendingTimes({ read, tables }: Database): Promise<Times> {
  const rows = await read.select().from(tables.deliveries);
  const [account] = await read.select().from(tables.credentials);
  const dueAt = (state: string) => rows.find((row) => row.state === state)?.dueAt ?? 0;
  return { queued: dueAt("queued"), deferred: dueAt("deferred"), pausedUntil: account?.pausedUntil ?? 0 };
}

type Waiting = { dueAt: number; sentAt: number; holdUntil: number };

async function addSequence({ tables, atomically }: Database, { dueAt, sentAt, holdUntil }: Waiting) {
  const plan = { workspaceId: "ada", kind: "sequence", name: "", content: null, audience: null } as const;
  const times = { version: 1, createdBy: "ada", createdAt: 1, updatedAt: 1 };
  await atomically((write) => ({
    workspace: write.insert(tables.workspaces).values({ workspaceId: "ada", createdAt: 1 }),
    plans: write.insert(tables.campaignPlans).values([
      { ...plan, ...times, id: "goes on", state: "started", startedAt: noon - 9 * dayMs },
      { ...plan, ...times, id: "held", state: "holding", holdUntil },
      { ...plan, ...times, id: "planned", state: "scheduled", dueAt: noon + 7 * dayMs },
    ]),
    part: write.insert(tables.campaigns).values(
      campaignRow({
        id: "part",
        workspaceId: "ada",
        state: "finished",
        planId: "goes on",
        createdAt: sentAt,
      }),
    ),
    mail: write.insert(tables.deliveries).values({
      id: "mail",
      campaignId: "part",
      workspaceId: "ada",
      leadId: "lead",
      email: "",
      state: "sent",
      attempts: 1,
      dueAt: 1,
      sentAt,
    }),
    stands: write.insert(tables.enrolments).values({
      planId: "goes on",
      leadId: "lead",
      workspaceId: "ada",
      credentialId: "a",
      step: 0,
      deliveryId: "mail",
      dueAt,
    }),
  }));
}

async function sequenceTimes({ read, tables }: Database) {
  const { campaignPlans, deliveries, enrolments } = tables;
  const plans = await read.select().from(campaignPlans).where(eq(campaignPlans.workspaceId, "ada"));
  const [mail] = await read.select().from(deliveries).where(eq(deliveries.workspaceId, "ada"));
  const [stands] = await read.select().from(enrolments).where(eq(enrolments.workspaceId, "ada"));
  const [part] = await read.select().from(tables.campaigns).where(eq(tables.campaigns.workspaceId, "ada"));
  const plan = (id: string) => plans.find((one) => one.id === id);
  return {
    dueAt: stands?.dueAt,
    sentAt: mail?.sentAt,
    madeAt: part?.createdAt,
    holdUntil: plan("held")?.holdUntil,
    plannedAt: plan("planned")?.dueAt,
  };
}
