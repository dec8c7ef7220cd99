import type { Campaign } from "../../contract/schemas/campaign.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { attach } from "../attach.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { findCampaign } from "../find/findCampaign.ts";
import type { Output } from "../output.ts";

type WatchOptions = CommonOptions & { wait?: boolean };

/** `amplify watch`: re-attaches to sends under way. */
export function watchCommand(help: HelpTexts) {
  return createCommand("watch", help.watch.summary)
    .helpGroup(help.groups.sending)
    .argument("[campaign]", help.watch.campaign)
    .option("--wait", help.wait)
    .addHelpText("after", help.exitCodes)
    .action(action(watch));
}

/** What is being sent; at a terminal also what is planned, which no script should wait for. */
function isShown(state: Campaign["state"], { mode }: Output): boolean {
  if (state === "scheduled") return mode === "live";
  return state === "running" || state === "starting" || state === "holding";
}

async function watch(output: Output, text: string | undefined, options: WatchOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const connection = await connect(output.terminal, options.server);
  const { client } = connection;
  const campaigns =
    text === undefined
      ? (await client("GET /amplify/campaigns")).filter(({ state }) => isShown(state, output))
      : [await findCampaign(client, text, texts)];
  if (campaigns.length === 0) {
    output.line(texts.watch.nothing);
    return exitCodes.done;
  }
  return attach(output, connection, {
    campaignIds: campaigns.map(({ _id }) => _id),
    wait: options.wait === true,
  });
}
