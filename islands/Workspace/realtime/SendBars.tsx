import { useId, useState } from "react";
import { screenLimits } from "../../../contract/limits/screen.ts";
import { Button } from "../../_parts/Button.tsx";
import { ProgressAnnouncer } from "./ProgressAnnouncer.tsx";
import { useLive } from "./RealtimeContext.tsx";
import { SendBar } from "./SendBar.tsx";

/**
 * A bar for each campaign that runs, or ran while this page was open, above whatever panel is shown. Many would push
 * the panel off the screen, so the rest of them wait behind a press. `hidden` where the panel itself shows them all.
 */
export function SendBars({ hidden }: { hidden: boolean }) {
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
            Sending now
          </h2>
          {(all ? shown : shown.slice(0, screenLimits.sendBars)).map((watched) => (
            <SendBar key={watched.progress.campaignId} watched={watched} />
          ))}
          {more > 0 ? (
            <Button variant="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? "Show fewer" : `Show ${more} more being sent`}
            </Button>
          ) : null}
        </section>
      )}
    </>
  );
}
