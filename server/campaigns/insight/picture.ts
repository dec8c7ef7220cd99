import type { CampaignPicture, MailStage } from "../../../contract/schemas/campaignInsight.ts";
import type { CampaignCounts } from "../../../db/stores/campaigns/campaignCounts.ts";
import type { StagedMail } from "../../../db/stores/campaigns/insight/causes.ts";

type Bar = CampaignPicture["bars"][number];

/** How far a mail has come: what a recipient did with it counts further than its delivery. */
export function stageOf({ state, openedAt, clickedAt }: StagedMail): MailStage {
  if (clickedAt !== null) return "clicked";
  if (openedAt !== null) return "opened";
  return state === "queued" || state === "sending" || state === "deferred" ? "waiting" : state;
}

/** Mails in their order, divided among no more than `barsMax` bars. */
export function barsOf(mails: readonly MailStage[], barsMax: number): Bar[] {
  const each = Math.max(1, Math.ceil(mails.length / barsMax));
  return Array.from({ length: Math.ceil(mails.length / each) }, (_, bar) => {
    const sums: Bar = {};
    for (const stage of mails.slice(bar * each, (bar + 1) * each)) sums[stage] = (sums[stage] ?? 0) + 1;
    return sums;
  });
}

/** One bar of the sums, for campaigns with too many mails to read each. */
export function barOfAll(parts: readonly CampaignCounts[]): Bar {
  const bar = { waiting: 0, skipped: 0, failed: 0, uncertain: 0, sent: 0, opened: 0, clicked: 0 };
  for (const { counts, reactions } of parts) {
    const { queued, sending, deferred, skipped, failed, uncertain, sent } = counts;
    const opened = Math.max(0, reactions.opened - reactions.clicked);
    bar.waiting += queued + sending + deferred;
    bar.skipped += skipped;
    bar.failed += failed;
    bar.uncertain += uncertain;
    bar.clicked += reactions.clicked;
    bar.opened += opened;
    bar.sent += Math.max(0, sent - opened - reactions.clicked);
  }
  return bar;
}
