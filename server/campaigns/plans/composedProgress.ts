import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { socketLimits } from "../../../contract/limits/socket.ts";
import { type CampaignState, campaignStates } from "../../../contract/schemas/campaign.ts";
import { answerTexts } from "../../../contract/texts/answers.ts";
import type { CountedCampaign } from "../../../db/stores/campaigns/campaigns.ts";
import { createPlanListStore } from "../../../db/stores/campaigns/plans/planLists.ts";
import { planStateOf } from "../../../db/stores/campaigns/plans/planState.ts";
import type { Core } from "../../core/core.ts";
import { inTexts } from "../../core/inWords.ts";
import type { Hub, UnnumberedMessage } from "../../realtime/hub.ts";
import type { SendingPort } from "../../sending/boundary/port.ts";
import { pausedWaiting, recipientsOf, waitingOnTheWire } from "../../sending/dispatch/tally.ts";
import { askedLately, withDoneTimes } from "../doneTimes.ts";
import { createRestForecast } from "../restForecast.ts";
import { countsOf, partStatesOf, wholeWaiting } from "./campaignAnswer.ts";

/** Whoever sends, who knows why a part waits just now. */
type Asking = Pick<SendingPort, "waitingsOf">;
type Told = UnnumberedMessage["data"];
type Publish = (workspaceId: WorkspaceId, message: UnnumberedMessage) => void;

/**
 * Whoever sends knows parts alone. Here what a part of a composed campaign tells becomes what the whole has come to: the
 * sums over its parts, under its own id, now and then while mails go out.
 */
export function composedProgress(
  core: Core,
  { publish, isWatched, waitingsOf }: Pick<Hub, "publish" | "isWatched"> & Asking,
): Publish {
  const whole = createWholeProgress(core, { waitingsOf });
  const publishSingle = withDoneTimes(core, {
    publish,
    isWatched,
    doneAtOf: async (workspaceId, message) =>
      (await whole({ workspaceId, id: message.data.campaignId }, message))?.data.doneAt ?? null,
  });
  const waiting = new Map<string, UnnumberedMessage>();
  return (workspaceId, { planId, ...message }) => {
    if (planId === undefined) return publishSingle(workspaceId, message);
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

/** What a whole campaign has come to, given what one of its parts told last, in the words of its own page. */
export function createWholeProgress(core: Pick<Core, "database" | "clock">, { waitingsOf }: Asking) {
  const lists = createPlanListStore(core.database);
  const doneAt = createRestForecast(core);
  const lately = askedLately<number | null>(core);

  /** What the part told is known; the others that run are asked. */
  async function lookedAt(parts: readonly CountedCampaign[], { campaignId, ...told }: Told) {
    const isAsked = ({ campaign }: CountedCampaign) =>
      campaign.id !== campaignId && campaign.state === "running";
    const asked = parts.filter(isAsked).map(({ campaign }) => campaign);
    const answers = asked.length === 0 ? [] : await waitingsOf(asked);
    const known = new Map(asked.map(({ id }, index) => [id, answers[index] ?? null]));
    const { waitingCause, nextAt } = told;
    if (waitingCause !== null) known.set(campaignId, { reason: waitingCause, nextAt });
    return parts.map((part) => ({
      ...part,
      waiting: known.get(part.campaign.id) ?? pausedWaiting(part.campaign),
    }));
  }

  return async (
    key: { workspaceId: WorkspaceId; id: string },
    told: UnnumberedMessage,
  ): Promise<UnnumberedMessage | null> => {
    const listed = await lists.one(key);
    if (listed === null) return null;
    const counted = await lists.partsOf(key.workspaceId, [key.id]);
    const state = planStateOf(listed.plan, partStatesOf(counted), listed.hasMoreToCome);
    if (!isTold(state)) return null;
    const parts = await lookedAt(counted, told.data);
    const counts = countsOf(parts);
    const total = parts.reduce((sum, part) => sum + recipientsOf(part.campaign, part.counts), 0);
    const waiting = wholeWaiting({ ...listed, parts });
    return {
      message: inTexts(answerTexts).campaigns.sentOf({ sent: counts.sent, total }),
      data: {
        ...told.data,
        ...waitingOnTheWire(waiting),
        doneAt:
          state === "running"
            ? await lately(`${key.id} ${waiting?.reason.code}`, () =>
                doneAt(key.workspaceId, { ...listed, parts }),
              )
            : null,
        ...(listed.plan.name === "" ? {} : { name: listed.plan.name }),
        campaignId: key.id,
        state,
        running: state === "running",
        total,
        success: counts.sent,
        root: listed.plan.kind === "sequence" ? "workflow" : "email",
        failed: counts.failed,
        queued: counts.queued + counts.sending,
        deferred: counts.deferred,
        skipped: counts.skipped,
        uncertain: counts.uncertain,
      },
    };
  };
}

function isTold(state: string): state is CampaignState {
  return (campaignStates as readonly string[]).includes(state);
}
