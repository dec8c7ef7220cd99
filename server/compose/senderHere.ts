import { createCampaignStore } from "../../db/stores/campaigns/campaigns.ts";
import { createSingleMailStore } from "../../db/stores/sending/singleMails.ts";
import type { SteppingClock } from "../core/clock.ts";
import { noticeText } from "../core/notices.ts";
import { accountChange, tellingOthers } from "../realtime/changes.ts";
import { followNotices } from "../sending/boundary/followNotices.ts";
import { gatherEvents } from "../sending/boundary/gatherEvents.ts";
import type { SendingPort } from "../sending/boundary/port.ts";
import { sameThread } from "../sending/boundary/sameThread.ts";
import { composeSender, type SenderOptions } from "./sender.ts";

/** A sender that runs somewhere, and the port to it. */
export type RunningSender = {
  port: SendingPort;
  /** Takes up the sending of this database, now or as soon as whoever does it is gone. */
  start(): Promise<void>;
  /** Stops claiming, lets what is under way end (for a bounded time) and records it. */
  stop(): Promise<void>;
};

/**
 * The sender in this thread. Where the database has other processes on other machines it hears their notices, and tells
 * theirs what has become of campaigns.
 */
export function senderHere(options: SenderOptions & { clock: Pick<SteppingClock, "onStep"> }): RunningSender {
  const { core, clock, events } = options;
  const { notices } = core.database;
  const tellOthers = tellingOthers(core);
  const told = gatherEvents(({ progress, accounts }) => {
    for (const workspaceId of accounts) tellOthers(accountChange(workspaceId));
    for (const { workspaceId, message } of progress)
      notices?.send(noticeText({ about: "progress", campaignId: message.data.campaignId, workspaceId }));
  });
  const { publish, accountChanged } = notices === null ? events : told;
  const dispatcher = composeSender({ ...options, events: { ...events, publish, accountChanged } });
  clock.onStep((step) => void dispatcher.clockStepped(step));
  const port = sameThread({ dispatcher, campaigns: createCampaignStore(core.database), log: core.log });
  let unlink = () => {};
  return {
    port,
    async start() {
      const singles = createSingleMailStore(core.database);
      if (notices !== null) unlink = followNotices({ notices, dispatcher, port, singles, log: core.log });
      await dispatcher.start();
    },
    async stop() {
      unlink();
      await dispatcher.stop();
      told.flush();
    },
  };
}
