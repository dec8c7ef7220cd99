import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Builder, Database } from "../../../database.ts";
import type { LeadShift, PendingStepChange } from "../../../tables/campaignPlans.ts";
import type { Tables } from "../../../tables.ts";
import { unlessUnchanged } from "../../../unlessUnchanged.ts";
import { enqueueing, type NewJob } from "../../jobs/enqueueing.ts";
import type { PlanKey } from "../plans/planRows.ts";

/** What a change of its steps means for a running sequence. */
export type StepChange = {
  /** No lead has reached this step or a later one, counted by the old steps. */
  reached: number;
  leads: readonly LeadShift[];
  /** For each old step, its position among the new ones. */
  steps: readonly { id: string; to: number }[];
};

export type StepChangeStore = ReturnType<typeof createStepChangeStore>;

/**
 * The same with the job that moves the leads. If an earlier change is not finished, this one is counted from its result.
 */
export type AskedStepChange = StepChange & { job: NewJob };

/** How many of some leads are at a step, and how many of these have not finished. */
export type StepCount = { step: number; all: number; open: number };

type Slice = PlanKey & { after: string; countMax: number };

/** Where the leads of a sequence are, and how a change of its steps moves them, in slices. */
export function createStepChangeStore(database: Database) {
  return { ...looking(database), ...applying(database) };
}

function looking(database: Database) {
  const { read, tables } = database;
  const { campaignPlans, enrolments } = tables;
  return {
    /** The furthest step that any lead has reached; -1 if there is none. */
    async furthestOf(key: PlanKey): Promise<number> {
      const [row] = await read
        .select({ step: enrolments.step })
        .from(enrolments)
        .where(ofPlan(enrolments, key))
        .orderBy(desc(enrolments.step))
        .limit(1);
      return row?.step ?? -1;
    },

    /** Whether any lead that goes on has not come to a step yet. */
    async isAwaited(key: PlanKey, step: number): Promise<boolean> {
      const [row] = await read
        .select({ step: enrolments.step })
        .from(enrolments)
        .where(and(ofPlan(enrolments, key), lt(enrolments.step, step), isNull(enrolments.endedAt)))
        .limit(1);
      return row !== undefined;
    },

    /** The counts of the next leads by id, and the last of these; null if there are no more. */
    async standingOf(slice: Slice): Promise<{ counts: StepCount[]; last: string | null }> {
      const last = await endOf(database, slice);
      const counts = await read
        .select({
          step: enrolments.step,
          all: sql<number>`count(*)`.mapWith(Number),
          open: sql<number>`sum(case when ${enrolments.endedAt} is null then 1 else 0 end)`.mapWith(Number),
        })
        .from(enrolments)
        .where(between(enrolments, slice, last))
        .groupBy(enrolments.step);
      return { counts, last };
    },

    /** Sequences whose leads have not all been moved to its present steps. */
    async pending() {
      return read
        .select({ id: campaignPlans.id, workspaceId: campaignPlans.workspaceId })
        .from(campaignPlans)
        .where(isNotNull(campaignPlans.stepChange));
    },
  };
}

function applying(database: Database) {
  const { atomically, tables } = database;
  const { campaignPlans, enrolments } = tables;
  return {
    /**
     * Moves the next leads to the present steps, and records in the same commit how far that has come. Null once all are
     * moved, or if another process does it.
     */
    async apply(of: {
      key: PlanKey;
      pending: PendingStepChange;
      countMax: number;
    }): Promise<PendingStepChange | null> {
      const { key, pending, countMax } = of;
      const slice = { ...key, after: pending.after, countMax };
      const last = await endOf(database, slice);
      const next = last === null ? null : { ...pending, after: last };
      const isIt = and(eq(campaignPlans.id, key.id), eq(campaignPlans.workspaceId, key.workspaceId));
      const done = await unlessUnchanged((unchanged) =>
        atomically(
          (write) => ({
            plan: write
              .update(campaignPlans)
              .set({ stepChange: next })
              .where(and(isIt, isNotNull(campaignPlans.stepChange)))
              .returning({ id: campaignPlans.id }),
            moved: shifting(write, tables, { leads: pending.leads, which: between(enrolments, slice, last) }),
          }),
          ({ plan }) => {
            if (plan.length === 0) throw unchanged;
          },
        ),
      );
      return done === null ? null : next;
    },
  };
}

