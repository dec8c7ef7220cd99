/** What each status may do. Statuses are the specification's codes; "plan" is the word people see. */

export const statuses = ["AMFR", "AMPR", "AMEX"] as const;
export type Status = (typeof statuses)[number];

export const roles = ["user", "admin"] as const;
export type Role = (typeof roles)[number];

/**
 * What some plans have and others lack, as the pricing page says it: campaigns that try variants on some first, numbers
 * beyond a campaign's own sums (over time, by link or domain, beside other campaigns), calls by programs, and campaigns
 * that go on by themselves. Whatever stands in no line of these, every plan has.
 */
export const planFeatures = ["abTesting", "advancedAnalytics", "api", "automation"] as const;
export type PlanFeature = (typeof planFeatures)[number];

export type Plan = Record<PlanFeature, boolean> & {
  key: "free" | "premium" | "enterprise";
  status: Status;
  /** By which reasons and commands name it, whatever the language; people are told what the texts call it. */
  name: string;
  monthlyUsd: number;
  /** Infinity where there is no limit. */
  leadsMax: number;
};

export const plans: readonly Plan[] = [
  {
    key: "free",
    status: "AMFR",
    name: "Free",
    monthlyUsd: 0,
    leadsMax: 50,
    abTesting: false,
    advancedAnalytics: false,
    api: false,
    automation: false,
  },
  {
    key: "premium",
    status: "AMPR",
    name: "Premium",
    monthlyUsd: 29,
    leadsMax: 1_000,
    abTesting: true,
    advancedAnalytics: true,
    api: true,
    automation: false,
  },
  {
    key: "enterprise",
    status: "AMEX",
    name: "Enterprise",
    monthlyUsd: 99,
    leadsMax: Number.POSITIVE_INFINITY,
    abTesting: true,
    advancedAnalytics: true,
    api: true,
    automation: true,
  },
];

/** The plan behind a status; an unknown status has the smallest plan. */
export function planOf(status: string): Plan {
  const plan = plans.find((candidate) => candidate.status === status) ?? plans[0];
  if (plan === undefined) throw new Error("the table of plans is empty");
  return plan;
}

/** The first plan, and so the cheapest, that has a feature. */
export function cheapestWith(feature: PlanFeature): Plan {
  const plan = plans.find((candidate) => candidate[feature]);
  if (plan === undefined) throw new Error("a feature that no plan has");
  return plan;
}

/** Who may open the API tab and call what is behind it (specification, section 6). */
export function mayUseApi(person: { status: string; role: string }): boolean {
  return mayUse("api", person);
}

/** Whether somebody may use what only some plans have; whoever administers the installation may use everything. */
export function mayUse(feature: PlanFeature, person: { status: string; role: string }): boolean {
  return planOf(person.status)[feature] || person.role === "admin";
}
