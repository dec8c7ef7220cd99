import { expect, test } from "bun:test";
import { cheapestWith, type PlanFeature, planFeatures, planOf, statuses } from "../../../contract/plans.ts";
import { pricing } from "../../../contract/texts/en/pages/pricing.ts";
import { planHas, refuseWithoutPlan } from "../../../server/core/planAllowance.ts";
import { readSettings } from "../../../server/settings/settings.ts";

const withPlans = { settings: readSettings({ AMPLIFY_PLANS: "on" }) };
const without = { settings: readSettings({ AMPLIFY_PLANS: "off" }) };

/** The lines of the pricing page that a server can keep, and what it keeps. */
const promised: [line: string, feature: PlanFeature][] = [
  ["A/B testing", "abTesting"],
  ["Advanced analytics", "advancedAnalytics"],
  ["API access", "api"],
  ["Automation", "automation"],
];

test("each plan has what its card promises, and what the cards of cheaper plans do", () => {
  expect(promised.map(([, feature]) => feature).toSorted()).toEqual([...planFeatures].toSorted());
  for (const [line, feature] of promised) {
    const cards = (["free", "premium", "enterprise"] as const).map((key) =>
      pricing.features[key].includes(line),
    );
    const first = cards.indexOf(true);
    expect({ line, first }).not.toEqual({ line, first: -1 });
    const had = statuses.map((status) => planOf(status)[feature]);
    expect({ line, had }).toEqual({ line, had: cards.map((_, index) => index >= first) });
    expect(cheapestWith(feature).status).toBe(statuses[first] as never);
  }
});

test("what a plan lacks is refused with the cheapest plan that has it", () => {
  const asked = (status: (typeof statuses)[number], feature: PlanFeature) => () =>
    refuseWithoutPlan(withPlans, { scope: { status }, feature });
  expect(asked("AMFR", "abTesting")).toThrow("A/B testing comes with the Premium plan");
  expect(asked("AMPR", "automation")).toThrow("Automation comes with the Enterprise plan");
  expect(asked("AMPR", "abTesting")).not.toThrow();
  expect(asked("AMEX", "automation")).not.toThrow();
  try {
    asked("AMPR", "automation")();
  } catch (error) {
    expect(error).toMatchObject({
      code: "plan_limit",
      reason: { code: "plan_lacks", params: { feature: "automation", plan: "Enterprise" } },
    });
  }
});

test("an installation without plans has everything for everybody", () => {
  for (const feature of planFeatures) {
    expect(planHas(without, { scope: { status: "AMFR" }, feature })).toBe(true);
    expect(() => refuseWithoutPlan(without, { scope: { status: "AMFR" }, feature })).not.toThrow();
  }
});

test("a status that nobody knows has the smallest plan", () => {
  const scope = { status: "AMXX" as "AMFR" };
  expect(planHas(withPlans, { scope, feature: "abTesting" })).toBe(false);
});
