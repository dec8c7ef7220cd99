import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { attach } from "../attach.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { UsageFault } from "../faults.ts";
import { findAccount } from "../find/findAccount.ts";
import { findCampaign } from "../find/findCampaign.ts";
import type { Output } from "../output.ts";

type RestOptions = CommonOptions & { from?: string; detach?: boolean; wait?: boolean };

/** `amplify send-rest`: what is left of a paused campaign goes from another account; nobody gets it twice. */
export function sendRestCommand(help: HelpTexts) {
  return createCommand("send-rest", help.sendRest.summary)
    .helpGroup(help.groups.sending)
    .argument("<campaign>", help.campaign)
    .option("--from <email>", help.sendRest.from)
    .option("--detach", help.detach)
    .option("--wait", help.wait)
    .addHelpText("after", help.exitCodes)
    .action(action(sendRest));
}

async function sendRest(output: Output, text: string, options: RestOptions): Promise<ExitCode> {
  if (options.from === undefined) throw new UsageFault(output.texts(outputTexts).sendRest.whichAccount);
  const { server, detach, wait } = options;
  return moveRest(output, text, { server, detach, wait, to: options.from });
}

type Move = {
  /** The account that sends what is left; of all that is left, unless one account's is meant. */
  to: string;
  from?: string | undefined;
  server: string | undefined;
  detach: boolean | undefined;
  wait: boolean | undefined;
};

/** Sends what is left of a paused campaign from another account, and watches. */
export async function moveRest(output: Output, text: string, move: Move): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const connection = await connect(output.terminal, move.server);
  const { client } = connection;
  const { _id: id } = await findCampaign(client, text, texts);
  const { _id: credentialId, appEmail } = await findAccount(client, move.to, texts);
  const from = move.from === undefined ? {} : { from: (await findAccount(client, move.from, texts))._id };
  const body = { credentialId, ...from };
  const campaign = await client("POST /amplify/campaigns/{id}/account", { params: { id }, body });
  output.line(
    texts.sendRest.goesFrom({ left: campaign.counts.queued + campaign.counts.deferred, account: appEmail }),
  );
  output.event("campaign", campaign);
  if (move.detach) return exitCodes.done;
  return attach(output, connection, { campaignIds: [id], wait: move.wait === true });
}
