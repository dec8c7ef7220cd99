import { attach } from "../attach.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes, exitCodesHelp } from "../exitCodes.ts";
import { UsageFault } from "../faults.ts";
import { findCampaign } from "../find/findCampaign.ts";
import type { Output } from "../output.ts";

type RetryOptions = CommonOptions & {
  failed?: boolean;
  uncertain?: boolean;
  detach?: boolean;
  wait?: boolean;
};

/** `amplify retry`: tries some recipients again; uncertain ones only when a person says so. */
export function retryCommand() {
  return createCommand("retry", "Try failed or uncertain ones again, and watch")
    .helpGroup("Sending:")
    .argument("<campaign>", 'its identifier, the end of it, or "last"')
    .option("--failed", "those that failed")
    .option("--uncertain", "those whose outcome nobody knows; some may get the mail twice")
    .option("--detach", "return as soon as the server has accepted it")
    .option("--wait", "stay also while it is paused, until it is finished or cancelled")
    .addHelpText("after", exitCodesHelp)
    .action(action(retry));
}

async function retry(output: Output, text: string, options: RetryOptions): Promise<ExitCode> {
  const { failed, uncertain } = options;
  if (!failed && !uncertain) throw new UsageFault("Say which to try again: --failed, --uncertain, or both.");
  const connection = await connect(output.terminal.env, options.server);
  const { client } = connection;
  const { _id: id } = await findCampaign(client, text);
  const { message, retried } = await client("POST /amplify/campaigns/{id}/retry", {
    params: { id },
    body: {
      states: [...(failed ? (["failed"] as const) : []), ...(uncertain ? (["uncertain"] as const) : [])],
    },
  });
  output.line(message);
  output.event("retried", { campaignId: id, retried });
  if (retried === 0 || options.detach) return exitCodes.done;
  return attach(output, connection, { campaignIds: [id], wait: options.wait === true });
}
