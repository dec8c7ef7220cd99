import { expect, test } from "bun:test";
import { and, eq, inArray } from "drizzle-orm";
import { leadLimits } from "../../../../contract/limits/leads.ts";
import { dayMs } from "../../../../contract/limits/units.ts";
import type { PlanAudience } from "../../../../contract/schemas/campaignPlan.ts";
import type { Question } from "../../../../contract/segments/question.ts";
import type { Database } from "../../../../db/database.ts";
import { createPlanAudiences } from "../../../../server/campaigns/plans/planAudience.ts";
import { planScopeOf } from "../../../../server/campaigns/plans/planScope.ts";
import {
  noAudience,
  planId,
  sequenceWorld,
  stepOf,
  workspaceId,
} from "../../../support/campaigns/sequenceWorld.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";
import { type Chance, createChance } from "../../../support/simulation/chance.ts";
import { campaignRow } from "../../../support/smtp/sendingRows.ts";

const joinLater = { ...noAudience, joinLater: true };
const day = 24 * 60;

const segments: Record<string, Question> = {
  quiet: { match: "all", not: false, of: [{ about: "opened", op: "notInLast", days: 30 }] },
  lately: { match: "any", not: false, of: [{ about: "sent", op: "inLast", days: 5 }] },
  agreed: { match: "all", not: false, of: [{ about: "consent", op: "oneOf", consents: ["granted"] }] },
};

async function addSegments({ tables, atomically }: Database): Promise<void> {
  await atomically((write) => ({
    segments: Object.entries(segments).map(([id, question]) =>
      write
        .insert(tables.segments)
        .values({ id, workspaceId, name: id, question, createdAt: 1, updatedAt: 1 }),
    ),
  }));
}

async function addMembers({ tables, atomically }: Database, collectionId: string, leadIds: string[]) {
  const { collections, memberships } = tables;
  await atomically((write) => ({
    collection: write
      .insert(collections)
      .values({ id: collectionId, workspaceId, name: collectionId, createdAt: 1 })
      .onConflictDoNothing(),
    members: leadIds.map((leadId) =>
      write.insert(memberships).values({ workspaceId, collectionId, leadId }).onConflictDoNothing(),
    ),
  }));
}

type Mailed = { leadId: string; sentAt: number; openedAt: number | null };

/** Mails of another campaign of the workspace. */
async function addMails({ tables, atomically }: Database, mails: readonly Mailed[]): Promise<void> {
  const other = { id: "other", workspaceId, planId: "other", requestKey: "other", finishedAt: null };
  await atomically((write) => ({
    plan: write.insert(tables.campaignPlans).values({
      id: "other",
      workspaceId,
      name: "Other",
      kind: "once",
      state: "started",
      content: null,
      audience: null,
      version: 1,
      createdBy: workspaceId,
      createdAt: 1,
      updatedAt: 1,
      startedAt: 1,
    }),
    part: write.insert(tables.campaigns).values(campaignRow(other)),
    mails: mails.map(({ leadId, sentAt, openedAt }) =>
      write.insert(tables.deliveries).values({
        id: `other ${leadId}`,
        campaignId: "other",
        workspaceId,
        leadId,
        email: "",
        state: "sent",
        attempts: 1,
        dueAt: 1,
        sentAt,
        openedAt,
      }),
    ),
  }));
}

const inOrder = ({ campaignId, leadId }: { campaignId: string; leadId: string }) =>
  `${campaignId === "other" ? 0 : 1} ${leadId}`;

async function enrolled({ read, tables }: Database): Promise<string[]> {
  const rows = await read
    .select({ id: tables.enrolments.leadId })
    .from(tables.enrolments)
    .where(and(eq(tables.enrolments.planId, planId), eq(tables.enrolments.workspaceId, workspaceId)));
  return rows.map(({ id }) => id).sort();
}

