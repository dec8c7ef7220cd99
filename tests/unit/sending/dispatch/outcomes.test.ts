import { expect, test } from "bun:test";
import { sendLimits } from "../../../../contract/limits/sending.ts";
import { Outcomes } from "../../../../server/sending/dispatch/Outcomes.ts";
import { Pace } from "../../../../server/sending/dispatch/Pace.ts";

const settled = {
  id: "d1",
  leadId: "l1",
  campaignId: "campaign",
  email: "1@in.test",
  state: "sent" as const,
  at: 1,
};

/** Outcomes of a lane whose commits take so long, in a time that is set by hand. */
async function outcomesWhere(journal: { isKept: boolean }, commitMs: number) {
  let now = 0;
  const clock = { steadyMs: () => now };
  const pace = new Pace({ waits: clock, isStarved: () => false });
  for (let nth = 0; nth < 20; nth += 1)
    await pace.timed(async () => {
      now += commitMs;
    });
  const outcomes = new Outcomes({ clock, journal }, () => pace.gatherMs);
  outcomes.add(settled as never);
  /** How long they wait until they are due. */
  const waited = (): number => {
    const from = now;
    while (!outcomes.isDue({ isLast: false })) now += 1;
    return now - from;
  };
  return { outcomes, waited };
}

test("outcomes wait for others, and for more of them where commits are long in coming", async () => {
  expect((await outcomesWhere({ isKept: true }, 1)).waited()).toBe(50);
  const busy = (await outcomesWhere({ isKept: true }, 20)).waited();
  expect(busy).toBeGreaterThan(100);
  expect(busy).toBeLessThan(200);
  expect((await outcomesWhere({ isKept: true }, 5_000)).waited()).toBe(400);
});

test("where no journal knows them none waits longer than ever: after a kill it would be in doubt", async () => {
  expect((await outcomesWhere({ isKept: false }, 20)).waited()).toBe(50);
});

test("outcomes do not wait where nothing else is under way, nor beyond as many as a commit is for", async () => {
  const { outcomes } = await outcomesWhere({ isKept: true }, 20);
  expect(outcomes.isDue({ isLast: true })).toBe(true);
  expect(outcomes.isDue({ isLast: false })).toBe(false);
  outcomes.add(...Array.from({ length: sendLimits.gatherMax - 1 }, () => settled as never));
  expect(outcomes.isDue({ isLast: false })).toBe(true);
});
