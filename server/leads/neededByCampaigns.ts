import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { refused } from "../../contract/refused.ts";
import { type Condition, conditionsOf } from "../../contract/segments/question.ts";
import { createPlanNeedStore, type OngoingPlan } from "../../db/stores/campaigns/plans/planNeeds.ts";
import { createSegmentStore } from "../../db/stores/leads/segments.ts";
import type { Core } from "../core/core.ts";

/** What is to go: it, or choices of a field. */
type Leaving =
  | { what: "collection" | "segment" | "field" | "campaign"; id: string }
  | { what: "choice"; ids: ReadonlySet<string> };

/**
 * Refuses that something goes which a campaign needs that is not over: it could not start, would take nobody in any more,
 * or would go on for leads that it was to stop for. A draft says so by itself.
 */
export function refusingNeeded(core: Pick<Core, "database">) {
  const plans = createPlanNeedStore(core.database);
  const segments = createSegmentStore(core.database);
  /** @throws {Refusal} conflict. */
  return async (workspaceId: WorkspaceId, leaving: Leaving): Promise<void> => {
    const ongoing = await plans.ongoing(workspaceId);
    if (ongoing.length === 0) return;
    const asking = (await segments.ownedBy(workspaceId)).filter(({ question }) =>
      conditionsOf(question).some((condition) => asksFor(condition, leaving)),
    );
    const segmentIds = new Set(asking.map(({ id }) => id));
    if (leaving.what === "segment") segmentIds.add(leaving.id);
    const campaigns = ongoing.filter((plan) => needs(plan, { leaving, segmentIds })).map(({ name }) => name);
    if (campaigns.length > 0) throw refused("needed_by_campaigns", { what: leaving.what, campaigns });
  };
}

function asksFor(condition: Condition, leaving: Leaving): boolean {
  if (condition.about === "collections")
    return leaving.what === "collection" && condition.collections.includes(leaving.id);
  if ("campaign" in condition) return leaving.what === "campaign" && condition.campaign === leaving.id;
  if (condition.about !== "field") return false;
  if (leaving.what === "field") return condition.field === leaving.id;
  return (
    leaving.what === "choice" && "choices" in condition && condition.choices.some((id) => leaving.ids.has(id))
  );
}

function needs(
  { hasBegun, audience, content }: OngoingPlan,
  { leaving, segmentIds }: { leaving: Leaving; segmentIds: ReadonlySet<string> },
): boolean {
  const { stop, zoneField } = content;
  // Whom it is for was written down at its start, unless it goes on taking leads in.
  const asksWhom = !hasBegun || audience.joinLater;
  if (leaving.what === "field" && (stop.onField === leaving.id || (asksWhom && zoneField === leaving.id)))
    return true;
  if (leaving.what === "collection" && stop.onLeaving && audience.collections.includes(leaving.id))
    return true;
  if (!asksWhom) return false;
  const { collections, segments, after, not } = audience;
  if (leaving.what === "campaign" && [...not.campaigns, after?.campaignId].includes(leaving.id)) return true;
  if (leaving.what === "collection" && [...collections, ...not.collections].includes(leaving.id)) return true;
  return [...segments, ...not.segments].some((id) => segmentIds.has(id));
}
