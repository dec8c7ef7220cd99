import { campaignName } from "../../../../contract/campaigns/campaignName.ts";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import type { WatchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { browserClient, sentenceOf } from "../../../_data/browserClient.ts";
import type { Announce } from "../../../_parts/useToasts.ts";
import { reportUntil } from "../../realtime/activity/reports.ts";

/** What is said of which campaign, ended once something else is said of it. */
const said = new Map<string, () => void>();

/**
 * Says that a campaign went into the archive, or came out of it, and takes that back for a while, wherever one looks by
 * then: its row has left the list that it was in.
 */
export function reportArchived(
  campaign: Campaign,
  { announce, texts }: { announce: Announce; texts: WatchingTexts },
): void {
  const { _id: id } = campaign;
  const isIn = campaign.archivedAt === null;
  const title = campaignName(campaign) || texts.list.untitled;
  const words = texts.archive[isIn ? "into" : "outOf"];
  const now = Date.now();
  const undo = async () => {
    const body = { archived: !isIn };
    await browserClient("POST /amplify/campaigns/{id}/archive", { params: { id }, body });
    // The line goes with its button, and nobody knows where its row is shown.
    document.querySelector<HTMLElement>(".workspace-content")?.focus({ preventScroll: true });
    end();
    announce("sent", words.undone(title));
  };
  said.get(id)?.();
  const end = reportUntil(
    {
      // Sorted after the ids of whatever is under way, so that it stands before them.
      id: `with the archive ${now}`,
      title,
      isUnderWay: false,
      needsPerson: false,
      bar: null,
      said: words.said,
      readOut: words.readOut(title),
      action: {
        word: texts.archive.undo,
        run: () => void undo().catch((error: unknown) => announce("failed", sentenceOf(error))),
      },
      dismiss: () => end(),
    },
    now + screenLimits.undoReportMs,
  );
  said.set(id, end);
}
