import {
  and,
  type Column,
  count,
  eq,
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
import { incomingText, jsonSqlOf } from "../../json/jsonSql.ts";
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

function taking({ ask, atomically, tables }: Database) {
  const { jobs } = tables;
  /** The first of each of these kinds in each state, the soonest before the others. */
  async function firsts({ kinds, alone = [] }: Kinds): Promise<First[]> {
    const asked = kinds.map((kind) => [kind, alone.includes(kind) ? "alone" : ""]);
    const rows = await ask(bound(firstOfEach, { kinds: JSON.stringify(asked) }));
    const all = rows.flatMap(({ kind, ...at }) =>
      jobStates.map((state) => ({ kind, state, at: at[state], isAlone: alone.includes(kind) })),
    );
    return all.filter(isThere).toSorted((one, other) => one.at - other.at);
  }

  return {
    /** Writes jobs that have no cause in the database. Others are written together with their cause, by `enqueueing`. */
    async put(newJobs: readonly NewJob[]): Promise<void> {
      await atomically((write) => ({ jobs: newJobs.map((job) => enqueueing(write, tables, job)) }));
    },

    /** When the first job of these kinds is due or its lease is over; null if there is none. */
    async soonest(kinds: Kinds): Promise<number | null> {
      return (await firsts(kinds))[0]?.at ?? null;
    },

    /** Takes the first job of these kinds that is due; null if there is none, or other workers were faster. */
    async claim({ holder, now, leaseUntil, ...kinds }: Claim): Promise<JobRow | null> {
      for (const { kind, state, isAlone, at } of await firsts(kinds)) {
        if (at > now) break;
        const claiming = claimings[state === "running" ? "takenOver" : isAlone ? "alone" : "begun"];
        const { claimed } = await atomically(() => ({
          claimed: bound(claiming, { kind, state, holder, now, leaseUntil }),
        }));
        if (claimed[0] !== undefined) return claimed[0];
      }
      return null;
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
        state: "failed",
        lastError: error,
        failedAt: at,
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

/** A running one's time is when its lease is over; one that failed may be tried again. */
const jobStates = ["queued", "failed", "running"] as const;
type First = { kind: string; state: (typeof jobStates)[number]; at: number; isAlone: boolean };

function isThere(first: Omit<First, "at"> & { at: number | null }): first is First {
  return first.at !== null;
}

/** The first of each kind in each state. By its index each is found at once, however many wait, for whatever time. */
function firstOfEach(builder: Builder, tables: Tables) {
  const { jobs } = tables;
  const kind = incomingText(0);
  const mayBegin = sql`(${incomingText(1)} = '' or ${isFreeInWorkspace(tables)})`;
  const first = (state: First["state"], more: SQL) =>
    sql<number | null>`(select min(${timeIn(tables, state)}) from ${jobs}
      where ${jobs.kind} = ${kind} and ${jobs.state} = ${sql.raw(`'${state}'`)} and ${more})`.mapWith(Number);
  return builder
    .select({
      kind: sql<string>`${kind}`,
      queued: first("queued", mayBegin),
      failed: first("failed", mayBegin),
      running: first("running", sql`1 = 1`),
    })
    .from(jsonSqlOf(tables).rows(value("kinds")));
}

const claimings = {
  begun: claimingOf({}),
  alone: claimingOf({ isAlone: true }),
  takenOver: claimingOf({ isRunning: true }),
};

/** Takes the first of a kind in a state. */
function claimingOf({ isAlone = false, isRunning = false }): Shape<JobRow[]> {
  return (builder, tables) => {
    const { jobs } = tables;
    const time = timeIn(tables, isRunning ? "running" : "queued");
    const isDue = and(
      eq(jobs.kind, value("kind")),
      eq(jobs.state, value("state")),
      lte(time, value("now")),
      isAlone ? isFreeInWorkspace(tables) : undefined,
    );
    const first = sql`(select ${jobs.id} from ${jobs} where ${isDue}
      order by ${time}, ${jobs.id} limit 1${skippingLocked(tables)})`;
    return (
      builder
        .update(jobs)
        .set({
          state: "running",
          dueAt: null,
          holder: sql`${value("holder")}`,
          leaseUntil: int(value("leaseUntil")),
          lease: sql`${jobs.lease} + 1`,
          attempts: sql`${jobs.attempts} + 1`,
        })
        // The chosen job may have been taken meanwhile, so this is checked again.
        .where(and(eq(jobs.id, first), isDue))
        .returning()
    );
  };
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

function timeIn({ jobs }: Tables, state: First["state"]): Column {
  return state === "running" ? jobs.leaseUntil : jobs.dueAt;
}

/**
 * Whether no other job of the kind is running in the workspace, even one whose worker has died: that one is taken over
 * first.
 */
function isFreeInWorkspace({ jobs }: Tables): SQL {
  return sql`not exists (select 1 from ${jobs} as other where other.state = 'running'
    and other.kind = ${jobs.kind} and other."workspaceId" = ${jobs.workspaceId})`;
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