eachDatabase("whoever joins later", (open) => {
  const database = emptyBeforeEach(open);

  test("is taken in once, but for whoever opted out, is suppressed, or is in what is left out", async () => {
    const audience = { ...joinLater, collections: ["in"], not: { ...noAudience.not, collections: ["out"] } };
    const world = await sequenceWorld(database(), { audience });
    const leads = await world.addLeads(6);
    const [early = "", opted = "", blocked = "", left = "", elsewhere = "", joins = ""] = leads;
    await addMembers(
      database(),
      "in",
      leads.filter((id) => id !== elsewhere),
    );
    await addMembers(database(), "out", [left]);
    await world.join(early);
    await world.change(opted, { optout: true });
    await world.suppress(blocked);
    await world.work();
    await world.work();
    expect((await world.mails()).map(({ leadId }) => leadId)).toEqual([early, joins]);
  });

  test("is nobody where the sequence takes in nobody", async () => {
    const world = await sequenceWorld(database(), { audience: { ...noAudience, everyone: true } });
    await world.addLeads(2);
    await world.work();
    expect(await enrolled(database())).toEqual([]);
  });

  test("waits for the first step as long as that is to be waited for", async () => {
    const steps = [stepOf("one", { delayMinutes: 90 })];
    const world = await sequenceWorld(database(), { audience: { ...joinLater, everyone: true }, steps });
    await world.addLeads(1);
    await world.work();
    world.pass(89);
    await world.work();
    expect(await world.mails()).toHaveLength(0);
    world.pass(1);
    await world.work();
    expect(await world.mails()).toHaveLength(1);
  });

  test("are all of them in one turn, however many they are", async () => {
    const world = await sequenceWorld(database(), { audience: { ...joinLater, everyone: true } });
    const leads = await world.addLeads(2 * leadLimits.writeBatch + 1);
    await world.work(["campaignJoin"]);
    expect(await enrolled(database())).toEqual(leads);
  });

  test("joins on the day on which a question about time comes to find them", async () => {
    await addSegments(database());
    const world = await sequenceWorld(database(), { audience: { ...joinLater, segments: ["quiet"] } });
    const [reader = "", sleeper = ""] = await world.addLeads(2);
    await addMails(database(), [{ leadId: reader, sentAt: world.now, openedAt: world.now }]);
    await world.work();
    expect(await enrolled(database())).toEqual([sleeper]);
    // Its mail goes, and is not found due a month late.
    await world.live(60);
    world.pass(29 * day);
    await world.work();
    expect(await enrolled(database())).toEqual([sleeper]);
    world.pass(3 * day);
    await world.work();
    expect(await enrolled(database())).toEqual([reader, sleeper]);
  });
});

eachDatabase("whoever is added again and joins", (open) => {
  const database = emptyBeforeEach(open);

  test("gets nothing where another lead had the mails that was deleted since, and all where that had none", async () => {
    const world = await sequenceWorld(database(), { audience: { ...joinLater, everyone: true } });
    const [gone = "", unsent = "", stays = ""] = await world.addLeads(3);
    await world.work();
    await world.work();
    await world.settle("skipped", unsent);
    await world.settle();
    const { leads } = database().tables;
    await database().atomically((write) => ({
      deleted: write
        .delete(leads)
        .where(and(inArray(leads.id, [gone, unsent]), eq(leads.workspaceId, workspaceId))),
    }));
    const [again = "", late = ""] = await world.addLeads(2, "new");
    await world.change(again, { email: `${gone}@in.test` });
    await world.change(late, { email: `${unsent}@in.test` });
    world.pass(5);
    await world.work();
    await world.work();
    const sent = (await world.mails()).flatMap(({ leadId, state }) => (state === "skipped" ? [] : [leadId]));
    expect(sent).toEqual([gone, stays, late]);
    expect(await world.enrolment(again)).toMatchObject({ dueAt: null, endedCode: "excluded_campaign" });
  });
});

/** As a start writes down whom it leaves out. */
const skippedOf = (campaignId: string, leadId: string) => ({
  id: `skipped ${campaignId} ${leadId}`,
  campaignId,
  workspaceId,
  leadId,
  email: "",
  attempts: 0,
  state: "skipped" as const,
  reasonCode: "opted_out" as const,
  dueAt: 1,
});

