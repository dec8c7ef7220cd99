import type { UnnumberedMessage } from "../../realtime/hub.ts";
import type { Counted, SendingPort } from "./port.ts";

type Telling = SendingPort["progressOf"];

/**
 * How campaigns stand, in the order in which they are asked for. What has ended stands whole in the tables, so whoever
 * sends is asked for the rest alone: most of what a page is shown as it opens has ended, and pages open by the hundred.
 */
export function progressApart({ sender, tables }: { sender: Telling; tables: Telling }): Telling {
  return async (all) => {
    const hasEnded = ({ campaign }: Counted) => campaign.state === "finished";
    const tell = async (telling: Telling, some: readonly Counted[]): Promise<UnnumberedMessage[]> =>
      some.length === 0 ? [] : telling(some);
    const told = await Promise.all([
      tell(
        sender,
        all.filter((one) => !hasEnded(one)),
      ),
      tell(tables, all.filter(hasEnded)),
    ]);
    const byCampaign = new Map(told.flat().map((message) => [message.data.campaignId, message]));
    return all.flatMap(({ campaign }) => byCampaign.get(campaign.id) ?? []);
  };
}
