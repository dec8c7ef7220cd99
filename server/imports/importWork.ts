import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "../../contract/errors.ts";
import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { importLimits } from "../../contract/limits/imports.ts";
import { type Cause, reason } from "../../contract/reasons.ts";
import { openPlainSlices } from "../../db/imports/plainSlices.ts";
import type { SliceJob } from "../../db/imports/slices.ts";
import type { ImportRow, ImportStore } from "../../db/stores/imports/imports.ts";
import { createImportUndoStore, type UndoJob } from "../../db/stores/imports/importUndo.ts";
import type { JobTicket } from "../../db/stores/jobs/jobs.ts";
import type { Core } from "../core/core.ts";
import { yieldToOthers } from "../core/yieldToOthers.ts";
import { JobFault } from "../jobs/JobFault.ts";
import { rowOverPlan, rowsOverPlan } from "../leads/index.ts";
import { readingOf, rejectsOf, startedChoiceOf } from "./importAnswer.ts";
import type { ImportFiles } from "./thread/importFiles.ts";
import { inThread } from "./thread/inThread.ts";
import type { ImportProgress, Rejects, RunOutcome, RunRequest, ThreadReply } from "./thread/messages.ts";
import { rejectLeftOut } from "./thread/rejectLeftOut.ts";
import { undoImport } from "./thread/undoImport.ts";
import { writeSlices } from "./thread/writeSlices.ts";

/** What running imports share. */
export type ImportWork = {
  core: Core;
  store: ImportStore;
  files: ImportFiles;
  /** The job that is done here, and the number of its attempt. */
  ticket: JobTicket;
  attempt: number;
  /** Aborted when the server ends, or when another process has the job. */
  signal: AbortSignal;
  /** The progress of running imports, by id. */
  progress: Map<string, ImportProgress>;
  /** Why running imports wait that had begun, by id. */
  waits: Map<string, Cause>;
  /** The flags by which threads learn that they should stop, by import id. */
  controls: Map<string, Int32Array>;
};

/** What the person's plan allowed at the start. */
export type Standing = { status: string; leadsMax: number };

/** Runs an import to its end. */
export function runAndEnd(context: ImportWork, row: ImportRow, standing: Standing): Promise<void> {
  return onceThereIsRoom(context, row, {
    work: (now) => runOnce(context, now, standing),
    // It was cancelled meanwhile.
    otherwise: (now) => clearAway(context, now),
  });
}

/** Takes an import back and writes down that it is. */
export function undoAndEnd(context: ImportWork, row: ImportRow): Promise<void> {
  return onceThereIsRoom(context, row, { work: (now) => undoOnce(context, now), otherwise: async () => {} });
}

type Attempts = {
  work(row: ImportRow): Promise<void>;
  /** What is done where the import is in another state by then. */
  otherwise(row: ImportRow): Promise<void>;
};

/** Where the disk is full it waits with what is written, and goes on once there is room; that counts as no further try. */
async function onceThereIsRoom(context: ImportWork, row: ImportRow, attempts: Attempts): Promise<void> {
  const { store, waits, signal } = context;
  try {
    for (let now = row; !(await endsUnlessFull(() => attempts.work(now))); ) {
      waits.set(row.id, reason("disk_full_refused"));
      await pause(importLimits.fullMs, undefined, { signal });
      const read = await store.one({ workspaceId: row.workspaceId, id: row.id });
      if (read === null) return;
      if (read.state !== row.state) return attempts.otherwise(read);
      waits.delete(row.id);
      now = read;
    }
  } finally {
    waits.delete(row.id);
  }
}

/** False where the disk is full. */
async function endsUnlessFull(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === "storage_full") return false;
    throw error;
  }
}

/** Whether the database is locked, perhaps by the previous holder of this job, does not answer, or has no room. */
function isPassing(error: unknown): boolean {
  return error instanceof Refusal && (error.code === "unavailable" || error.code === "storage_full");
}

/** Stores the result of an import, and only then deletes what it needed: a process that takes it over needs all of that. */
async function runOnce(context: ImportWork, row: ImportRow, standing: Standing): Promise<void> {
  const { core, store, ticket, signal, progress, controls } = context;
  const key = { workspaceId: row.workspaceId, id: row.id };
  try {
    const end = await runToEnd(context, row, standing);
    signal.throwIfAborted();
    const undoUntil = core.clock.now() + importLimits.undoMs;
    if (end !== null) await store.end(key, { state: end.state, fault: end.fault, undoUntil, heldBy: ticket });
    if ((await store.one(key))?.state === "running")
      throw new JobFault("import", "Another process goes on with this import");
    await clearAway(context, row);
    if (end?.cause !== undefined)
      throw new JobFault("import", "An import failed", { isFinal: true, cause: end.cause });
  } finally {
    progress.delete(row.id);
    controls.delete(row.id);
  }
}

