import { expect, test } from "bun:test";
import { createPlanSteeringStore } from "../../../../db/stores/campaigns/plans/planSteering.ts";
import { createRowMoveStore } from "../../../../db/stores/campaigns/rowMoves.ts";
import { planId, sequenceWorld, stepOf, workspaceId } from "../../../support/campaigns/sequenceWorld.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";

const hour = 60;

eachDatabase("a sequence whose mail is tried again", (open) => {
  const database = emptyBeforeEach(open);

  test("goes on for whom it had ended as that was not delivered, and for nobody else", async () => {
    const world = await sequenceWorld(database(), {
      steps: [stepOf("one"), stepOf("two", { delayMinutes: hour })],
    });
    const [failed = "", left = "", had = ""] = await world.addLeads(3);
    await world.join(failed, left, had);
    await world.work();
    await world.settle("failed", failed, left);
    await world.settle("sent", had);
    await world.change(left, { optout: true });
    world.pass(2);
    await world.work();
    expect(await world.enrolment(failed)).toMatchObject({ endedCode: "not_delivered", dueAt: null });

    const key = { workspaceId, id: planId };
    const asked = { states: ["failed" as const], code: null, at: world.now };
    const retried = await createPlanSteeringStore(database()).retry({ key, ...asked });
    expect(retried?.retried).toBe(1);
    for (const { id: campaignId, rowMove } of retried?.parts ?? [])
      await createRowMoveStore(database()).goOn(
        { campaignId, move: rowMove ?? "", at: asked.at },
        { countMax: 10, now: asked.at },
      );
    expect(await world.enrolment(failed)).toMatchObject({ endedAt: null, endedCode: null, step: 0 });
    expect(await world.enrolment(left)).toMatchObject({ endedCode: "opted_out" });
    await world.settle("sent", failed);
    for (let hours = 0; hours < 3; hours++) {
      world.pass(hour);
      await world.work();
    }
    const second = (await world.mails()).filter(({ step }) => step === 1);
    expect(second.map(({ leadId }) => leadId)).toEqual([failed, had]);
  });
});
