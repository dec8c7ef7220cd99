import { Option } from "commander";
import { pageLimits } from "../../contract/limits/http.ts";
import type { DeliveryState, Reaction } from "../../contract/schemas/campaign.ts";
import type { HelpTexts } from "../../contract/texts/terminal/help.ts";
import { outputTexts } from "../../contract/texts/terminal/output.ts";
import { action, createCommand } from "../command.ts";
import type { CommonOptions } from "../commonOptions.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { findCampaign } from "../find/findCampaign.ts";
import { optionWords, quoted } from "../format/optionWords.ts";
import { eachUpTo, endList, type ListOptions, withLimit } from "../lists.ts";
import type { Output } from "../output.ts";

type DeliveriesOptions = CommonOptions & ListOptions & { state?: DeliveryState; reaction?: Reaction };

const states: Record<DeliveryState, true> = {
  queued: true,
  sending: true,
  deferred: true,
  sent: true,
  failed: true,
  uncertain: true,
  skipped: true,
};

const reactions: Record<Reaction, true> = { opened: true, clicked: true, replied: true, complained: true };

/** `amplify deliveries`: the recipient ledger, streamed line by line however long it is. */
export function deliveriesCommand(help: HelpTexts) {
  return withLimit(createCommand("deliveries", help.deliveries.summary), help)
    .helpGroup(help.groups.sending)
    .argument("<campaign>", help.campaign)
    .addOption(new Option("--state <state>", help.deliveries.state).choices(Object.keys(states)))
    .addOption(new Option("--reaction <reaction>", help.deliveries.reaction).choices(Object.keys(reactions)))
    .action(action(listDeliveries));
}

async function listDeliveries(output: Output, text: string, options: DeliveriesOptions): Promise<ExitCode> {
  const texts = output.texts(outputTexts);
  const { client } = await connect(output.terminal, options.server);
  const { _id: id } = await findCampaign(client, text, texts);
  const only = {
    ...(options.state === undefined ? {} : { state: options.state }),
    ...(options.reaction === undefined ? {} : { reaction: options.reaction }),
  };
  const pageOf = ({ pageSize, after }: { pageSize: number; after: string | null }) => {
    const query = { pageSize, ...only, ...(after === null ? {} : { after }) };
    return client("GET /amplify/campaigns/{id}/deliveries", { params: { id }, query });
  };
  const pages = { sizeMax: pageLimits.sizeMax, pageOf };
  const { shown, isPart } = await eachUpTo(options, pages, (delivery) => {
    const { email, reason, cause } = delivery;
    const why = output.words(cause, reason);
    output.entry("delivery", delivery, `${delivery.state.padEnd(9)}  ${email}${why ? `: ${why}` : ""}`);
  });
  if (shown === 0) output.line(texts.deliveries.none);
  const more = `deliveries ${quoted(text)}${optionWords(only)}`;
  if (isPart) endList(output, { of: "delivery", shown, total: null, more });
  return exitCodes.done;
}
