import { expect, test } from "bun:test";
import { minuteMs } from "../../../contract/limits/units.ts";
import { reason } from "../../../contract/reasons.ts";
import type { Database } from "../../../db/database.ts";
import { createPlanListStore } from "../../../db/stores/campaigns/plans/planLists.ts";
import { createUncertainMailStore } from "../../../db/stores/campaigns/plans/uncertainMails.ts";
import { campaignAnswer } from "../../../server/campaigns/plans/campaignAnswer.ts";
import {
  noAudience,
  planId,
  sequenceWorld,
  stepOf,
  workspaceId,
} from "../../support/campaigns/sequenceWorld.ts";
import { eachDatabase, emptyBeforeEach } from "../../support/db/databases.ts";

const steps = [stepOf("one"), stepOf("two", { delayMinutes: 60 })];

/** How it is shown while all of its mails so far have gone. */
async function shown(database: Database) {
  const listed = await createPlanListStore(database).one({ workspaceId, id: planId });
  if (listed === null) throw new Error("there is no campaign");
  const nothing = { subjects: new Map(), accounts: new Map(), tracking: { opens: false, clicks: false } };
  const { state, waitingCause, nextAt } = campaignAnswer({ ...listed, ...nothing, parts: [], held: [] });
  return { state, code: waitingCause?.code ?? null, params: waitingCause?.params ?? null, nextAt };
}

eachDatabase("a sequence between two mails", (open) => {
  const database = emptyBeforeEach(open);

  test("says which mail is next and when, why it is paused, and nothing once it is over", async () => {
    const world = await sequenceWorld(database(), { steps });
    await world.join(...(await world.addLeads(2)));
    const begun = world.now;
    await world.live(30);
    const due = { code: "next_step_due", params: { step: 2 }, nextAt: begun + 60 * minuteMs };
    expect(await shown(database())).toEqual({ state: "running", ...due });
    const lack = reason("plan_lacks", { feature: "automation", plan: "Enterprise" });
    await world.setPlan({ pausedBy: "person", pausedReason: lack });
    expect(await shown(database())).toMatchObject({ state: "paused", code: "plan_lacks", nextAt: null });
    await world.setPlan({ pausedBy: null, pausedReason: null });
    await world.live(240);
    expect(await shown(database())).toMatchObject({ state: "finished", code: null, nextAt: null });
  });

  test("says that a person is waited for once nobody is left but those whose mail is uncertain, and what is next before", async () => {
    const world = await sequenceWorld(database(), {
      steps: [...steps, stepOf("three", { delayMinutes: 600 })],
    });
    const [decided = "", other = ""] = await world.addLeads(2);
    await world.join(decided, other);
    const begun = world.now;
    await world.work();
    await world.settle("uncertain", other);
    const liveHours = async (hours: number) => {
      for (let hour = 0; hour < hours; hour++) {
        await world.settle("sent", decided);
        world.pass(60);
        await world.work();
      }
      await world.settle("sent", decided);
    };
    await liveHours(2);
    // Whose mail is uncertain is looked at each hour, which says nothing of when a mail goes.
    const due = { code: "next_step_due", params: { step: 3 }, nextAt: begun + 660 * minuteMs };
    expect(await shown(database())).toEqual({ state: "running", ...due });
    await liveHours(11);
    const undecided = { code: "outcome_undecided", params: {}, nextAt: null };
    expect(await shown(database())).toEqual({ state: "running", ...undecided });
    // Nobody who has decided waits until it is looked at anyway.
    const key = { workspaceId, id: planId };
    const { decide } = createUncertainMailStore(database());
    await decide({ key, decision: "failed", deliveryIds: null, at: world.now });
    await world.work();
    expect(await shown(database())).toMatchObject({ state: "finished", code: null });
  });

  test("that takes in whoever joins runs on while nobody is in it, until it is stopped", async () => {
    const audience = { ...noAudience, everyone: true, joinLater: true };
    const world = await sequenceWorld(database(), { steps, audience });
    expect(await shown(database())).toMatchObject({ state: "running", code: "joins_later", nextAt: null });
    await world.setPlan({ state: "cancelled" });
    expect(await shown(database())).toMatchObject({ state: "cancelled", code: null });
  });
});

eachDatabase("a sequence whose leads are at different mails", (open) => {
  const database = emptyBeforeEach(open);

  test("says when the next mail is due while others, who just had one or their last, are to be looked at before", async () => {
    const day = 24 * 60;
    const audience = { ...noAudience, everyone: true, joinLater: true };
    const world = await sequenceWorld(database(), {
      steps: [stepOf("one"), stepOf("two", { delayMinutes: day })],
      audience,
    });
    const [early = "", late = ""] = await world.addLeads(2);
    const begun = world.now;
    await world.join(early);
    await world.work(["campaignsDue", "campaignAdvance"]);
    await world.settle();
    // Of nobody who has just had a mail, nor of a part that was made long ago, is the next one due at once.
    const due = (minutes: number) => ({ code: "next_step_due", nextAt: begun + minutes * minuteMs });
    expect(await shown(database())).toMatchObject(due(day));
    world.pass(day - 60);
    await world.work(["campaignsDue", "campaignAdvance"]);
    await world.join(late);
    await world.work(["campaignsDue", "campaignAdvance"]);
    await world.settle();
    expect(await shown(database())).toMatchObject(due(day));
    world.pass(60);
    await world.work(["campaignsDue", "campaignAdvance"]);
    await world.settle();
    expect(await shown(database())).toMatchObject(due(2 * day - 60));
    world.pass(day - 60);
    await world.work(["campaignsDue", "campaignAdvance"]);
    await world.settle();
    expect(await shown(database())).toMatchObject({ code: "joins_later", nextAt: null });
  });
});
