import type { Campaign } from "../../contract/schemas/campaign.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { type Connection, connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { findCampaign } from "../find/findCampaign.ts";
import { figuresOfCampaign } from "../format/campaignFigures.ts";
import { progressLine } from "../format/progressText.ts";
import type { Output } from "../output.ts";

type Steering = (client: Connection["client"], id: string) => Promise<Campaign>;

export function pauseCommand() {
  return steeringCommand("pause", "Pause a campaign; mails under way still end", (client, id) =>
    client("POST /amplify/campaigns/{id}/pause", { params: { id } }),
  );
}

export function resumeCommand() {
  return steeringCommand("resume", "Go on with a paused campaign", (client, id) =>
    client("POST /amplify/campaigns/{id}/resume", { params: { id } }),
  );
}

export function cancelCommand() {
  return steeringCommand("cancel", "Stop a campaign for good; the rest is skipped", (client, id) =>
    client("POST /amplify/campaigns/{id}/cancel", { params: { id } }),
  );
}

function steeringCommand(name: string, summary: string, steer: Steering) {
  const work = async (output: Output, text: string, options: CommonOptions): Promise<ExitCode> => {
    const { client } = await connect(output.terminal.env, options.server);
    const { _id } = await findCampaign(client, text);
    const campaign = await steer(client, _id);
    output.line(progressLine(figuresOfCampaign(campaign, output.words), null, output.terminal.now()));
    output.event("campaign", campaign);
    return exitCodes.done;
  };
  return createCommand(name, summary)
    .helpGroup("Sending:")
    .argument("<campaign>", 'its identifier, the end of it, or "last"')
    .action(action(work));
}
