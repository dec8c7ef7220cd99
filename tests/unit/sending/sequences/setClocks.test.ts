import { expect, test } from "bun:test";
import { minuteMs } from "../../../../contract/limits/units.ts";
import type { Database } from "../../../../db/database.ts";
import { createStoredTimeStore } from "../../../../db/stores/installation/storedTimes.ts";
import { planId, sequenceWorld, stepOf, workspaceId } from "../../../support/campaigns/sequenceWorld.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";

const hour = 60;
const day = 24 * hour;
const steps = [
  stepOf("one"),
  stepOf("two", { delayMinutes: day, sameThread: true }),
  stepOf("three", { delayMinutes: day }),
];

/** Of somebody's workspace, with one lead. */
async function joined(database: Database) {
  const world = await sequenceWorld(database, { steps });
  const [lead = ""] = await world.addLeads(1);
  const { workspaces } = database.tables;
  await database.atomically((write) => ({
    workspace: write.insert(workspaces).values({ workspaceId, createdAt: 1 }),
  }));
  await world.join(lead);
  return world;
}

eachDatabase("a sequence whose clock was set", (open) => {
  const database = emptyBeforeEach(open);

  test("follows its delay after the mail before, neither at once nor a year later, and asks nobody", async () => {
    const world = await joined(database());
    await world.live(2 * hour);
    const times = createStoredTimeStore(database());
    const set = async (minutes: number) => {
      const from = world.now;
      world.pass(minutes);
      await times.moveAlong({ from, byMs: world.now - from });
      await times.bringBack(world.now);
      await world.work();
    };
    await set(8 * hour);
    expect((await world.plan()).pausedBy).toBeNull();
    expect(await world.mails()).toHaveLength(1);
    await world.live(day - hour);
    expect(await world.mails()).toHaveLength(2);
    // The second one went at some moment of a clock that is a year ahead.
    await set(400 * day);
    await world.live(hour);
    await set(-400 * day);
    expect(await world.mails()).toHaveLength(2);
    await world.live(day);
    expect((await world.mails()).map(({ step }) => step)).toEqual([0, 1, 2]);
    expect((await world.plan()).pausedBy).toBeNull();
  });

  test("follows its delay also where the clock is set just after the mail before went", async () => {
    const world = await joined(database());
    await world.work();
    await world.settle();
    const { leadMails } = database().tables;
    const [mail] = await world.mails();
    const counted = { workspaceId, leadId: mail?.leadId ?? "", lastSentAt: world.now };
    await database().atomically((write) => ({ counted: write.insert(leadMails).values(counted) }));
    const from = world.now;
    world.pass(day + 1);
    await createStoredTimeStore(database()).moveAlong({ from, byMs: world.now - from });
    // Whoever leaves out whom anything was sent lately is told the same of it.
    expect(await database().read.select().from(leadMails)).toMatchObject([{ lastSentAt: world.now }]);
    await world.live(day - hour);
    expect(await world.mails()).toHaveLength(1);
    await world.live(2 * hour);
    expect(await world.mails()).toHaveLength(2);
    expect((await world.plan()).pausedBy).toBeNull();
  });

  test("asks before it sends what is late, whoever let it go on by a clock that was ahead", async () => {
    const world = await joined(database());
    await world.live(2 * hour);
    const { campaignActivity } = database().tables;
    const resumed = { planId, workspaceId, userId: workspaceId, code: "did_resume" } as const;
    const resumedAt = async (id: string, minutes: number) =>
      database().atomically((write) => ({
        said: write.insert(campaignActivity).values({ ...resumed, id, at: world.now + minutes * minuteMs }),
      }));
    await resumedAt("z", 30 * day);
    world.pass(2 * day);
    await world.work();
    expect((await world.plan()).pausedReason?.code).toBe("fell_due_late");
    // Who says so by the clock that is right is heard.
    await world.setPlan({ pausedBy: null, pausedReason: null });
    await resumedAt("a", 0);
    await world.work();
    expect(await world.mails()).toHaveLength(2);
  });
});
