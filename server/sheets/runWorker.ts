import { Worker } from "node:worker_threads";
import { sheetLimits } from "../../contract/limits/sheet.ts";
import { refusedFor } from "../../contract/refused.ts";
import type { SheetColumn, WorkerReply, WorkerRequest } from "./messages.ts";
import { sheetRefusals } from "./refusals.ts";

export type SheetRows = { rows: Record<string, string>[]; columns: string[]; truncated?: boolean };

type WorkerRun = {
  bytes: Uint8Array;
  isGivenAway: boolean;
  signal: AbortSignal | undefined;
  /** How long the whole reading may take, in milliseconds. */
  parseMs: number;
  /** By how much the whole process may grow meanwhile. */
  memoryBytes: number;
  workerUrl: URL;
};

/**
 * Reads one file in a worker of its own, which ends with it: its memory goes back to the system, and nothing of one
 * file can reach the next. Rejects with a Refusal, or with the signal's reason once that is aborted; either way the
 * worker is gone when the promise settles.
 */
export async function runWorker(run: WorkerRun): Promise<SheetRows> {
  run.signal?.throwIfAborted();
  const worker = new Worker(run.workerUrl);
  try {
    return await new Promise<SheetRows>((resolve, reject) => listen({ worker, run, resolve, reject }));
  } finally {
    await worker.terminate();
  }
}

type Listening = {
  worker: Worker;
  run: WorkerRun;
  resolve: (rows: SheetRows) => void;
  reject: (reason: unknown) => void;
};

function listen({ worker, run, resolve, reject }: Listening): void {
  const send = (request: WorkerRequest, given: ArrayBuffer[] = []) => worker.postMessage(request, given);
  const result: SheetRows = { rows: [], columns: [] };
  let columns: SheetColumn[] = [];
  let awaited = 0;

  const onReply = (reply: WorkerReply) => {
    if (reply.kind === "refused") return settle(() => reject(refusedFor(reply.code, reply.reason)));
    if (reply.kind === "columns") {
      columns = reply.columns;
      awaited = reply.batches;
      result.columns = columns.map((column) => column.name);
      if (reply.truncated) result.truncated = true;
    } else {
      awaited -= 1;
      for (const cells of JSON.parse(reply.json) as string[][]) result.rows.push(rowOf(columns, cells));
    }
    if (awaited > 0) send({ kind: "next" });
    else settle(() => resolve(result));
  };
  const onAbort = () => settle(() => reject(run.signal?.reason));
  // A worker that dies says no more than that: a reader met what it could not bear, and the file is to blame.
  const onDeath = (cause: unknown) => settle(() => reject(sheetRefusals.broken(cause)));
  const stopWatching = watch(run, () => settle(() => reject(sheetRefusals.heavy())));
  function settle(answer: () => void): void {
    stopWatching();
    run.signal?.removeEventListener("abort", onAbort);
    answer();
  }

  worker.on("message", onReply);
  worker.on("error", onDeath);
  worker.on("exit", onDeath);
  run.signal?.addEventListener("abort", onAbort, { once: true });
  send({ kind: "convert", bytes: run.bytes }, run.isGivenAway ? [run.bytes.buffer as ArrayBuffer] : []);
}

/** Keys are never names that objects inherit: `columnsOf` sees to that. */
function rowOf(columns: readonly SheetColumn[], cells: readonly string[]): Record<string, string> {
  const row: Record<string, string> = {};
  for (const { index, name } of columns) row[name] = cells[index] ?? "";
  return row;
}

/** Calls `onExcess` when the time is up, or when the process has grown past the bound. Answers how to stop watching. */
function watch(run: WorkerRun, onExcess: () => void): () => void {
  const startBytes = process.memoryUsage.rss();
  const timeout = setTimeout(onExcess, run.parseMs);
  const poll = setInterval(() => {
    if (process.memoryUsage.rss() - startBytes > run.memoryBytes) onExcess();
  }, sheetLimits.memoryPollMs);
  return () => {
    clearTimeout(timeout);
    clearInterval(poll);
  };
}
