import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { TrackChoice } from "../../../../contract/leads/consent.ts";
import { campaignLimits } from "../../../../contract/limits/campaigns.ts";
import { minuteMs } from "../../../../contract/limits/units.ts";
import type { CampaignStep } from "../../../../contract/schemas/campaignPlan.ts";
import type { Database } from "../../../../db/database.ts";
import { createAdvancingStore } from "../../../../db/stores/campaigns/sequences/advancing.ts";
import { createJoiningStore } from "../../../../db/stores/campaigns/sequences/joining.ts";
import { createPreferenceStore } from "../../../../db/stores/identity/preferences.ts";
import { createJobStore } from "../../../../db/stores/jobs/jobs.ts";
import { createDraftService } from "../../../../server/campaigns/plans/drafts.ts";
import { createPlanMailService } from "../../../../server/campaigns/plans/planMails.ts";
import { enrolmentOf } from "../../../../server/campaigns/sequences/joins.ts";
import { planId, sequenceWorld, stepOf, workspaceId } from "../../../support/campaigns/sequenceWorld.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";

const day = 24 * 60;
const [one, two, three] = [
  stepOf("one"),
  stepOf("two", { delayMinutes: 2 * day }),
  stepOf("three", { delayMinutes: 2 * day }),
];
const extra = stepOf("extra", { delayMinutes: day });
const key = { workspaceId, userId: workspaceId, role: "owner", status: "AMEX", id: planId } as const;

type World = Awaited<ReturnType<typeof sequenceWorld>>;

/** What a person does to its steps, by the calls of the page. */
function stepsOf({ core }: World) {
  const drafts = createDraftService(core, { sender: { tell: async () => {} }, jobs: { wake: () => {} } });
  const mails = createPlanMailService(core, { templateContent: async () => null });
  const save = async (change: { steps?: CampaignStep[]; nextSteps?: CampaignStep[] | null }) =>
    drafts.save(key, { version: (await drafts.read(key)).version, ...change });
  const write = async (step: CampaignStep): Promise<void> => {
    for (const { id: variantId } of step.variants)
      await mails.save(
        { ...key, variantId },
        { version: 0, subject: `About ${variantId}`, html: "<p>Hi</p>" },
      );
  };
  return {
    save,
    write,
    standing: () => drafts.standing(key),
    /** As the page does it: written first, and then in force. */
    async apply(steps: CampaignStep[]): Promise<void> {
      const { steps: before } = await save({ nextSteps: steps });
      for (const step of steps) if (!before.some(({ id }) => id === step.id)) await write(step);
      await save({ steps, nextSteps: null });
    },
  };
}

const got = async (world: World) =>
  Object.fromEntries(
    Map.groupBy(await world.mails(), ({ leadId }) => leadId)
      .entries()
      .map(([leadId, mails]) => [
        leadId,
        mails.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ variantId }) => variantId?.split(".")[0]),
      ]),
  );

eachDatabase("a running sequence whose steps change", (open) => {
  const database = emptyBeforeEach(open);

  test("gives a step between to those who have not passed it, and nobody gets one twice", async () => {
    const world = await sequenceWorld(database(), { steps: [one, two, three] });
    const { apply, standing } = stepsOf(world);
    const [early = "", late = ""] = await world.addLeads(2);
    await world.join(early);
    await world.live(2 * day + 60, 240);
    await world.join(late);
    await world.work();
    await world.settle();
    expect(await got(world)).toEqual({ [early]: ["one", "two"], [late]: ["one"] });

    await apply([one, extra, two, three]);
    expect(await standing()).toEqual({
      open: 2,
      isApplying: true,
      steps: [
        { stepId: "one", came: 2, mails: 2, toCome: 0, isBehind: false },
        { stepId: "extra", came: 1, mails: 0, toCome: 1, isBehind: false },
        { stepId: "two", came: 1, mails: 1, toCome: 1, isBehind: false },
        { stepId: "three", came: 0, mails: 0, toCome: 2, isBehind: false },
      ],
    });
    await world.live(6 * day, 240);
    expect(await got(world)).toEqual({
      [early]: ["one", "two", "three"],
      [late]: ["one", "extra", "two", "three"],
    });
  });

  test("gives a step at the end to whoever is not at its end, and to nobody who was", async () => {
    const world = await sequenceWorld(database(), { steps: [one, two] });
    const { apply } = stepsOf(world);
    const [done = "", under = ""] = await world.addLeads(2);
    await world.join(done);
    await world.live(3 * day, 240);
    expect(await world.enrolment(done)).toMatchObject({ endedCode: "sequence_done" });
    await world.join(under);
    await world.work();
    await world.settle();
    await apply([one, two, three]);
    await world.live(6 * day, 240);
    expect(await got(world)).toEqual({ [done]: ["one", "two"], [under]: ["one", "two", "three"] });
  });
});

