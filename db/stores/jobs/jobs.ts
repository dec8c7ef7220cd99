import {
  and,
  count,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  type Placeholder,
  type SQL,
  sql,
} from "drizzle-orm";
import type { JobState } from "../../../contract/schemas/jobs.ts";
import { type Builder, bound, type Database, type Shape } from "../../database.ts";
import { behind, inOrder } from "../../keyset.ts";
import { skippingLocked } from "../../skippingLocked.ts";
import type { Tables } from "../../tables.ts";
import { earliestDue, enqueueing, int, type NewJob } from "./enqueueing.ts";

export type JobRow = Tables["jobs"]["$inferSelect"];
/** What a worker passes with every change of a job. The change is refused once another worker has taken the job. */
export type JobTicket = Pick<JobRow, "id" | "lease">;
/** The kinds to look for; of those in `alone`, a workspace has at most one running. */
type Kinds = { kinds: readonly string[]; alone?: readonly string[] };
type Claim = Kinds & { holder: string; now: number; leaseUntil: number };

export type JobStore = ReturnType<typeof createJobStore>;

/** The jobs of an installation, and who works on which. All times are by the caller's clock. */
export function createJobStore(database: Database) {
  return { ...taking(database), ...ending(database), ...looking(database), ...keeping(database) };
}

function taking({ read, atomically, tables }: Database) {
  const { jobs } = tables;
  return {
    /** Writes jobs that have no cause in the database. Others are written together with their cause, by `enqueueing`. */
    async put(newJobs: readonly NewJob[]): Promise<void> {
      await atomically((write) => ({ jobs: newJobs.map((job) => enqueueing(write, tables, job)) }));
    },

    /** When the first job of these kinds is due or its lease is over; null if there is none. */
    async soonest(kinds: Kinds): Promise<number | null> {
      const [row] = await read
        .select({ at: sql<number | null>`min(${dueTime(tables)})`.mapWith(Number) })
        .from(jobs)
        .where(isToBeTaken(tables, kinds));
      return row?.at ?? null;
    },

    /** Takes the first job of these kinds that is due; null if there is none, or another worker was faster. */
    async claim({ holder, now, leaseUntil, ...kinds }: Claim): Promise<JobRow | null> {
      const { claimed } = await atomically(() => ({
        claimed: bound(claimingOf(kinds), { holder, now, leaseUntil }),
      }));
      return claimed[0] ?? null;
    },

    /** Renews the lease of a job. False if another worker has taken it. */
    async extend(ticket: JobTicket, leaseUntil: number): Promise<boolean> {
      const { extended } = await atomically((write) => ({
        extended: write
          .update(jobs)
          .set({ leaseUntil })
          .where(isHeld(tables, ticket))
          .returning({ id: jobs.id }),
      }));
      return extended.length === 1;
    },
  };
}

/** The ways in which a job can end. Each returns false and changes nothing if another worker has taken the job. */
function ending({ atomically, tables }: Database) {
  const { jobs } = tables;

  const end = async (ticket: JobTicket, set: Record<string, unknown>): Promise<boolean> => {
    const { ended } = await atomically((write) => ({
      ended: write
        .update(jobs)
        .set({ ...free, ...set })
        .where(isHeld(tables, ticket))
        .returning({ id: jobs.id }),
    }));
    return ended.length === 1;
  };
  return {
    /** Deletes it, unless it was requested again while it ran. */
    async done(ticket: JobTicket): Promise<boolean> {
      const { id, lease } = ticket;
      const { again, gone } = await atomically(() => ({
        again: bound(beginAgain, { id, lease }),
        gone: bound(removeDone, { id, lease }),
      }));
      return again.length + gone.length === 1;
    },

    /** The same for a recurring job. */
    doneUntil: (ticket: JobTicket, nextDueAt: number) =>
      end(ticket, { ...fresh, dueAt: earliestDue(tables, nextDueAt) }),

    /** It could not be done this time, and is tried again later. */
    retry: (ticket: JobTicket, { dueAt, error }: { dueAt: number; error: string }) =>
      end(ticket, { state: stillFailed(tables), lastError: error, dueAt: earliestDue(tables, dueAt) }),

    /** It was interrupted through no fault of its own. */
    release: (ticket: JobTicket, now: number) =>
      end(ticket, { state: stillFailed(tables), dueAt: earliestDue(tables, now) }),

    /** It is given up. A recurring one is tried again at its next time, and counts as failed until it is done. */
    fail: (
      ticket: JobTicket,
      { at, error, nextDueAt }: { at: number; error: string; nextDueAt: number | null },
    ) =>
      end(ticket, {
        ...{ state: "failed", lastError: error, failedAt: at },
        ...(nextDueAt === null ? {} : { attempts: 0, dueAt: earliestDue(tables, nextDueAt) }),
      }),
  };
}

const free = { holder: null, leaseUntil: null };
const fresh = { state: "queued" as const, attempts: 0, lastError: null, failedAt: null };
const value = sql.placeholder;
const held = { id: value("id"), lease: value("lease") };

function beginAgain(builder: Builder, tables: Tables) {
  const { jobs } = tables;
  return builder
    .update(jobs)
    .set({ ...free, ...fresh })
    .where(and(isHeld(tables, held), isNotNull(jobs.dueAt)))
    .returning({ id: jobs.id });
}

