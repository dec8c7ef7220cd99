import { added, countIn, dealt, grouped, type Sums } from "../../../../contract/campaigns/bars.ts";
import {
  type CampaignPicture,
  type MailStage,
  mailStages,
} from "../../../../contract/schemas/campaignInsight.ts";

/** How tall a bar is, in percent: the further its mail has come, the taller. */
const heights: Record<MailStage, number> = {
  waiting: 9,
  skipped: 14,
  failed: 24,
  uncertain: 34,
  sent: 48,
  opened: 76,
  clicked: 100,
};

/** A section of a bar in one colour, from the bottom up. */
export type Slice = { stage: MailStage; from: number; to: number };

/** The order of the sections in a bar that stands for several mails, from the bottom up. */
const stacked: readonly MailStage[] = [
  "clicked",
  "opened",
  "sent",
  "uncertain",
  "failed",
  "skipped",
  "waiting",
];

export function slicesOf(sums: Sums): Slice[] {
  const all = countIn(sums);
  if (all === 0) return [];
  const height = mailStages.reduce((sum, name) => sum + heights[name] * (sums[name] ?? 0), 0) / all;
  let from = 0;
  return stacked.flatMap((stage) => {
    const count = sums[stage] ?? 0;
    if (count === 0) return [];
    const slice = { stage, from, to: from + (height * count) / all };
    from = slice.to;
    return [slice];
  });
}

/** As many bars as there is room for: neighbours are added together, or a single bar of sums is spread out. */
export function fitted({ order, bars }: Pick<CampaignPicture, "order" | "bars">, room: number): Sums[] {
  if (order === "none") return spread(added(bars), room);
  return grouped(bars, room);
}

/**
 * Bars for sums: each stage has its share of them. What waits stands at the end, and the others are mixed evenly, always in
 * the same way. They show how many mails are at which stage, but not which ones.
 */
export function spread(sums: Sums, room: number): Sums[] {
  const places = [...dealt(sums, room)].flatMap(([stage, many]) =>
    Array.from({ length: many }, (_, index) => ({ stage, at: placeOf(stage, index, many) })),
  );
  return places.sort((one, other) => one.at - other.at).map(({ stage }) => ({ [stage]: 1 }));
}

/** Spreads each stage evenly over the whole width, shifted differently from the others; what waits comes last. */
function placeOf(stage: MailStage, index: number, many: number): number {
  if (stage === "waiting") return 2 + index;
  const shift = (mailStages.indexOf(stage) * 0.618) % 1;
  const wobble = ((index * 0.754877 + shift) % 1) * 0.9;
  return (index + wobble) / many;
}
