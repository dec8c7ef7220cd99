import { and, asc, eq, gt, isNull, lte } from "drizzle-orm";
import type { Builder, Database } from "../../../database.ts";
import type { Tables } from "../../../tables.ts";
import type { PlanKey } from "./planRows.ts";

export type EnrolmentRow = Database["tables"]["enrolments"]["$inferSelect"];
export type NewEnrolment = Database["tables"]["enrolments"]["$inferInsert"];
export type EnrolmentStore = ReturnType<typeof createEnrolmentStore>;

/** The statement that enrols leads, each once; for the commit that writes their first deliveries. */
export function enrolling(write: Builder, { enrolments }: Tables, rows: readonly NewEnrolment[]) {
  if (rows.length === 0) return [];
  return [
    write
      .insert(enrolments)
      .values([...rows])
      .onConflictDoNothing(),
  ];
}

/** Where each lead of a sequence stands. */
export function createEnrolmentStore({ read, tables }: Database) {
  const { enrolments } = tables;
  const ofPlan = ({ workspaceId, id }: PlanKey) =>
    and(eq(enrolments.planId, id), eq(enrolments.workspaceId, workspaceId));
  return {
    async one({ leadId, ...key }: PlanKey & { leadId: string }): Promise<EnrolmentRow | null> {
      const [row] = await read
        .select()
        .from(enrolments)
        .where(and(ofPlan(key), eq(enrolments.leadId, leadId)));
      return row ?? null;
    },

    async batchAfter({
      afterId,
      countMax,
      ...key
    }: PlanKey & { afterId: string; countMax: number }): Promise<EnrolmentRow[]> {
      return read
        .select()
        .from(enrolments)
        .where(and(ofPlan(key), gt(enrolments.leadId, afterId)))
        .orderBy(asc(enrolments.leadId))
        .limit(countMax);
    },

    /** Those to look at by now, the longest due first. */
    async dueUntil({ now, countMax, ...key }: PlanKey & { now: number; countMax: number }) {
      return read
        .select()
        .from(enrolments)
        .where(and(ofPlan(key), isNull(enrolments.endedAt), lte(enrolments.dueAt, now)))
        .orderBy(asc(enrolments.dueAt))
        .limit(countMax);
    },
  };
}
