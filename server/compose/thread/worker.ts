import { parentPort } from "node:worker_threads";
import { v7 } from "uuid";
import { Refusal } from "../../../contract/errors.ts";
import { hashingLimits } from "../../../contract/limits/identity.ts";
import { refused } from "../../../contract/refused.ts";
import type { Database } from "../../../db/database.ts";
import { openDatabase } from "../../../db/sqlite/open.ts";
import { createCampaignStore } from "../../../db/stores/campaigns/campaigns.ts";
import type { Core } from "../../core/core.ts";
import { followClock } from "../../core/sharedClock.ts";
import { createLog } from "../../log/log.ts";
import { logUnhandled } from "../../log/logUnhandled.ts";
import { createSecurityLog } from "../../log/securityLog.ts";
import { loadKey } from "../../secrets/key.ts";
import { createSecrets } from "../../secrets/secrets.ts";
import type { SendingPort } from "../../sending/boundary/port.ts";
import { sameThread } from "../../sending/boundary/sameThread.ts";
import { composeSender } from "../sender.ts";
import { gatherEvents } from "./gatherEvents.ts";
import { type Asked, type FromSender, type Start, settingsFrom, type ToSender } from "./messages.ts";

// The thread that sends: a database connection, a dispatcher and the way to those who answer people, and nothing else.
// It may be ended at any time; what becomes of its mails then is what becomes of them after a kill.

type Running = { port: SendingPort; stop(): Promise<void> };

const say = (message: FromSender): void => parentPort?.postMessage(message);
const events = gatherEvents((happened) => say({ kind: "happened", happened }));
const grants = new Map<number, (isGranted: boolean) => void>();
const { promise: opened, resolve: hasOpened } = Promise.withResolvers<Running>();
let lookAtClock = () => {};

parentPort?.on("message", (message: ToSender) => {
  if (message.kind === "ask") void answer(message.id, message.asked);
  else if (message.kind === "clock") lookAtClock();
  else {
    grants.get(message.id)?.(message.isGranted);
    grants.delete(message.id);
  }
});

async function answer(id: number, asked: Asked): Promise<void> {
  try {
    const given = asked.what === "start" ? await start(asked.with) : await ask(asked);
    // What was published before is known before: an answer is never older than it.
    events.flush();
    say({ kind: "answered", id, answer: given });
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refused("went_wrong", {}, { cause: error });
    say({ kind: "refused", id, code: refusal.code, reason: refusal.reason });
  }
}

async function ask(asked: Exclude<Asked, { what: "start" }>): Promise<unknown> {
  const { port, stop } = await opened;
  switch (asked.what) {
    case "tell":
      return port.tell(asked.command);
    case "sendOne":
      return port.sendOne(asked.single);
    case "waitings":
      return port.waitingsOf(asked.campaigns);
    case "progress":
      return port.progressOf(asked.campaigns);
    case "stop":
      return stop();
  }
}

async function start({ settings: plain, clock: shared, startedAt, folder, turns }: Start): Promise<void> {
  const settings = settingsFrom(plain);
  const clock = followClock(shared);
  const output = (record: Extract<FromSender, { kind: "log" }>["record"]) => say({ kind: "log", record });
  const log = createLog({ output, clock, level: settings.logLevel });
  logUnhandled(log);
  const database: Database = {
    ...openDatabase({ folder, beside: { turns, as: "sender" } }),
    becomeSender: askToSend,
  };
  const core: Core = {
    ...{ settings, clock, database, log, newId: () => v7() },
    secrets: createSecrets(await loadKey({ settings, database })),
    securityLog: createSecurityLog(clock, output),
    passwordCosts: hashingLimits.costs,
  };
  const dispatcher = composeSender({ core, events, startedAt });
  clock.onStep((step) => dispatcher.clockStepped(step));
  lookAtClock = clock.now;
  hasOpened({
    port: sameThread({ dispatcher, campaigns: createCampaignStore(database), log }),
    async stop() {
      await dispatcher.stop();
      await database.close();
    },
  });
  await dispatcher.start();
}

let grantCount = 0;

function askToSend(): Promise<boolean> {
  const id = ++grantCount;
  return new Promise((resolve) => {
    grants.set(id, resolve);
    say({ kind: "maySend", id });
  });
}
