import type { PlannedScope } from "../../../contract/identity/scope.ts";
import type { Reason } from "../../../contract/reasons.ts";
import { refused } from "../../../contract/refused.ts";
import type { PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import type { PlanRow } from "../../../db/stores/campaigns/plans/planRows.ts";
import type { Core } from "../../core/core.ts";
import { planLack } from "../../core/planAllowance.ts";
import { planScopeOf } from "./planScope.ts";

type Wanted = Pick<PlanContent, "kind" | "steps">;

/** What the workspace's plan lacks of what a campaign is; null where it has all of it. */
export function unpaidFor(
  core: Pick<Core, "settings">,
  scope: Pick<PlannedScope, "status">,
  { kind, steps }: Wanted,
): Reason<"plan_lacks"> | null {
  const isTest = steps.some(({ variants }) => variants.length > 1);
  return (
    (kind === "sequence" ? planLack(core, { scope, feature: "automation" }) : null) ??
    (isTest ? planLack(core, { scope, feature: "abTesting" }) : null)
  );
}

/** @throws {Refusal} plan_limit for what the workspace's plan lacks. */
export function refuseUnpaid(core: Pick<Core, "settings">, scope: PlannedScope, wanted: Wanted): void {
  const lack = unpaidFor(core, scope, wanted);
  if (lack !== null) throw refused(lack.code, lack.params);
}

/**
 * What keeps a campaign that has begun from going on by itself, after its workspace's plan became a smaller one. A
 * sequence goes on for ever, so it waits; a campaign that is sent once was begun when it was paid for, and is brought
 * to its end as it was composed.
 */
export async function unpaidSince(
  core: Pick<Core, "settings" | "database">,
  plan: PlanRow,
): Promise<Reason<"plan_lacks"> | null> {
  if (plan.kind !== "sequence" || !core.settings.plans) return null;
  return planLack(core, { scope: await planScopeOf(core, plan), feature: "automation" });
}
