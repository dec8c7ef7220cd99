import type { PlannedScope } from "../../contract/identity/scope.ts";
import { mib } from "../../contract/limits/units.ts";
import { uploadLimits } from "../../contract/limits/uploads.ts";
import { planOf } from "../../contract/plans.ts";
import type { Core } from "./core.ts";

type Kind = keyof typeof uploadLimits;

export type Allowance = {
  bytesMax: number;
  /** The name of the plan that says so; null where plans are off. */
  plan: string | null;
};

/** What a workspace's files of one kind may take together. */
export function uploadAllowance(
  { settings }: Pick<Core, "settings">,
  { status }: Pick<PlannedScope, "status">,
  kind: Kind,
): Allowance {
  const plan = planOf(status);
  if (!settings.plans) return { bytesMax: uploadLimits[kind].enterprise, plan: null };
  return { bytesMax: uploadLimits[kind][plan.key], plan: plan.name };
}

/** Rounded down: more than fits is never promised. */
export function wholeMegabytes(bytes: number): number {
  return Math.floor(bytes / mib);
}
