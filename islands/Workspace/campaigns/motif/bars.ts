import type { Campaign } from "../../../../contract/schemas/campaign.ts";
import {
  type CampaignPicture,
  type Distance,
  distances,
} from "../../../../contract/schemas/campaignInsight.ts";

/** Mails by how far they came. */
export type Sums = Partial<Record<Distance, number>>;

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

export function countIn(sums: Sums): number {
  return distances.reduce((sum, name) => sum + (sums[name] ?? 0), 0);
}

export function added(all: readonly Sums[]): Sums {
  const sums: Sums = {};
  for (const one of all)
    for (const name of distances) if (one[name]) sums[name] = (sums[name] ?? 0) + (one[name] ?? 0);
  return sums;
}

/** As many bars as there is room for: neighbours are put together, or one bar of all is spread out. */
export function fitted({ order, bars }: Pick<CampaignPicture, "order" | "bars">, room: number): Sums[] {
  if (order === "none") return spread(added(bars), room);
  const each = Math.max(1, Math.ceil(bars.length / room));
  return Array.from({ length: Math.ceil(bars.length / each) }, (_, bar) =>
    added(bars.slice(bar * each, (bar + 1) * each)),
  );
}

/**
 * Bars of which as many are of each kind as its share of all is; what waits stands at the end, and the others are mixed
 * evenly, always in the same way. They say how many came how far, and nothing of which.
 */
export function spread(sums: Sums, room: number): Sums[] {
  const all = countIn(sums);
  const count = Math.min(room, all);
  if (count === 0) return [];
  const shares = distances.map((distance) => ({ distance, share: ((sums[distance] ?? 0) * count) / all }));
  const whole = new Map(shares.map(({ distance, share }) => [distance, atLeastOne(share)]));
  const dealt = [...whole.values()].reduce((sum, one) => sum + one, 0);
  // What rounding took or gave too much, the largest of them makes up for.
  const largest = shares.toSorted((one, other) => other.share - one.share)[0]?.distance ?? "sent";
  whole.set(largest, Math.max(1, (whole.get(largest) ?? 0) + count - dealt));
  const places = [...whole].flatMap(([distance, many]) =>
    Array.from({ length: many }, (_, index) => ({ distance, at: placeOf(distance, index, many) })),
  );
  return places.sort((one, other) => one.at - other.at).map(({ distance }) => ({ [distance]: 1 }));
}

/** Of what there is any, one bar is seen. */
function atLeastOne(share: number): number {
  return share === 0 ? 0 : Math.max(1, Math.floor(share));
}

/** Evenly over the whole width, each kind shifted by a part of its own; what waits behind all others. */
function placeOf(distance: Distance, index: number, many: number): number {
  if (distance === "waiting") return 2 + index;
  const shift = (distances.indexOf(distance) * 0.618) % 1;
  const wobble = ((index * 0.754877 + shift) % 1) * 0.9;
  return (index + wobble) / many;
}

/** What a campaign's own counts say of how far its mails came. */
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
