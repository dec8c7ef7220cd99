import type { WorkspaceId } from "../../contract/identity/scope.ts";
import type { JobKind } from "../../contract/schemas/jobs.ts";

/** A job that its handler has just now. */
export type JobUnderWay = {
  id: string;
  /** Empty for the installation's own. */
  workspaceId: WorkspaceId;
  /** As it was given when the job was written; read by whoever gave it. */
  payload: unknown;
  /** 1 for the first try. A process that died in the middle of one has used it up. */
  attempt: number;
  /** Grows with each worker that has it: with the id it is what its holder is known by. */
  lease: number;
  createdAt: number;
  /** Aborted when the server stops, or when another worker has the job; then the handler stops soon, by throwing. */
  signal: AbortSignal;
};

/**
 * What does the jobs of one kind, one after another in each process. It is done when `run` ends, tried again later when
 * it throws, and given up after a bound, or at once by a final `JobFault`. A process may die at any moment, so it may
 * be done twice: a handler bears that, or knows by `attempt`.
 */
export type JobHandler = {
  run(job: JobUnderWay): Promise<unknown>;
  /** Of one workspace's a single one is done at a time, whichever process does it. */
  isAloneInWorkspace?: true;
  /** For work that comes back by itself: how long after it was done. */
  everyMs?: number;
};

export type JobHandlers = Partial<Record<JobKind, JobHandler>>;
