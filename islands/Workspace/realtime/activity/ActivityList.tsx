import { useId } from "react";
import { progressTexts } from "../../../../contract/texts/workspace/progress.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { Button } from "../../../_parts/Button.tsx";
import { LeftOutAddresses } from "./LeftOutAddresses.tsx";
import type { Report } from "./reports.ts";
import { SendBar } from "./SendBar.tsx";
import type { Activity } from "./useActivities.ts";

/** All current or recently ended activities, with their actions. */
export function ActivityList({ activities }: { activities: readonly Activity[] }) {
  const texts = useTexts(progressTexts);
  return (
    <div className="activities">
      <h2>{texts.activity}</h2>
      {activities.map((activity) =>
        "watched" in activity ? (
          <SendBar key={activity.id} watched={activity.watched} />
        ) : (
          <ReportBar key={activity.id} report={activity.report} />
        ),
      )}
    </div>
  );
}

function ReportBar({ report: { id, title, bar, said, action, actions, dismiss } }: { report: Report }) {
  const texts = useTexts(progressTexts);
  const titleId = useId();
  return (
    <article className="send-bar" aria-labelledby={titleId}>
      <div className="send-bar-head">
        <h3 id={titleId}>{title}</h3>
        <div className="actions">
          {action === undefined ? null : <Button onClick={action.run}>{action.word}</Button>}
          {actions}
          {dismiss === undefined ? null : (
            <Button variant="quiet" onClick={dismiss}>
              {texts.dismiss}
            </Button>
          )}
        </div>
      </div>
      {bar}
      {said === "" ? null : <p>{said}</p>}
      <LeftOutAddresses campaignId={id} />
    </article>
  );
}
