import type { ReactNode } from "react";
import type { Campaign } from "../../../contract/schemas/campaign.ts";

/** How many people opened a campaign's mail and how many followed a link of it, as far as that is counted. */
export function CampaignReactions({ campaign }: { campaign: Campaign }) {
  const { trackOpens, trackClicks, opened, machineOpened, clicked, counts } = campaign;
  if (!trackOpens && !trackClicks) return <p className="muted">Neither opens nor clicks are counted.</p>;
  return (
    <dl className="reactions">
      <Reaction word="Opened" people={trackOpens ? opened : null} sent={counts.sent}>
        {machineOpened === 0 ? null : `, ${machineOpened.toLocaleString("en")} looked into by programs`}
      </Reaction>
      <Reaction word="Clicked" people={trackClicks ? clicked : null} sent={counts.sent} />
    </dl>
  );
}

function Reaction({
  word,
  people,
  sent,
  children,
}: {
  word: string;
  /** Null where it is not counted. */
  people: number | null;
  sent: number;
  children?: ReactNode;
}) {
  return (
    <div>
      <dt>{word}</dt>
      <dd>
        {people === null ? (
          <span className="muted">not counted</span>
        ) : (
          <>
            <strong>{people.toLocaleString("en")}</strong>
            <span className="muted">
              {sent === 0 ? null : shareText(people / sent)}
              {children}
            </span>
          </>
        )}
      </dd>
    </div>
  );
}

const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

function shareText(share: number): string {
  return `${percent.format(share)} of sent`;
}
