import { Worker } from "node:worker_threads";
import { workerUrl } from "#platform/workers";
import { importLimits } from "../../../contract/limits/imports.ts";
import { sheetLimits } from "../../../contract/limits/sheet.ts";
import { refusedFor } from "../../../contract/refused.ts";
import { sheetRefusals } from "../../sheets/refusals.ts";
import type { ThreadReply, ThreadRequest } from "./messages.ts";

type Work<T> = {
  request: ThreadRequest;
  signal: AbortSignal;
  /** How long reading the file may take, in milliseconds. */
  readMs?: number;
  /** Handles a message of the thread. If it resolves with something, that is the result, and the thread ends. */
  onReply(reply: ThreadReply, send: (request: ThreadRequest) => void): Promise<T | undefined>;
};

/**
 * Does one task of an import in a thread of its own, which ends with it. While a file is being read, time and memory are
 * limited, since files are not trusted. Rejects with a Refusal, with what `onReply` throws, or with the signal's reason;
 * the thread has ended by then.
 */
export async function inThread<T>({
  request,
  signal,
  readMs = importLimits.readMs,
  onReply,
}: Work<T>): Promise<T> {
  signal.throwIfAborted();
  const worker = new Worker(workerUrl("server/imports/thread/worker"));
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const stopWatching = watchReading(readMs, () => reject(sheetRefusals.heavy()));
  const onAbort = () => reject(signal.reason);
  const onDeath = (cause: unknown) => reject(sheetRefusals.broken(cause));
  worker.on("message", (reply: ThreadReply) => {
    if (reply.kind === "refused") return reject(refusedFor(reply.code, reply.reason));
    if (reply.kind !== "progress") stopWatching();
    onReply(reply, (next) => worker.postMessage(next)).then((answer) => {
      if (answer !== undefined) resolve(answer);
    }, reject);
  });
  worker.on("error", onDeath);
  worker.on("exit", onDeath);
  signal.addEventListener("abort", onAbort, { once: true });
  if (request.kind === "undo") stopWatching();
  worker.postMessage(request);
  try {
    return await promise;
  } finally {
    stopWatching();
    signal.removeEventListener("abort", onAbort);
    await worker.terminate();
  }
}

/** Calls `onExcess` when the time is up, or when the process exceeds its memory limit. Returns a function that stops watching. */
function watchReading(readMs: number, onExcess: () => void): () => void {
  const startBytes = process.memoryUsage.rss();
  const timeout = setTimeout(onExcess, readMs);
  const poll = setInterval(() => {
    if (process.memoryUsage.rss() - startBytes > importLimits.workerMemoryBytes) onExcess();
  }, sheetLimits.memoryPollMs);
  return () => {
    clearTimeout(timeout);
    clearInterval(poll);
  };
}
