import type { PlannedScope } from "../../contract/identity/scope.ts";
import { mib } from "../../contract/limits/units.ts";
import { uploadLimits } from "../../contract/limits/uploads.ts";
import { planOf } from "../../contract/plans.ts";
import type { Core } from "./core.ts";

type Kind = keyof typeof uploadLimits;

export type Allowance = {
  bytesMax: number;
  /** "on the Free plan", or nothing where plans are off. */
  where: string;
};

/** What a workspace's files of one kind may take together. */
export function uploadAllowance(
  { settings }: Pick<Core, "settings">,
  { status }: Pick<PlannedScope, "status">,
  kind: Kind,
): Allowance {
  const plan = planOf(status);
  if (!settings.plans) return { bytesMax: uploadLimits[kind].enterprise, where: "" };
  return { bytesMax: uploadLimits[kind][plan.key], where: ` on the ${plan.name} plan` };
}

/** In megabytes, rounded down: more than fits is never promised. */
export function inMegabytes(bytes: number): string {
  return `${Math.floor(bytes / mib).toLocaleString("en")} MB`;
}