function removeDone(builder: Builder, tables: Tables) {
  const { jobs } = tables;
  return builder.delete(jobs).where(isHeld(tables, held)).returning({ id: jobs.id });
}

/** Workers ask for the same few combinations of kinds, so each is built once. */
const claimings = new Map<string, Shape<JobRow[]>>();

function claimingOf(kinds: Kinds): Shape<JobRow[]> {
  const key = JSON.stringify([kinds.kinds, kinds.alone]);
  const known = claimings.get(key);
  if (known !== undefined) return known;
  const claiming: Shape<JobRow[]> = (builder, tables) => {
    const { jobs } = tables;
    const isDue = and(isToBeTaken(tables, kinds), lte(dueTime(tables), value("now")));
    const first = sql`(select ${jobs.id} from ${jobs} where ${isDue}
      order by ${dueTime(tables)}, ${jobs.id} limit 1${skippingLocked(tables)})`;
    return (
      builder
        .update(jobs)
        .set({
          ...{
            state: "running",
            dueAt: null,
            holder: sql`${value("holder")}`,
            leaseUntil: int(value("leaseUntil")),
          },
          lease: sql`${jobs.lease} + 1`,
          attempts: sql`${jobs.attempts} + 1`,
        })
        // The chosen job may have been taken meanwhile, so this is checked again.
        .where(and(eq(jobs.id, first), isDue))
        .returning()
    );
  };
  claimings.set(key, claiming);
  return claiming;
}

function looking({ read, tables }: Database) {
  const { jobs } = tables;
  const inState = (state: JobState | undefined) => (state === undefined ? undefined : eq(jobs.state, state));
  return {
    /** The newest first unless asked otherwise. */
    async page(query: {
      state?: JobState | undefined;
      beforeId: string | null;
      order?: "asc" | "desc" | undefined;
      sizeMax: number;
    }): Promise<JobRow[]> {
      const { order = "desc", beforeId } = query;
      const before = beforeId === null ? undefined : behind([jobs.id], { order, place: [beforeId] });
      return read
        .select()
        .from(jobs)
        .where(and(inState(query.state), before))
        .orderBy(inOrder(jobs.id, order))
        .limit(query.sizeMax);
    },

    async count(state?: JobState): Promise<number> {
      const [row] = await read.select({ count: count() }).from(jobs).where(inState(state));
      return row?.count ?? 0;
    },

    /** How many jobs of a kind are waiting or running. */
    async openCount(kind: string): Promise<number> {
      const [row] = await read
        .select({ count: count() })
        .from(jobs)
        .where(and(eq(jobs.kind, kind), ne(jobs.state, "failed")));
      return row?.count ?? 0;
    },

    async stateOf(id: string): Promise<string | null> {
      const [row] = await read.select({ state: jobs.state }).from(jobs).where(eq(jobs.id, id));
      return row?.state ?? null;
    },
  };
}

function keeping({ atomically, tables }: Database) {
  const { jobs } = tables;
  return {
    /** Tries a failed job again as if it were new; false if it has not failed. */
    async again(id: string, now: number): Promise<boolean> {
      const { again } = await atomically((write) => ({
        again: write
          .update(jobs)
          .set({ state: "queued", attempts: 0, failedAt: null, dueAt: now })
          .where(and(eq(jobs.id, id), eq(jobs.state, "failed")))
          .returning({ id: jobs.id }),
      }));
      return again.length === 1;
    },

    /** Deletes jobs that failed before a moment and are not to be tried again. */
    async forgetFailed(before: number): Promise<void> {
      await atomically((write) => ({
        forgotten: write
          .delete(jobs)
          .where(and(eq(jobs.state, "failed"), isNull(jobs.dueAt), lt(jobs.failedAt, before))),
      }));
    },
  };
}

/** When a job is due, or when the lease of the worker that has it is over. */
function dueTime({ jobs }: Tables): SQL<number> {
  return sql`case when ${jobs.state} = 'running' then ${jobs.leaseUntil} else ${jobs.dueAt} end`;
}

/**
 * Jobs of some kinds that may be taken once they are due. For kinds in `alone`, others of the workspace wait while one is
 * running, even if its worker has died: that one is taken over first.
 */
function isToBeTaken({ jobs }: Tables, { kinds, alone = [] }: Kinds): SQL | undefined {
  const isOfThese = inArray(jobs.kind, [...kinds]);
  if (alone.length === 0) return isOfThese;
  const other = sql`select 1 from ${jobs} as other where other.state = 'running'
    and other.kind = ${jobs.kind} and other."workspaceId" = ${jobs.workspaceId}`;
  const waits = and(inArray(jobs.kind, [...alone]), ne(jobs.state, "running"), sql`exists (${other})`);
  return and(isOfThese, sql`not (${waits})`);
}

/** Whether a job is still held under this ticket. */
export function isHeld(
  { jobs }: Tables,
  { id, lease }: { [name in keyof JobTicket]: JobTicket[name] | Placeholder },
): SQL | undefined {
  return and(eq(jobs.id, id), eq(jobs.lease, lease), eq(jobs.state, "running"));
}

function stillFailed({ jobs }: Tables): SQL {
  return sql`case when ${jobs.failedAt} is null then 'queued' else 'failed' end`;
}
