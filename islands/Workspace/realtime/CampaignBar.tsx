import { SegmentBar } from "../../_parts/SegmentBar.tsx";

/** What became of those whom a campaign mails, and how many of them are still to come. */
export type Reached = { total: number; sent: number; failed: number; uncertain: number };

/** "3/4 Sent", as the specification words it, over a bar that is full once nobody is left. */
export function CampaignBar({ reached: { total, sent, failed, uncertain } }: { reached: Reached }) {
  return (
    <SegmentBar
      label={`${sent}/${total} Sent`}
      total={total}
      segments={[
        { status: "sent", count: sent, word: "sent" },
        { status: "failed", count: failed, word: "failed" },
        { status: "uncertain", count: uncertain, word: "uncertain" },
      ]}
    />
  );
}
