import { blockOf } from "./mailBars.ts";

export type Point = { at: number; count: number };

/** The sums of what happened in a period, divided among columns. */
export function divided(
  points: readonly Point[],
  { fromMs, toMs, columns }: { fromMs: number; toMs: number; columns: number },
): number[] {
  const sums = Array.from({ length: columns }, () => 0);
  const span = Math.max(1, toMs - fromMs);
  for (const { at, count } of points) {
    const column = Math.min(columns - 1, Math.floor(((at - fromMs) * columns) / span));
    if (column >= 0) sums[column] = (sums[column] ?? 0) + count;
  }
  return sums;
}

/** Counts as block characters, the largest as a full one, or as digits from 1 to 9; zero is a dot. */
export function plotted(counts: readonly number[], { blocks }: { blocks: boolean }): string {
  const most = Math.max(1, ...counts);
  const mark = (share: number) => (blocks ? blockOf(share) : String(Math.max(1, Math.ceil(share * 9))));
  return counts.map((count) => (count === 0 ? (blocks ? "·" : ".") : mark(count / most))).join("");
}
