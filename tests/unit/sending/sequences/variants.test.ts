import { expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { reason } from "../../../../contract/reasons.ts";
import { refused } from "../../../../contract/refused.ts";
import type { CampaignStep, PlanContent } from "../../../../contract/schemas/campaignPlan.ts";
import type { Database } from "../../../../db/database.ts";
import { createVariantTestStore } from "../../../../db/stores/campaigns/sequences/variantTests.ts";
import { createLinkStore } from "../../../../db/stores/tracking/links.ts";
import { variantFor, winnerOf } from "../../../../server/campaigns/sequences/variants.ts";
import { createWinners } from "../../../../server/campaigns/sequences/winners.ts";
import {
  noAudience,
  planId,
  sequenceWorld,
  stepOf,
  workspaceId,
} from "../../../support/campaigns/sequenceWorld.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";

const variants = [
  { id: "a", share: 20 },
  { id: "b", share: 20 },
];
const twoOf = (step: string) => variants.map(({ id, share }) => ({ id: `${step}.${id}`, share }));
const byClicks = { by: "clicks", afterMinutes: 60, winner: null } as const;
const tested: CampaignStep = stepOf("one", { variants, test: byClicks });

test("each lead's variant can be told again, and shares are as they were chosen", () => {
  const leads = Array.from({ length: 5_000 }, (_, nth) => `lead${nth}`);
  const of = (step: typeof tested) => leads.map((leadId) => variantFor(step, { planId, leadId }));
  const got = of(tested);
  expect(of(tested)).toEqual(got);
  for (const [variant, share] of [
    ["a", 0.2],
    ["b", 0.2],
    [null, 0.6],
  ] as const)
    expect(Math.abs(got.filter((one) => one === variant).length / leads.length - share)).toBeLessThan(0.03);
  // Another step's sample is drawn anew.
  expect(of({ ...tested, id: "two" })).not.toEqual(got);
});

test("the better variant is told by shares of people, and a tie or too few are left to a person", () => {
  const tried = (sent: number, clicked: number) => ({ sent, clicked, opened: clicked, replied: clicked });
  const verdict = (
    one: ReturnType<typeof tried>,
    other: ReturnType<typeof tried>,
    by: "clicks" | "replies" = "clicks",
  ) =>
    winnerOf(by, [
      { variantId: "a", ...one },
      { variantId: "b", ...other },
    ]);
  expect(verdict(tried(100, 10), tried(50, 6))).toEqual({ winner: "b" });
  expect(verdict(tried(100, 10), tried(50, 5))).toEqual({ undecided: "tie" });
  expect(verdict(tried(49, 40), tried(100, 0))).toEqual({ undecided: "too few" });
  expect(verdict(tried(100, 10), tried(100, 50), "replies")).toEqual({ winner: "b" });
  // Where no mailbox is read nobody is known to have replied.
  expect(verdict(tried(100, 0), tried(90, 0), "replies")).toEqual({ undecided: "tie" });
});

/** Its sample has gone, and so many people followed a link of each variant. */
async function sampled(
  database: Database,
  clicks: { a: number; b: number },
  step = tested,
  content: Partial<PlanContent> = {},
) {
  const world = await sequenceWorld(database, { steps: [step], audience: noAudience, ...content });
  const leads = await world.addLeads(400);
  await world.join(...leads);
  await world.work();
  await world.settle(
    "sent",
    ...(await world.mails()).filter(({ variantId }) => variantId).map(({ leadId }) => leadId),
  );
  for (const [variant, count] of Object.entries(clicks)) {
    const got = (await world.mails()).filter(({ variantId }) => variantId === variant).slice(0, count);
    for (const { leadId } of got) await world.react(leadId, { clickedAt: world.now });
  }
  return world;
}

eachDatabase("a step with variants", (open) => {
  const database = emptyBeforeEach(open);

  const rest = async ({ parts }: Awaited<ReturnType<typeof sampled>>) =>
    (await parts()).filter(({ requestKey, pausedBy, variantId, total }) => ({
      requestKey,
      pausedBy,
      variantId,
      total,
    }));

  test("sends its sample, holds the rest back, and says until when", async () => {
    const world = await sampled(database(), { a: 0, b: 3 });
    const held = (await rest(world)).find(({ variantId }) => variantId === null);
    expect(held).toMatchObject({ state: "paused", pausedBy: "test" });
    expect((await world.mails()).filter(({ campaignId }) => campaignId === held?.id)).toHaveLength(
      held?.total ?? -1,
    );
    await world.work();
    const [told] = (await world.parts()).filter(({ pausedBy }) => pausedBy === "test");
    expect(told?.pausedReason).toMatchObject({
      code: "awaiting_winner",
      params: { at: "2026-01-05T10:00", zone: "UTC" },
    });
  });

  test("sends the rest the variant that more people followed, once its time is over", async () => {
    const world = await sampled(database(), { a: 1, b: 9 });
    const before = (await world.mails()).flatMap(({ variantId, leadId }) => (variantId ? [] : [leadId]));
    world.pass(59);
    await world.work();
    expect((await world.parts()).filter(({ pausedBy }) => pausedBy === "test")).toHaveLength(1);
    world.pass(1);
    await world.work();
    const after = (await world.mails()).filter(({ leadId }) => before.includes(leadId));
    const told = new Set(after.map(({ variantId, subject, part }) => `${variantId} ${subject} ${part}`));
    expect([...told]).toEqual(["b About b running"]);
    expect((await world.plan()).content?.steps[0]?.test?.winner).toBe("b");
    const chosen = { code: "did_choose_winner", params: { variant: "B", by: "clicks" }, userId: null };
    expect((await world.activity()).at(-1)).toMatchObject(chosen);
    // Whoever comes later gets it at once.
    const [late = ""] = await world.addLeads(1, "late");
    await world.join(late);
    await world.work();
    expect((await world.mails()).find(({ leadId }) => leadId === late)?.variantId).toBe("b");
  });
});

eachDatabase("what decides a test", (open) => {
  const database = emptyBeforeEach(open);

  test("sends the rest the variant that more people replied to, where that is what counts", async () => {
    const byReplies = { ...tested, test: { by: "replies" as const, afterMinutes: 60, winner: null } };
    const world = await sampled(database(), { a: 9, b: 1 }, byReplies);
    const { mailResponses } = database().tables;
    const got = async (variant: string) =>
      (await world.mails()).filter(({ variantId }) => variantId === variant);
    const came =
      (kind: "replied" | "complained") =>
      ({ id: deliveryId, campaignId, leadId }: Record<"id" | "campaignId" | "leadId", string>) => ({
        deliveryId,
        campaignId,
        leadId,
        kind,
        workspaceId,
        at: world.now,
      });
    const responses = [
      ...(await got("b")).slice(0, 1).map(came("replied")),
      ...(await got("a")).slice(0, 9).map(came("complained")),
    ];
    await database().atomically((write) => ({ came: write.insert(mailResponses).values(responses) }));
    world.pass(60);
    await world.work();
    expect((await world.plan()).content?.steps[0]?.test?.winner).toBe("b");
  });

  test("sends the rest the variant that more people opened, where that is what counts, and tests no other step by it", async () => {
    const test = { by: "opens" as const, afterMinutes: 60, winner: null };
    const steps = [
      { ...tested, test },
      stepOf("two", { variants: twoOf("two"), delayMinutes: 2 * 60, test }),
    ];
    const world = await sampled(database(), { a: 9, b: 0 }, tested, { steps });
    for (const { leadId } of (await world.mails()).filter(({ variantId }) => variantId === "b").slice(0, 5))
      await world.react(leadId, { openedAt: world.now });
    const [held] = (await world.parts()).filter(({ pausedBy }) => pausedBy === "test");
    world.pass(60);
    await world.work();
    const { content } = await world.plan();
    expect(content?.steps.map((step) => step.test?.winner)).toEqual(["b", null]);
    expect((await world.activity()).at(-1)).toMatchObject({ params: { variant: "1B", by: "opens" } });
    expect(world.told).toContainEqual({ kind: "begun", campaignId: held?.id ?? "", workspaceId });
  });
});

eachDatabase("the moment at which a test is decided", (open) => {
  const database = emptyBeforeEach(open);

  test("counts, for a mail that goes out once, from the last of the whole sample", async () => {
    const world = await sequenceWorld(database(), { steps: [tested] });
    await world.join(...(await world.addLeads(400)));
    await world.work();
    await world.setPlan({ kind: "once" });
    const sample = (await world.mails()).filter(({ variantId }) => variantId !== null);
    const [last, ...others] = sample.map(({ leadId }) => leadId);
    const whyHeld = async () =>
      (await world.parts()).find(({ pausedBy }) => pausedBy === "test")?.pausedReason ?? null;
    await world.settle("sent", ...others);
    for (const { leadId } of sample.filter(({ variantId }) => variantId === "b").slice(1, 9))
      await world.react(leadId, { clickedAt: world.now });
    world.pass(61);
    await world.work();
    expect(await whyHeld()).toMatchObject({ code: "awaiting_winner", params: { at: "" } });

    await world.settle("sent", last ?? "");
    await world.work();
    expect(await whyHeld()).toMatchObject({ code: "awaiting_winner", params: { at: "2026-01-05T11:01" } });
    world.pass(59);
    await world.work();
    expect(await whyHeld()).toMatchObject({ code: "awaiting_winner" });
    world.pass(1);
    await world.work();
    expect([await whyHeld(), (await world.plan()).content?.steps[0]?.test?.winner]).toEqual([null, "b"]);
  });

  test("is each step's own, and choosing in one leaves the rest of another waiting", async () => {
    const test = { by: "person" as const, afterMinutes: 60, winner: null };
    const steps = [{ ...tested, test }, stepOf("two", { variants: twoOf("two"), delayMinutes: 30, test })];
    const world = await sampled(database(), { a: 0, b: 0 }, tested, { steps });
    world.pass(30);
    await world.work();
    const gone = (await world.mails()).filter(({ variantId }) => variantId?.startsWith("two"));
    await world.settle("sent", ...gone.map(({ leadId }) => leadId));
    world.pass(30);
    await world.work();
    const held = async () =>
      (await world.parts()).flatMap(({ step, pausedBy, pausedReason }) =>
        pausedBy === "test" ? [[step, pausedReason?.code, pausedReason?.params.at]] : [],
      );
    expect(await held()).toEqual([
      [0, "winner_asked", undefined],
      [1, "awaiting_winner", "2026-01-05T10:30"],
    ]);
    const winners = createWinners(world.core, { sender: { tell: async () => {} } });
    const choice = { stepId: "one", variantId: "a", userId: workspaceId };
    await winners.chooseByHand(await world.plan(), choice);
    expect(await held()).toEqual([[1, "awaiting_winner", "2026-01-05T10:30"]]);
  });

  test("is said anew where the clock that said it was ahead", async () => {
    const world = await sampled(database(), { a: 0, b: 9 });
    await world.work();
    const told = (at: string) => reason("awaiting_winner", { at, zone: "UTC" });
    const held = async () => (await world.parts()).find(({ pausedBy }) => pausedBy === "test");
    const tests = createVariantTestStore(database());
    const ids = [(await held())?.id ?? ""];
    await tests.tell({ key: { id: planId, workspaceId }, ids, why: told("2026-01-06T10:00") });
    await world.work();
    expect((await held())?.pausedReason).toMatchObject(told("2026-01-05T10:00"));
  });
});

eachDatabase("a test that nobody has won", (open) => {
  const database = emptyBeforeEach(open);

  test("asks where both did equally well, and goes on with what a person chose", async () => {
    const world = await sampled(database(), { a: 0, b: 0 });
    world.pass(61);
    await world.work();
    const held = () => world.parts().then((all) => all.filter(({ pausedBy }) => pausedBy === "test"));
    expect((await held())[0]?.pausedReason).toMatchObject({
      code: "winner_undecided",
      params: { tie: true },
    });
    world.pass(600);
    await world.work();
    expect(await held()).toHaveLength(1);
    const winners = createWinners(world.core, { sender: { tell: async () => {} } });
    const choice = { stepId: "one", variantId: "a", userId: workspaceId };
    const wrong = winners.chooseByHand(await world.plan(), { ...choice, variantId: "c" });
    await expect(wrong).rejects.toEqual(refused("variant_unknown"));
    const plan = await world.plan();
    await world.setPlan({ version: plan.version + 1 });
    // What was written nowhere is not said to be lost.
    const late = winners.chooseByHand(plan, choice);
    await expect(late).rejects.toMatchObject({
      code: "conflict",
      reason: { code: "winner_changed_meanwhile" },
      message: expect.stringContaining("your choice was not taken"),
    });
    await winners.chooseByHand(await world.plan(), choice);
    expect(await held()).toHaveLength(0);
    expect((await world.activity()).at(-1)).toMatchObject({ code: "did_choose_winner", userId: workspaceId });
    const again = winners.chooseByHand(await world.plan(), choice);
    await expect(again).rejects.toEqual(refused("winner_not_asked"));
  });

  test("that two choose at once has the links of the one that is chosen, as its mails begin with them", async () => {
    const world = await sampled(database(), { a: 0, b: 0 }, tested, { trackClicks: true });
    world.pass(61);
    await world.work();
    const held = (await world.parts()).find(({ pausedBy }) => pausedBy === "test");
    const of = { workspaceId, campaignId: held?.id ?? "" };
    const linksOfRest = () => createLinkStore(database()).countsOf({ ...of, countMax: 10 });
    const begun: ReturnType<typeof linksOfRest>[] = [];
    const winners = createWinners(world.core, {
      sender: { tell: async () => void begun.push(linksOfRest()) },
    });
    const plan = await world.plan();
    const choices = ["a", "b", "a"].map((variantId) =>
      winners.chooseByHand(plan, { stepId: "one", variantId, userId: workspaceId }),
    );
    await Promise.allSettled(choices);
    const chosen = (await world.parts()).find(({ id }) => id === of.campaignId)?.variantId;
    const links = await linksOfRest();
    expect(links.map(({ url }) => url)).toEqual([`https://a.test/${chosen}`]);
    expect(await Promise.all(begun)).toEqual([links]);
  });

  test("asks a person whose it was from the beginning, and says nothing of what came back", async () => {
    const byHand = { ...tested, test: { by: "person" as const, afterMinutes: 60, winner: null } };
    const world = await sampled(database(), { a: 1, b: 9 }, byHand);
    world.pass(61);
    await world.work();
    const [held] = (await world.parts()).filter(({ pausedBy }) => pausedBy === "test");
    expect(held?.pausedReason).toMatchObject({ code: "winner_asked" });
  });
});

eachDatabase("a test of whose sample nothing arrived", (open) => {
  const database = emptyBeforeEach(open);

  test("asks which one the rest gets, since no time will tell", async () => {
    const world = await sequenceWorld(database(), { steps: [tested] });
    await world.join(...(await world.addLeads(40)));
    await world.work();
    await world.setPlan({ kind: "once" });
    const sample = (await world.mails()).filter(({ variantId }) => variantId !== null);
    await world.settle("failed", ...sample.map(({ leadId }) => leadId));
    await world.work();
    const held = (await world.parts()).find(({ pausedBy }) => pausedBy === "test");
    expect(held?.pausedReason).toMatchObject({ code: "winner_undecided", params: { tie: false } });
  });
});

eachDatabase("a test whose time came more than an hour ago, while nobody looked", (open) => {
  const database = emptyBeforeEach(open);

  test("asks a person for the variant, also where a version before this one asked what led to no choice", async () => {
    const world = await sampled(database(), { a: 1, b: 9 });
    await world.work();
    world.pass(3 * 60);
    await world.work();
    const asked = async () => (await world.parts()).find(({ pausedBy }) => pausedBy === "test")?.pausedReason;
    expect(await asked()).toMatchObject({ code: "winner_asked" });
    const late = { ...reason("fell_due_late", { at: "2026-01-05T10:00", zone: "UTC" }), reply: null };
    const { campaigns } = database().tables;
    const isRest = and(eq(campaigns.pausedBy, "test"), eq(campaigns.workspaceId, workspaceId));
    await database().atomically((write) => ({
      told: write.update(campaigns).set({ pausedReason: late }).where(isRest),
    }));
    await world.work();
    expect(await asked()).toMatchObject({ code: "winner_asked" });
  });
});
