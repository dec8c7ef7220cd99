import type { Campaign } from "../schemas/campaign.ts";
import { type CampaignPicture, type MailStage, mailStages } from "../schemas/campaignInsight.ts";

/** How many mails are at each stage. */
export type Sums = CampaignPicture["bars"][number];

export function countIn(sums: Sums): number {
  return mailStages.reduce((sum, name) => sum + (sums[name] ?? 0), 0);
}

export function added(all: readonly Sums[]): Sums {
  const sums: Sums = {};
  for (const one of all)
    for (const name of mailStages) if (one[name]) sums[name] = (sums[name] ?? 0) + (one[name] ?? 0);
  return sums;
}

/** As many bars as there is room for: neighbours are added together. */
export function grouped(bars: readonly Sums[], room: number): Sums[] {
  const each = Math.max(1, Math.ceil(bars.length / room));
  return Array.from({ length: Math.ceil(bars.length / each) }, (_, bar) =>
    added(bars.slice(bar * each, (bar + 1) * each)),
  );
}

/** How many bars each stage gets if only sums are known: its share of the room, and at least one if it has any mail. */
export function dealt(sums: Sums, room: number): Map<MailStage, number> {
  const all = countIn(sums);
  const count = Math.min(room, all);
  const kinds = mailStages.filter((name) => (sums[name] ?? 0) > 0);
  const share = (name: MailStage) => ((sums[name] ?? 0) * count) / all;
  const bars = new Map(kinds.map((name) => [name, Math.max(1, Math.floor(share(name)))]));
  const used = [...bars.values()].reduce((sum, one) => sum + one, 0);
  // The largest makes up for what rounding left over or took too much.
  const [largest] = kinds.toSorted((one, other) => share(other) - share(one));
  if (largest !== undefined) bars.set(largest, Math.max(1, (bars.get(largest) ?? 0) + count - used));
  return bars;
}

/** The stages of a campaign's mails according to its counts. Each mail counts once: a clicked one is not also opened. */
export function sumsOf({ counts, opened, clicked }: Pick<Campaign, "counts" | "opened" | "clicked">): Sums {
  const openedOnly = Math.max(0, opened - clicked);
  return {
    waiting: counts.queued + counts.sending + counts.deferred,
    skipped: counts.skipped,
    failed: counts.failed,
    uncertain: counts.uncertain,
    clicked,
    opened: openedOnly,
    sent: Math.max(0, counts.sent - openedOnly - clicked),
  };
}
