import { Refusal } from "../../contract/errors.ts";
import { jobLimits } from "../../contract/limits/jobs.ts";
import type { JobKind } from "../../contract/schemas/jobs.ts";
import type { JobRow, JobStore } from "../../db/stores/jobs/jobs.ts";
import { Alarm } from "../core/Alarm.ts";
import type { Core } from "../core/core.ts";
import type { JobHandler, JobHandlers } from "./handler.ts";
import { JobFault } from "./JobFault.ts";

/** How long a job is its worker's, how often that says so and looks for more, and how long it may take at the end. */
export type Times = Record<"leaseMs" | "beatEveryMs" | "pollMs" | "drainMs", number>;

export type Performing = {
  core: Pick<Core, "clock" | "log">;
  store: JobStore;
  handlers: JobHandlers;
  /** Aborted when the server stops. */
  closing: AbortSignal;
  /** From 0 to 1. */
  random(): number;
  times: Times;
};

/** Writes down how a job ended; false when another worker has it by now. */
type End = () => Promise<boolean>;

/** Does a job that was claimed, says meanwhile that it is under way, and writes down what became of it. */
export async function performJob(context: Performing, row: JobRow): Promise<void> {
  const { core, store, closing, times } = context;
  const lost = new AbortController();
  async function beat(): Promise<void> {
    try {
      const isHeld = await store.extend(row, core.clock.now() + times.leaseMs);
      if (!isHeld) lost.abort(new Error("another worker has the job"));
    } catch (error) {
      core.log.warn("That a job is under way could not be written down", { ...fieldsOf(row), error });
    }
  }
  const beating = setInterval(() => void beat(), times.beatEveryMs);
  try {
    const end = await endOf(context, row, AbortSignal.any([closing, lost.signal]));
    if (await written(context, end)) return;
    if ((await store.stateOf(row.id)) !== null)
      core.log.warn("A job was taken up by another worker before it ended here", fieldsOf(row));
    // With a workspace that is deleted its jobs go, and nobody misses what one of them did not do.
    else
      core.log.info(
        "A job ended here that another worker has done, or that went with its workspace",
        fieldsOf(row),
      );
  } catch (error) {
    core.log.error("What became of a job could not be written down", { ...fieldsOf(row), error });
  } finally {
    clearInterval(beating);
  }
}

async function endOf(context: Performing, row: JobRow, signal: AbortSignal): Promise<End> {
  const { core, store, handlers, closing } = context;
  const handler = handlers[row.kind as JobKind] as JobHandler;
  const { id, workspaceId, attempts: attempt, createdAt, lease } = row;
  try {
    // Whoever had it before died of it, or with it, each time.
    if (attempt > jobLimits.attemptsMax) throw new JobFault("lost", "Its process ended in the middle of it");
    const payload: unknown = JSON.parse(row.payload);
    await handler.run({ id, workspaceId, payload, attempt, lease, createdAt, signal });
  } catch (error) {
    return closing.aborted ? () => store.release(row, core.clock.now()) : failureOf(context, row, error);
  }
  const { everyMs } = handler;
  return () => (everyMs === undefined ? store.done(row) : store.doneUntil(row, core.clock.now() + everyMs));
}

/** What is not this worker's any more is no failure of its own, so the log is told only of what could be written down. */
function failureOf({ core, store, handlers, random }: Performing, row: JobRow, error: unknown): End {
  const { clock, log } = core;
  const everyMs = handlers[row.kind as JobKind]?.everyMs;
  const fields = { ...fieldsOf(row), error };
  const now = clock.now();
  if ((error instanceof JobFault && error.isFinal) || row.attempts >= jobLimits.attemptsMax) {
    const nextDueAt = everyMs === undefined ? null : now + everyMs;
    return async () => {
      const isHeld = await store.fail(row, { at: now, error: errorText(error), nextDueAt });
      if (isHeld) log.error("A job has failed", fields);
      return isHeld;
    };
  }
  const dueAt = now + retryAfterMs(row.attempts, random());
  return async () => {
    const isHeld = await store.retry(row, { dueAt, error: errorText(error) });
    if (isHeld)
      log.warn("A job could not be done and is tried again", {
        ...fields,
        at: new Date(dueAt).toISOString(),
      });
    return isHeld;
  };
}

/** A disk may be full for a while: what was done is not to be done again for that. */
async function written({ core, closing, times }: Performing, end: End): Promise<boolean> {
  for (;;) {
    try {
      return await end();
    } catch (error) {
      if (closing.aborted) throw error;
      core.log.warn("What became of a job is written down later, because it could not be done now", {
        error,
      });
      await new Alarm().wait(times.pollMs);
    }
  }
}

function fieldsOf({ id, kind, workspaceId, attempts }: JobRow) {
  return { job: id, kind, ...(workspaceId === "" ? {} : { workspace: workspaceId }), attempt: attempts };
}

/** How long a job waits after its so manieth failure; `chance` from 0 to 1 keeps many from coming back at once. */
export function retryAfterMs(failures: number, chance: number): number {
  const { retryFirstMs, retryLongestMs, retryJitter } = jobLimits;
  const whole = Math.min(retryLongestMs, retryFirstMs * 2 ** (failures - 1));
  return Math.round(whole * (1 - retryJitter * chance));
}

/** What is kept of a failure beside the job. Of a fault that nobody foresaw only its kind: its words may hold anything. */
export function errorText(error: unknown): string {
  if (error instanceof JobFault) return `${error.code}: ${error.message}`.slice(0, jobLimits.errorCharacters);
  if (error instanceof Refusal) return error.code;
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error ? String(error.code) : "";
  return [error.name, code].filter(Boolean).join(" ").slice(0, jobLimits.errorCharacters);
}
