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
  const texts = output.texts(outputTexts);
  if (options.from === undefined) throw new UsageFault(texts.sendRest.whichAccount);
  const connection = await connect(output.terminal, options.server);
  const { client } = connection;
  const { _id: id } = await findCampaign(client, text, texts);
  const { _id: credentialId, appEmail } = await findAccount(client, options.from, texts);
  const body = { credentialId };
  const campaign = await client("POST /amplify/campaigns/{id}/account", { params: { id }, body });
  output.line(
    texts.sendRest.goesFrom({ left: campaign.counts.queued + campaign.counts.deferred, account: appEmail }),
  );
  output.event("campaign", campaign);
  if (options.detach) return exitCodes.done;
  return attach(output, connection, { campaignIds: [id], wait: options.wait === true });
}
