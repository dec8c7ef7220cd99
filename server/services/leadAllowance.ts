import { Refusal } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { planOf } from "../../contract/plans.ts";
import type { Core } from "../core.ts";
import type { Caller } from "../routes/route.ts";

/** How many leads a person may have; Infinity where there is no limit. */
export function leadsMaxOf(core: Pick<Core, "settings">, caller: Pick<Caller, "status">): number {
  return core.settings.plans ? planOf(caller.status).leadsMax : Number.POSITIVE_INFINITY;
}

/** @throws {Refusal} plan_limit, with how many would have fitted. Leads kept after a downgrade do not count against it twice. */
export function refuseOverPlan(
  caller: Pick<Caller, "status">,
  { leadsMax, leadCount, added }: { leadsMax: number; leadCount: number; added: number },
): void {
  if (leadCount <= leadsMax) return;
  const fits = Math.max(0, leadsMax - (leadCount - added));
  const room = fits === 0 ? "no more fit" : `${fits} more ${fits === 1 ? "fits" : "fit"}`;
  throw new Refusal(
    "plan_limit",
    `The ${planOf(caller.status).name} plan holds ${leadsMax} leads: ${room}. Upgrade the plan, or delete leads you no longer need.`,
  );
}

/** @throws {Refusal} conflict when there would be more collections than the bound. */
export function refuseTooManyCollections(collectionCount: number): void {
  const max = limits.leads.collectionsPerUser;
  if (collectionCount > max)
    throw new Refusal(
      "conflict",
      `At most ${max} collections fit. Delete one that you no longer need first.`,
    );
}