eachDatabase("the time of a step of a running sequence", (open) => {
  const database = emptyBeforeEach(open);

  test("holds at once where it is shorter, also after an hour in which it would have been due", async () => {
    const world = await sequenceWorld(database(), {
      steps: [one, stepOf("two", { delayMinutes: 30 * day })],
    });
    const { apply } = stepsOf(world);
    const [lead = ""] = await world.addLeads(1);
    await world.join(lead);
    await world.live(3 * day, 240);
    await apply([one, stepOf("two", { delayMinutes: day })]);
    await world.work();
    expect(await got(world)).toEqual({ [lead]: ["one", "two"] });
    expect(await world.plan()).toMatchObject({ pausedBy: null });
  });

  test("holds where it is longer, for whom a step was passed over too", async () => {
    const asked = stepOf("two", { delayMinutes: day, condition: { kind: "notOpened" } });
    const world = await sequenceWorld(database(), { steps: [one, asked, three] });
    const { apply } = stepsOf(world);
    const [lead = ""] = await world.addLeads(1);
    await world.join(lead);
    await world.work();
    await world.settle();
    await world.react(lead, { openedAt: world.now });
    await world.live(day + 60, 240);
    expect(await world.enrolment(lead)).toMatchObject({ step: 1 });
    await apply([one, asked, stepOf("three", { delayMinutes: 4 * day })]);
    await world.live(3 * day - 120, 240);
    expect(await got(world)).toEqual({ [lead]: ["one"] });
    await world.live(day + 60, 240);
    expect(await got(world)).toEqual({ [lead]: ["one", "three"] });
  });
});

eachDatabase("the order of a running sequence's steps", (open) => {
  const database = emptyBeforeEach(open);

  test("is another for what nobody has come to, some of which is gone", async () => {
    const world = await sequenceWorld(database(), { steps: [one, two, three, extra] });
    const { apply } = stepsOf(world);
    const [lead = ""] = await world.addLeads(1);
    await world.join(lead);
    await world.work();
    await world.settle();
    await apply([one, extra, three]);
    await world.live(6 * day, 240);
    expect(await got(world)).toEqual({ [lead]: ["one", "extra", "three"] });
    expect((await world.parts()).map(({ step, stepId }) => `${step} ${stepId}`)).toEqual([
      "0 one",
      "1 extra",
      "2 three",
    ]);
  });
});

eachDatabase("a change of steps of a running sequence", (open) => {
  const database = emptyBeforeEach(open);

  test("is refused for what leads have come to, passed over or not", async () => {
    const asked = stepOf("two", { delayMinutes: day, condition: { kind: "notOpened" } });
    const world = await sequenceWorld(database(), { steps: [one, asked, three] });
    const { save } = stepsOf(world);
    const [lead = ""] = await world.addLeads(1);
    await world.join(lead);
    await world.work();
    await world.settle();
    await world.react(lead, { openedAt: world.now });
    await world.live(day + 60, 240);
    // It stands at the second, of which there is no mail.
    expect(await world.enrolment(lead)).toMatchObject({ step: 1 });
    const variants = [...two.variants, { id: "two.b", share: 50 }];
    for (const steps of [
      [one, three],
      [asked, one, three],
      [extra, one, asked, three],
      [one, { ...asked, variants }, three],
    ])
      await expect(save({ steps })).rejects.toMatchObject({ reason: { code: "plan_part_fixed" } });
  });

  test("is refused while a mail of it is not written, and then says what is missing", async () => {
    const world = await sequenceWorld(database(), { steps: [one, two] });
    const { save, write } = stepsOf(world);
    const [lead = ""] = await world.addLeads(1);
    await world.join(lead);
    await world.work();
    const steps = [one, two, extra];
    await save({ nextSteps: steps });
    await expect(save({ steps, nextSteps: null })).rejects.toMatchObject({
      reason: { code: "plan_steps_not_ready" },
    });
    await write(extra);
    expect(await save({ steps, nextSteps: null })).toMatchObject({ steps, nextSteps: null });
    expect((await world.activity()).map(({ code, params }) => ({ code, params }))).toContainEqual({
      code: "did_change_steps",
      params: { added: 1, removed: 0 },
    });
  });

  test("does not hold before it is applied", async () => {
    const world = await sequenceWorld(database(), { steps: [one, two] });
    const { save } = stepsOf(world);
    const [lead = ""] = await world.addLeads(1);
    await world.join(lead);
    await save({ nextSteps: [one, stepOf("two", { delayMinutes: 0 })] });
    await world.live(day, 240);
    expect(await got(world)).toEqual({ [lead]: ["one"] });
  });
});

/** As many as one slice takes. */
const slice = campaignLimits.stepMoveBatch;
const later = [stepOf("one", { delayMinutes: day }), two];

async function manyJoined(database: Database, count: number): Promise<World> {
  const world = await sequenceWorld(database, { steps: [stepOf("one", { delayMinutes: 0 }), two] });
  const ids = Array.from({ length: count }, (_, nth) => `lead${String(nth).padStart(6, "0")}`);
  for (let at = 0; at < count; at += 1_000) await world.join(...ids.slice(at, at + 1_000));
  return world;
}

