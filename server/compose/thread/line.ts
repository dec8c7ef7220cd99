import type { Worker } from "node:worker_threads";
import { sendLimits } from "../../../contract/limits/sending.ts";
import { refusedFor } from "../../../contract/refused.ts";
import { Alarm } from "../../core/Alarm.ts";
import type { LogOutput } from "../../log/output.ts";
import type { SendingEvents } from "../../sending/boundary/port.ts";
import type { Asked, FromSender, ToSender } from "./messages.ts";

export type ThreadLine = ReturnType<typeof createThreadLine>;

type Options = {
  events: SendingEvents;
  output: LogOutput;
  /** Whether this process may send; asked by the thread, and the process's to keep. */
  maySend(): Promise<boolean>;
};

/** The thread ended before it answered. */
export class ThreadEnded extends Error {
  override readonly name = "ThreadEnded";
}

type Waiting = { resolve(answer: unknown): void; reject(error: unknown): void };

function errorOf(from: Extract<FromSender, { kind: "refused" }>["from"]): Error | undefined {
  return from === null ? undefined : Object.assign(new Error(from.message), from.code && { code: from.code });
}

/** The way to one thread that sends, from its beginning to its end. */
export function createThreadLine(worker: Worker, { events, output, maySend }: Options) {
  const waiting = new Map<number, Waiting>();
  const { promise: ended, resolve: hasEnded } = Promise.withResolvers<unknown>();
  let lastId = 0;
  let hasGone = false;
  /** Why it was ended from here. */
  let cutBy: unknown;
  const send = (message: ToSender) => worker.postMessage(message);

  worker.on("message", (message: FromSender) => {
    if (message.kind === "log") output(message.record);
    else if (message.kind === "happened") {
      for (const { workspaceId, message: progress } of message.happened.progress)
        events.publish(workspaceId, progress);
      for (const [kind, count] of message.happened.tried) events.tried(kind, count);
      for (const workspaceId of message.happened.accounts) events.accountChanged(workspaceId);
    } else if (message.kind === "maySend") void grant(message.id);
    else {
      const one = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.kind === "answered") one?.resolve(message.answer);
      else one?.reject(refusedFor(message.code, message.reason, { cause: errorOf(message.from) }));
    }
  });
  const gone = (cause: unknown) => {
    if (hasGone) return;
    hasGone = true;
    for (const one of waiting.values()) one.reject(new ThreadEnded("the thread that sends has ended"));
    waiting.clear();
    hasEnded(cutBy ?? cause);
  };
  worker.on("error", (error) => void worker.terminate().then(() => gone(error)));
  worker.on("exit", gone);

  async function grant(id: number): Promise<void> {
    // Who could not be asked did not say so; the thread asks again in a moment.
    const isGranted = await maySend().catch(() => false);
    send({ kind: "maySend", id, isGranted });
  }

  function ask(asked: Asked): Promise<unknown> {
    if (hasGone) return Promise.reject(new ThreadEnded("the thread that sends has ended"));
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      send({ kind: "ask", id, asked });
    });
  }

  return {
    send,
    ask,
    /** Resolves with what ended it, once it is gone. */
    ended,

    /** Ends it in the middle of whatever it is at. */
    async cut(cause: unknown): Promise<void> {
      cutBy = cause;
      await worker.terminate();
      gone(cause);
    },

    /** Lets mails under way end and their outcomes be written, for a bounded time; then the thread is gone. */
    async end(): Promise<void> {
      const timeUp = new Alarm();
      // One that ends before it has answered has ended.
      const stopped = ask({ what: "stop" }).catch(() => {});
      await Promise.race([
        stopped.then(() => timeUp.ring()),
        timeUp.wait(sendLimits.drainMs + sendLimits.threadEndMs),
      ]);
      await worker.terminate();
      gone(null);
    },
  };
}
