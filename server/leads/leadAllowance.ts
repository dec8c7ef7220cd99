import type { Refusal } from "../../contract/errors.ts";
import type { PlannedScope } from "../../contract/identity/scope.ts";
import { leadLimits } from "../../contract/limits/leads.ts";
import { planOf } from "../../contract/plans.ts";
import { type Reason, reason } from "../../contract/reasons.ts";
import { refused } from "../../contract/refused.ts";
import type { Core } from "../core/core.ts";

/** How many leads a workspace may have; Infinity where there is no limit. */
export function leadsMaxOf(core: Pick<Core, "settings">, plan: Pick<PlannedScope, "status">): number {
  return core.settings.plans ? planOf(plan.status).leadsMax : Number.POSITIVE_INFINITY;
}

type Counts = { leadCount: number; added: number };

/**
 * `keeps` is how many there were before those were deleted that come back: a workspace whose plan became a smaller one keeps
 * what it had.
 *
 * @throws {Refusal} plan_limit, with how many would have fitted. Leads kept after a downgrade do not count against it twice.
 */
export function refuseOverPlan(
  plan: Pick<PlannedScope, "status">,
  { leadsMax, leadCount, added, keeps = 0 }: Counts & { leadsMax: number; keeps?: number },
): void {
  const mayHold = Math.max(leadsMax, keeps);
  if (leadCount <= mayHold || added === 0) return;
  throw overPlan(plan, { leadsMax, fits: Math.max(0, mayHold - (leadCount - added)) });
}

export function overPlan(
  { status }: Pick<PlannedScope, "status">,
  { leadsMax, fits }: { leadsMax: number; fits: number },
): Refusal {
  return refused("leads_over_plan", { plan: planOf(status).name, leadsMax, fits });
}

type Held = { status: string; leadsMax: number };

/** Why a row of a file was not added. */
export function rowOverPlan({ status, leadsMax }: Held): Reason {
  return reason("row_over_plan", { plan: planOf(status).name, leadsMax });
}

/** What an import says of all that were not added for the plan's sake. */
export function rowsOverPlan({ status, leadsMax }: Held, count: number): Reason {
  return reason("rows_over_plan", { plan: planOf(status).name, leadsMax, count });
}

/** @throws {Refusal} conflict when there would be more collections than the bound. */
export function refuseTooManyCollections(collectionCount: number): void {
  const max = leadLimits.collectionsPerUser;
  if (collectionCount > max) throw refused("collections_too_many", { max });
}
