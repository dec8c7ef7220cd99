import { waitsForAccount } from "../../../contract/campaigns/accountWait.ts";
import { winnerAsks } from "../../../contract/campaigns/winnerAsks.ts";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { campaignTexts } from "../../../contract/texts/terminal/campaigns.ts";
import { shortId } from "../../format/campaignFigures.ts";
import type { Output } from "../../output.ts";

/** The commands for a campaign that waits for a person. */
export function showActions(output: Output, campaign: Campaign): void {
  const { actions } = output.texts(campaignTexts);
  const id = shortId(campaign._id);
  for (const action of actionsOf(campaign))
    output.line(actions.line({ action, command: output.next(actions[action](id)) }));
}

type Action = "start" | "takeBack" | "winner" | "decide" | "resume" | "move" | "cancel";

function actionsOf(campaign: Campaign): Action[] {
  const { state, total, waitingCause } = campaign;
  const code = waitingCause?.code;
  if (state === "draft") return ["start"];
  if (state === "scheduled" || state === "holding") return ["takeBack"];
  if (state === "running" && code === "outcome_undecided") return ["decide"];
  if (state === "running")
    return winnerAsks.includes(code ?? "") ? ["winner"] : waitsForAccount(campaign) ? ["move"] : [];
  if (state !== "paused") return [];
  return [
    // Without its account it can only be resumed from another one.
    ...(code === "account_removed" ? [] : (["resume"] as const)),
    ...(mayMove(campaign) ? (["move"] as const) : []),
    // A campaign that was stopped before any of its mails was sent can still be changed.
    ...(total === 0 ? (["takeBack"] as const) : []),
    "cancel",
  ];
}

/** True also for the later mails of a sequence, which has none left between two of them. */
function mayMove({ kind, total, counts }: Campaign): boolean {
  return counts.queued + counts.deferred > 0 || (kind === "sequence" && total > 0);
}
