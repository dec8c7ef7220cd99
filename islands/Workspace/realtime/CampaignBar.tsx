import { progressTexts } from "../../../contract/texts/workspace/progress.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { SegmentBar } from "../../_parts/SegmentBar.tsx";

/** How many of a campaign's mails have which outcome, and of how many in total. */
type Reached = { total: number; sent: number; failed: number; uncertain: number };

/** "3/4 Sent", as the specification words it, above a bar that is full once none remains. */
export function CampaignBar({ reached: { total, sent, failed, uncertain } }: { reached: Reached }) {
  const texts = useTexts(progressTexts);
  return (
    <SegmentBar
      label={texts.sentOf({ sent, total })}
      total={total}
      segments={[
        { status: "sent", count: sent, word: texts.counts.sent },
        { status: "failed", count: failed, word: texts.counts.failed },
        { status: "uncertain", count: uncertain, word: texts.counts.uncertain },
      ]}
    />
  );
}
