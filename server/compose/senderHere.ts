import { createCampaignStore } from "../../db/stores/campaigns/campaigns.ts";
import type { SteppingClock } from "../core/clock.ts";
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

/** In the thread that answers people, too: for tests, and for clocks that go by nothing another thread could look at. */
export function senderHere(options: SenderOptions & { clock: Pick<SteppingClock, "onStep"> }): RunningSender {
  const { core, clock } = options;
  const dispatcher = composeSender(options);
  clock.onStep((step) => dispatcher.clockStepped(step));
  return {
    port: sameThread({ dispatcher, campaigns: createCampaignStore(core.database), log: core.log }),
    start: () => dispatcher.start(),
    stop: () => dispatcher.stop(),
  };
}
