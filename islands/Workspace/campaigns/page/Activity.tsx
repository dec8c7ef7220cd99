import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import { watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { useWords } from "../../../_data/useWords.ts";
import { WhenLoaded } from "../../../_parts/WhenLoaded.tsx";
import { watched } from "../questions.ts";
import { exactMoment, listMoment } from "../when.ts";

/** The activity log of a campaign, the newest first. */
export function Activity({ campaign }: { campaign: Campaign }) {
  const { activity } = useTexts(watchingTexts);
  const words = useWords();
  const loaded = useLoad(watched.activity(campaign._id));
  return (
    <WhenLoaded what={activity.what} loaded={loaded} rows={3}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="muted">{activity.none}</p>
        ) : (
          <ol className="activity-list" aria-label={activity.caption}>
            {rows.map(({ _id, at, who, cause, reason }) => (
              <li key={_id}>
                <time title={exactMoment(at)}>{listMoment(at)}</time>
                <span>{words(cause, reason)}</span>
                <span className="muted">{who ?? activity.itself}</span>
              </li>
            ))}
          </ol>
        )
      }
    </WhenLoaded>
  );
}
