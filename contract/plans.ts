/** What each status may do. Statuses are the specification's codes; "plan" is the word people see. */

export const statuses = ["AMFR", "AMPR", "AMEX"] as const;
export type Status = (typeof statuses)[number];

export const roles = ["user", "admin"] as const;
export type Role = (typeof roles)[number];

export type Plan = {
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
  },
  {
    key: "premium",
    status: "AMPR",
    name: "Premium",
    monthlyUsd: 29,
    leadsMax: 1_000,
  },
  {
    key: "enterprise",
    status: "AMEX",
    name: "Enterprise",
    monthlyUsd: 99,
    leadsMax: Number.POSITIVE_INFINITY,
  },
];

/** The plan behind a status; an unknown status has the smallest plan. */
export function planOf(status: string): Plan {
  const plan = plans.find((candidate) => candidate.status === status) ?? plans[0];
  if (plan === undefined) throw new Error("the table of plans is empty");
  return plan;
}

/** Who may open the API tab and call what is behind it (specification, section 6). */
export function mayUseApi(person: { status: string; role: string }): boolean {
  return person.status === "AMPR" || person.status === "AMEX" || person.role === "admin";
}
