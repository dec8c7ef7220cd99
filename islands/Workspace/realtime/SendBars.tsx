import { useId } from "react";
import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { ProgressAnnouncer } from "./ProgressAnnouncer.tsx";
import { SendBar } from "./SendBar.tsx";

/** A bar for each campaign that runs, or ran while this page was open, above whatever panel is shown. */
export function SendBars() {
  const { realtime } = useWorkspace();
  const titleId = useId();
  const shown = [...realtime.campaigns.values()].filter((watched) => watched.shown);
  return (
    <>
      <ProgressAnnouncer campaigns={shown.map((watched) => watched.progress)} />
      {shown.length === 0 ? null : (
        <section className="send-bars" aria-labelledby={titleId}>
          <h2 className="visually-hidden" id={titleId}>
            Sending now
          </h2>
          {shown.map((watched) => (
            <SendBar key={watched.progress.campaignId} watched={watched} />
          ))}
        </section>
      )}
    </>
  );
}
