import { type ReactNode, useState } from "react";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { type CampaignTexts, campaignTexts } from "../../../contract/texts/workspace/campaigns.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { useAction } from "../../_data/useAction.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { Dialog } from "../../_parts/Dialog.tsx";
import { useRealtimeActions } from "../realtime/RealtimeContext.tsx";
import { restOf, SendRestForm } from "./SendRestForm.tsx";

/** What may be asked of a campaign. `asked` is put to the person first, where it cannot be undone. */
type Step = { word: string; asked?: string; confirm?: string; perform: () => Promise<unknown> };

/** Pause, resume, the rest from another account, cancel, and trying again what failed or is uncertain; whichever makes sense just now. */
export function CampaignActions({
  campaign,
  titleId,
  children,
}: {
  campaign: Campaign;
  /** Where the campaign's name stands: said with every button, as there are as many of each as campaigns. */
  titleId: string;
  children: ReactNode;
}) {
  const texts = useTexts(campaignTexts);
  const { follow } = useRealtimeActions();
  const [asking, setAsking] = useState<Step | null>(null);
  const [choosing, setChoosing] = useState(false);
  const acting = useAction(async (step: Step) => {
    setAsking(null);
    await step.perform();
    follow(campaign._id);
  });

  return (
    <>
      {acting.message === "" ? null : (
        <p className="field-error" role="alert">
          {acting.message}
        </p>
      )}
      <div className="actions">
        {children}
        {stepsFor(campaign, texts).map((step) => (
          <Button
            key={step.word}
            aria-describedby={titleId}
            disabled={acting.running}
            variant={step.asked === undefined ? undefined : "danger"}
            onClick={() => (step.asked === undefined ? acting.run(step) : setAsking(step))}
          >
            {step.word}
          </Button>
        ))}
        {campaign.state === "paused" && restOf(campaign) > 0 ? (
          <Button aria-describedby={titleId} onClick={() => setChoosing(true)}>
            {texts.rest.open}
          </Button>
        ) : null}
      </div>
      <Dialog open={choosing} title={texts.rest.title} onClose={() => setChoosing(false)}>
        {choosing ? (
          <SendRestForm
            campaign={campaign}
            onCancel={() => setChoosing(false)}
            onSent={() => {
              setChoosing(false);
              follow(campaign._id);
            }}
          />
        ) : null}
      </Dialog>
      <Dialog
        open={asking !== null}
        title={asking?.confirm ?? asking?.word ?? ""}
        onClose={() => setAsking(null)}
      >
        <p>{asking?.asked}</p>
        <div className="actions">
          <Button onClick={() => setAsking(null)}>{texts.leaveAsItIs}</Button>
          <Button variant="danger" onClick={() => asking !== null && acting.run(asking)}>
            {asking?.confirm ?? asking?.word}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

function stepsFor({ _id, state, counts, subject }: Campaign, texts: CampaignTexts): Step[] {
  const params = { id: _id };
  const retry = (which: "failed" | "uncertain") => () =>
    browserClient("POST /amplify/campaigns/{id}/retry", { params, body: { states: [which] } });
  const steps: Step[] = [];
  if (state === "running")
    steps.push({
      word: texts.pause,
      perform: () => browserClient("POST /amplify/campaigns/{id}/pause", { params }),
    });
  if (state === "paused")
    steps.push({
      word: texts.resume,
      perform: () => browserClient("POST /amplify/campaigns/{id}/resume", { params }),
    });
  if (state === "running" || state === "paused")
    steps.push({
      word: texts.cancel,
      asked: texts.askCancel(subject),
      confirm: texts.cancelCampaign,
      perform: () => browserClient("POST /amplify/campaigns/{id}/cancel", { params }),
    });
  if (counts.failed > 0) steps.push({ word: texts.retryFailed(counts.failed), perform: retry("failed") });
  if (counts.uncertain > 0)
    steps.push({
      word: texts.retryUncertain(counts.uncertain),
      asked: texts.askRetryUncertain,
      perform: retry("uncertain"),
    });
  return steps;
}
