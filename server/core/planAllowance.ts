import type { PlannedScope } from "../../contract/identity/scope.ts";
import { cheapestWith, type PlanFeature, planOf, type Role } from "../../contract/plans.ts";
import { type Reason, reason } from "../../contract/reasons.ts";
import { refused } from "../../contract/refused.ts";
import type { PlanAnswer } from "../../contract/schemas/account.ts";
import type { Settings } from "../settings/settings.ts";

type Planned = { settings: Pick<Settings, "plans"> };
type Asked = { scope: Pick<PlannedScope, "status">; feature: PlanFeature };

/** Whether a workspace's plan has a feature; where the installation turns plans off, everybody has all of them. */
export function planHas(core: Planned, { scope, feature }: Asked): boolean {
  return !core.settings.plans || planOf(scope.status)[feature];
}

/** Whether somebody may use the API: by their workspace's plan, or because they administer the installation. */
export function mayUseApi(core: Planned, { status, role }: Asked["scope"] & { role: Role }): boolean {
  return role === ("admin" satisfies Role) || planHas(core, { scope: { status }, feature: "api" });
}

/** Everything that a workspace's plan allows. */
export function planAnswerOf(core: Planned, scope: Asked["scope"]): PlanAnswer {
  const { key, leadsMax } = planOf(scope.status);
  const has = (feature: PlanFeature) => planHas(core, { scope, feature });
  const isBounded = core.settings.plans && Number.isFinite(leadsMax);
  return {
    plan: key,
    hasPlans: core.settings.plans,
    leadsMax: isBounded ? leadsMax : null,
    abTesting: has("abTesting"),
    advancedAnalytics: has("advancedAnalytics"),
    api: has("api"),
    automation: has("automation"),
  };
}

/** That a workspace's plan lacks a feature, and the cheapest plan that has it; null where it has it. */
export function planLack(core: Planned, asked: Asked): Reason<"plan_lacks"> | null {
  if (planHas(core, asked)) return null;
  const { feature } = asked;
  return reason("plan_lacks", { feature, plan: cheapestWith(feature).name });
}

/** @throws {Refusal} plan_limit, with the feature and the cheapest plan that has it. */
export function refuseWithoutPlan(core: Planned, asked: Asked): void {
  const lack = planLack(core, asked);
  if (lack !== null) throw refused(lack.code, lack.params);
}