/** In how many minutes each is looked at. */
async function dueTimes({ now, core: { database } }: World) {
  const { enrolments } = database.tables;
  const rows = await database.read
    .select({ dueAt: enrolments.dueAt })
    .from(enrolments)
    .where(eq(enrolments.workspaceId, workspaceId))
    .orderBy(enrolments.leadId);
  return rows.map(({ dueAt }) => ((dueAt ?? 0) - now) / minuteMs);
}

/** A worker that is gone once it has looked so often whether it may go on. */
async function dieAfter({ core, handlers }: World, looks: number): Promise<void> {
  const store = createJobStore(core.database);
  const now = core.clock.now();
  const row = await store.claim({ kinds: ["campaignAdvance"], holder: "dead", now, leaseUntil: now + 1 });
  let seen = 0;
  const signal = {
    throwIfAborted() {
      seen += 1;
      if (seen > looks) throw new Error("killed");
    },
  } as AbortSignal;
  const job = { id: row?.id ?? "", workspaceId, payload: { planId }, attempt: 1, lease: row?.lease ?? 0 };
  const run = async () => handlers().campaignAdvance?.run({ ...job, createdAt: 0, signal });
  await expect(run()).rejects.toThrow("killed");
}

eachDatabase("changed steps of a sequence of many leads", (open) => {
  const database = emptyBeforeEach(open);

  test("are applied a slice in a commit, and by another worker behind the last, each lead once", async () => {
    const count = 2 * slice + 3;
    const world = await manyJoined(database(), count);
    const { save, standing } = stepsOf(world);
    await save({ steps: later });
    expect(await dueTimes(world)).toEqual(Array(count).fill(0));
    await dieAfter(world, 1);
    expect(await dueTimes(world)).toEqual([...Array(slice).fill(day), ...Array(count - slice).fill(0)]);
    expect(await standing()).toMatchObject({ isApplying: true, open: count });

    world.pass(1);
    await world.work();
    expect(await dueTimes(world)).toEqual(Array(count).fill(day - 1));
    expect(await standing()).toMatchObject({ isApplying: false, open: count });
    expect(await world.mails()).toHaveLength(0);
  });
});

eachDatabase("changed steps that do not hold for all yet", (open) => {
  const database = emptyBeforeEach(open);

  test("let nobody be moved on, join or have other steps before they hold for all", async () => {
    const world = await manyJoined(database(), slice + 1);
    const { save, standing } = stepsOf(world);
    await save({ steps: later });
    await dieAfter(world, 1);
    const moving = createAdvancingStore(database());
    const { version } = await world.plan();
    const rows = [
      { leadId: `lead${String(slice).padStart(6, "0")}`, from: { step: -1, deliveryId: null }, step: -1 },
    ].map((row) => ({ ...row, dueAt: null, end: null, mail: null }));
    const plan = { id: planId, workspaceId };
    expect(await moving.advance({ key: { ...plan, version }, at: world.now, rows })).toBeNull();
    const joiner = enrolmentOf(plan, world.content, {
      lead: { id: "late", fields: null },
      now: world.now,
      zoneField: null,
    });
    expect(await createJoiningStore(database()).enrol({ ...plan, version }, [joiner])).toBe(false);
    await expect(save({ steps: [one, two] })).rejects.toMatchObject({
      reason: { code: "plan_steps_underway" },
    });
    // What does not touch the steps may change.
    expect(await save({ nextSteps: [...later, three] })).toMatchObject({ steps: later });

    world.pass(1);
    await world.work();
    expect(await standing()).toMatchObject({ isApplying: false });
    const now = { ...plan, version: (await world.plan()).version };
    expect(await createJoiningStore(database()).enrol(now, [joiner])).toBe(true);
    expect(await save({ steps: [one, two], nextSteps: null })).toMatchObject({ steps: [one, two] });
  });
});

eachDatabase("a running sequence whose workspace chooses whom its mails count", (open) => {
  const database = emptyBeforeEach(open);

  test("goes by that for all mails to come, and each lead gets each mail once", async () => {
    const world = await sequenceWorld(database(), { steps: [one, two], trackOpens: true });
    const [early = "", late = ""] = await world.addLeads(2);
    const choose = (track: TrackChoice) =>
      createPreferenceStore(database()).setTracking(workspaceId, { opens: true, clicks: true, track });
    await world.join(early);
    await world.live(60);
    await choose("granted");
    await world.join(late);
    await world.live(3 * day, 240);
    expect(await got(world)).toEqual({ [early]: ["one", "two"], [late]: ["one", "two"] });
    const parts = new Map((await world.parts()).map((part) => [part.id, part]));
    const counted = (await world.mails()).map(({ leadId, step, campaignId }) => [
      leadId,
      step,
      parts.get(campaignId)?.track,
      parts.get(campaignId)?.trackOpens,
    ]);
    expect(counted).toEqual([
      [early, 0, "always", true],
      [late, 0, "granted", true],
      [early, 1, "granted", true],
      [late, 1, "granted", true],
    ]);
  });
});
