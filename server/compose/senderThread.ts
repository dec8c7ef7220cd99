import { Worker } from "node:worker_threads";
import { workerUrl } from "#platform/workers";
import { clockLimits } from "../../contract/limits/database.ts";
import { sendLimits } from "../../contract/limits/sending.ts";
import { reason } from "../../contract/reasons.ts";
import type { Outcome } from "../../contract/sending/outcome.ts";
import type { Beside } from "../../db/database.ts";
import { createCredentialStore } from "../../db/stores/accounts/credentials.ts";
import { createLedger } from "../../db/stores/campaigns/ledger.ts";
import { Alarm } from "../core/Alarm.ts";
import type { SteppingClock } from "../core/clock.ts";
import type { Core } from "../core/core.ts";
import { shareClock } from "../core/sharedClock.ts";
import type { LogOutput } from "../log/output.ts";
import type { UnnumberedMessage } from "../realtime/hub.ts";
import { fromTables } from "../sending/boundary/fromTables.ts";
import type { SendingCommand, SendingEvents, SendingPort } from "../sending/boundary/port.ts";
import { progressApart } from "../sending/boundary/progressApart.ts";
import type { Waiting } from "../sending/dispatch/tally.ts";
import type { RunningSender } from "./senderHere.ts";
import { createThreadLine, ThreadEnded, type ThreadLine } from "./thread/line.ts";
import { type Asked, plainSettings } from "./thread/messages.ts";
import { type Beats, watchThread } from "./thread/watchThread.ts";

type Options = {
  core: Core;
  clock: SteppingClock;
  /** Null where the database is not a file: then whoever answers people speaks to all senders through it. */
  beside: Beside | null;
  events: SendingEvents;
  /** Takes the entries of the thread's log. */
  output: LogOutput;
  /** Starts the thread itself; a test's own keeps hold of it. */
  spawn?: (() => Worker) | undefined;
  /** When the thread is asked whether it is still there. */
  beats?: Beats | undefined;
};

/**
 * The sender in a thread of its own, with its own connection to the database: requests, renders and imports never wait
 * for it, nor it for them. When it ends by a fault it is started anew, and what it was at is looked over as after a
 * kill; meanwhile the tables answer for it.
 */
export function senderThread(options: Options): RunningSender {
  const { core, beside, spawn = spawnSender } = options;
  const { log, database } = core;
  const clock = shareClock(options.clock);
  const startedAt = options.clock.now();
  const refreshing = setInterval(clock.refresh, clockLimits.shareEveryMs);
  refreshing.unref();
  let line: ThreadLine | null = null;
  let againMs: number = sendLimits.threadAgainMs;
  let again: ReturnType<typeof setTimeout> | undefined;
  let isStopping = false;
  options.clock.onStep(() => line?.send({ kind: "clock" }));

  function begin(): ThreadLine {
    const begun = createThreadLine(spawn(), { ...options, maySend: () => database.becomeSender() });
    line = begun;
    begun.ended.then((error) => {
      line = null;
      beside?.senderEnded();
      if (isStopping) return;
      log.error("The thread that sends has ended, so it is started anew", { error });
      again = setTimeout(() => start(begin()).catch(told), againMs);
      againMs = Math.min(againMs * 2, sendLimits.threadAgainMaxMs);
    });
    return begun;
  }

  async function start(begun: ThreadLine): Promise<void> {
    const place = beside && { folder: beside.folder, turns: beside.turns };
    const settings = plainSettings(core.settings);
    const time = { clock: clock.share(), startedAt };
    void watchThread(begun, options.beats);
    await begun.ask({ what: "start", with: { settings, ...time, place } });
    againMs = sendLimits.threadAgainMs;
  }

  function told(error: unknown): void {
    // What has ended the thread was logged; this is the start that came to nothing by it, or whatever it refused.
    log.error("The thread that sends could not be started", { error });
  }

  // It loads what it needs while the rest of the server starts.
  const first = begin();
  return {
    port: portTo({ core, lineNow: () => line }),
    // One that ends as it starts is started anew, and whoever answers people does not wait for that.
    start: () =>
      start(first).catch((error) => {
        if (!(error instanceof ThreadEnded)) throw error;
      }),
    async stop() {
      isStopping = true;
      clearTimeout(again);
      clearInterval(refreshing);
      await line?.end();
    },
  };
}

/** The thread as it is started for real. */
export function spawnSender(): Worker {
  return new Worker(workerUrl("server/compose/thread/worker"));
}

type PortParts = { core: Core; lineNow: () => ThreadLine | null };

function portTo({ core, lineNow }: PortParts): SendingPort {
  const { database, clock } = core;
  const ledger = createLedger(database);
  const tables = fromTables({ ledger, credentials: createCredentialStore(database), clock });
  async function tell(command: SendingCommand): Promise<void> {
    const said = lineNow()?.ask({ what: "tell", command });
    // One that is lost with the thread is found by the next one in the tables.
    await said?.catch(() => {});
  }
  return {
    tell,
    quiet: (credentialId) => tell({ kind: "account", credentialId }),
    async sendOne(single): Promise<Outcome> {
      const line = lineNow();
      if (line === null) return { kind: "busy", reason: reason("connections_busy") };
      try {
        return (await line.ask({ what: "sendOne", single })) as Outcome;
      } catch (error) {
        if (!(error instanceof ThreadEnded)) throw error;
        return { kind: "uncertain", reason: reason("interrupted") };
      }
    },
    waitingsOf: async (campaigns) =>
      (await soon<(Waiting | null)[]>(lineNow(), { what: "waitings", campaigns })) ??
      tables.waitingsOf(campaigns),
    progressOf: progressApart({
      sender: async (campaigns) =>
        (await soon<UnnumberedMessage[]>(lineNow(), { what: "progress", campaigns })) ??
        tables.progressOf(campaigns),
      tables: tables.progressOf,
    }),
  };
}

/** What the thread answers; null where it does not within the time that a request may wait for it. */
async function soon<T>(line: ThreadLine | null, asked: Asked): Promise<T | null> {
  if (line === null) return null;
  const timeUp = new Alarm();
  let answer: T | null = null;
  const answered = line
    .ask(asked)
    .then((given) => {
      answer = given as T;
    })
    // The tables answer for a thread that has ended, or could not read them just now.
    .catch(() => {})
    .finally(() => timeUp.ring());
  await Promise.race([answered, timeUp.wait(sendLimits.askMs)]);
  return answer;
}
