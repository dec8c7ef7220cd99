import { refused } from "../../../contract/refused.ts";
import type { CampaignKind } from "../../../contract/schemas/campaignPlan.ts";
import { campaignTexts } from "../../../contract/texts/terminal/campaigns.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { confirmStart, followStarted, type StartOptions, startPlan } from "../../compose/startDraft.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { findCampaign } from "../../find/findCampaign.ts";
import { shortId } from "../../format/campaignFigures.ts";
import type { Output } from "../../output.ts";

/** `amplify campaigns start`, and the same for sequences: shows what a draft would do, asks, and starts it. */
export function startCommand(help: HelpTexts, summary: string, kind?: CampaignKind) {
  return createCommand("start", summary)
    .argument("<campaign>", help.campaign)
    .option("--yes", help.campaigns.yes)
    .option("--detach", help.detach)
    .option("--wait", help.wait)
    .addHelpText("after", help.exitCodes)
    .action(
      action((output: Output, text: string, options: Options) => start(output, { text, kind }, options)),
    );
}

type Options = CommonOptions & StartOptions;
type Asked = { text: string; kind: CampaignKind | undefined };

async function start(output: Output, { text, kind }: Asked, options: Options): Promise<ExitCode> {
  const connection = await connect(output.terminal, options.server);
  const { client } = connection;
  const { _id: id, state } = await findCampaign(client, text, output.texts(outputTexts), { any: true, kind });
  // No question about what cannot be: it would be refused only once somebody has said yes.
  if (state !== "draft") throw refused("campaign_state_wrong", { state, change: "started" });
  const plan = await client("GET /amplify/campaigns/{id}/plan", { params: { id } });
  if (await confirmStart(output, client, { plan, yes: options.yes === true })) {
    const campaign = await startPlan(client, plan);
    return followStarted(output, connection, { ...options, campaign });
  }
  output.note(output.texts(campaignTexts).startIt(output.next(`campaigns start ${shortId(id)}`)));
  return exitCodes.refused;
}
