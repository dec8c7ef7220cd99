import { parentPort } from "node:worker_threads";
import { v7 } from "uuid";
import { collectGarbage } from "#platform/memory";
import { Refusal } from "../../../contract/errors.ts";
import { hashingLimits } from "../../../contract/limits/identity.ts";
import { sendLimits } from "../../../contract/limits/sending.ts";
import { refused } from "../../../contract/refused.ts";
import type { Database } from "../../../db/database.ts";
import { refusalOfDatabase } from "../../../db/faults.ts";
import { codesOf, rootMessage } from "../../../db/postgres/faults.ts";
import { openDatabase } from "../../../db/sqlite/open.ts";
import { becomeBackgroundThread } from "../../core/backgroundThread.ts";
import type { Core } from "../../core/core.ts";
import { followClock } from "../../core/sharedClock.ts";
import { createLog } from "../../log/log.ts";
import { logUnhandled } from "../../log/logUnhandled.ts";
import { createSecurityLog } from "../../log/securityLog.ts";
import { hashingFor, loadKey } from "../../secrets/key.ts";
import { createSecrets } from "../../secrets/secrets.ts";
import { gatherEvents } from "../../sending/boundary/gatherEvents.ts";
import type { SendingPort } from "../../sending/boundary/port.ts";
import type { Settings } from "../../settings/settings.ts";
import { senderHere } from "../senderHere.ts";
import { type Asked, type FromSender, type Start, settingsFrom, type ToSender } from "./messages.ts";

// The thread that sends: a database connection, a dispatcher and the way to those who answer people, and nothing else.
// It may be ended at any time; what becomes of its mails then is what becomes of them after a kill.

becomeBackgroundThread();

type Running = { port: SendingPort; stop(): Promise<void> };

const say = (message: FromSender): void => parentPort?.postMessage(message);
const events = gatherEvents((happened) => {
  say({ kind: "happened", happened });
  collectNowAndThen();
});
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

let collectedMs = 0;

/**
 * A mail's row lives for as long as its mail is under way, so the quick collections, which look at the youngest only, keep
 * it; a whole one came by itself once some 35 MB of them had piled up. This one takes some 20 ms, and nobody waits here.
 */
function collectNowAndThen(): void {
  if (performance.now() < collectedMs + sendLimits.collectEveryMs) return;
  collectGarbage();
  collectedMs = performance.now();
}

async function answer(id: number, asked: Asked): Promise<void> {
  try {
    const given = asked.what === "start" ? await start(asked.with) : await ask(asked);
    // What was published before is known before: an answer is never older than it.
    events.flush();
    say({ kind: "answered", id, answer: given });
  } catch (error) {
    const refusal =
      error instanceof Refusal
        ? error
        : (refusalOfDatabase(error) ?? refused("went_wrong", {}, { cause: error }));
    // Of a failed query the whole error would hold its values; what it came from says what is wrong.
    const from = error === refusal ? null : { message: rootMessage(error), code: codesOf(error)[0] ?? null };
    say({ kind: "refused", id, code: refusal.code, reason: refusal.reason, from });
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

async function start({ settings: plain, clock: shared, startedAt, place }: Start): Promise<void> {
  const settings = settingsFrom(plain);
  const clock = followClock(shared);
  const output = (record: Extract<FromSender, { kind: "log" }>["record"]) => say({ kind: "log", record });
  const log = createLog({ output, clock, level: settings.logLevel });
  logUnhandled(log);
  const database = await open(place, settings);
  const core: Core = {
    settings,
    clock,
    database,
    log,
    newId: () => v7(),
    secrets: createSecrets(await loadKey({ settings, database })),
    securityLog: createSecurityLog(clock, output),
    passwordCosts: hashingLimits.costs,
  };
  const sender = senderHere({ core, events, clock, startedAt });
  lookAtClock = clock.now;
  hasOpened({
    port: sender.port,
    async stop() {
      await sender.stop();
      await database.close();
    },
  });
  await sender.start();
}

async function open(place: Start["place"], settings: Settings): Promise<Database> {
  const { databaseUrl: url } = settings;
  if (place !== null) {
    const { folder, turns } = place;
    return { ...openDatabase({ folder, beside: { turns, as: "sender" } }), becomeSender: askToSend };
  }
  if (url === null) throw new Error("the sender was told of no database");
  const { openPostgres } = await import("../../../db/postgres/open.ts");
  return openPostgres({ url, hashingFor: hashingFor(settings), isPrepared: true });
}

let grantCount = 0;

function askToSend(): Promise<boolean> {
  const id = ++grantCount;
  return new Promise((resolve) => {
    grants.set(id, resolve);
    say({ kind: "maySend", id });
  });
}
