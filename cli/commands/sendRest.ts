import { normalAddress } from "../../contract/address.ts";
import { sendRest as sendRestFrom } from "../../contract/campaigns/sendRest.ts";
import type { Campaign } from "../../contract/schemas/campaign.ts";
import { addressIn } from "../../contract/sending/senderMailbox.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { type OutputTexts, outputTexts } from "../../contract/texts/terminal/output.ts";
import { attach } from "../attach.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { UsageFault } from "../faults.ts";
import { findAccount } from "../find/findAccount.ts";
import { findCampaign } from "../find/findCampaign.ts";
import { pickOne } from "../find/pickOne.ts";
import type { Output } from "../output.ts";

type RestOptions = CommonOptions & { from?: string; detach?: boolean; wait?: boolean };

/** `amplify send-rest`: sends the remaining mails of a paused campaign from another account; nobody is mailed twice. */
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
  /** The account that sends the remaining mails: all of them, or only those of `from`. */
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
  const campaign = await findCampaign(client, text, texts);
  const { _id: id } = campaign;
  const { _id: credentialId, appEmail } = await findAccount(client, move.to, texts);
  const from = move.from === undefined ? {} : { from: theirs(campaign, move.from, texts) };
  const moved = await sendRestFrom(client, campaign, { credentialId, ...from });
  const left = moved.counts.queued + moved.counts.deferred;
  output.line(texts.sendRest.goesFrom({ left, account: appEmail }));
  output.event("campaign", moved);
  if (move.detach) return exitCodes.done;
  return attach(output, connection, { campaignIds: [id], wait: move.wait === true });
}

/** One of the campaign's accounts, which may not be connected any more. */
function theirs({ accounts }: Campaign, text: string, texts: OutputTexts): string {
  const named = accounts.map(({ credentialId: id, from }) => ({ id, name: addressIn(from) }));
  return pickOne(named, normalAddress(text), { kind: "account", texts, of: (one) => one }).id;
}
