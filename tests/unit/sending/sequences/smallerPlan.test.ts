import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Status } from "../../../../contract/plans.ts";
import type { Database } from "../../../../db/database.ts";
import { readSettings } from "../../../../server/settings/settings.ts";
import { noAudience, sequenceWorld, stepOf, workspaceId } from "../../../support/campaigns/sequenceWorld.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";

const steps = [stepOf("one"), stepOf("two", { delayMinutes: 60 })];
const audience = { ...noAudience, everyone: true, joinLater: true };
const lack = { code: "plan_lacks", params: { feature: "automation", plan: "Enterprise" } };

/** A running sequence that takes everybody in, in an installation with plans; its owner has the plan that is given. */
async function plannedWorld(database: Database, status: Status) {
  const world = await sequenceWorld(database, { steps, audience });
  world.core.settings = readSettings({ AMPLIFY_PLANS: "on", PUBLIC_URL: "http://sim.test" });
  const { users, workspaces, workspaceMembers } = database.tables;
  await database.atomically((write) => ({
    user: write.insert(users).values({
      id: workspaceId,
      email: "ada@in.test",
      firstName: "Ada",
      lastName: "L",
      status,
      role: "user",
      createdAt: 1,
    }),
    workspace: write.insert(workspaces).values({ workspaceId, createdAt: 1 }),
    member: write
      .insert(workspaceMembers)
      .values({ workspaceId, userId: workspaceId, role: "owner", createdAt: 1 }),
  }));
  const onPlan = (now: Status) =>
    database.atomically((write) => ({
      changed: write.update(users).set({ status: now }).where(eq(users.id, workspaceId)),
    }));
  return { world, onPlan };
}

eachDatabase("a sequence whose workspace's plan became a smaller one", (open) => {
  const database = emptyBeforeEach(open);

  test("waits before its next mail, says why, and goes on once it is paid for again", async () => {
    const { world, onPlan } = await plannedWorld(database(), "AMEX");
    const leads = await world.addLeads(3);
    await world.live(30);
    expect(await world.mails()).toHaveLength(leads.length);
    await onPlan("AMPR");
    await world.live(180);
    expect(await world.mails()).toHaveLength(leads.length);
    expect(await world.plan()).toMatchObject({ pausedBy: "person", pausedReason: lack });
    const told = (await world.activity()).filter(({ code }) => code === "did_pause");
    expect(told).toMatchObject([{ userId: null, params: { why: lack } }]);
    await onPlan("AMEX");
    await world.setPlan({ pausedBy: null, pausedReason: null });
    world.pass(-180);
    await world.live(120);
    expect((await world.mails()).filter(({ step }) => step === 1)).toHaveLength(leads.length);
  });

  test("takes nobody in, and says so although nobody is due", async () => {
    const { world } = await plannedWorld(database(), "AMFR");
    await world.addLeads(2);
    await world.work(["campaignJoin"]);
    expect(await world.mails()).toEqual([]);
    expect(await world.plan()).toMatchObject({ pausedReason: lack });
    const { enrolments } = database().tables;
    expect(await database().read.select().from(enrolments)).toEqual([]);
  });

  test("where plans are turned off, no plan keeps it from going on", async () => {
    const { world } = await plannedWorld(database(), "AMFR");
    world.core.settings = readSettings({ AMPLIFY_PLANS: "off", PUBLIC_URL: "http://sim.test" });
    await world.addLeads(2);
    await world.live(120);
    expect(await world.mails()).toHaveLength(4);
  });
});
