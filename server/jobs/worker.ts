import type { JobKind } from "../../contract/schemas/jobs.ts";
import { Alarm } from "../core/Alarm.ts";
import type { Core } from "../core/core.ts";
import { type Performing, performJob } from "./performJob.ts";

type WorkerOptions = Omit<Performing, "core" | "closing"> & {
  core: Pick<Core, "clock" | "log" | "newId">;
  /** Writes the jobs that come back by themselves, where they are missing. */
  askRecurring(): Promise<void>;
};

export type Worker = ReturnType<typeof startWorker>;

/**
 * Takes jobs that are due and does them, those of different kinds beside each other. It looks when it is told to, when
 * the next is due, and now and then beneath, for what other processes have written or left.
 */
export function startWorker({ askRecurring, ...options }: WorkerOptions) {
  const { core, store, handlers, times } = options;
  const { clock, log } = core;
  const holder = core.newId();
  const alarm = new Alarm();
  const closing = new AbortController();
  const performing: Performing = { ...options, closing: closing.signal };
  const underWay = new Map<string, { kind: string; ended: Promise<void> }>();
  let isAsked = false;

  /** Takes whatever it can; answers how long there is nothing for it to do. */
  async function takeAll(): Promise<number> {
    if (!isAsked) await askRecurring();
    isAsked = true;
    while (!closing.signal.aborted) {
      const busy = [...underWay.values()].map(({ kind }) => kind);
      const kinds = Object.keys(handlers).filter((kind) => !busy.includes(kind));
      const alone = kinds.filter((kind) => handlers[kind as JobKind]?.isAloneInWorkspace);
      const now = clock.now();
      const row = await store.claim({ kinds, alone, holder, now, leaseUntil: now + times.leaseMs });
      if (row === null) {
        const soonest = await store.soonest({ kinds, alone });
        // Other workers were faster.
        if (soonest !== null && soonest <= now) continue;
        return Math.min(times.pollMs, (soonest ?? Infinity) - now);
      }
      const ended = performJob(performing, row).then(() => {
        underWay.delete(row.id);
        alarm.ring();
      });
      underWay.set(row.id, { kind: row.kind, ended });
    }
    return 0;
  }

  async function work(): Promise<void> {
    while (!closing.signal.aborted) {
      alarm.set();
      let waitMs = times.pollMs;
      try {
        waitMs = await takeAll();
      } catch (error) {
        log.error("Jobs could not be looked for", { error });
      }
      if (!closing.signal.aborted) await alarm.wait(waitMs);
    }
  }

  const working = work();
  return {
    wake: () => alarm.ring(),

    /** Takes no more, and lets what is under way end for a while; what does not is taken up after its lease. */
    async close(): Promise<void> {
      closing.abort(new Error("the server stops"));
      alarm.ring();
      await working;
      const timeUp = new Alarm();
      const ended = Promise.all([...underWay.values()].map((job) => job.ended));
      await Promise.race([ended.then(() => timeUp.ring()), timeUp.wait(times.drainMs)]);
      for (const [job, { kind }] of underWay) log.warn("A job did not end in time", { job, kind });
    },
  };
}
