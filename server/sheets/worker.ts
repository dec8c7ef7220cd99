import { parentPort } from "node:worker_threads";
import { Refusal } from "../../contract/errors.ts";
import { becomeBackgroundThread } from "../core/backgroundThread.ts";
import type { WorkerReply, WorkerRequest } from "./messages.ts";
import { readSheet } from "./readSheet.ts";
import { sheetRefusals } from "./refusals.ts";

// The sheet worker reads one file and hands its rows over, one batch for each "next". It may be ended at any time.

becomeBackgroundThread();

// SheetJS writes what it finds odd to the console, and a file must not be able to fill the server's log.
console.error = () => {};
console.log = () => {};

/** What has been read and not yet been asked for. */
let batches: string[] = [];

parentPort?.on("message", (request: WorkerRequest) => {
  if (request.kind === "convert") void convert(request.bytes);
  else reply({ kind: "rows", json: batches.shift() ?? "[]" });
});

async function convert(bytes: Uint8Array): Promise<void> {
  try {
    const table = await readSheet(bytes);
    batches = table.batches;
    reply({ kind: "columns", columns: table.columns, truncated: table.truncated, batches: batches.length });
  } catch (error) {
    // Whatever a broken file does to a reader, it is the file that is at fault and not the server.
    const refusal = error instanceof Refusal ? error : sheetRefusals.broken(error);
    reply({ kind: "refused", code: refusal.code, reason: refusal.reason });
  }
}

function reply(message: WorkerReply): void {
  parentPort?.postMessage(message);
}
