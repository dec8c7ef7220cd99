import { expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { hourMs, minuteMs } from "../../../../contract/limits/units.ts";
import { type Reason, reason } from "../../../../contract/reasons.ts";
import type { PlanContent } from "../../../../contract/schemas/campaignPlan.ts";
import type { Database } from "../../../../db/database.ts";
import { createCredentialStore } from "../../../../db/stores/accounts/credentials.ts";
import { createOverflowStore } from "../../../../db/stores/campaigns/plans/overflows.ts";
import { createUsageStore } from "../../../../db/stores/campaigns/usage.ts";
import { planId, sequenceWorld, stepOf, workspaceId } from "../../../support/campaigns/sequenceWorld.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";

const steps = [stepOf("one"), stepOf("two", { delayMinutes: 60 })];

type Delivery = Database["tables"]["deliveries"]["$inferInsert"];
type World = Awaited<ReturnType<typeof sequenceWorld>>;

/** A sequence from two accounts, each with its day's limit, whose first mails all wait; nobody sends but the test. */
async function waitingWorld(
  database: Database,
  given: Partial<PlanContent> & { limits: [number | null, number | null]; leads?: number },
) {
  const { limits, leads: count = 40, ...content } = given;
  const world = await sequenceWorld(database, { steps, accounts: ["a", "b"], whenFull: "other", ...content });
  const { credentials } = database.tables;
  for (const [index, perDay] of limits.entries())
    await database.atomically((write) => ({
      limited: write
        .update(credentials)
        .set({ perDay })
        .where(eq(credentials.id, index === 0 ? "a" : "b")),
    }));
  const leads = await world.addLeads(count);
  await world.join(...leads);
  await world.work(["campaignAdvance", "campaignsDue"]);
  return { world, leads, before: await byAccount(world) };
}

async function byAccount({ parts, mails }: Pick<World, "parts" | "mails">) {
  const accounts = new Map((await parts()).map(({ id, credentialId }) => [id, credentialId]));
  const counts: Record<string, number> = { a: 0, b: 0 };
  for (const { campaignId } of await mails()) {
    const id = accounts.get(campaignId) ?? "";
    counts[id] = (counts[id] ?? 0) + 1;
  }
  return { a: counts.a ?? 0, b: counts.b ?? 0 };
}

function spend(database: Database, { credentialId, count, at }: Spent): Promise<void> {
  const bucketAt = Math.floor(at / minuteMs) * minuteMs;
  return createUsageStore(database).record({ credentialId, workspaceId, count, bucketAt });
}
type Spent = { credentialId: string; count: number; at: number };

eachDatabase("a campaign from several accounts, one of which is full", (open) => {
  const database = emptyBeforeEach(open);

  test("goes on through the other, as far as that has room, each mail once, counted and told", async () => {
    const { world, leads, before } = await waitingWorld(database(), { limits: [10, 35] });
    expect(before.a).toBeGreaterThan(5);
    await spend(database(), { credentialId: "a", count: 10, at: world.now });
    const free = 35 - before.b;
    const moved = Math.min(free, before.a);
    await world.work(["campaignsDue"]);
    await world.work(["campaignsDue"]);
    expect(await byAccount(world)).toEqual({ a: before.a - moved, b: before.b + moved });
    expect((await world.mails()).map(({ leadId }) => leadId)).toEqual(leads);
    for (const { credentialId, total, accepted, state } of await world.parts()) {
      const has = (await byAccount(world))[credentialId as "a"];
      expect({ total, accepted, state }).toEqual({ total: has, accepted: has, state: "running" });
    }
    const told = (await world.activity()).filter(({ code }) => code === "did_move");
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ userId: null, params: { from: "a@ada.test", mails: moved } });
    const { campaignCounts } = database().tables;
    const counts = await database()
      .read.select()
      .from(campaignCounts)
      .where(eq(campaignCounts.workspaceId, workspaceId));
    expect(counts.reduce((sum, { queued }) => sum + queued, 0)).toBe(leads.length);
  });

  test("goes on through the other when its provider says that the day is spent, whatever was counted here", async () => {
    const { world, leads } = await waitingWorld(database(), { limits: [null, null] });
    const rests = (cause: Reason, until: number) =>
      createCredentialStore(database()).setPause("a", { reason: cause, until });
    // A server that is busy for some minutes is waited for.
    await rests(reason("server_busy", {}), world.now + hourMs);
    await world.work(["campaignsDue"]);
    expect((await byAccount(world)).a).toBeGreaterThan(5);
    await rests(reason("provider_daily_limit", {}), world.now + 24 * hourMs);
    await world.work(["campaignsDue"]);
    expect(await byAccount(world)).toEqual({ a: 0, b: leads.length });
  });

  test("sends the next mails of whoever went over from the account that the first one came from", async () => {
    const { world, leads } = await waitingWorld(database(), { limits: [10, null] });
    await spend(database(), { credentialId: "a", count: 10, at: world.now });
    await world.work(["campaignsDue"]);
    expect(await byAccount(world)).toEqual({ a: 0, b: leads.length });
    for (const lead of leads) expect((await world.enrolment(lead)).credentialId).toBe("b");
    await world.settle();
    world.pass(61);
    await world.work();
    const [first, ...parts] = (await world.parts()).filter(({ step }) => step === 1);
    expect([first?.credentialId, parts.length]).toEqual(["b", 0]);
  });

  test("moves no follow-up: a lead stays with its account", async () => {
    const { world } = await waitingWorld(database(), { limits: [100, null] });
    await world.settle();
    world.pass(61);
    await world.work();
    await spend(database(), { credentialId: "a", count: 100, at: world.now });
    const before = await byAccount(world);
    await world.work(["campaignsDue"]);
    expect(await byAccount(world)).toEqual(before);
  });
});

