import { countIn, dealt, type Sums } from "../../contract/campaigns/bars.ts";
import { type MailStage, mailStages } from "../../contract/schemas/campaignInsight.ts";
import type { Piece } from "../output.ts";

type Look = {
  /** In percent: the further a mail has come, the taller its bar. */
  height: number;
  letter: string;
  color: NonNullable<Piece["color"]>;
};
export const looks: Record<MailStage, Look> = {
  waiting: { height: 6, letter: ".", color: "blue" },
  skipped: { height: 12, letter: "-", color: "gray" },
  failed: { height: 25, letter: "x", color: "red" },
  uncertain: { height: 37, letter: "?", color: "yellow" },
  sent: { height: 60, letter: "s", color: "green" },
  opened: { height: 80, letter: "o", color: "cyan" },
  clicked: { height: 100, letter: "c", color: "magenta" },
};

const blocks = "▁▂▃▄▅▆▇█";

/** A block character for a height between 0 and 1. */
export function blockOf(share: number): string {
  return blocks[Math.min(blocks.length - 1, Math.max(0, Math.ceil(share * blocks.length) - 1))] ?? "";
}

/**
 * Bars side by side. The height shows how far their mails have come, the colour the stage that most of them are at; letters
 * if block characters are not available, or no colours to tell them apart.
 */
export function mailBars(bars: readonly Sums[], { blocks }: { blocks: boolean }): Piece[] {
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

/** The mark that stands for a stage in the legend of the bars. */
export function markOf(stage: MailStage, { blocks }: { blocks: boolean }): string {
  return blocks ? blockOf(looks[stage].height / 100) : looks[stage].letter;
}

function heightOf(bar: Sums): number {
  const height = mailStages.reduce((sum, name) => sum + looks[name].height * (bar[name] ?? 0), 0);
  return height / 100 / Math.max(1, countIn(bar));
}

function mostOf(bar: Sums): MailStage {
  return mailStages.reduce((most, name) => ((bar[name] ?? 0) > (bar[most] ?? 0) ? name : most), "waiting");
}

/** Bars when only totals are known: those of each kind side by side, the furthest first and those that wait last. */
export function bySums(sums: Sums, columns: number): Sums[] {
  return [...dealt(sums, columns)]
    .reverse()
    .flatMap(([name, count]) => Array.from({ length: count }, () => ({ [name]: 1 })));
}
