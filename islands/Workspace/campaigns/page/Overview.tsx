import { campaignLimits } from "../../../../contract/limits/campaigns.ts";
import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import { watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { useLoad } from "../../../_data/useLoad.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { watched } from "../questions.ts";
import { shareText } from "../shares.ts";
import { Analysed } from "./Analysed.tsx";
import { Breakdown } from "./Breakdown.tsx";
import { Causes } from "./Causes.tsx";
import { Optouts } from "./Optouts.tsx";
import Times from "./Times.tsx";

/** The figures of a campaign, when they came about, why mails did not arrive, and all of it put together by its parts. */
export function Overview({ campaign }: { campaign: Campaign }) {
  const { times } = useTexts(watchingTexts);
  return (
    <div className="overview">
      <Figures campaign={campaign} />
      <div className="overview-pair">
        <Analysed title={times.title}>
          <Times campaign={campaign} />
        </Analysed>
        <Causes campaign={campaign} />
      </div>
      <Breakdown campaign={campaign} />
      <Optouts campaign={campaign} />
    </div>
  );
}

function Figures({ campaign }: { campaign: Campaign }) {
  const { figures } = useTexts(watchingTexts);
  const { counts, trackOpens, trackClicks, opened, clicked, machineOpened, replied, complained } = campaign;
  const { sent } = counts;
  const tried = sent + counts.failed + counts.uncertain;
  const { failuresPercent } = campaignLimits;
  // Whoever let one go on that had paused for its failures knows, and it is counted anew from there.
  const isBelowPause =
    campaign.state === "running" && counts.failed > 0 && counts.failed * 100 < tried * failuresPercent;
  const { value: mails } = useLoad(watched.breakdown(campaign, "step"));
  const optedOut = mails?.rows.reduce((sum, row) => sum + (row.optedOut ?? 0), 0) ?? 0;
  return (
    <dl className="campaign-figures" aria-label={figures.label}>
      <Figure
        word={figures.opened}
        share={trackOpens ? shareText(opened, sent, figures.nothing) : null}
        of={figures.ofSent({ count: opened, sent })}
        more={machineOpened === 0 ? "" : figures.machines(machineOpened)}
      />
      <Figure
        word={figures.clicked}
        share={trackClicks ? shareText(clicked, sent, figures.nothing) : null}
        of={figures.ofSent({ count: clicked, sent })}
      />
      <Figure
        word={figures.optedOut}
        share={shareText(optedOut, sent, figures.nothing)}
        of={figures.ofSent({ count: optedOut, sent })}
      />
      {replied + complained === 0 ? null : (
        <Figure
          word={figures.replied}
          share={shareText(replied, sent, figures.nothing)}
          of={figures.ofSent({ count: replied, sent })}
          more={complained === 0 ? "" : figures.complained(complained)}
        />
      )}
      <Figure
        word={figures.failed}
        share={shareText(counts.failed, tried, figures.nothing)}
        of={figures.ofTried({ count: counts.failed, tried })}
        more={isBelowPause ? figures.pausesAt(failuresPercent) : ""}
      />
    </dl>
  );
}

function Figure({
  word,
  share,
  of,
  more = "",
}: {
  word: string;
  share: string | null;
  of: string;
  more?: string;
}) {
  const { figures } = useTexts(watchingTexts);
  return (
    <div>
      <dt>{word}</dt>
      <dd>
        <strong>{share ?? figures.notCounted}</strong>
        <span>{share === null ? figures.notCountedHere : of}</span>
        {more === "" || share === null ? null : <span>{more}</span>}
      </dd>
    </div>
  );
}
