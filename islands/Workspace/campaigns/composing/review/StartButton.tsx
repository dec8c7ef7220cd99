import { useId } from "react";
import type { CampaignReview } from "../../../../../contract/schemas/campaignPlan.ts";
import { reviewTexts } from "../../../../../contract/texts/workspace/composing.ts";
import { browserClient } from "../../../../_data/browserClient.ts";
import { useAction } from "../../../../_data/useAction.ts";
import { useTexts } from "../../../../_data/useTexts.ts";
import { Button } from "../../../../_parts/Button.tsx";
import { Notice } from "../../../../_parts/Notice.tsx";
import { goToCampaign } from "../address.ts";
import { useComposing } from "../draft/useDraft.ts";
import { wallWords } from "../when/zones.ts";

/** Starts the campaign, with the exact number on it. */
export function StartButton({ review, isOld }: { review: CampaignReview; isOld: boolean }) {
  const texts = useTexts(reviewTexts);
  const { draft, saver } = useComposing();
  const { plan } = draft;
  const noteId = useId();
  const starting = useAction(async () => {
    if (!(await saver.save())) return;
    const params = { id: plan._id };
    const { version } = saver.snapshot().plan;
    await browserClient("POST /amplify/campaigns/{id}/start", { params, body: { version } });
    const begun = await saver.refresh();
    if (begun.state !== "holding" && begun.state !== "scheduled") goToCampaign(plan._id);
  });
  if (plan.state !== "draft") return null;
  const { recipients } = review.audience;
  const stops = review.checks.filter((check) => check.stops).length;
  // Whoever joins may be the first; that nobody is left is among what stops it elsewhere.
  const isReady = stops === 0 && draft.save !== "clash" && draft.save !== "refused";
  const word =
    plan.startAt !== null
      ? texts.schedule({ when: wallWords(plan.startAt), count: recipients })
      : plan.kind === "sequence"
        ? texts.startSequence({ count: recipients, joinLater: plan.audience.joinLater })
        : texts.send(recipients);
  const hold =
    plan.startAt === null && plan.holdSeconds > 0 ? texts.undoNote(plan.holdSeconds) : texts.noUndoNote;
  return (
    <>
      {starting.message === "" ? null : <Notice status="failed">{starting.message}</Notice>}
      <div className="start-line">
        <Button
          id="start-campaign"
          variant="primary"
          size="large"
          aria-describedby={noteId}
          disabled={!isReady}
          // It saves first, and the review is read anew: whoever pressed it keeps the focus meanwhile.
          aria-disabled={starting.running || isOld || draft.save !== "saved"}
          onClick={() => starting.run()}
        >
          {starting.running ? texts.starting : word}
        </Button>
        <p className="muted" id={noteId}>
          {stops > 0 ? texts.stopsFirst(stops) : plan.startAt === null ? hold : texts.scheduleNote}
        </p>
      </div>
    </>
  );
}
