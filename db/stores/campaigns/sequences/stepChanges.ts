import { and, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import type { Builder, Database } from "../../../database.ts";
import type { Tables } from "../../../tables.ts";
import type { PlanKey } from "../plans/planRows.ts";

/** What other steps mean for a sequence that is under way. */
export type StepChange = {
  /** Nobody has come to this step, or a later one; counted in the steps as they were. */
  reached: number;
  /** Leads that stood at one step stand at another, and are looked at so much later. */
  leads: readonly { from: number; to: number; laterMs: number }[];
  /** Where the steps are now that there were. */
  steps: readonly { id: string; to: number }[];
};

export function createStepChangeStore({ read, tables }: Database) {
  const { enrolments } = tables;
  return {
    /** How many leads stand at each step, and how many of these have not come to an end. */
    async standingOf({ workspaceId, id }: PlanKey): Promise<{ step: number; all: number; open: number }[]> {
      return read
        .select({
          step: enrolments.step,
          all: sql<number>`count(*)`.mapWith(Number),
          open: sql<number>`sum(case when ${enrolments.endedAt} is null then 1 else 0 end)`.mapWith(Number),
        })
        .from(enrolments)
        .where(and(eq(enrolments.planId, id), eq(enrolments.workspaceId, workspaceId)))
        .groupBy(enrolments.step);
    },
  };
}

/** Somebody who has come further than was known when it was decided; for the commit that makes the change. */
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

/** The statements that have leads and parts of a sequence stand where its steps are now. */
export function changingSteps(
  write: Builder,
  { enrolments, campaigns }: Tables,
  key: PlanKey,
  { leads, steps }: StepChange,
) {
  const moved = leads.filter(({ from, to, laterMs }) => from !== to || laterMs !== 0);
  const by = (column: SQL | typeof enrolments.step, cases: readonly SQL[], otherwise: SQL) =>
    sql`case ${column} ${sql.join([...cases], sql` `)} else ${otherwise} end`;
  return [
    ...(moved.length === 0
      ? []
      : [
          write
            .update(enrolments)
            .set({
              step: by(
                enrolments.step,
                moved.map(({ from, to }) => sql`when ${from} then cast(${to} as bigint)`),
                sql`${enrolments.step}`,
              ),
              dueAt: by(
                enrolments.step,
                moved.map(
                  ({ from, laterMs }) =>
                    sql`when ${from} then ${enrolments.dueAt} + cast(${laterMs} as bigint)`,
                ),
                sql`${enrolments.dueAt}`,
              ),
            })
            .where(
              and(
                ofPlan(enrolments, key),
                inArray(
                  enrolments.step,
                  moved.map(({ from }) => from),
                ),
              ),
            ),
        ]),
    ...steps.map(({ id, to }) =>
      write
        .update(campaigns)
        .set({ step: to })
        .where(
          and(
            eq(campaigns.planId, key.id),
            eq(campaigns.workspaceId, key.workspaceId),
            eq(campaigns.stepId, id),
          ),
        ),
    ),
  ];
}

function ofPlan(enrolments: Tables["enrolments"], { workspaceId, id }: PlanKey): SQL | undefined {
  return and(eq(enrolments.planId, id), eq(enrolments.workspaceId, workspaceId));
}
