import type { Campaign } from "../../contract/schemas/campaign.ts";
import type { Words } from "../../contract/sentences/sentence.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { figuresOfCampaign, shortId } from "../format/campaignFigures.ts";
import { restText, sentText, stateText } from "../format/progressText.ts";
import { clockTime } from "../format/times.ts";
import type { Output } from "../output.ts";

/** `amplify campaigns`: everything that was sent, newest first. */
export function campaignsCommand() {
  return createCommand("campaigns", "List campaigns, newest first")
    .helpGroup("Sending:")
    .action(action(listCampaigns));
}

async function listCampaigns(output: Output, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal.env, options.server);
  const campaigns = await client("GET /amplify/campaigns");
  if (campaigns.length === 0) output.line("Nothing has been sent yet. See: amplify send --help");
  else
    output.rows("campaign", campaigns, [
      { title: "ID", value: ({ _id }) => shortId(_id), whole: true },
      { title: "STARTED", value: ({ createdAt }) => clockTime(createdAt, output.terminal.now()) },
      { title: "SUBJECT", value: ({ subject }) => subject },
      {
        title: "STATE",
        value: (campaign) =>
          stateText(figuresOfCampaign(campaign, output.words), output.terminal.now()) || "Running",
      },
      { title: "RESULT", value: (campaign) => resultText(campaign, output.words) },
      {
        title: "OPENED",
        value: ({ trackOpens, opened }) => (trackOpens ? String(opened) : "-"),
        align: "right",
        spare: true,
      },
      {
        title: "CLICKED",
        value: ({ trackClicks, clicked }) => (trackClicks ? String(clicked) : "-"),
        align: "right",
        spare: true,
      },
    ]);
  return exitCodes.done;
}

function resultText(campaign: Campaign, words: Words): string {
  const figures = figuresOfCampaign(campaign, words);
  return [sentText(figures), ...restText(figures)].join(", ");
}
