import { jobLimits } from "../../contract/limits/jobs.ts";
import type { JobKind } from "../../contract/schemas/jobs.ts";
import type { NewJob } from "../../db/stores/jobs/enqueueing.ts";
import { createJobStore } from "../../db/stores/jobs/jobs.ts";
import type { Core } from "../core/core.ts";
import { noticeText } from "../core/notices.ts";
import { yieldToOthers } from "../core/yieldToOthers.ts";
import type { JobHandler, JobHandlers } from "./handler.ts";
import type { Times } from "./performJob.ts";
import { startWorker, type Worker } from "./worker.ts";

type JobsCore = Pick<Core, "database" | "clock" | "log" | "newId">;

/** What a job is to do. The rest has the same defaults for most jobs. */
export type JobRequest = { kind: JobKind; payload?: object } & Partial<
  Pick<NewJob, "id" | "workspaceId" | "key" | "dueAt">
>;

const jobsNotice = noticeText({ about: "jobs" });

export type Jobs = ReturnType<typeof createJobs>;

/** The queue of what must happen, over one core. Nothing is done before `start`. */
export function createJobs(
  core: JobsCore,
  { random = Math.random, times = jobLimits }: { random?: () => number; times?: Times } = {},
) {
  const store = createJobStore(core.database);
  let worker: Worker | null = null;
  const { notices } = core.database;
  const rouse = () => worker?.wake();
  let deafen = () => {};

  /** Whoever has a worker on this database looks; this process's own without the way there and back. */
  function wake(): void {
    rouse();
    notices?.send(jobsNotice);
  }

  return {
    /** Tells the workers that a job was written along with what caused it. */
    wake,

    /** Writes a job by itself. */
    async ask(request: JobRequest): Promise<void> {
      await store.put([newJob(core, request)]);
      wake();
    },

    /** Writes many, some in a commit, between which others have their turn. */
    async askAll(requests: readonly JobRequest[]): Promise<void> {
      for (let from = 0; from < requests.length; from += jobLimits.writeBatch) {
        const some = requests.slice(from, from + jobLimits.writeBatch);
        await store.put(some.map((request) => newJob(core, request)));
        wake();
        await yieldToOthers();
      }
    },

    openCount: (kind: JobKind) => store.openCount(kind),

    /** From here on the jobs of these kinds are done. Those that come back by themselves begin at once. */
    start(handlers: JobHandlers): void {
      const recurring = (Object.entries(handlers) as [JobKind, JobHandler][])
        .filter(([, { everyMs }]) => everyMs !== undefined)
        .map(([kind]) => kind);
      const askRecurring = () => store.put(recurring.map((kind) => newJob(core, { kind, key: kind })));
      const heard = (text: string) => text === jobsNotice && rouse();
      deafen = notices?.listen({ heard, missed: rouse }) ?? deafen;
      worker = startWorker({ core, store, handlers, askRecurring, random, times });
    },

    async close(): Promise<void> {
      deafen();
      await worker?.close();
    },

    /** Throws away failed jobs that were there to be looked at for long enough. */
    forgetOld: (): Promise<void> => store.forgetFailed(core.clock.now() - jobLimits.failedMs),
  };
}

/** A job to be written in the `atomically` of its cause, by `enqueueing`; due at once unless said. */
export function newJob(core: Pick<Core, "clock" | "newId">, request: JobRequest): NewJob {
  const now = core.clock.now();
  return {
    id: core.newId(),
    workspaceId: "",
    key: null,
    payload: {},
    dueAt: now,
    createdAt: now,
    ...request,
  };
}
