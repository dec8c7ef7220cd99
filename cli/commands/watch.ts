import { attach } from "../attach.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes, exitCodesHelp } from "../exitCodes.ts";
import { findCampaign } from "../find/findCampaign.ts";
import type { Output } from "../output.ts";

type WatchOptions = CommonOptions & { wait?: boolean };

/** `amplify watch`: re-attaches to sends under way. */
export function watchCommand() {
  return createCommand("watch", "Watch sends; Ctrl-C stops only the watching")
    .helpGroup("Sending:")
    .argument("[campaign]", 'its identifier, the end of it, or "last"; else all that are running')
    .option("--wait", "stay also while it is paused, until it is finished or cancelled")
    .addHelpText("after", exitCodesHelp)
    .action(action(watch));
}

async function watch(output: Output, text: string | undefined, options: WatchOptions): Promise<ExitCode> {
  const connection = await connect(output.terminal.env, options.server);
  const { client } = connection;
  const campaigns =
    text === undefined
      ? (await client("GET /amplify/campaigns")).filter(({ state }) => state === "running")
      : [await findCampaign(client, text)];
  if (campaigns.length === 0) {
    output.line("Nothing is being sent just now.");
    return exitCodes.done;
  }
  return attach(output, connection, {
    campaignIds: campaigns.map(({ _id }) => _id),
    wait: options.wait === true,
  });
}