/** `cause` is set for unexpected errors. */
type End = { state: "done" | "failed"; fault: Cause | null; cause?: unknown };

/** Null if its end was stored by somebody else: it was cancelled, or its owner was deleted. */
async function runToEnd(context: ImportWork, row: ImportRow, standing: Standing): Promise<End | null> {
  try {
    const outcome = isAllWritten(row)
      ? ({ kind: "done" } as const)
      : await context.files.withUpload(row, () => run(context, row, standing));
    if (outcome.kind === "stopped") return null;
    if (outcome.kind === "lost") return { state: "failed", fault: lostFault(context, row) };
    if (outcome.kind === "overPlan") return { state: "failed", fault: reason("plan_room_taken") };
    return endOf(await context.store.one({ workspaceId: row.workspaceId, id: row.id }), standing);
  } catch (error) {
    context.signal.throwIfAborted();
    // What was written stays, and it continues later.
    if (isPassing(error)) throw error;
    if (error instanceof Refusal && error.code !== "internal")
      return { state: "failed", fault: error.reason };
    return { state: "failed", fault: reason("went_wrong"), cause: error };
  }
}

/** Of an upload that is not there any more: nobody was interrupted where nothing had begun. */
function lostFault({ attempt }: ImportWork, { staged }: ImportRow): Cause {
  return reason(attempt === 1 && staged === 0 ? "file_broken" : "import_interrupted");
}

/** Whether an earlier attempt finished the import without storing that; its upload may have been deleted. */
function isAllWritten({ rejects, staged, written }: ImportRow): boolean {
  return rejects !== null && staged > 0 && written === staged;
}

/** Leads that the plan has room for are added and others reported; if none were imported at all, that is a failure. */
function endOf(row: ImportRow | null, standing: Standing): End {
  if (row === null) return { state: "done", fault: null };
  const { overPlan } = rejectsOf(row);
  const isAnything = row.added + row.updated > 0;
  if (overPlan > 0) return { state: isAnything ? "done" : "failed", fault: rowsOverPlan(standing, overPlan) };
  // A list of opt-outs alone has done its work, and so has a file of leads that are there already.
  const didAnything = isAnything || row.skipped + row.optedOut + row.rejectedOptouts > 0;
  return didAnything
    ? { state: "done", fault: null }
    : { state: "failed", fault: reason("no_leads_in_file") };
}

/** Tells an import as ended that process after process died of. What is written stays, and can be undone. */
export async function endInterrupted(context: ImportWork, row: ImportRow): Promise<void> {
  const { core, store, ticket: heldBy } = context;
  const key = { workspaceId: row.workspaceId, id: row.id };
  const undoUntil = core.clock.now() + importLimits.undoMs;
  await store.end(key, { state: "failed", fault: reason("import_interrupted"), undoUntil, heldBy });
  await clearAway(context, row);
}

/** Takes away what nobody needs once an import has come to its end, or was cancelled before it began or went on. */
export async function clearAway(
  { core, store, files }: Pick<ImportWork, "core" | "store" | "files">,
  row: ImportRow,
): Promise<void> {
  await removeUnusedCollection({ core, store }, { workspaceId: row.workspaceId, id: row.id });
  await files.removeUpload(row);
}

async function undoOnce(context: ImportWork, row: ImportRow): Promise<void> {
  const { store, ticket: heldBy, attempt, signal, progress } = context;
  const key = { workspaceId: row.workspaceId, id: row.id };
  const from = ["undoing"] as const;
  try {
    if (attempt > importLimits.triesMax) throw new JobFault("lost", "Its process ended each time");
    await undo(context, row);
    const set = { state: "undone", undoUntil: null, fault: null } as const;
    await store.change(key, { from, heldBy, set });
  } catch (error) {
    signal.throwIfAborted();
    // What was taken back stays so, and it continues later.
    if (isPassing(error)) throw error;
    const set = { state: "failed", fault: reason("undo_incomplete") } as const;
    await store.change(key, { from, heldBy, set });
    throw new JobFault("undo", "An import could not be undone", { isFinal: true, cause: error });
  } finally {
    progress.delete(row.id);
  }
}

