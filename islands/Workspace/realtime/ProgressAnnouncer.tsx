import { useEffect, useRef, useState } from "react";
import { screenLimits } from "../../../contract/limits/screen.ts";
import type { Progress } from "../../../contract/realtime/messages.ts";
import { type ProgressTexts, progressTexts } from "../../../contract/texts/workspace/progress.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { useReports } from "./activity/reports.ts";
import { progressName } from "./progressName.ts";
import { useLive } from "./RealtimeContext.tsx";
import { doneOf } from "./useRealtime.ts";

/** Announces progress in a polite region: at once when something begins or ends, otherwise every few seconds. */
export function ProgressAnnouncer() {
  const watched = useLive().campaigns;
  // Ids begin with the time, so the newest comes first.
  const campaigns = [...watched.values()]
    .filter(({ shown }) => shown)
    .map(({ progress }) => progress)
    .sort((one, other) => (one.campaignId < other.campaignId ? 1 : -1));
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
    <>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <ActionAnnouncer />
    </>
  );
}

/** Announces work that ended at once: its line appears together with its text, which screen readers would not announce. */
function ActionAnnouncer() {
  const newest = useReports().findLast(({ readOut }) => readOut !== undefined);
  return (
    <p className="visually-hidden" role="status">
      {newest?.readOut ?? ""}
    </p>
  );
}

/** A notice already announces that a campaign has begun, so it is not repeated here. */
function isNews(progress: Progress): boolean {
  return !progress.running || doneOf(progress) > 0;
}

function sentence(progress: Progress, texts: ProgressTexts): string {
  const { success, total, failed, running, state } = progress;
  return texts.announced({
    subject: progressName(progress),
    sent: success,
    total,
    failed,
    end: running ? null : texts.states[state],
  });
}
