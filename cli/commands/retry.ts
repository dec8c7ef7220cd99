import { campaignTexts } from "../../contract/texts/terminal/campaigns.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { attach } from "../attach.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { UsageFault } from "../faults.ts";
import { findCampaign } from "../find/findCampaign.ts";
import type { Output } from "../output.ts";

type RetryOptions = CommonOptions & {
  failed?: boolean;
  uncertain?: boolean;
  cause?: string;
  detach?: boolean;
  wait?: boolean;
};

/** `amplify retry`: retries some recipients; uncertain ones only if a person says so. */
export function retryCommand(help: HelpTexts) {
  return createCommand("retry", help.retry.summary)
    .helpGroup(help.groups.sending)
    .argument("<campaign>", help.campaign)
    .option("--failed", help.retry.failed)
    .option("--uncertain", help.retry.uncertain)
    .option("--detach", help.detach)
    .option("--wait", help.wait)
    .addHelpText("after", help.exitCodes)
    .action(action(retry));
}

/** `amplify campaigns retry`: the same, also for mails with one cause. */
export function campaignRetryCommand(help: HelpTexts) {
  return createCommand("retry", help.campaigns.retry)
    .argument("<campaign>", help.campaign)
    .option("--cause <code>", help.campaigns.cause)
    .option("--failed", help.retry.failed)
    .option("--uncertain", help.retry.uncertain)
    .option("--detach", help.detach)
    .option("--wait", help.wait)
    .addHelpText("after", help.exitCodes)
    .action(
      action(async (output: Output, text: string, options: RetryOptions) => {
        const { failed, uncertain, cause } = options;
        if (!failed && !uncertain && !cause) throw new UsageFault(output.texts(campaignTexts).whichCause);
        // A retry may reach uncertain recipients twice, so a cause alone never includes them.
        return retry(output, text, { ...options, failed: failed || !uncertain });
      }),
    );
}

async function retry(output: Output, text: string, options: RetryOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { failed, uncertain, cause } = options;
  if (!failed && !uncertain) throw new UsageFault(texts.retry.which);
  const connection = await connect(output.terminal, options.server);
  const { client } = connection;
  const { _id: id } = await findCampaign(client, text, texts);
  const { message, retried } = await client("POST /amplify/campaigns/{id}/retry", {
    params: { id },
    body: {
      states: [...(failed ? (["failed"] as const) : []), ...(uncertain ? (["uncertain"] as const) : [])],
      ...(cause === undefined ? {} : { code: cause }),
    },
  });
  output.line(message);
  output.event("retried", { campaignId: id, retried });
  if (retried === 0 || options.detach) return exitCodes.done;
  return attach(output, connection, { campaignIds: [id], wait: options.wait === true });
}
