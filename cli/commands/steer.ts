import type { Campaign } from "../../contract/schemas/campaign.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../contract/texts/terminal/progress.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { type Connection, connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { findCampaign } from "../find/findCampaign.ts";
import { figuresOfCampaign } from "../format/campaignFigures.ts";
import { progressLine } from "../format/progressText.ts";
import type { Output } from "../output.ts";
import { showHeld } from "./campaigns/show.ts";

type Steering = (client: Connection["client"], id: string) => Promise<Campaign>;

export function pauseCommand(help: HelpTexts) {
  return steeringCommand(
    "pause",
    help.steer.pause,
    (client, id) => client("POST /amplify/campaigns/{id}/pause", { params: { id } }),
    help,
  );
}

export function resumeCommand(help: HelpTexts) {
  return steeringCommand(
    "resume",
    help.steer.resume,
    (client, id) => client("POST /amplify/campaigns/{id}/resume", { params: { id } }),
    help,
  );
}

export function cancelCommand(help: HelpTexts) {
  return steeringCommand(
    "cancel",
    help.steer.cancel,
    (client, id) => client("POST /amplify/campaigns/{id}/cancel", { params: { id } }),
    help,
  );
}

function steeringCommand(name: string, summary: string, steer: Steering, help: HelpTexts) {
  const work = async (output: Output, text: string, options: CommonOptions): Promise<ExitCode> => {
    const { client } = await connect(output.terminal, options.server);
    const { _id } = await findCampaign(client, text, output.texts(outputTexts));
    const campaign = await steer(client, _id);
    output.line(
      progressLine(
        { figures: figuresOfCampaign(campaign, output.words), pace: null },
        output.terminal.now(),
        output.texts(progressTexts),
      ),
    );
    if (campaign.state === "running") showHeld(output, campaign);
    output.event("campaign", campaign);
    return exitCodes.done;
  };
  return createCommand(name, summary)
    .helpGroup(help.groups.sending)
    .argument("<campaign>", help.campaign)
    .action(action(work));
}
