import { useEffect, useRef, useState } from "react";
import { screenLimits } from "../../../contract/limits/screen.ts";
import type { Progress } from "../../../contract/realtime/messages.ts";
import { doneOf } from "./useRealtime.ts";

/** Reads progress out in a polite region: at once when something begins or ends, else every few seconds. */
export function ProgressAnnouncer({ campaigns }: { campaigns: readonly Progress[] }) {
  const [said, setSaid] = useState("");
  const saidAt = useRef(0);
  const running = useRef("");

  const text = campaigns.filter(isNews).map(sentence).join(" ");
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

function sentence(progress: Progress): string {
  const failed = progress.failed === 0 ? "" : `, ${progress.failed} failed`;
  const end = progress.running ? "" : `, ${progress.state}`;
  return `${progress.subject}: ${progress.success} of ${progress.total} sent${failed}${end}.`;
}
