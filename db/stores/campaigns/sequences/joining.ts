import { and, eq, exists, inArray, isNull, ne, sql } from "drizzle-orm";
import { type Builder, bound, type Database } from "../../../database.ts";
import { isListed } from "../../../json/jsonSql.ts";
import type { Tables } from "../../../tables.ts";
import { unlessUnchanged } from "../../../unlessUnchanged.ts";
import { goesOn, isPlan, type PlanKey, type PlanRow } from "../plans/planRows.ts";

export type NewEnrolment = Database["tables"]["enrolments"]["$inferInsert"];

/** Enrols leads that join a running sequence. */
export function createJoiningStore({ ask, atomically, tables }: Database) {
  const { campaignPlans, enrolments } = tables;
  const goesOn = isOpen(tables);
  return {
    /** Sequences that are running. */
    async sequences(): Promise<PlanRow[]> {
      return ask(bound(readOpen, {}));
    },

    /**
     * False, and enrols nobody, if the sequence is not running any more or was changed. If a lead was excluded at the
     * start, its skipped mail is removed from the ledger.
     */
    async enrol(key: PlanKey & { version: number }, rows: readonly NewEnrolment[]): Promise<boolean> {
      const done = await unlessUnchanged((unchanged) =>
        atomically(
          (write) => ({
            plan: write
              .select({ one: sql`1` })
              .from(campaignPlans)
              .where(and(isPlan(tables, key), goesOn, eq(campaignPlans.version, key.version))),
            joined: write
              .insert(enrolments)
              .values([...rows])
              .onConflictDoNothing(),
            ...forgettingSkipped(write, tables, {
              key,
              leadIds: rows.map(({ leadId }) => leadId),
            }),
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

/** A lead that joined while changed steps are being applied would be moved as if it had been at one of the old steps. */
function isOpen(tables: Tables) {
  return and(goesOn(tables), isNull(tables.campaignPlans.stepChange));
}

/** Used at every turn. */
function readOpen(builder: Builder, tables: Tables) {
  const { campaignPlans } = tables;
  return builder
    .select()
    .from(campaignPlans)
    .where(and(isOpen(tables), ne(campaignPlans.kind, "once")));
}

/** Removes the skipped mails of leads that now join from the ledger and from its parts' totals. */
function forgettingSkipped(
  write: Builder,
  tables: Tables,
  { key, leadIds }: { key: PlanKey; leadIds: readonly string[] },
) {
  const { campaigns, deliveries } = tables;
  const skipped = and(
    eq(deliveries.workspaceId, key.workspaceId),
    isListed(tables, deliveries.leadId, leadIds),
    eq(deliveries.state, "skipped"),
  );
  const theirs = and(eq(deliveries.campaignId, campaigns.id), skipped);
  const parts = and(eq(campaigns.planId, key.id), eq(campaigns.workspaceId, key.workspaceId));
  const count = write.select({ count: sql`count(*)` }).from(deliveries).where(theirs);
  return {
    totals: write
      .update(campaigns)
      .set({ total: sql`${campaigns.total} - (${count})` })
      .where(and(parts, exists(write.select({ one: sql`1` }).from(deliveries).where(theirs)))),
    forgotten: write
      .delete(deliveries)
      .where(
        and(
          inArray(deliveries.campaignId, write.select({ id: campaigns.id }).from(campaigns).where(parts)),
          skipped,
        ),
      ),
  };
}
