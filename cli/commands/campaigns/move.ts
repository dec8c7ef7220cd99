import { campaignTexts } from "../../../contract/texts/terminal/campaigns.ts";
import type { HelpTexts } from "../../../contract/texts/terminal/help.ts";
import { action, createCommand } from "../../command.ts";
import type { CommonOptions } from "../../commonOptions.ts";
import type { ExitCode } from "../../exitCodes.ts";
import { UsageFault } from "../../faults.ts";
import type { Output } from "../../output.ts";
import { moveRest } from "../sendRest.ts";

type MoveOptions = CommonOptions & { to?: string; from?: string; detach?: boolean; wait?: boolean };

/** `amplify campaigns move`: sends the remaining mails from another account; with `--from`, only those of one account. */
export function moveCommand(help: HelpTexts) {
  return createCommand("move", help.campaigns.move)
    .argument("<campaign>", help.campaign)
    .option("--to <email>", help.campaigns.to)
    .option("--from <email>", help.campaigns.from)
    .option("--detach", help.detach)
    .option("--wait", help.wait)
    .addHelpText("after", help.exitCodes)
    .action(action(move));
}

async function move(output: Output, text: string, options: MoveOptions): Promise<ExitCode> {
  const { to, from, server, detach, wait } = options;
  if (to === undefined) throw new UsageFault(output.texts(campaignTexts).whichAccount);
  return moveRest(output, text, { to, from, server, detach, wait });
}
