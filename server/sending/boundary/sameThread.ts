import type { CampaignStore } from "../../../db/stores/campaigns/campaigns.ts";
import type { Log } from "../../log/log.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import type { SendingCommand, SendingPort } from "./port.ts";

type Parts = { dispatcher: Dispatcher; campaigns: Pick<CampaignStore, "byId">; log: Log };

/** The port to a dispatcher of this thread; the other carriers end in one, where the sender is. */
export function sameThread({ dispatcher, campaigns, log }: Parts): SendingPort {
  async function act(command: SendingCommand): Promise<void> {
    if (command.kind === "account") return dispatcher.restartLane(command.credentialId);
    const row = await campaigns.byId(command.campaignId);
    if (row === null) return;
    await dispatcher[actions[command.kind]](row);
  }
  async function tell(command: SendingCommand): Promise<void> {
    try {
      await act(command);
    } catch (error) {
      // What has changed is in the tables, where the sender finds it by itself.
      log.error("The sender was told of a change and could not act on it yet", { ...command, error });
    }
  }
  return {
    tell,
    quiet: (credentialId) => tell({ kind: "account", credentialId }),
    sendOne: ({ credentialId, mail }) => dispatcher.sendOne(credentialId, mail),
    waitingsOf: (rows) => Promise.all(rows.map((row) => dispatcher.waitingOf(row))),
    progressOf: (all) =>
      Promise.all(all.map(({ campaign, counts }) => dispatcher.progressOf(campaign, counts))),
  };
}

const actions = {
  begun: "enqueue",
  changed: "changed",
  recounted: "recounted",
  reread: "reread",
} as const;
