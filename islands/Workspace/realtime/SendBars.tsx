import { useWorkspace } from "../shell/WorkspaceContext.ts";
import { ProgressAnnouncer } from "./ProgressAnnouncer.tsx";
import { SendBar } from "./SendBar.tsx";

/** A bar for each campaign that runs, or ran while this page was open, above whatever panel is shown. */
export function SendBars() {
  const { realtime } = useWorkspace();
  const shown = [...realtime.campaigns.values()].filter((watched) => watched.shown);
  return (
    <>
      <ProgressAnnouncer campaigns={shown.map((watched) => watched.progress)} />
      {shown.length === 0 ? null : (
        <section className="send-bars" aria-label="Sending now">
          {shown.map((watched) => (
            <SendBar key={watched.progress.campaignId} watched={watched} />
          ))}
        </section>
      )}
    </>
  );
}