eachDatabase("mails of a full account wait", (open) => {
  const database = emptyBeforeEach(open);
  const stay = async (
    given: Parameters<typeof waitingWorld>[1],
    then?: (world: World) => Promise<unknown>,
  ) => {
    const { world, before } = await waitingWorld(database(), given);
    await spend(database(), { credentialId: "a", count: 10, at: world.now });
    await then?.(world);
    await world.work(["campaignsDue"]);
    expect(await byAccount(world)).toEqual(before);
    return { world, before };
  };

  test("where that was chosen", () => stay({ limits: [10, null], whenFull: "wait" }));

  test("and so does whatever waits for one that has room left, however much more the other has", async () => {
    const { world, before } = await waitingWorld(database(), { limits: [10, null] });
    await spend(database(), { credentialId: "a", count: 9, at: world.now });
    await world.work(["campaignsDue"]);
    expect(await byAccount(world)).toEqual(before);
  });

  test("where the other is full as well, until that has room again", async () => {
    const { world, before } = await stay({ limits: [10, 100] }, (world) =>
      spend(database(), { credentialId: "b", count: 100, at: world.now - 23 * hourMs }),
    );
    world.pass(90);
    await world.work(["campaignsDue"]);
    expect(await byAccount(world)).toEqual({ a: 0, b: before.a + before.b });
  });

  test("where the other rests", () =>
    stay({ limits: [10, null] }, () => {
      const { credentials } = database().tables;
      return database().atomically((write) => ({
        rests: write.update(credentials).set({ paused: true }).where(eq(credentials.id, "b")),
      }));
    }));

  test("while the whole is paused", async () => {
    await stay({ limits: [10, null] }, (world) => world.setPlan({ pausedBy: "person" }));
  });

  test("outside of the hours in which it goes", async () => {
    const window = { days: [1, 2, 3, 4, 5, 6, 7], from: "03:00", to: "04:00" };
    await stay({ limits: [10, null], window });
  });
});

