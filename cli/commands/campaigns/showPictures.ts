import { added, countIn, grouped, sumsOf } from "../../../contract/campaigns/bars.ts";
import { cliLimits } from "../../../contract/limits/cli.ts";
import type { Campaign } from "../../../contract/schemas/campaign.ts";
import {
  type CampaignPicture,
  type CampaignTimes,
  mailStages,
} from "../../../contract/schemas/campaignInsight.ts";
import { campaignTexts } from "../../../contract/texts/terminal/campaigns.ts";
import { progressTexts } from "../../../contract/texts/terminal/progress.ts";
import { barCells } from "../../format/barCells.ts";
import { figuresOfCampaign, unsettledOf } from "../../format/campaignFigures.ts";
import { bySums, looks, mailBars, markOf } from "../../format/mailBars.ts";
import { divided, plotted } from "../../format/plot.ts";
import { clockTime } from "../../format/times.ts";
import type { Output, Piece } from "../../output.ts";
import { hasUnicode } from "../../terminal.ts";

function columnsOf({ width }: Output): number {
  return Math.min(width ?? cliLimits.widthDefault, cliLimits.barWidthMax);
}

/** A line of what was sent, what failed, what is uncertain and what is still to be sent. */
export function showSendBar(output: Output, campaign: Campaign): void {
  const figures = figuresOfCampaign(campaign, output.words);
  const marks = hasUnicode(output.terminal) ? "█▓▒─" : "#x?.";
  const colors = ["green", "red", "yellow", "blue"] as const;
  const amounts = [figures.sent, figures.failed, figures.uncertain, unsettledOf(figures)];
  const cells = barCells(amounts, columnsOf(output));
  if (figures.total > 0)
    output.painted(
      cells.map((count, index): Piece => {
        const color = colors[index];
        return { text: (marks[index] ?? "").repeat(count), ...(color && { color }) };
      }),
    );
}

/** A bar for each mail or for some of them together, with a legend and the counts below. */
export function showMailBars(output: Output, campaign: Campaign, picture: CampaignPicture | null): void {
  const texts = output.texts(campaignTexts).show;
  const blocks = hasUnicode(output.terminal) && output.color;
  const columns = columnsOf(output);
  const isOrdered = picture !== null && picture.order === "list";
  const sums = picture === null ? sumsOf(campaign) : added(picture.bars);
  const bars = isOrdered ? grouped(picture.bars, columns) : bySums(sums, columns);
  if (bars.length === 0) return;
  output.line("");
  const isEach = isOrdered || countIn(sums) <= columns;
  output.line(isEach ? texts.each(Math.ceil(countIn(sums) / bars.length)) : texts.bySums);
  output.painted(mailBars(bars, { blocks }));
  // In the bars a clicked mail is not also an opened one; in the legend's counts, as in all others, it is.
  const { opened, clicked } = campaign;
  const told = { ...sums, sent: campaign.counts.sent, opened, clicked };
  const marks = mailStages
    .filter((name) => (told[name] ?? 0) > 0)
    .reverse()
    .map((name) => ({
      mark: { text: markOf(name, { blocks }), color: looks[name].color },
      rest: ` ${texts.mailStages[name](told[name] ?? 0)}`,
    }));
  for (const line of legendLines(marks, columns)) output.painted(line);
}

/** Puts as many marks on each line as there is room for. */
function legendLines(marks: readonly { mark: Piece; rest: string }[], columns: number): Piece[][] {
  const lines: Piece[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const { mark, rest } of marks) {
    const length = mark.text.length + rest.length + 2;
    if (used + length > columns + 2) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(mark, { text: `${rest}  ` });
    used += length;
  }
  return lines;
}

const plots = [
  ["sent", "green"],
  ["opened", "cyan"],
  ["clicked", "magenta"],
] as const;

/** How many mails were sent, opened and clicked over time, each with its total. */
export function showPlots(output: Output, times: CampaignTimes | null): void {
  const texts = output.texts(campaignTexts).show;
  const blocks = hasUnicode(output.terminal);
  const points = times?.points ?? [];
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || first === last) return;
  const clock = (at: number) => clockTime(at, output.terminal.now(), output.texts(progressTexts));
  const label = Math.max(...plots.map(([name]) => texts.plot[name].length)) + 2;
  output.line("");
  output.line(texts.plots({ since: clock(first.at), until: clock(last.at) }));
  for (const [name, color] of plots) {
    const sum = points.reduce((all, point) => all + point[name], 0);
    const span = {
      fromMs: first.at,
      toMs: last.at,
      columns: columnsOf(output) - label - String(sum).length - 2,
    };
    const counts = divided(
      points.map((point) => ({ at: point.at, count: point[name] })),
      span,
    );
    output.painted([
      { text: texts.plot[name].padEnd(label) },
      { text: plotted(counts, { blocks }), color },
      { text: `  ${sum}` },
    ]);
  }
}
