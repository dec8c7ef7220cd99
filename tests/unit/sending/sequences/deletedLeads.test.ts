import { expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { sequenceWorld, stepOf, workspaceId } from "../../../support/campaigns/sequenceWorld.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";

const day = 24 * 60;
const steps = [stepOf("one"), stepOf("two", { delayMinutes: day })];

eachDatabase("a sequence whose leads are deleted", (open) => {
  const database = emptyBeforeEach(open);

  test("passes over what an address had as one of them, where another lead has it by now, and goes on behind", async () => {
    const world = await sequenceWorld(database(), {
      steps: [...steps, stepOf("three", { delayMinutes: day })],
    });
    const [ahead = "", behind = ""] = await world.addLeads(2);
    const { leads } = database().tables;
    await world.join(ahead);
    await world.live(day + 60, 60);
    await world.join(behind);
    await world.live(120, 60);
    await database().atomically((write) => ({
      deleted: write.delete(leads).where(and(eq(leads.id, ahead), eq(leads.workspaceId, workspaceId))),
    }));
    await world.change(behind, { email: `${ahead}@in.test` });
    await world.live(2 * day + 60, 60);
    expect((await world.mails()).map(({ leadId, step }) => `${step} ${leadId}`)).toEqual([
      `0 ${ahead}`,
      `0 ${behind}`,
      `1 ${ahead}`,
      `2 ${behind}`,
    ]);
  });

  test("waits as long as that can be undone, goes on with whoever is back, and ends for the others", async () => {
    const world = await sequenceWorld(database(), { steps });
    const leads = await world.addLeads(2);
    const [back = "", gone = ""] = leads;
    const { tables } = database();
    await world.join(...leads);
    await world.live(day - 5, 60);
    const rows = await database()
      .read.select()
      .from(tables.leads)
      .where(eq(tables.leads.workspaceId, workspaceId));
    const deleted = { deletionId: "deletion", deletedAt: world.now };
    await database().atomically((write) => ({
      kept: write.insert(tables.deletedLeads).values(rows.map((row) => ({ ...row, ...deleted }))),
      deleted: write.delete(tables.leads).where(eq(tables.leads.workspaceId, workspaceId)),
    }));
    world.pass(6);
    await world.work();
    expect(await world.enrolment(gone)).toMatchObject({ step: 0, endedAt: null });
    await database().atomically((write) => ({
      restored: write.insert(tables.leads).values(rows.filter(({ id }) => id === back)),
    }));
    world.pass(11);
    await world.work();
    expect(await world.enrolment(gone)).toMatchObject({ step: 0, endedCode: "lead_deleted" });
    expect((await world.mails()).map(({ leadId, step }) => `${step} ${leadId}`)).toEqual([
      ...leads.map((id) => `0 ${id}`),
      `1 ${back}`,
    ]);
  });
});
