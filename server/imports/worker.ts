import { parentPort } from "node:worker_threads";
import { Refusal, sentences } from "../../contract/errors.ts";
import { limits } from "../../contract/limits.ts";
import { openSqliteSlices } from "../../db/imports/sqliteSlices.ts";
import { openDatabase } from "../../db/open.ts";
import { createImportUndoStore } from "../../db/stores/importUndo.ts";
import { sheetRefusals } from "../sheets/refusals.ts";
import type { Progress, RunRequest, ThreadReply, ThreadRequest, UndoRequest } from "./messages.ts";
import { readSource } from "./readSource.ts";
import { Stopped, stageRows } from "./stageRows.ts";
import { undoImport } from "./undoImport.ts";
import { writeSlices } from "./writeSlices.ts";

// The import thread does one job and ends with it. It may be ended at any time: what is written is whole slices.

// SheetJS writes what it finds odd to the console, and a file must not be able to fill the server's log.
console.error = () => {};
console.log = () => {};

const { promise: going, resolve: go } = Promise.withResolvers<void>();

parentPort?.on("message", (request: ThreadRequest) => {
  if (request.kind === "go") go();
  else void answer(request);
});

async function answer(request: Exclude<ThreadRequest, { kind: "go" }>): Promise<void> {
  try {
    if (request.kind === "run") await run(request);
    else if (request.kind === "undo") await undo(request);
    else reply({ kind: "read", reading: await readSource(request.path, request.sheet) });
  } catch (error) {
    if (error instanceof Stopped) return reply({ kind: "ended", outcome: { kind: "stopped" } });
    const refusal = error instanceof Refusal ? error : unexpected(request, error);
    reply({ kind: "refused", code: refusal.code, message: refusal.message });
  }
}

/** Whatever a broken file does to a reader, it is the file that is at fault and not the server. */
function unexpected({ kind }: ThreadRequest, error: unknown): Refusal {
  return kind === "read"
    ? sheetRefusals.broken(error)
    : new Refusal("internal", sentences.somethingWrong, { cause: error });
}

async function run(request: RunRequest): Promise<void> {
  const { job, place, reading } = request;
  const control = new Int32Array(request.control);
  const isStopped = () => Atomics.load(control, 0) === 1;
  const tell = teller();
  const total = reading.rowCount;
  const { staged, rejects } = await stageRows(request, {
    isStopped,
    onRows: (done) => tell({ phase: "reading", done, total }),
  });
  reply({ kind: "staged", staged, rejects });
  if (place === null) return;
  await going;
  const slices = openSqliteSlices({ ...place, stagePath: request.stagePath });
  try {
    const outcome = await writeSlices({
      ...{ slices, job, staged, isStopped },
      onRows: (done) => tell({ phase: "writing", done, total: staged.last }),
    });
    reply({ kind: "ended", outcome });
  } finally {
    slices.close();
  }
}

async function undo({ job, place, total }: UndoRequest): Promise<void> {
  const database = openDatabase(place);
  const tell = teller();
  try {
    await undoImport({
      ...{ store: createImportUndoStore(database), job, now: Date.now(), pause: async () => {} },
      onRows: (done) => tell({ phase: "writing", done, total }),
    });
    reply({ kind: "ended", outcome: { kind: "done" } });
  } finally {
    await database.close();
  }
}

/** Says how far it is, at most so often. */
function teller(): (progress: Progress) => void {
  let toldAt = 0;
  return (progress) => {
    const now = performance.now();
    if (now - toldAt < limits.imports.progressMs) return;
    toldAt = now;
    reply({ kind: "progress", progress });
  };
}

function reply(message: ThreadReply): void {
  parentPort?.postMessage(message);
}
