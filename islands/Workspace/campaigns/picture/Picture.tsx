import { useEffect, useRef, useState } from "react";
import { added, countIn, type Sums, sumsOf } from "../../../../contract/campaigns/bars.ts";
import { screenLimits } from "../../../../contract/limits/screen.ts";
import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import { type CampaignPicture, mailStages } from "../../../../contract/schemas/campaignInsight.ts";
import { type WatchingTexts, watchingTexts } from "../../../../contract/texts/workspace/watching.ts";
import { useTexts } from "../../../_data/useTexts.ts";
import { fitted, spread } from "./bars.ts";
import { MailBars } from "./MailBars.tsx";

/** A campaign's mails as a row of bars, as many as fit, with a legend and a caption below. */
export function Picture({
  campaign,
  picture,
  isLoading,
}: {
  campaign: Campaign;
  picture: CampaignPicture | undefined;
  isLoading: boolean;
}) {
  const texts = useTexts(watchingTexts);
  const frame = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const measure = () => setRoom(Math.max(1, Math.floor(element.clientWidth / screenLimits.barPx)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const shown = picture ?? { order: "none" as const, bars: [sumsOf(campaign)], total: campaign.total };
  const bars = room === 0 ? [] : fitted(shown, room);
  // The first bar, since the last one may stand for fewer mails.
  const perBar = shown.order === "list" ? countIn(bars[0] ?? {}) : shown.total / Math.max(1, bars.length);
  return (
    <figure className="picture">
      <div ref={frame} className="picture-frame">
        <MailBars bars={bars} room={room} label={texts.mailBars.label(wordsOf(added(shown.bars), texts))} />
      </div>
      <figcaption>
        <Legend campaign={campaign} />
        {/* What a bar stands for is known only once they have arrived. */}
        <p className="muted">{isLoading ? "\u00a0" : captionOf({ order: shown.order, perBar }, texts)}</p>
      </figcaption>
    </figure>
  );
}

/** The same bars, small, for lists of campaigns, where the counts stand beside them. */
export function SmallPicture({ campaign }: { campaign: Campaign }) {
  const { barsListed } = screenLimits;
  return (
    <div className="picture-small">
      <MailBars bars={spread(sumsOf(campaign), barsListed)} room={barsListed} />
    </div>
  );
}

function Legend({ campaign: { counts, opened, clicked, trackOpens, trackClicks } }: { campaign: Campaign }) {
  const { legend } = useTexts(watchingTexts);
  const waiting = counts.queued + counts.sending + counts.deferred;
  const sent = {
    sent: counts.sent,
    opened: trackOpens ? opened : null,
    clicked: trackClicks ? clicked : null,
  };
  const others = [
    { key: "failed", count: counts.failed, words: legend.failed },
    { key: "uncertain", count: counts.uncertain, words: legend.uncertain },
    { key: "waiting", count: waiting, words: legend.waiting },
    { key: "skipped", count: counts.skipped, words: legend.skipped },
  ] as const;
  return (
    <ul className="picture-legend">
      <li data-stage="opened">{legend.sent(sent)}</li>
      {others.map(({ key, count, words }) =>
        count === 0 ? null : (
          <li key={key} data-stage={key}>
            {words(count)}
          </li>
        ),
      )}
    </ul>
  );
}

function captionOf(
  { order, perBar }: { order: CampaignPicture["order"]; perBar: number },
  texts: WatchingTexts,
) {
  if (perBar === 0) return texts.mailBars.none;
  if (perBar <= 1) return texts.mailBars.each;
  return order === "list" ? texts.mailBars.grouped(perBar) : texts.mailBars.unordered(Math.round(perBar));
}

function wordsOf(sums: Sums, { mailBars }: WatchingTexts): string {
  const there = mailStages.filter((stage) => (sums[stage] ?? 0) > 0);
  return there.map((stage) => `${sums[stage]} ${mailBars[stage]}`).join(", ") || mailBars.none;
}
