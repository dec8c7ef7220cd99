import type { ReactNode } from "react";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import { type CampaignTexts, campaignTexts } from "../../../contract/texts/workspace/campaigns.ts";
import { useTexts } from "../../_data/useTexts.ts";

/** How many people opened a campaign's mail and how many followed a link of it, as far as that is counted. */
export function CampaignReactions({ campaign }: { campaign: Campaign }) {
  const texts = useTexts(campaignTexts);
  const { trackOpens, trackClicks, opened, machineOpened, clicked, counts } = campaign;
  if (!trackOpens && !trackClicks) return <p className="muted">{texts.reactions.notCountedAtAll}</p>;
  return (
    <dl className="reactions">
      <Reaction word={texts.reactions.opened} people={trackOpens ? opened : null} sent={counts.sent}>
        {machineOpened === 0 ? null : texts.reactions.byPrograms(machineOpened)}
      </Reaction>
      <Reaction word={texts.reactions.clicked} people={trackClicks ? clicked : null} sent={counts.sent} />
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
  const texts = useTexts(campaignTexts);
  return (
    <div>
      <dt>{word}</dt>
      <dd>
        {people === null ? (
          <span className="muted">{texts.reactions.notCounted}</span>
        ) : (
          <>
            <strong>{people.toLocaleString("en")}</strong>
            <span className="muted">
              {sent === 0 ? null : shareText(people / sent, texts)}
              {children}
            </span>
          </>
        )}
      </dd>
    </div>
  );
}

const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

function shareText(share: number, texts: CampaignTexts): string {
  return texts.reactions.shareOfSent(percent.format(share));
}
