import { Option } from "commander";
import type { CampaignSort } from "../../contract/schemas/campaign.ts";
import type { PlanState } from "../../contract/schemas/campaignPlan.ts";
import { campaignTexts } from "../../contract/texts/terminal/campaigns.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { allCampaigns } from "../find/allCampaigns.ts";
import { campaignRows } from "../format/campaignRows.ts";
import { optionWords } from "../format/optionWords.ts";
import { endList, type ListOptions, limited, withLimit } from "../lists.ts";
import type { Output } from "../output.ts";
import { activityCommand } from "./campaigns/activity.ts";
import { compareCommand } from "./campaigns/compare.ts";
import { csvCommand } from "./campaigns/csv.ts";
import { duplicateCommand } from "./campaigns/duplicate.ts";
import { archiveCommand, deleteCommand, renameCommand, undoCommand } from "./campaigns/manage.ts";
import { moveCommand } from "./campaigns/move.ts";
import { optoutsCommand } from "./campaigns/optouts.ts";
import { showCommand } from "./campaigns/show.ts";
import { startCommand } from "./campaigns/start.ts";
import { uncertainCommand } from "./campaigns/uncertain.ts";
import { winnerCommand } from "./campaigns/winner.ts";
import { campaignRetryCommand } from "./retry.ts";
import { cancelCommand, pauseCommand, resumeCommand } from "./steer.ts";

type CampaignsOptions = CommonOptions &
  ListOptions & {
    state?: PlanState;
    search?: string;
    archived?: boolean;
    sort?: CampaignSort;
  };

const states: Record<PlanState, true> = {
  draft: true,
  scheduled: true,
  holding: true,
  starting: true,
  running: true,
  paused: true,
  cancelled: true,
  finished: true,
};

/** What each sort is by, and whether it is descending: names begin with A, and everything else with the largest. */
const sorts: Record<CampaignSort, "true" | "false"> = {
  createdAt: "true",
  name: "false",
  state: "false",
  sent: "true",
  opened: "true",
  clicked: "true",
  total: "true",
};

/** `amplify campaigns`: lists campaigns; its subcommands act on one. */
export function campaignsCommand(help: HelpTexts) {
  const command = withLimit(createCommand("campaigns", help.campaigns.summary), help)
    .helpGroup(help.groups.sending)
    .addOption(new Option("--state <state>", help.campaigns.state).choices(Object.keys(states)))
    .option("--search <text>", help.campaigns.search)
    .option("--archived", help.campaigns.archived)
    .addOption(new Option("--sort <by>", help.campaigns.sort).choices(Object.keys(sorts)))
    .action(action(listCampaigns));
  const subcommands = [
    showCommand(help, help.campaigns.show),
    startCommand(help, help.campaigns.start),
    pauseCommand(help),
    resumeCommand(help),
    cancelCommand(help),
    campaignRetryCommand(help),
    moveCommand(help),
    duplicateCommand(help),
    renameCommand(help),
    archiveCommand(help),
    deleteCommand(help),
    undoCommand(help),
    activityCommand(help),
    winnerCommand(help),
    uncertainCommand(help),
    compareCommand(help),
    csvCommand(help),
    optoutsCommand(help),
  ];
  // Under `campaigns` they need no heading of their own.
  for (const one of subcommands) command.addCommand(one.helpGroup(""));
  return command;
}

async function listCampaigns(output: Output, options: CampaignsOptions): Promise<ExitCode> {
  const texts = output.texts(campaignTexts);
  const { client } = await connect(output.terminal, options.server);
  const { state, search, archived, sort } = options;
  const asked = {
    ...(state && { state }),
    ...(search && { search }),
    ...(archived && { archived: "true" as const }),
    ...(sort && { sort, desc: sorts[sort] }),
  };
  const all = await allCampaigns(client, asked);
  if (all.length > 0) output.rows("campaign", limited(all, options), campaignRows(output));
  else output.line(Object.keys(asked).length > 0 ? texts.none : texts.noneYet);
  const shown = limited(all, options).length;
  const more = `campaigns${optionWords({ state, search, archived, sort })}`;
  endList(output, { of: "campaign", shown, total: all.length, more });
  return exitCodes.done;
}
