import { expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { reason } from "../../../../contract/reasons.ts";
import { createPlanActivityStore } from "../../../../db/stores/campaigns/plans/planActivity.ts";
import { createJobStore } from "../../../../db/stores/jobs/jobs.ts";
import { activityOf } from "../../../../server/campaigns/plans/planActivities.ts";
import { newJob } from "../../../../server/jobs/jobs.ts";
import {
  noAudience,
  planId,
  sequenceWorld,
  stepOf,
  workspaceId,
} from "../../../support/campaigns/sequenceWorld.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";

const hour = 60;
const day = 24 * hour;
const steps = [
  stepOf("one"),
  stepOf("two", { delayMinutes: day, sameThread: true }),
  stepOf("three", { delayMinutes: day }),
];

/** Whom the second mail is to. */
async function secondTo(world: Awaited<ReturnType<typeof sequenceWorld>>): Promise<string[]> {
  return (await world.mails()).flatMap(({ step, leadId }) => (step === 1 ? [leadId] : []));
}

eachDatabase("a sequence", (open) => {
  const database = emptyBeforeEach(open);
  test("gives each lead one mail after the other, each its delay after the one before was sent", async () => {
    const world = await sequenceWorld(database(), { steps });
    const [lead = ""] = await world.addLeads(1);
    await world.join(lead);
    await world.work();
    expect((await world.mails()).map(({ step }) => step)).toEqual([0]);
    // It waits for its turn for two days, and the next one's day begins when it has gone.
    world.pass(2 * day);
    await world.work();
    await world.settle();
    world.pass(day - 1);
    await world.work();
    expect(await world.mails()).toHaveLength(1);
    world.pass(1);
    await world.work();
    expect((await world.mails()).map(({ step }) => step)).toEqual([0, 1]);
    await world.live(2 * day);
    expect((await world.mails()).map(({ step }) => step)).toEqual([0, 1, 2]);
    expect(await world.enrolment(lead)).toMatchObject({ step: 2, dueAt: null, endedCode: "sequence_done" });
  });

  test("answers in its thread by the Message-IDs of the mails before, with one Re:", async () => {
    const world = await sequenceWorld(database(), { steps });
    const [lead = ""] = await world.addLeads(1);
    await world.join(lead);
    await world.live(day + hour);
    const [first, second] = await world.mails();
    expect(first?.thread).toBeNull();
    expect(second).toMatchObject({ thread: `<${first?.id}@ada.test>`, subject: "Re: About two.a" });
  });

  test("passes a step over whose condition does not hold, and goes on with the one after it", async () => {
    const asking = [
      stepOf("one"),
      stepOf("two", { delayMinutes: day, condition: { kind: "notOpened" } }),
      stepOf("three", { delayMinutes: day, condition: { kind: "clicked", link: null } }),
    ];
    const world = await sequenceWorld(database(), { steps: asking });
    const [reader = "", sleeper = ""] = await world.addLeads(2);
    await world.join(reader, sleeper);
    await world.work();
    await world.settle();
    await world.react(reader, { openedAt: world.now, clickedAt: world.now });
    // A machine's look is nobody's.
    await world.react(sleeper, { machineOpenedAt: world.now });
    await world.live(3 * day);
    const mails = (await world.mails()).map(({ leadId, step }) => `${leadId} ${step}`);
    expect(mails.toSorted()).toEqual([`${reader} 0`, `${reader} 2`, `${sleeper} 0`, `${sleeper} 1`]);
  });
});

eachDatabase("a step of a sequence", (open) => {
  const database = emptyBeforeEach(open);

  test("asks for the very link where a step is for those who followed that", async () => {
    const link = "https://a.test/one.a";
    const asking = [stepOf("one"), stepOf("two", { condition: { kind: "clicked", link } })];
    const world = await sequenceWorld(database(), { steps: asking, trackClicks: true });
    const [follower = "", other = ""] = await world.addLeads(2);
    await world.join(follower, other);
    await world.work();
    await world.settle();
    const { tables } = database();
    const [known] = await database()
      .read.select()
      .from(tables.links)
      .where(and(eq(tables.links.url, link), eq(tables.links.workspaceId, workspaceId)));
    await database().atomically((write) => ({
      another: write
        .insert(tables.links)
        .values({ ...(known as typeof tables.links.$inferSelect), id: "x", url: "https://b.test" }),
    }));
    for (const { id, leadId } of await world.mails()) {
      const linkId = leadId === follower ? (known?.id ?? "") : "x";
      await world.react(leadId, { clickedAt: world.now });
      const at = { firstAt: world.now, lastAt: world.now, seenAt: world.now };
      await database().atomically((write) => ({
        click: write
          .insert(tables.clicks)
          .values({ deliveryId: id, linkId, workspaceId, ...at, clicks: 1, machineClicks: 0 }),
      }));
    }
    world.pass(2);
    await world.work();
    expect(await secondTo(world)).toEqual([follower]);
  });
});

eachDatabase("what ends a sequence", (open) => {
  const database = emptyBeforeEach(open);

  test("ends for whoever opted out, was suppressed, deleted, clicked, left, or has the field, and says which", async () => {
    const stop = { onClick: true, onReply: false, onLeaving: true, onField: "f1" };
    const audience = { ...noAudience, collections: ["c1"] };
    const world = await sequenceWorld(database(), { steps, stop, audience });
    const leads = await world.addLeads(7);
    const [out = "", blocked = "", gone = "", clicked = "", left = "", filled = "", stays = ""] = leads;
    const { tables } = database();
    const members = leads.flatMap((leadId) =>
      leadId === left ? [] : [{ workspaceId, collectionId: "c1", leadId }],
    );
    await database().atomically((write) => ({ members: write.insert(tables.memberships).values(members) }));
    const { stop: _, ...plan } = (await world.plan()).content ?? ({} as never);
    await world.setPlan({ content: { ...plan, stop: { ...stop, onLeaving: false } } });
    await world.join(...leads);
    await world.work();
    await world.settle();
    await world.setPlan({ content: { ...plan, stop } });
    await world.change(out, { optout: true });
    await world.change(filled, { fields: { f1: "yes" } });
    await world.react(clicked, { clickedAt: world.now });
    await database().atomically((write) => ({
      suppressed: write
        .insert(tables.suppressions)
        .values({ workspaceId, emailHash: blocked, source: "recipient", createdAt: 1 }),
      deleted: write
        .delete(tables.leads)
        .where(and(eq(tables.leads.id, gone), eq(tables.leads.workspaceId, workspaceId))),
    }));
    world.pass(day + 2);
    await world.work();
    const ends = await Promise.all(leads.map(async (id) => (await world.enrolment(id)).endedCode));
    expect(ends).toEqual([
      "opted_out",
      "unsubscribed",
      "lead_deleted",
      "stopped_by_click",
      "stopped_by_leaving",
      "stopped_by_field",
      null,
    ] as never);
    expect(await secondTo(world)).toEqual([stays]);
  });

  test("waits for a decision where a mail's end is uncertain, and ends where one was not delivered", async () => {
    const world = await sequenceWorld(database(), { steps });
    const [doubtful = "", failed = ""] = await world.addLeads(2);
    await world.join(doubtful, failed);
    await world.work();
    await world.settle("uncertain", doubtful);
    await world.settle("failed", failed);
    for (let looks = 0; looks < 3; looks++) {
      world.pass(day);
      await world.work();
    }
    expect(await world.mails()).toHaveLength(2);
    const undelivered = { endedCode: "not_delivered", endedParams: { step: 1 } };
    expect(await world.enrolment(failed)).toMatchObject(undelivered);
    expect((await world.enrolment(doubtful)).endedAt).toBeNull();
    await world.settle("sent", doubtful);
    await world.live(day + 2 * hour);
    expect(await secondTo(world)).toEqual([doubtful]);
  });
});

eachDatabase("a sequence that is held up", (open) => {
  const database = emptyBeforeEach(open);

  test("stands still while it is paused, and goes on where it was", async () => {
    const world = await sequenceWorld(database(), { steps });
    const [lead = ""] = await world.addLeads(1);
    await world.join(lead);
    await world.work();
    await world.settle();
    await world.setPlan({ pausedBy: "person", pausedReason: reason("paused_by_person") });
    world.pass(3 * day);
    await world.work();
    expect(await world.mails()).toHaveLength(1);
    await world.setPlan({ pausedBy: null, pausedReason: null });
    const { campaignActivity } = database().tables;
    await database().atomically((write) => ({
      resumed: write
        .insert(campaignActivity)
        .values({ id: "zz", planId, workspaceId, at: world.now, userId: workspaceId, code: "did_resume" }),
    }));
    await world.work();
    expect((await world.mails()).map(({ step }) => step)).toEqual([0, 1]);
  });

  test("asks before it sends what fell due more than an hour ago, while nobody worked", async () => {
    const world = await sequenceWorld(database(), { steps });
    const [lead = ""] = await world.addLeads(1);
    await world.join(lead);
    await world.work();
    await world.settle();
    world.pass(2);
    await world.work();
    world.pass(2 * day);
    await world.work();
    expect(await world.mails()).toHaveLength(1);
    expect(await world.plan()).toMatchObject({
      pausedBy: "person",
      pausedReason: { code: "fell_due_late", params: { at: "2026-01-06T09:00" } },
    });
    expect((await world.parts()).map(({ state }) => state)).toEqual(["paused"]);
    expect((await world.activity()).map(({ code, userId }) => ({ code, userId }))).toEqual([
      { code: "did_pause", userId: null },
    ]);
  });
});

eachDatabase("a sequence in many hands", (open) => {
  const database = emptyBeforeEach(open);

  test("whose mail was changed sends the new one to whoever is still to get it, in a part of its own", async () => {
    const world = await sequenceWorld(database(), { steps });
    const [early = "", later = ""] = await world.addLeads(2);
    await world.join(early);
    await world.work();
    const { planMails } = database().tables;
    await database().atomically((write) => ({
      changed: write
        .update(planMails)
        .set({ subject: "Newer", version: 2 })
        .where(and(eq(planMails.variantId, "one.a"), eq(planMails.workspaceId, workspaceId))),
    }));
    await world.join(later);
    await world.work();
    expect((await world.mails()).map(({ leadId, subject }) => [leadId, subject])).toEqual([
      [early, "About one.a"],
      [later, "Newer"],
    ]);
  });

  test("is moved on by one worker at a time: the slice of one that lost the job is undone whole", async () => {
    const world = await sequenceWorld(database(), { steps });
    const leads = await world.addLeads(40);
    await world.join(...leads);
    const store = createJobStore(database());
    await store.put([
      newJob(world.core, { kind: "campaignAdvance", workspaceId, payload: { planId }, key: "a" }),
    ]);
    const claim = { kinds: ["campaignAdvance"], holder: "one", now: world.now, leaseUntil: world.now + 1 };
    const first = await store.claim(claim);
    world.pass(1);
    const second = await store.claim({ ...claim, holder: "two", now: world.now });
    const run = (row: typeof first) =>
      world.handlers().campaignAdvance?.run({
        id: row?.id ?? "",
        workspaceId,
        payload: { planId },
        attempt: 1,
        lease: row?.lease ?? 0,
        createdAt: 0,
        signal: new AbortController().signal,
      });
    await run(first);
    expect(await world.mails()).toHaveLength(0);
    await run(second);
    expect((await world.mails()).map(({ leadId }) => leadId)).toEqual(leads);
  });
});

eachDatabase("a sequence of several workers", (open) => {
  const database = emptyBeforeEach(open);

  test("whose workers run at once gives nobody a step twice and forgets nobody", async () => {
    const world = await sequenceWorld(database(), { steps: [stepOf("one"), stepOf("two"), stepOf("three")] });
    const leads = await world.addLeads(30);
    await world.join(...leads);
    for (let round = 0; round < 4; round++) {
      // What one of them finds changed under its hands it looks at again.
      await Promise.allSettled([world.work(), world.work(), world.work()]);
      world.pass(1);
      await world.work();
      await world.settle();
      world.pass(2);
    }
    const mails = (await world.mails()).map(({ leadId, step }) => `${step} ${leadId}`);
    expect(mails).toEqual([0, 1, 2].flatMap((step) => leads.map((id) => `${step} ${id}`)));
  });

  test("goes on for the leads of its other accounts where one is gone, whose leads wait for a person", async () => {
    const both = { accounts: ["gone", "stays"], steps: [stepOf("one"), stepOf("two", { delayMinutes: 10 })] };
    const world = await sequenceWorld(database(), both);
    const leads = await world.addLeads(6);
    await world.join(...leads);
    const { credentials, enrolments } = database().tables;
    const isGone = and(eq(credentials.id, "gone"), eq(credentials.workspaceId, workspaceId));
    await database().atomically((write) => ({ removed: write.delete(credentials).where(isGone) }));
    await world.live(30, 10);
    const stands = await Promise.all(leads.map((lead) => world.enrolment(lead)));
    const at = (account: string) => stands.filter(({ credentialId }) => credentialId === account);
    expect(new Set(at("stays").map(({ step }) => step))).toEqual(new Set([1]));
    expect(new Set(at("gone").map(({ step }) => step))).toEqual(new Set([-1]));
    // Of all others the sequence has come to its end, so that nothing goes any further without a person.
    world.pass(hour);
    await world.work();
    expect(await world.plan()).toMatchObject({ pausedReason: { code: "account_removed" } });
    world.pass(day);
    const activity = reason("did_move", { from: "", to: "", mails: 0 });
    const of = { key: { workspaceId, id: planId }, by: { userId: workspaceId } };
    await createPlanActivityStore(database()).add(activityOf(world.core, { ...of, activity }));
    await database().atomically((write) => ({
      given: write
        .update(enrolments)
        .set({ credentialId: "stays" })
        .where(and(eq(enrolments.planId, planId), eq(enrolments.workspaceId, workspaceId))),
    }));
    await world.setPlan({ pausedBy: null, pausedReason: null });
    await world.work();
    expect((await world.mails()).filter(({ state }) => state === "queued")).toHaveLength(at("gone").length);
  });

  test("waits for a person where the account of a lead is gone", async () => {
    const world = await sequenceWorld(database(), { steps });
    const [lead = ""] = await world.addLeads(1);
    await world.join(lead);
    const { credentials } = database().tables;
    await database().atomically((write) => ({ removed: write.delete(credentials) }));
    await world.work();
    expect(await world.plan()).toMatchObject({
      pausedBy: "person",
      pausedReason: { code: "account_removed" },
    });
    expect(await world.mails()).toHaveLength(0);
  });
});
