import { waitsForAccount } from "../../../../contract/campaigns/accountWait.ts";
import { campaignName } from "../../../../contract/campaigns/campaignName.ts";
import { changeHeld } from "../../../../contract/campaigns/changeHeld.ts";
import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import type { CampaignTexts } from "../../../../contract/texts/workspace/campaigns.ts";
import type { WatchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { goToComposing } from "../composing/address.ts";
import { heldOf, restOf } from "../rest.ts";

/** What an action does: a call, a navigation, or a dialog that asks for more. */
export type Action = {
  key: string;
  word: string;
  perform?: () => Promise<unknown>;
  /** The question to confirm it with, if it cannot be undone. */
  asked?: string;
  confirm?: string;
  opens?: "move" | "compare" | "remove";
};

/** The actions for a campaign in its current state: the first few as buttons, the others in a menu. */
export type Actions = { first: Action | null; menu: Action[] };

export const isEnded = ({ state }: Pick<Campaign, "state">): boolean =>
  state === "finished" || state === "cancelled";
/** Whether there is anything to look at of it. */
export const hasBegun = ({ state }: Pick<Campaign, "state">): boolean =>
  state === "running" || state === "paused" || state === "finished" || state === "cancelled";
export const isUnderWay = ({ state }: Pick<Campaign, "state">): boolean =>
  state === "running" || state === "starting";

export function actionsOf(
  campaign: Campaign,
  texts: CampaignTexts,
  { actions: words }: WatchingTexts,
): Actions {
  const { state, archivedAt, kind, trackOpens, trackClicks } = campaign;
  const wasSent = campaign.counts.sent > 0;
  const params = { id: campaign._id };
  const duplicate = (key: string, word: string, to: "same" | "notOpened" | "notClicked"): Action => ({
    key,
    word,
    perform: () => duplicating(params, to),
  });
  const again = duplicate("duplicate", words.duplicate, "same");
  const cancel: Action = {
    key: "cancel",
    word: words.cancel,
    asked: texts.askCancel(campaignName(campaign)),
    confirm: texts.cancelCampaign,
    perform: () => browserClient("POST /amplify/campaigns/{id}/cancel", { params }),
  };
  const resume: Action = {
    key: "resume",
    word: words.resume,
    perform: () => browserClient("POST /amplify/campaigns/{id}/resume", { params }),
  };
  const move: Action[] = mayMove(campaign) ? [{ key: "move", word: words.move, opens: "move" }] : [];
  // If its account was removed, it can only be continued from another one.
  const goesOnElsewhere = campaign.waitingCause?.code === "account_removed";
  const looks: Action = { key: "compare", word: words.compare, opens: "compare" };
  const change = kind === "sequence" ? [editing(campaign, words.change)] : [];
  switch (state) {
    case "draft":
      return {
        first: editing(campaign, words.edit),
        menu: [again, { key: "remove", word: words.remove, opens: "remove" }],
      };
    case "scheduled":
      return { first: takeBack(params, words.undo), menu: [editing(campaign, words.change), again] };
    case "holding":
      return { first: takeBack(params, words.undo), menu: [changing(campaign, words.change), again] };
    case "starting":
      return { first: null, menu: [again] };
    case "running":
      return {
        first: {
          key: "pause",
          word: words.pause,
          perform: () => browserClient("POST /amplify/campaigns/{id}/pause", { params }),
        },
        menu: [...(mayResume(campaign) ? [resume] : []), ...move, ...change, again, looks, cancel],
      };
    case "paused":
      return {
        first: goesOnElsewhere ? (move[0] ?? resume) : resume,
        menu: [
          // A campaign that was stopped before anything was sent can still be edited.
          ...(campaign.total === 0 ? [takeBack(params, words.undo)] : []),
          ...(goesOnElsewhere ? [] : move),
          ...change,
          again,
          looks,
          cancel,
        ],
      };
    default:
      return {
        first: again,
        menu: [
          // If nobody got it, there is nobody who did not open it.
          ...(trackOpens && wasSent ? [duplicate("notOpened", words.notOpened, "notOpened")] : []),
          ...(trackClicks && wasSent ? [duplicate("notClicked", words.notClicked, "notClicked")] : []),
          looks,
          archiving(params, { archived: archivedAt === null, words }),
        ],
      };
  }
}

async function duplicating(params: { id: string }, to: "same" | "notOpened" | "notClicked"): Promise<void> {
  const plan = await browserClient("POST /amplify/campaigns/{id}/duplicate", { params, body: { to } });
  goToComposing(plan._id);
}

function archiving(
  params: { id: string },
  { archived, words }: { archived: boolean; words: WatchingTexts["actions"] },
): Action {
  return {
    key: "archive",
    word: archived ? words.archive : words.unarchive,
    perform: () => browserClient("POST /amplify/campaigns/{id}/archive", { params, body: { archived } }),
  };
}

/** Also the mails to come of a sequence, of which nothing is left between two of them. */
function mayMove(campaign: Campaign): boolean {
  if (campaign.state === "running") return heldOf(campaign).length > 0 || waitsForAccount(campaign);
  return restOf(campaign) > 0 || (campaign.kind === "sequence" && campaign.total > 0);
}

/** Whether what is held up of a running one goes on once somebody says so. */
const mayResume = (campaign: Campaign): boolean =>
  heldOf(campaign).some(({ held }) => held.cause.code !== "account_removed");

function editing({ _id: id }: Campaign, word: string): Action {
  return { key: "edit", word, perform: async () => goToComposing(id) };
}

/** A start that is held goes within seconds: whoever changes it has taken it back. */
function changing({ _id: id }: Campaign, word: string): Action {
  return { key: "edit", word, perform: async () => goToComposing(await changeHeld(browserClient, id)) };
}

function takeBack(params: { id: string }, word: string): Action {
  return {
    key: "undo",
    word,
    perform: async () => {
      const { state } = await browserClient("POST /amplify/campaigns/{id}/undo", { params });
      // Of a send that nobody composed nothing is left.
      if (state === "draft") goToComposing(params.id);
    },
  };
}
