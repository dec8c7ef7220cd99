import { parentPort } from "node:worker_threads";
import { Refusal } from "../../../contract/errors.ts";
import { importLimits } from "../../../contract/limits/imports.ts";
import { refused } from "../../../contract/refused.ts";
import { becomeBackgroundThread } from "../../core/backgroundThread.ts";
import { sheetRefusals } from "../../sheets/refusals.ts";
import type { ImportProgress, ThreadReply, ThreadRequest } from "./messages.ts";
import { Stopped } from "./Stopped.ts";

// The import thread does one task and ends with it. It may be ended at any time, since only whole slices are written.

becomeBackgroundThread();

// SheetJS writes warnings to the console, and a file must not be able to fill the server's log.
console.error = () => {};
console.log = () => {};

let go = () => {};

/** Sends something that the server stores; resolves when it has. */
function confirm(message: ThreadReply): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  go = resolve;
  reply(message);
  return promise;
}

parentPort?.on("message", (request: ThreadRequest) => {
  if (request.kind === "go") go();
  else void answer(request);
});

/** Loads only what the task needs: without the rules and the database a file is previewed sooner. */
async function answer(request: Exclude<ThreadRequest, { kind: "go" }>): Promise<void> {
  try {
    if (request.kind === "read") {
      const { readSource } = await import("./readSource.ts");
      reply({ kind: "read", reading: await readSource(request.path, request) });
    } else if (request.kind === "run") {
      const { runImport } = await import("./runImport.ts");
      await runImport(request, { reply, confirm, tell: teller() });
    } else {
      const { runUndo } = await import("./runUndo.ts");
      await runUndo(request, teller());
      reply({ kind: "ended", outcome: { kind: "done" } });
    }
  } catch (error) {
    if (error instanceof Stopped) return reply({ kind: "ended", outcome: { kind: "stopped" } });
    const refusal = error instanceof Refusal ? error : unexpected(request, error);
    reply({ kind: "refused", code: refusal.code, reason: refusal.reason });
  }
}

/** Whatever error a broken file causes in its parser, it is reported as a fault of the file. */
function unexpected({ kind }: ThreadRequest, error: unknown): Refusal {
  return kind === "read" ? sheetRefusals.broken(error) : refused("went_wrong", {}, { cause: error });
}

/** Reports progress, with a limit on how often. */
function teller(): (progress: ImportProgress) => void {
  let toldAt = 0;
  return (progress) => {
    const now = performance.now();
    if (now - toldAt < importLimits.progressMs) return;
    toldAt = now;
    reply({ kind: "progress", progress });
  };
}

function reply(message: ThreadReply): void {
  parentPort?.postMessage(message);
}
