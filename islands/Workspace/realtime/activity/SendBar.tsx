import { useId, useState } from "react";
import type { Progress } from "../../../../contract/realtime/messages.ts";
import { progressTexts } from "../../../../contract/texts/workspace/progress.ts";
import { browserClient } from "../../../_data/browserClient.ts";
import { useAction } from "../../../_data/useAction.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWords } from "../../../_data/useWords.ts";
import { Badge } from "../../../_parts/Badge.tsx";
import { Button } from "../../../_parts/Button.tsx";
import { Dialog } from "../../../_parts/Dialog.tsx";
import type { Status } from "../../../_parts/Notice.tsx";
import { addressOf } from "../../shell/address.ts";
import { CampaignBar } from "../CampaignBar.tsx";
import { progressName } from "../progressName.ts";
import { useLive, useRealtimeActions } from "../RealtimeContext.tsx";
import { doneOf, type Watched } from "../useRealtime.ts";
import { FailedAddresses } from "./FailedAddresses.tsx";
import { LeftOutAddresses } from "./LeftOutAddresses.tsx";
import { remarkOf } from "./remarkOf.ts";

/** One campaign's progress in a line: how many are sent, the other outcomes, and when it will be done. */
export function SendBar({ watched }: { watched: Watched }) {
  const texts = useTexts(progressTexts);
  const { state } = useLive();
  const { dismiss } = useRealtimeActions();
  const words = useWords();
  const { progress } = watched;
  const { campaignId } = progress;
  const params = { id: campaignId };
  const pausing = useAction(() => browserClient("POST /amplify/campaigns/{id}/pause", { params }));
  const resuming = useAction(() => browserClient("POST /amplify/campaigns/{id}/resume", { params }));
  const [asking, setAsking] = useState(false);
  const stopping = useAction(async () => {
    setAsking(false);
    await browserClient("POST /amplify/campaigns/{id}/cancel", { params });
  });
  const fault = pausing.message || resuming.message || stopping.message;
  // Every campaign has the same buttons, so they are described by its name.
  const about = { variant: "quiet", "aria-describedby": useId() } as const;

  return (
    <article className="send-bar" data-state={progress.state}>
      <div className="send-bar-head">
        <h3 id={about["aria-describedby"]}>{progressName(progress)}</h3>
        <div className="actions">
          {progress.state === "running" || progress.state === "paused" ? (
            <>
              {/* A single button, so that whoever pressed it keeps the focus. */}
              <Button
                {...about}
                onClick={() => (progress.state === "paused" ? resuming : pausing).run()}
                aria-disabled={pausing.running || resuming.running}
              >
                {progress.state === "paused" ? texts.resume : texts.pause}
              </Button>
              <Button {...about} onClick={() => setAsking(true)} aria-disabled={stopping.running}>
                {texts.stop}
              </Button>
            </>
          ) : null}
          <a
            className="button"
            data-variant="quiet"
            href={addressOf("campaigns", campaignId)}
            aria-describedby={about["aria-describedby"]}
          >
            {texts.details}
          </a>
          {progress.running ? null : (
            <Button {...about} onClick={() => dismiss(campaignId)}>
              {texts.dismiss}
            </Button>
          )}
        </div>
      </div>
      <CampaignBar reached={{ ...progress, sent: progress.success }} />
      <SendCounts
        progress={progress}
        remark={remarkOf(watched, { isConnected: state === "open", words }, texts)}
      />
      <FailedAddresses progress={progress} />
      <LeftOutAddresses campaignId={campaignId} skipped={progress.skipped} />
      {fault === "" ? null : <p className="field-error">{fault}</p>}
      <Dialog open={asking} title={texts.stopForGood} onClose={() => setAsking(false)}>
        <p>{texts.askStop(progressName(progress))}</p>
        <div className="actions">
          <Button onClick={() => setAsking(false)}>{texts.leaveIt}</Button>
          <Button variant="danger" onClick={() => stopping.run()}>
            {texts.stopForGood}
          </Button>
        </div>
      </Dialog>
    </article>
  );
}

function SendCounts({ progress, remark }: { progress: Progress; remark: string }) {
  const texts = useTexts(progressTexts);
  // A cancelled campaign has no remaining mails: they are among the skipped ones.
  const remaining = progress.state === "cancelled" ? 0 : progress.total - doneOf(progress);
  // While it is running every count keeps its place; afterwards only those above zero are shown.
  const quiet = !progress.running;
  return (
    <p className="send-counts">
      <CountBadge quiet={quiet} status="sent" count={progress.success} word={texts.counts.sent} />
      <CountBadge quiet={quiet} status="failed" count={progress.failed} word={texts.counts.failed} />
      <CountBadge quiet={quiet} status="uncertain" count={progress.uncertain} word={texts.counts.uncertain} />
      <CountBadge quiet={quiet} count={progress.skipped} word={texts.counts.skipped} />
      <CountBadge
        quiet={quiet}
        status="waiting"
        count={Math.max(0, remaining)}
        word={texts.counts.remaining}
      />
      <span>{remark}</span>
    </p>
  );
}

type CountProps = {
  status?: Status;
  count: number;
  word: string;
  /** Whether a count of none is left out. */
  quiet: boolean;
};

/** A count with its outcome. Only outcomes that occurred have a colour. */
function CountBadge({ status, count, word, quiet }: CountProps) {
  if (quiet && count === 0) return null;
  return <Badge {...(status === undefined || count === 0 ? {} : { status })}>{`${count} ${word}`}</Badge>;
}