async function setMail(
  { tables: { deliveries }, atomically }: Database,
  id: string | undefined,
  values: Partial<Delivery>,
): Promise<void> {
  const isIt = and(eq(deliveries.id, id ?? ""), eq(deliveries.workspaceId, workspaceId));
  await atomically((write) => ({ set: write.update(deliveries).set(values).where(isIt) }));
}

eachDatabase("of the mails of a full account", (open) => {
  const database = emptyBeforeEach(open);

  test("the last in the queue go over, with their leads alone, and nothing that is tried or put off already", async () => {
    const { world, leads, before } = await waitingWorld(database(), { limits: [10, null] });
    const fromA = await ofAccount(world, "a");
    const [tried, later, ...rest] = fromA;
    await setMail(database(), tried?.id, { state: "deferred" });
    await setMail(database(), later?.id, { dueAt: world.now + 1 });
    await database().atomically((write) => ({
      limited: write
        .update(database().tables.credentials)
        .set({ perDay: before.b + 3 })
        .where(eq(database().tables.credentials.id, "b")),
    }));
    await spend(database(), { credentialId: "a", count: 10, at: world.now });
    world.told.length = 0;
    await world.work(["campaignsDue"]);
    const gone = rest.toSorted((x, y) => (x.id < y.id ? 1 : -1)).slice(0, 3);
    const stays = fromA.filter((mail) => !gone.includes(mail)).map(({ leadId }) => leadId);
    expect((await ofAccount(world, "a")).map(({ leadId }) => leadId)).toEqual(stays);
    for (const lead of leads) {
      const isFromA = fromA.some(({ leadId }) => leadId === lead);
      const isGone = gone.some(({ leadId }) => leadId === lead);
      expect((await world.enrolment(lead)).credentialId).toBe(isFromA && !isGone ? "a" : "b");
    }
    const parts = new Map((await world.parts()).map(({ id, credentialId }) => [credentialId, id]));
    expect(world.told.map((told) => [told.kind, "campaignId" in told && told.campaignId])).toEqual([
      ["reread", parts.get("a") ?? ""],
      ["begun", parts.get("b") ?? ""],
      ["reread", parts.get("b") ?? ""],
    ]);
  });

  test.each(["cancelled", "paused"] as const)("none goes over once the campaign is %s", async (how) => {
    const { world, before } = await waitingWorld(database(), { limits: [10, null] });
    const parts = new Map((await world.parts()).map((part) => [part.credentialId, part]));
    await world.setPlan(how === "cancelled" ? { state: "cancelled" } : { pausedBy: "person" });
    const overflow = () =>
      createOverflowStore(database()).overflow({
        key: { workspaceId, id: planId },
        countMax: 5,
        now: world.now,
        from: { id: parts.get("a")?.id ?? "" },
        to: { id: parts.get("b")?.id ?? "" },
      });
    expect(await overflow()).toBeNull();
    expect(await byAccount(world)).toEqual(before);
    await world.setPlan({ state: "started", pausedBy: null });
    const { campaigns } = database().tables;
    const setPart = (id: string, state: "cancelled" | "running") =>
      database().atomically((write) => ({
        set: write
          .update(campaigns)
          .set({ state })
          .where(and(eq(campaigns.credentialId, id), eq(campaigns.workspaceId, workspaceId))),
      }));
    for (const id of ["a", "b"]) {
      await setPart(id, "cancelled");
      expect(await overflow()).toBeNull();
      expect(await byAccount(world)).toEqual(before);
      await setPart(id, "running");
    }
    expect((await overflow())?.moved).toBe(5);
  });
});

/** The mails that an account has, by their ids. */
async function ofAccount({ parts, mails }: World, account: string) {
  const ofIt = new Set(
    (await parts()).flatMap(({ id, credentialId }) => (credentialId === account ? [id] : [])),
  );
  return (await mails()).filter(({ campaignId }) => ofIt.has(campaignId));
}
