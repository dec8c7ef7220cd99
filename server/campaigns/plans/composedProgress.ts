import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { socketLimits } from "../../../contract/limits/socket.ts";
import { type CampaignState, campaignStates } from "../../../contract/schemas/campaign.ts";
import { answerTexts } from "../../../contract/texts/answers.ts";
import { createPlanListStore } from "../../../db/stores/campaigns/plans/planLists.ts";
import { planStateOf } from "../../../db/stores/campaigns/plans/planState.ts";
import type { Core } from "../../core/core.ts";
import { inTexts } from "../../core/inWords.ts";
import type { Hub, UnnumberedMessage } from "../../realtime/hub.ts";
import { recipientsOf } from "../../sending/dispatch/tally.ts";
import { countsOf, partStatesOf } from "./campaignAnswer.ts";

type Publish = (workspaceId: WorkspaceId, message: UnnumberedMessage) => void;

/**
 * Whoever sends knows parts alone. Here what a part of a composed campaign tells becomes what the whole has come to: the
 * sums over its parts, under its own id, now and then while mails go out.
 */
export function composedProgress(
  core: Core,
  { publish, isWatched }: Pick<Hub, "publish" | "isWatched">,
): Publish {
  const whole = createWholeProgress(core);
  const waiting = new Map<string, UnnumberedMessage>();
  return (workspaceId, { planId, ...message }) => {
    if (planId === undefined) return publish(workspaceId, message);
    if (!isWatched(workspaceId)) return;
    const isUnderWay = waiting.has(planId);
    waiting.set(planId, message);
    if (isUnderWay) return;
    setTimeout(() => {
      const latest = waiting.get(planId) ?? message;
      waiting.delete(planId);
      whole({ workspaceId, id: planId }, latest)
        .then((summed) => summed && publish(workspaceId, summed))
        .catch((error) => core.log.warn("What a campaign has come to could not be told", { error }));
    }, socketLimits.publishEveryMs);
  };
}

/** What a whole campaign has come to, given what one of its parts told last. */
export function createWholeProgress({ database }: Pick<Core, "database">) {
  const lists = createPlanListStore(database);
  return async (
    key: { workspaceId: WorkspaceId; id: string },
    told: UnnumberedMessage,
  ): Promise<UnnumberedMessage | null> => {
    const listed = await lists.one(key);
    if (listed === null) return null;
    const parts = await lists.partsOf(key.workspaceId, [key.id]);
    const state = planStateOf(listed.plan, partStatesOf(parts), listed.hasMoreToCome);
    if (!isTold(state)) return null;
    const counts = countsOf(parts);
    const total = parts.reduce((sum, part) => sum + recipientsOf(part.campaign, part.counts), 0);
    // Where several parts are under way, one that waits says nothing of the others.
    const isOne = parts.filter(({ campaign }) => campaign.state === "running").length <= 1;
    const nothing = { waiting: null, waitingCause: null, nextAt: null };
    return {
      message: inTexts(answerTexts).campaigns.sentOf({ sent: counts.sent, total }),
      data: {
        ...told.data,
        ...(isOne ? {} : nothing),
        ...{ campaignId: key.id, state, running: state === "running", total, success: counts.sent },
        root: listed.plan.kind === "sequence" ? "workflow" : "email",
        ...{ failed: counts.failed, queued: counts.queued + counts.sending, deferred: counts.deferred },
        ...{ skipped: counts.skipped, uncertain: counts.uncertain },
      },
    };
  };
}

function isTold(state: string): state is CampaignState {
  return (campaignStates as readonly string[]).includes(state);
}
