import type { Campaign } from "../../contract/schemas/campaign.ts";
import type { Piece } from "../output.ts";

/** How far a mail came, from not begun yet to somebody following a link of it. */
export const distances = ["waiting", "skipped", "failed", "uncertain", "sent", "opened", "clicked"] as const;
export type Distance = (typeof distances)[number];
/** Mails by how far they came. */
export type Sums = Partial<Record<Distance, number>>;

type Look = {
  /** In hundredths: the further a mail came, the taller its bar. */
  height: number;
  letter: string;
  color: NonNullable<Piece["color"]>;
};
export const looks: Record<Distance, Look> = {
  waiting: { height: 6, letter: ".", color: "blue" },
  skipped: { height: 12, letter: "-", color: "gray" },
  failed: { height: 25, letter: "x", color: "red" },
  uncertain: { height: 37, letter: "?", color: "yellow" },
  sent: { height: 60, letter: "s", color: "green" },
  opened: { height: 80, letter: "o", color: "cyan" },
  clicked: { height: 100, letter: "c", color: "magenta" },
};

const blocks = "▁▂▃▄▅▆▇█";

/** A block as tall as a share of the greatest height, which is 1. */
export function blockOf(share: number): string {
  return blocks[Math.min(blocks.length - 1, Math.max(0, Math.ceil(share * blocks.length) - 1))] ?? "";
}

/**
 * Bars beside each other, as tall as their mails came and in the colour of what became of most of them; letters where
 * there are no blocks, or no colours to tell them apart.
 */
export function motif(bars: readonly Sums[], { blocks }: { blocks: boolean }): Piece[] {
  const pieces: Piece[] = [];
  for (const bar of bars) {
    const most = mostOf(bar);
    const { letter, color } = looks[most];
    const text = blocks ? blockOf(heightOf(bar)) : letter;
    const last = pieces.at(-1);
    if (last?.color === color) last.text += text;
    else pieces.push({ text, color });
  }
  return pieces;
}

/** What a mark in the motif means. */
export function markOf(distance: Distance, { blocks }: { blocks: boolean }): string {
  return blocks ? blockOf(looks[distance].height / 100) : looks[distance].letter;
}

function heightOf(bar: Sums): number {
  const height = distances.reduce((sum, name) => sum + looks[name].height * (bar[name] ?? 0), 0);
  return height / 100 / Math.max(1, countIn(bar));
}

function mostOf(bar: Sums): Distance {
  return distances.reduce((most, name) => ((bar[name] ?? 0) > (bar[most] ?? 0) ? name : most), "waiting");
}

export function countIn(sums: Sums): number {
  return distances.reduce((sum, name) => sum + (sums[name] ?? 0), 0);
}

export function addedUp(all: readonly Sums[]): Sums {
  const sums: Sums = {};
  for (const name of distances) {
    const count = all.reduce((sum, one) => sum + (one[name] ?? 0), 0);
    if (count > 0) sums[name] = count;
  }
  return sums;
}

/** No more bars than there are columns: neighbours are put together. */
export function grouped(bars: readonly Sums[], columns: number): Sums[] {
  const each = Math.max(1, Math.ceil(bars.length / columns));
  return Array.from({ length: Math.ceil(bars.length / each) }, (_, bar) =>
    addedUp(bars.slice(bar * each, (bar + 1) * each)),
  );
}

/**
 * Where only sums are known: as many bars of each kind as its share is, at least one of what there is, those that came
 * far first and those that wait last.
 */
export function dealt(sums: Sums, columns: number): Sums[] {
  const all = countIn(sums);
  const room = Math.min(columns, all);
  const kinds = distances.filter((name) => (sums[name] ?? 0) > 0).reverse();
  const bars = new Map(
    kinds.map((name) => [name, Math.max(1, Math.floor(((sums[name] ?? 0) * room) / all))]),
  );
  const used = [...bars.values()].reduce((sum, one) => sum + one, 0);
  // What rounding left over, or one bar at least took, the largest of them makes up for.
  const largest = mostOf(sums);
  if (kinds.length > 0) bars.set(largest, Math.max(1, (bars.get(largest) ?? 0) + room - used));
  return [...bars].flatMap(([name, count]) => Array.from({ length: count }, () => ({ [name]: 1 })));
}

/** What a campaign's own counts say of how far its mails came. */
export function sumsOf({ counts, opened, clicked }: Pick<Campaign, "counts" | "opened" | "clicked">): Sums {
  const openedOnly = Math.max(0, opened - clicked);
  return addedUp([
    {
      waiting: counts.queued + counts.sending + counts.deferred,
      skipped: counts.skipped,
      failed: counts.failed,
      uncertain: counts.uncertain,
      sent: Math.max(0, counts.sent - openedOnly - clicked),
      opened: openedOnly,
      clicked,
    },
  ]);
}
