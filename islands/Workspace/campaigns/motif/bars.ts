import { added, countIn, dealt, grouped, type Sums } from "../../../../contract/campaigns/bars.ts";
import {
  type CampaignPicture,
  type Distance,
  distances,
} from "../../../../contract/schemas/campaignInsight.ts";

/** How tall a bar is, in hundredths: the further its mail came, the taller. */
const heights: Record<Distance, number> = {
  ...{ waiting: 9, skipped: 14, failed: 24, uncertain: 34 },
  ...{ sent: 48, opened: 76, clicked: 100 },
};

/** What is drawn of a bar, from the ground up. */
export type Slice = { distance: Distance; from: number; to: number };

/** From what arrived to what never went, so that the colours of a bar that stands for many keep their places. */
const stacked: readonly Distance[] = [
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
  const height = distances.reduce((sum, name) => sum + heights[name] * (sums[name] ?? 0), 0) / all;
  let from = 0;
  return stacked.flatMap((distance) => {
    const count = sums[distance] ?? 0;
    if (count === 0) return [];
    const slice = { distance, from, to: from + (height * count) / all };
    from = slice.to;
    return [slice];
  });
}

/** As many bars as there is room for: neighbours are put together, or one bar of all is spread out. */
export function fitted({ order, bars }: Pick<CampaignPicture, "order" | "bars">, room: number): Sums[] {
  if (order === "none") return spread(added(bars), room);
  return grouped(bars, room);
}

/**
 * Bars of which as many are of each kind as its share of all is; what waits stands at the end, and the others are mixed
 * evenly, always in the same way. They say how many came how far, and nothing of which.
 */
export function spread(sums: Sums, room: number): Sums[] {
  const places = [...dealt(sums, room)].flatMap(([distance, many]) =>
    Array.from({ length: many }, (_, index) => ({ distance, at: placeOf(distance, index, many) })),
  );
  return places.sort((one, other) => one.at - other.at).map(({ distance }) => ({ [distance]: 1 }));
}

/** Evenly over the whole width, each kind shifted by a part of its own; what waits behind all others. */
function placeOf(distance: Distance, index: number, many: number): number {
  if (distance === "waiting") return 2 + index;
  const shift = (distances.indexOf(distance) * 0.618) % 1;
  const wobble = ((index * 0.754877 + shift) % 1) * 0.9;
  return (index + wobble) / many;
}
