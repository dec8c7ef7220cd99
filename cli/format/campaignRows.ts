import { campaignName } from "../../contract/campaigns/campaignName.ts";
import type { Campaign } from "../../contract/schemas/campaign.ts";
import { campaignTexts } from "../../contract/texts/terminal/campaigns.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../contract/texts/terminal/progress.ts";
import type { Output } from "../output.ts";
import { hasUnicode } from "../terminal.ts";
import { barCells } from "./barCells.ts";
import { figuresOfCampaign, isUncounted, shortId, unsettledOf } from "./campaignFigures.ts";
import { type RestPart, restText, sentText, stateText } from "./progressText.ts";
import type { Column } from "./table.ts";
import { clockTime } from "./times.ts";

const barColumns = 12;

/** The columns of a list of campaigns. */
export function campaignRows(output: Output): Column<Campaign>[] {
  const { columns } = output.texts(outputTexts);
  const texts = output.texts(campaignTexts);
  const progress = output.texts(progressTexts);
  const now = output.terminal.now();
  const figures = (campaign: Campaign) => figuresOfCampaign(campaign, output.words);
  return [
    { title: columns.id, value: ({ _id }) => shortId(_id), whole: true },
    {
      // A draft has no start, so it shows when it was created.
      title: texts.columns.when,
      value: ({ startAt, createdAt }) => clockTime(startAt ?? createdAt, now, progress),
      spare: true,
    },
    {
      title: columns.name,
      value: (campaign) => campaignName(campaign) || texts.show.noName,
      least: 16,
    },
    {
      title: columns.state,
      value: (campaign) =>
        (campaign.state === "draft" ? "" : stateText(figures(campaign), now, progress)) ||
        texts.states[campaign.state],
      // Why it waits is told by `campaigns show`.
      brief: ({ state }) => texts.states[state],
    },
    {
      title: columns.result,
      value: (campaign) => resultText(campaign, output),
      brief: (campaign) => resultText(campaign, output, ["failed", "uncertain"]),
      least: 22,
    },
    {
      title: texts.columns.progress,
      value: (campaign) => progressBar(campaign, output),
      spare: "first",
    },
    {
      title: columns.opened,
      value: ({ trackOpens, opened }) => (trackOpens ? String(opened) : "-"),
      align: "right",
      spare: true,
    },
    {
      title: columns.clicked,
      value: ({ trackClicks, clicked }) => (trackClicks ? String(clicked) : "-"),
      align: "right",
      spare: true,
    },
  ];
}

/** "612/1000 Sent, 3 failed"; "-" for a campaign that has not begun. */
export function resultText(
  campaign: Campaign,
  { words, texts }: Output,
  parts?: readonly RestPart[],
): string {
  const figures = figuresOfCampaign(campaign, words);
  const progress = texts(progressTexts);
  if (isUncounted(figures)) return "-";
  return [sentText(figures, progress), ...restText(figures, progress, parts)].join(", ");
}

function progressBar(campaign: Campaign, output: Output): string {
  const figures = figuresOfCampaign(campaign, output.words);
  const marks = hasUnicode(output.terminal) ? "█▓▒─" : "#x?.";
  const cells = barCells([figures.sent, figures.failed, figures.uncertain, unsettledOf(figures)], barColumns);
  return cells.map((count, index) => (marks[index] ?? "").repeat(count)).join("");
}
