import type { CampaignPicture, Distance } from "../../../contract/schemas/campaignInsight.ts";
import type { CampaignCounts } from "../../../db/stores/campaigns/campaignCounts.ts";
import type { MailDistance } from "../../../db/stores/campaigns/insight/causes.ts";

type Bar = CampaignPicture["bars"][number];

/** How far a mail came: what somebody did with it is farther than that it arrived. */
export function distanceOf({ state, openedAt, clickedAt }: MailDistance): Distance {
  if (clickedAt !== null) return "clicked";
  if (openedAt !== null) return "opened";
  return state === "queued" || state === "sending" || state === "deferred" ? "waiting" : state;
}

/** Mails in their order, as many to each bar as it takes for there to be no more bars than there is room for. */
export function barsOf(mails: readonly Distance[], barsMax: number): Bar[] {
  const each = Math.max(1, Math.ceil(mails.length / barsMax));
  return Array.from({ length: Math.ceil(mails.length / each) }, (_, bar) => {
    const sums: Bar = {};
    for (const distance of mails.slice(bar * each, (bar + 1) * each))
      sums[distance] = (sums[distance] ?? 0) + 1;
    return sums;
  });
}

/** One bar of everything, where there are too many to look at each. */
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
