import { expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import type { Database } from "../../../../db/database.ts";
import { createJoiningStore } from "../../../../db/stores/campaigns/sequences/joining.ts";
import { createJobStore } from "../../../../db/stores/jobs/jobs.ts";
import { enrolmentOf } from "../../../../server/campaigns/sequences/joins.ts";
import { newJob } from "../../../../server/jobs/jobs.ts";
import { noAudience, planId, sequenceWorld, workspaceId } from "../../../support/campaigns/sequenceWorld.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";

async function joiningWorld(database: Database) {
  const audience = { ...noAudience, everyone: true, joinLater: true };
  const world = await sequenceWorld(database, { audience });
  const store = createJoiningStore(database);
  const enrol = (leadId: string, of: { version?: number; id?: string; later?: number } = {}) =>
    store.enrol({ workspaceId, id: of.id ?? planId, version: of.version ?? 1 }, [
      enrolmentOf({ id: planId, workspaceId }, world.content, {
        lead: { id: leadId, fields: null },
        now: world.now + (of.later ?? 0),
        zoneField: null,
      }),
    ]);
  const enrolled = async () => {
    const { enrolments } = database.tables;
    const rows = await database.read
      .select({ id: enrolments.leadId, dueAt: enrolments.dueAt })
      .from(enrolments)
      .where(and(eq(enrolments.planId, planId), eq(enrolments.workspaceId, workspaceId)));
    return rows.map(({ id }) => id);
  };
  return { world, store, enrol, enrolled };
}

eachDatabase("a sequence that takes leads in", (open) => {
  const database = emptyBeforeEach(open);

  test("takes in nobody by what was decided before it was changed, paused, or ended", async () => {
    const { world, store, enrol, enrolled } = await joiningWorld(database());
    const [lead = ""] = await world.addLeads(1);
    const refusesAs = async (set: Parameters<typeof world.setPlan>[0], isListed = false) => {
      await world.setPlan(set);
      expect((await store.sequences()).map(({ id }) => id)).toEqual(isListed ? [planId] : []);
      expect(await enrol(lead)).toBe(false);
      expect(await enrolled()).toEqual([]);
    };
    await refusesAs({ version: 2 }, true);
    await refusesAs({ version: 1, pausedBy: "person" });
    await refusesAs({ pausedBy: null, stepChange: { moves: [], after: null } as never });
    await refusesAs({ stepChange: null, state: "cancelled" });
    await world.setPlan({ state: "started" });
    expect(await enrol(lead, { id: "another" })).toBe(false);
    expect(await enrol(lead)).toBe(true);
    expect(await enrolled()).toEqual([lead]);
  });

  test("leaves whoever is in it where they stand", async () => {
    const { world, enrol } = await joiningWorld(database());
    const [lead = ""] = await world.addLeads(1);
    await enrol(lead);
    const { dueAt } = await world.enrolment(lead);
    expect(await enrol(lead, { later: 60_000 })).toBe(true);
    expect((await world.enrolment(lead)).dueAt).toBe(dueAt);
  });

  test("is not one that is sent once, whoever it is to", async () => {
    const { world, store } = await joiningWorld(database());
    await world.setPlan({ kind: "once" });
    expect(await store.sequences()).toEqual([]);
  });

  test("takes in nobody by the hand of a worker who has lost the job, and that is no fault", async () => {
    const { world, enrolled } = await joiningWorld(database());
    await world.addLeads(2);
    const jobs = createJobStore(database());
    await jobs.put([newJob(world.core, { kind: "campaignJoin", key: "a" })]);
    const claim = { kinds: ["campaignJoin"], holder: "one", now: world.now, leaseUntil: world.now + 1 };
    const first = await jobs.claim(claim);
    world.pass(1);
    await jobs.claim({ ...claim, holder: "two", now: world.now });
    await world.handlers().campaignJoin?.run({
      id: first?.id ?? "",
      workspaceId,
      payload: null,
      attempt: 1,
      lease: first?.lease ?? 0,
      createdAt: 0,
      signal: new AbortController().signal,
    });
    expect(await enrolled()).toEqual([]);
  });
});
