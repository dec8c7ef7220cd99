import type { CampaignActivity } from "../../../contract/schemas/campaignPlan.ts";
import { campaignTexts } from "../../../contract/texts/terminal/campaigns.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../../contract/texts/terminal/progress.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { findCampaign } from "../../find/findCampaign.ts";
import type { Column } from "../../format/table.ts";
import { clockTime } from "../../format/times.ts";
import type { Output } from "../../output.ts";

/** `amplify campaigns activity`. */
export function activityCommand(help: HelpTexts) {
  return createCommand("activity", help.campaigns.activity)
    .argument("<campaign>", help.campaign)
    .action(action(listActivity));
}

async function listActivity(output: Output, text: string, options: CommonOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findCampaign(client, text, output.texts(outputTexts), { any: true });
  const activities = await client("GET /amplify/campaigns/{id}/activity", { params: { id } });
  if (activities.length === 0) output.line(output.texts(campaignTexts).noActivity);
  else output.rows("activity", activities, activityColumns(output));
  return exitCodes.done;
}

/** Who did what, and when; the name is empty for what happened automatically. */
export function activityColumns(output: Output): Column<CampaignActivity>[] {
  const { columns } = output.texts(campaignTexts);
  const now = output.terminal.now();
  return [
    { title: columns.when, value: ({ at }) => clockTime(at, now, output.texts(progressTexts)), whole: true },
    { title: columns.what, value: ({ cause, reason }) => output.words(cause, reason) },
    { title: columns.who, value: ({ who }) => who ?? "", spare: true },
  ];
}
