import type { Campaign } from "../../contract/schemas/campaign.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../contract/texts/terminal/progress.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { figuresOfCampaign, shortId } from "../format/campaignFigures.ts";
import { restText, sentText, stateText } from "../format/progressText.ts";
import { clockTime } from "../format/times.ts";
import type { Output } from "../output.ts";

/** `amplify campaigns`: everything that was sent, newest first. */
export function campaignsCommand(help: HelpTexts) {
  return createCommand("campaigns", help.campaigns)
    .helpGroup(help.groups.sending)
    .action(action(listCampaigns));
}

async function listCampaigns(output: Output, options: CommonOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const progress = output.texts(progressTexts);
  const { client } = await connect(output.terminal, options.server);
  const campaigns = await client("GET /amplify/campaigns");
  if (campaigns.length === 0) output.line(texts.campaigns.none);
  else
    output.rows("campaign", campaigns, [
      { title: texts.columns.id, value: ({ _id }) => shortId(_id), whole: true },
      {
        title: texts.columns.started,
        value: ({ createdAt }) => clockTime(createdAt, output.terminal.now(), progress),
      },
      { title: texts.columns.subject, value: ({ subject }) => subject },
      {
        title: texts.columns.state,
        value: (campaign) =>
          stateText(figuresOfCampaign(campaign, output.words), output.terminal.now(), progress) ||
          texts.campaigns.running,
      },
      { title: texts.columns.result, value: (campaign) => resultText(campaign, output) },
      {
        title: texts.columns.opened,
        value: ({ trackOpens, opened }) => (trackOpens ? String(opened) : "-"),
        align: "right",
        spare: true,
      },
      {
        title: texts.columns.clicked,
        value: ({ trackClicks, clicked }) => (trackClicks ? String(clicked) : "-"),
        align: "right",
        spare: true,
      },
    ]);
  return exitCodes.done;
}

function resultText(campaign: Campaign, { words, texts }: Output): string {
  const figures = figuresOfCampaign(campaign, words);
  const progress = texts(progressTexts);
  return [sentText(figures, progress), ...restText(figures, progress)].join(", ");
}
