import type { PlannedScope } from "../../../contract/identity/scope.ts";
import type { PlanContent } from "../../../contract/schemas/campaignPlan.ts";
import type { Core } from "../../core/core.ts";
import { refuseWithoutPlan } from "../../core/planAllowance.ts";

/** @throws {Refusal} plan_limit for what the workspace's plan lacks. */
export function refuseUnpaid(
  core: Core,
  scope: PlannedScope,
  { kind, steps }: Pick<PlanContent, "kind" | "steps">,
): void {
  if (kind === "sequence") refuseWithoutPlan(core, { scope, feature: "automation" });
  if (steps.some(({ variants }) => variants.length > 1))
    refuseWithoutPlan(core, { scope, feature: "abTesting" });
}