eachDatabase("whoever was left out", (open) => {
  const database = emptyBeforeEach(open);

  test("joins when they may be mailed after all, and their ledger has one row and no skipped one", async () => {
    const world = await sequenceWorld(database(), { audience: { ...joinLater, everyone: true } });
    const [first = "", returns = "", staysOut = ""] = await world.addLeads(3);
    for (const lead of [returns, staysOut]) await world.change(lead, { optout: true });
    // In a turn of its own whoever has joined is given the first mail, with which its part begins.
    await world.work();
    await world.work();
    const [part] = await world.parts();
    const { deliveries, campaigns, campaignCounts } = database().tables;
    await addMails(database(), []);
    await database().atomically((write) => ({
      skipped: write
        .insert(deliveries)
        .values([
          skippedOf(part?.id ?? "", returns),
          skippedOf(part?.id ?? "", staysOut),
          skippedOf("other", returns),
        ]),
      total: write.update(campaigns).set({ total: 3 }).where(eq(campaigns.workspaceId, workspaceId)),
    }));
    await world.change(returns, { optout: false });
    await world.work();
    await world.work();
    const mails = (await world.mails()).map(({ leadId, state, campaignId }) => ({
      leadId,
      state,
      campaignId,
    }));
    const [partId = "", otherId] = [part?.id, "other"];
    expect(mails.toSorted((a, b) => (inOrder(a) < inOrder(b) ? -1 : 1))).toEqual([
      { leadId: returns, state: "skipped", campaignId: otherId },
      { leadId: first, state: "queued", campaignId: partId },
      { leadId: returns, state: "queued", campaignId: partId },
      { leadId: staysOut, state: "skipped", campaignId: partId },
    ]);
    const parts = await world.parts();
    expect(parts.find(({ id }) => id === partId)).toMatchObject({ total: 3, accepted: 2 });
    expect(parts.find(({ id }) => id === otherId)).toMatchObject({ total: 3 });
    const counts = await database()
      .read.select()
      .from(campaignCounts)
      .where(and(eq(campaignCounts.workspaceId, workspaceId), eq(campaignCounts.campaignId, partId)));
    expect(counts).toMatchObject([{ queued: 2, skipped: 1 }]);
  });

  test("joins nobody while a segment that leaves people out is gone, since a start would ask", async () => {
    await addSegments(database());
    const not = { ...noAudience.not, segments: ["lately"] };
    const world = await sequenceWorld(database(), { audience: { ...joinLater, everyone: true, not } });
    const [lead = ""] = await world.addLeads(1);
    const { segments: table } = database().tables;
    const set = (deletedAt: number | null) =>
      database().atomically((write) => ({
        changed: write.update(table).set({ deletedAt }).where(eq(table.workspaceId, workspaceId)),
      }));
    await set(1);
    await world.work();
    expect(await enrolled(database())).toEqual([]);
    await set(null);
    await world.work();
    expect(await enrolled(database())).toEqual([lead]);
  });
});

eachDatabase("whoever is found at some moment", (open) => {
  const database = emptyBeforeEach(open);

  test("is whom a start would mail at that moment, and nobody else, by chance", async () => {
    const chance = createChance(12, "joins");
    const world = await sequenceWorld(database(), { audience: joinLater, steps: [stepOf("one")] });
    const leads = await world.addLeads(60);
    await addSegments(database());
    for (const id of ["k0", "k1"]) await addMembers(database(), id, some(chance, leads));
    await addMails(
      database(),
      some(chance, leads).map((leadId) => {
        const sentAt = world.now - Math.floor(chance.next() * 60 * dayMs);
        return { leadId, sentAt, openedAt: chance.is(0.5) ? sentAt : null };
      }),
    );
    for (const lead of leads) {
      if (chance.is(0.1)) await world.change(lead, { optout: true });
      if (chance.is(0.1)) await world.suppress(lead);
      if (chance.is(0.4)) await world.change(lead, { consent: "granted" });
    }
    const audiences = createPlanAudiences(world.core);
    const { enrolments } = database().tables;
    let joined = 0;
    for (let round = 0; round < 25; round++) {
      await database().atomically((write) => ({
        emptied: write.delete(enrolments).where(eq(enrolments.workspaceId, workspaceId)),
      }));
      const known = some(chance, leads);
      await world.join(...known);
      const audience = randomAudience(chance, leads);
      await world.setPlan({ audience });
      const looked = await audiences.look(await planScopeOf(world.core, await world.plan()), audience);
      const wanted = new Set(known);
      for await (const batch of audiences.leads(looked))
        for (const { id, why } of batch) if (why === null) wanted.add(id);
      await world.work(["campaignJoin"]);
      expect(await enrolled(database())).toEqual([...wanted].sort());
      joined += wanted.size - known.length;
      world.pass(day);
    }
    expect(joined).toBeGreaterThan(50);
  });
});

function some<T>(chance: Chance, all: readonly T[]): T[] {
  return all.filter(() => chance.is(0.4));
}

function randomAudience(chance: Chance, leads: readonly string[]): PlanAudience {
  const named = Object.keys(segments);
  return {
    everyone: chance.is(0.3),
    collections: some(chance, ["k0", "k1"]),
    segments: some(chance, named),
    leads: chance.is(0.3) ? some(chance, leads) : [],
    joinLater: true,
    after: chance.is(0.2) ? { campaignId: "other", unless: "opened" } : null,
    not: {
      collections: some(chance, ["k1"]),
      segments: some(chance, ["lately"]),
      campaigns: chance.is(0.2) ? ["other"] : [],
      mailedWithinDays: chance.is(0.3) ? 20 : null,
    },
  };
}
