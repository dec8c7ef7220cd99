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
import { type ListOptions, withLimit } from "../lists.ts";
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

const reactions: Record<Reaction, true> = {
  ...{ opened: true, clicked: true, replied: true, complained: true },
};

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
  const { limit = Number.POSITIVE_INFINITY } = options;
  const pageSize = Math.min(limit, pageLimits.sizeMax);
  const only = {
    ...(options.state === undefined ? {} : { state: options.state }),
    ...(options.reaction === undefined ? {} : { reaction: options.reaction }),
  };
  let after: string | null = null;
  let listed = 0;
  do {
    const query: typeof only & { pageSize: number; after?: string } = { pageSize, ...only };
    if (after !== null) query.after = after;
    const page = await client("GET /amplify/campaigns/{id}/deliveries", { params: { id }, query });
    for (const delivery of page.items.slice(0, limit - listed)) {
      const { email, reason, cause } = delivery;
      const why = output.words(cause, reason);
      output.entry("delivery", delivery, `${delivery.state.padEnd(9)}  ${email}${why ? `: ${why}` : ""}`);
    }
    listed += page.items.length;
    after = page.next;
  } while (after !== null && listed < limit);
  if (listed === 0) output.line(texts.deliveries.none);
  return exitCodes.done;
}