/** The last lead of a slice; null if the slice goes to the end. */
async function endOf(
  { read, tables: { enrolments } }: Database,
  { after, countMax, ...key }: Slice,
): Promise<string | null> {
  const [row] = await read
    .select({ leadId: enrolments.leadId })
    .from(enrolments)
    .where(and(ofPlan(enrolments, key), gt(enrolments.leadId, after)))
    .orderBy(asc(enrolments.leadId))
    .limit(1)
    .offset(countMax - 1);
  return row?.leadId ?? null;
}

/** Finds a lead that has come further than was known at the decision; for the commit that makes the change. */
export function beyondReached(
  write: Builder,
  { enrolments }: Tables,
  key: PlanKey,
  { reached }: Pick<StepChange, "reached">,
) {
  return write
    .select({ leadId: enrolments.leadId })
    .from(enrolments)
    .where(and(ofPlan(enrolments, key), gte(enrolments.step, reached)))
    .limit(1);
}

/** What a campaign stores of a change until its leads are moved; nothing if they stay where they are. */
export function pendingOf(change: Pick<StepChange, "leads"> | undefined): {
  stepChange?: PendingStepChange;
} {
  const moved = change?.leads.filter(({ from, to, laterMs }) => from !== to || laterMs !== 0) ?? [];
  return moved.length === 0 ? {} : { stepChange: { leads: moved, after: "" } };
}

/** The statements that move a sequence's parts, of which there are few, to the present steps. */
export function changingSteps(write: Builder, tables: Tables, key: PlanKey, change: AskedStepChange) {
  const { campaigns } = tables;
  const isTheirs = and(eq(campaigns.planId, key.id), eq(campaigns.workspaceId, key.workspaceId));
  return [
    ...change.steps.map(({ id, to }) =>
      write
        .update(campaigns)
        .set({ step: to })
        .where(and(isTheirs, eq(campaigns.stepId, id))),
    ),
    enqueueing(write, tables, pendingOf(change).stepChange === undefined ? null : change.job),
  ];
}

function shifting(
  write: Builder,
  { enrolments }: Tables,
  { leads, which }: { leads: readonly LeadShift[]; which: SQL | undefined },
) {
  const by = (cases: readonly SQL[], otherwise: SQL) =>
    sql`case ${enrolments.step} ${sql.join([...cases], sql` `)} else ${otherwise} end`;
  const step = leads.map(({ from, to }) => sql`when ${from} then cast(${to} as bigint)`);
  const dueAt = leads.map(
    ({ from, laterMs }) => sql`when ${from} then ${enrolments.dueAt} + cast(${laterMs} as bigint)`,
  );
  const froms = leads.map(({ from }) => from);
  return write
    .update(enrolments)
    .set({ step: by(step, sql`${enrolments.step}`), dueAt: by(dueAt, sql`${enrolments.dueAt}`) })
    .where(and(which, inArray(enrolments.step, froms)));
}

/** Leads after one, up to and including another if it is known. */
function between(enrolments: Tables["enrolments"], slice: Slice, last: string | null): SQL | undefined {
  return and(
    ofPlan(enrolments, slice),
    gt(enrolments.leadId, slice.after),
    last === null ? undefined : lte(enrolments.leadId, last),
  );
}

function ofPlan(enrolments: Tables["enrolments"], { workspaceId, id }: PlanKey): SQL | undefined {
  return and(eq(enrolments.planId, id), eq(enrolments.workspaceId, workspaceId));
}
