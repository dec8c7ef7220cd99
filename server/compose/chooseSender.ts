import type { Worker } from "node:worker_threads";
import { createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import { createCampaignStore } from "../../db/stores/campaigns/campaigns.ts";
import { createLedger } from "../../db/stores/campaigns/ledger.ts";
import { createAccountLeaseStore } from "../../db/stores/sending/accountLeases.ts";
import { createSingleMailStore } from "../../db/stores/sending/singleMails.ts";
import type { SteppingClock } from "../core/clock.ts";
import type { Core } from "../core/core.ts";
import type { LogOutput } from "../log/output.ts";
import type { Hub } from "../realtime/hub.ts";
import { fromTables } from "../sending/boundary/fromTables.ts";
import type { SendingEvents } from "../sending/boundary/port.ts";
import { throughDatabase, watchProgress } from "../sending/boundary/throughDatabase.ts";
import { type RunningSender, senderHere } from "./senderHere.ts";
import { senderThread } from "./senderThread.ts";
import type { Beats } from "./thread/watchThread.ts";

export type SenderPlace = {
  /**
   * Whether a sender has a thread of its own, as it has unless said, or is in this one: for a process that does nothing
   * else, for tests that look into it, and for clocks of their own, by which no other thread can go.
   */
  sending?: "apart" | "here" | undefined;
  /** Starts the sender's thread, for tests that keep hold of it. */
  spawnSender?: (() => Worker) | undefined;
  /** When that thread is asked whether it is still there, for tests that know when it is not. */
  beats?: Beats | undefined;
};

type Parts = SenderPlace & {
  core: Core;
  clock: SteppingClock;
  output: LogOutput;
  events: SendingEvents;
  /** Whether this process sends; where it does not, others on its database do. */
  isSender: boolean;
};

/**
 * The sender of this process, and the way to whoever sends. A database that is a file has one sender, in a thread of this
 * process; where it is not, everybody who answers people speaks to all the senders there are through it.
 */
export function chooseSender({
  isSender,
  sending = "apart",
  spawnSender: spawn,
  ...parts
}: Parts): RunningSender {
  const { core } = parts;
  const { beside, notices } = core.database;
  const run = () => (sending === "here" ? senderHere(parts) : senderThread({ ...parts, beside, spawn }));
  if (notices === null) return run();
  const idle = { start: async () => {}, stop: async () => {} };
  const port = throughDatabase({ notices, ...storesOf(core), newId: core.newId });
  return { ...(isSender ? run() : idle), port };
}

/** Tells those who watch here what senders elsewhere have done; answers how to stop. */
export function watchSenders(core: Core, hub: Pick<Hub, "publish" | "isWatched" | "resync">): () => void {
  const { notices } = core.database;
  if (notices === null) return () => {};
  return watchProgress({ notices, ...storesOf(core), ...hub, log: core.log });
}

function storesOf({ database, clock }: Core) {
  const ledger = createLedger(database);
  const credentials = createCredentialStore(database);
  const leases = createAccountLeaseStore(database);
  return {
    ledger,
    leases,
    singles: createSingleMailStore(database),
    campaigns: createCampaignStore(database),
    tables: fromTables({ ledger, credentials, leases, shared: database.shared, clock }),
  };
}
