import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "../../../database.ts";
import { isListed } from "../../../json/jsonSql.ts";
import { unlessUnchanged } from "../../../unlessUnchanged.ts";
import type { PlanKey, PlanRow } from "../plans/planRows.ts";
import { isPlan } from "../plans/plans.ts";

export type NewEnrolment = Database["tables"]["enrolments"]["$inferInsert"];
export type JoiningStore = ReturnType<typeof createJoiningStore>;

/** Who joins a sequence that has begun. */
export function createJoiningStore({ read, atomically, tables }: Database) {
  const { campaignPlans, enrolments } = tables;
  const goesOn = and(eq(campaignPlans.state, "started"), isNull(campaignPlans.pausedBy));
  return {
    /** Sequences that go on. */
    async sequences(): Promise<PlanRow[]> {
      return read
        .select()
        .from(campaignPlans)
        .where(and(goesOn, ne(campaignPlans.kind, "once")));
    },

    /** Those of some leads who are, or were, in it. */
    async enrolledAmong({ workspaceId, id, leadIds }: PlanKey & { leadIds: readonly string[] }) {
      const rows = await read
        .select({ leadId: enrolments.leadId })
        .from(enrolments)
        .where(
          and(
            eq(enrolments.planId, id),
            eq(enrolments.workspaceId, workspaceId),
            isListed(tables, enrolments.leadId, leadIds),
          ),
        );
      return new Set(rows.map(({ leadId }) => leadId));
    },

    /** False, and nobody joins, where it does not go on. */
    async enrol(key: PlanKey, rows: readonly NewEnrolment[]): Promise<boolean> {
      const done = await unlessUnchanged((unchanged) =>
        atomically(
          (write) => ({
            plan: write
              .select({ one: sql`1` })
              .from(campaignPlans)
              .where(and(isPlan(tables, key), goesOn)),
            joined: write
              .insert(enrolments)
              .values([...rows])
              .onConflictDoNothing(),
          }),
          ({ plan }) => {
            if (plan.length === 0) throw unchanged;
          },
        ),
      );
      return done !== null;
    },
  };
}
