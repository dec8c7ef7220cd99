import { Option } from "commander";
import { campaignTexts } from "../../../contract/texts/terminal/campaigns.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import { connect } from "../../connection.ts";
import { type ExitCode, exitCodes } from "../../exitCodes.ts";
import { findCampaign } from "../../find/findCampaign.ts";
import { shortId } from "../../format/campaignFigures.ts";
import type { Output } from "../../output.ts";

const whom = ["same", "notOpened", "notClicked"] as const;

type DuplicateOptions = CommonOptions & { to: (typeof whom)[number] };

/**
 * `amplify campaigns duplicate`: creates a draft from a campaign, for the same leads or for those who did not react to it.
 */
export function duplicateCommand(help: HelpTexts) {
  return createCommand("duplicate", help.campaigns.duplicate)
    .argument("<campaign>", help.campaign)
    .addOption(new Option("--to <whom>", help.campaigns.duplicateTo).choices(whom).default("same"))
    .action(action(duplicate));
}

async function duplicate(output: Output, text: string, options: DuplicateOptions): Promise<ExitCode> {
  const texts = output.texts(campaignTexts);
  const { client } = await connect(output.terminal, options.server);
  const { _id } = await findCampaign(client, text, output.texts(outputTexts), { any: true });
  const body = { to: options.to };
  const plan = await client("POST /amplify/campaigns/{id}/duplicate", { params: { id: _id }, body });
  output.line(texts.duplicated(shortId(plan._id)));
  output.event("plan", plan);
  output.note(texts.startIt(output.next(`campaigns start ${shortId(plan._id)}`)));
  return exitCodes.done;
}
