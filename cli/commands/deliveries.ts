import { Option } from "commander";
import { limits } from "../../contract/limits.ts";
import type { DeliveryState } from "../../contract/schemas/campaign.ts";
import { action, type CommonOptions, createCommand } from "../command.ts";
import { connect } from "../connection.ts";
import { type ExitCode, exitCodes } from "../exitCodes.ts";
import { findCampaign } from "../find/findCampaign.ts";
import type { Output } from "../output.ts";

type DeliveriesOptions = CommonOptions & { state?: DeliveryState };

const states: Record<DeliveryState, true> = {
  queued: true,
  sending: true,
  deferred: true,
  sent: true,
  failed: true,
  uncertain: true,
  skipped: true,
};

/** `amplify deliveries`: the recipient ledger, as a stream of lines however long it is. */
export function deliveriesCommand() {
  return createCommand("deliveries", "List what became of each recipient")
    .helpGroup("Sending:")
    .argument("<campaign>", 'its identifier, the end of it, or "last"')
    .addOption(new Option("--state <state>", "only these").choices(Object.keys(states)))
    .action(action(listDeliveries));
}

async function listDeliveries(output: Output, text: string, options: DeliveriesOptions): Promise<ExitCode> {
  const { client } = await connect(output.terminal.env, options.server);
  const { _id: id } = await findCampaign(client, text);
  const pageSize = limits.page.sizeMax;
  const state = options.state === undefined ? {} : { state: options.state };
  let after: string | null = null;
  let listed = 0;
  do {
    const query: { pageSize: number; state?: DeliveryState; after?: string } = { pageSize, ...state };
    if (after !== null) query.after = after;
    const page = await client("GET /amplify/campaigns/{id}/deliveries", { params: { id }, query });
    for (const delivery of page.items) {
      const { email, reason } = delivery;
      output.line(`${delivery.state.padEnd(9)}  ${email}${reason ? `: ${reason}` : ""}`);
      output.event("delivery", delivery);
    }
    listed += page.items.length;
    after = page.next;
  } while (after !== null);
  if (listed === 0) output.line("None.");
  return exitCodes.done;
}