async function run(context: ImportWork, row: ImportRow, standing: Standing): Promise<RunOutcome> {
  const { core, store, files, ticket: heldBy, attempt, signal, progress, controls } = context;
  const { database } = core;
  const key = { workspaceId: row.workspaceId, id: row.id };
  const job = sliceJobOf(context, row, standing);
  const control = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  controls.set(row.id, new Int32Array(control));
  const place = database.beside && { folder: database.beside.folder, turns: database.beside.turns };
  const request: RunRequest = {
    kind: "run",
    attempt,
    from: {
      staged: row.rejects === null ? null : row.staged,
      written: row.written,
      optedOut: row.rejectedOptouts,
    },
    ...files.paths(row.id),
    reading: readingOf(row),
    choice: startedChoiceOf(row),
    job,
    place,
    control,
    overPlan: rowOverPlan(standing),
    addressKey: core.secrets.addressKey,
  };

  async function noteRejects(rejects: Rejects): Promise<boolean> {
    const set = rejectsColumns(rejects);
    await files.shareRejects(row);
    return (await store.change(key, { from: ["running"], heldBy, set })) !== null;
  }

  async function onStaged({ staged, rejects }: ThreadReply & { kind: "staged" }): Promise<boolean> {
    const counts = { staged: staged.count, skipped: staged.doubles };
    // Slices that an earlier try has written count in them by now.
    const set = { ...(row.rejects === null ? counts : {}), ...rejectsColumns(rejects) };
    await files.shareRejects(row);
    return (await store.change(key, { from: ["running"], heldBy, set })) !== null;
  }

  /** Where no thread can write to the database, this one does. */
  function writeHere({ staged }: ThreadReply & { kind: "staged" }): Promise<RunOutcome> {
    const slices = openPlainSlices(database, request.stagePath);
    return writeSlices({
      slices,
      job,
      staged,
      from: request.from,
      isStopped: () => signal.aborted,
      onLeftOut: () => noteRejects(rejectLeftOut(request)),
      onRows: (done) => progress.set(row.id, { phase: "writing", done, total: staged.last }),
    }).finally(() => slices.close());
  }

  if (!existsSync(request.path)) return { kind: "lost" };
  return inThread<RunOutcome>({
    request,
    signal,
    async onReply(reply, send) {
      if (reply.kind === "progress") progress.set(row.id, reply.progress);
      if (reply.kind === "ended") return reply.outcome;
      if (reply.kind !== "staged" && reply.kind !== "leftOut") return undefined;
      const isRunning = await (reply.kind === "staged" ? onStaged(reply) : noteRejects(reply.rejects));
      if (!isRunning) return { kind: "stopped" };
      if (reply.kind === "staged" && place === null) return writeHere(reply);
      send({ kind: "go" });
      return undefined;
    },
  });
}

function rejectsColumns({
  rejected,
  rejects: rows,
  ...counted
}: Rejects): Pick<ImportRow, "rejected" | "rejects"> {
  return { rejected, rejects: { rows, ...counted } };
}

function sliceJobOf({ ticket }: ImportWork, row: ImportRow, { leadsMax }: Standing): SliceJob {
  const choice = startedChoiceOf(row);
  return {
    jobId: ticket.id,
    lease: ticket.lease,
    importId: row.id,
    workspaceId: row.workspaceId,
    idPrefix: row.idPrefix,
    collectionId: row.collectionId,
    existing: choice.existing,
    consent: choice.columns.consent?.length ? { mayRegrant: choice.overDenied === true } : null,
    leadsMax: Number.isFinite(leadsMax) ? leadsMax : null,
    now: row.startedAt ?? row.createdAt,
  };
}

async function undo({ core, progress, signal }: ImportWork, row: ImportRow): Promise<void> {
  const { beside } = core.database;
  const job = undoJobOf(row);
  const total = row.added + row.updated;
  if (beside === null)
    return undoImport({
      store: createImportUndoStore(core.database),
      job,
      now: core.clock.now(),
      pause: yieldToOthers,
      onRows: (done) => progress.set(row.id, { phase: "writing", done, total }),
    });
  const place = { folder: beside.folder, turns: beside.turns };
  await inThread<true>({
    request: { kind: "undo", job, place, total },
    signal,
    async onReply(reply) {
      if (reply.kind === "progress") progress.set(row.id, reply.progress);
      return reply.kind === "ended" ? true : undefined;
    },
  });
}

function undoJobOf(row: ImportRow): UndoJob {
  const { id: importId, workspaceId, idPrefix, collectionId, madeCollection } = row;
  return { importId, workspaceId, idPrefix, collectionId, madeCollection };
}

/** A collection that was made for nothing goes again. */
async function removeUnusedCollection(
  { core, store }: Pick<ImportWork, "core" | "store">,
  key: { workspaceId: WorkspaceId; id: string },
): Promise<void> {
  const row = await store.one(key);
  if (row !== null && row.added + row.updated === 0)
    await createImportUndoStore(core.database).removeCollection(undoJobOf(row));
}
