import { useEffect, useId, useRef, useState } from "react";
import { screenLimits } from "../../../contract/limits/screen.ts";
import type { Progress } from "../../../contract/realtime/messages.ts";
import { type ProgressTexts, progressTexts } from "../../../contract/texts/workspace/progress.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { Button } from "../../_parts/Button.tsx";
import { useLive } from "./RealtimeContext.tsx";
import { SendBar } from "./SendBar.tsx";
import { doneOf } from "./useRealtime.ts";

/**
 * A bar for each campaign that runs, or ran while this page was open, above whatever panel is shown. Many would push
 * the panel off the screen, so the rest of them wait behind a press. `hidden` where the panel itself shows them all.
 */
export function SendBars({ hidden }: { hidden: boolean }) {
  const texts = useTexts(progressTexts);
  const { campaigns } = useLive();
  const titleId = useId();
  const [all, setAll] = useState(false);
  // The ids begin with the time, so that the newest campaign is the one that is seen.
  const shown = [...campaigns.values()]
    .filter((watched) => watched.shown)
    .sort((one, other) => (one.progress.campaignId < other.progress.campaignId ? 1 : -1));
  const more = shown.length - screenLimits.sendBars;
  return (
    <>
      <ProgressAnnouncer campaigns={shown.map((watched) => watched.progress)} />
      {shown.length === 0 || hidden ? null : (
        <section className="send-bars" aria-labelledby={titleId}>
          <h2 className="visually-hidden" id={titleId}>
            {texts.sendingNow}
          </h2>
          {(all ? shown : shown.slice(0, screenLimits.sendBars)).map((watched) => (
            <SendBar key={watched.progress.campaignId} watched={watched} />
          ))}
          {more > 0 ? (
            <Button variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? texts.showFewer : texts.showMore(more)}
            </Button>
          ) : null}
        </section>
      )}
    </>
  );
}

/** Reads progress out in a polite region: at once when something begins or ends, else every few seconds. */
function ProgressAnnouncer({ campaigns }: { campaigns: readonly Progress[] }) {
  const texts = useTexts(progressTexts);
  const [said, setSaid] = useState("");
  const saidAt = useRef(0);
  const running = useRef("");

  const text = campaigns
    .filter(isNews)
    .map((progress) => sentence(progress, texts))
    .join(" ");
  const now = campaigns.map((progress) => `${progress.campaignId} ${progress.state}`).join();
  useEffect(() => {
    const turned = running.current !== now;
    running.current = now;
    const wait = turned ? 0 : Math.max(0, saidAt.current + screenLimits.announceEveryMs - Date.now());
    const timer = setTimeout(() => {
      saidAt.current = Date.now();
      setSaid(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [text, now]);

  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}

/** That a campaign has begun is told by the notice of its start; a line here would say the same once more. */
function isNews(progress: Progress): boolean {
  return !progress.running || doneOf(progress) > 0;
}

function sentence(
  { subject, success, total, failed, running, state }: Progress,
  texts: ProgressTexts,
): string {
  return texts.announced({
    subject,
    sent: success,
    total,
    failed,
    end: running ? null : texts.states[state],
  });
}
