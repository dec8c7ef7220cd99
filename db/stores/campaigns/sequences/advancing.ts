import { and, asc, between, eq, inArray, isNotNull, isNull, lte, min, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import type { Reason } from "../../../../contract/reasons.ts";
import type { DeliveryState } from "../../../../contract/schemas/campaign.ts";
import { type Builder, bound, type Database } from "../../../database.ts";
import { isFile } from "../../../isFile.ts";
import { incomingText, jsonSqlOf, outermost } from "../../../json/jsonSql.ts";
import type { Tables } from "../../../tables.ts";
import { unlessUnchanged } from "../../../unlessUnchanged.ts";
import { type CampaignRow, isAccepted } from "../campaigns.ts";
import { reasonColumns } from "../deliveryReason.ts";
import { addingAll } from "../newDeliveries.ts";
import { openStates } from "../openStates.ts";
import { goesOn, isPlan, type PlanKey } from "../plans/planRows.ts";

/** What is decided for one lead of a sequence, and the position on which that decision was based. */
export type Advance = {
  leadId: string;
  from: { step: number; deliveryId: string | null };
  step: number;
  dueAt: number | null;
  end: Reason | null;
  /** The mail that it is sent, and the part that this mail belongs to. */
  mail: { id: string; campaignId: string; email: string; thread: string | null } | null;
  /** Its latest mail, which is not to go after all unless somebody is sending it already. */
  withdrawn?: { deliveryId: string; why: Reason };
};

/** Advances leads of sequences, in commits of some leads each that succeed or fail as a whole. */
export function createAdvancingStore(database: Database) {
  const { tables } = database;
  const { campaignPlans } = tables;
  return {
    /**
     * Writes the next mails and their leads' new positions. Returns the parts that have new mails. Null, and writes
     * nothing, if any lead has moved since, a part takes no more mails, or the sequence is not running any more.
     */
    async advance(of: {
      key: PlanKey & { version: number };
      at: number;
      rows: readonly Advance[];
    }): Promise<CampaignRow[] | null> {
      const { key, at, rows } = of;
      const counts = new Map<string, number>();
      for (const { mail } of rows)
        if (mail !== null) counts.set(mail.campaignId, (counts.get(mail.campaignId) ?? 0) + 1);
      const values = {
        planId: key.id,
        workspaceId: key.workspaceId,
        ...outermost(rows.map(({ leadId }) => leadId)),
      };
      return unlessUnchanged(async (unchanged) => {
        const { parts } = await database.atomically(
          (write) => ({
            plan: write.select({ id: campaignPlans.id }).from(campaignPlans).where(goesOnAs(tables, key)),
            moved: bound(moveEnrolments, {
              ...values,
              rows: JSON.stringify(rows.map((row) => [...movedRow(row, at), key.id])),
            }),
            withdrawn: rows.flatMap((row) => withdrawing(write, tables, { ...row, ...key })),
            added: addingAll(rows.flatMap((row) => deliveryOf(row, { at, workspaceId: key.workspaceId }))),
            parts: growing(write, tables, key, counts),
          }),
          (results) => {
            const grown = (results.parts as readonly (readonly unknown[])[]).flat();
            if (results.plan.length === 0 || results.moved.length < rows.length || grown.length < counts.size)
              throw unchanged;
          },
        );
        return (parts as CampaignRow[][]).flat().filter(isAccepted);
      });
    },

    /** Sequences with leads that are due, and when the first of them was. */
    async plansDue(now: number) {
      return database.ask(bound(readPlansDue, { now }));
    },
  };
}

/**
 * Used at every turn. Each sequence's first is looked up in its index: in a join PostgreSQL reads all leads of all sequences
 * of the installation.
 */
function readPlansDue(builder: Builder, tables: Tables) {
  const { campaignPlans, enrolments } = tables;
  const { id, workspaceId } = campaignPlans;
  const first = builder
    .select({ dueAt: min(enrolments.dueAt) })
    .from(enrolments)
    .where(
      and(
        eq(enrolments.planId, id),
        eq(enrolments.workspaceId, workspaceId),
        isNull(enrolments.endedAt),
        lte(enrolments.dueAt, value("now")),
      ),
    );
  const plans = builder
    .select({ id, workspaceId, dueAt: sql<number>`(${first})`.mapWith(Number).as("firstDueAt") })
    .from(campaignPlans)
    .where(and(eq(campaignPlans.kind, "sequence"), goesOn(tables), isNull(campaignPlans.stepChange)))
    .as("going");
  return builder.select().from(plans).where(isNotNull(plans.dueAt)).orderBy(asc(plans.id));
}

/** It is running, its leads are at its present steps, and its content is the one by which the moves were decided. */
function goesOnAs(tables: Tables, key: PlanKey & { version: number }): SQL | undefined {
  const { version, stepChange } = tables.campaignPlans;
  return and(isPlan(tables, key), eq(version, key.version), goesOn(tables), isNull(stepChange));
}

function withdrawing(
  write: Builder,
  { deliveries }: Tables,
  { withdrawn, workspaceId }: Pick<Advance, "withdrawn"> & Pick<PlanKey, "workspaceId">,
) {
  if (withdrawn === undefined) return [];
  const isIt = and(eq(deliveries.id, withdrawn.deliveryId), eq(deliveries.workspaceId, workspaceId));
  return [
    write
      .update(deliveries)
      .set({ state: "skipped", ...reasonColumns(withdrawn.why) })
      .where(and(isIt, inArray(deliveries.state, [...openStates]))),
  ];
}

/** In the order in which `moveEnrolments` reads the values. */
function movedRow({ leadId, from, step, dueAt, end, mail }: Advance, at: number): unknown[] {
  const params = end !== null && Object.keys(end.params).length > 0 ? end.params : null;
  const ended = end === null ? null : at;
  return [
    leadId,
    from.step,
    from.deliveryId,
    step,
    mail?.id ?? from.deliveryId,
    dueAt,
    ended,
    end?.code ?? null,
    params,
  ];
}

function deliveryOf(
  { leadId, mail }: Advance,
  { at, workspaceId }: { at: number; workspaceId: WorkspaceId },
) {
  if (mail === null) return [];
  const { id, campaignId, email, thread } = mail;
  const state: DeliveryState = "queued";
  return [{ id, campaignId, workspaceId, leadId, email, thread, state, attempts: 0, dueAt: at }];
}

const value = sql.placeholder;
const int = (index: number) => sql`cast(${incomingText(index)} as bigint)`;

/** Only leads that are still at the position on which the decision was based. */
function moveEnrolments(builder: Builder, tables: Tables) {
  const { enrolments } = tables;
  const json = jsonSqlOf(tables);
  return builder
    .update(enrolments)
    .set({
      step: int(3),
      deliveryId: incomingText(4),
      dueAt: int(5),
      endedAt: int(6),
      endedCode: incomingText(7),
      endedParams: json.incomingJson(8),
    })
    .from(json.rows(value("rows")))
    .where(
      and(
        // To SQLite the plan comes with each row, and the last condition cannot use an index: otherwise it reads the whole plan
        // for each row. PostgreSQL does so where the plan is not one for all, or nothing says between which leads they are.
        ...(isFile(tables)
          ? [eq(enrolments.planId, incomingText(9))]
          : [
              eq(enrolments.planId, value("planId")),
              between(enrolments.leadId, value("first"), value("last")),
            ]),
        json.isIncoming(enrolments.leadId, value("rows")),
        eq(enrolments.workspaceId, value("workspaceId")),
        sql`coalesce(${enrolments.endedAt}, 0) = 0`,
        eq(enrolments.step, int(1)),
        sql`coalesce(${enrolments.deliveryId}, '') = coalesce(${incomingText(2)}, '')`,
      ),
    )
    .returning({ leadId: enrolments.leadId });
}

/** Makes a finished part run again, and one that is being prepared begin with its first mails. */
function growing(write: Builder, { campaigns }: Tables, key: PlanKey, counts: ReadonlyMap<string, number>) {
  const goesOn = sql`${campaigns.state} in ('finished', 'preparing')`;
  return [...counts].map(([id, count]) =>
    write
      .update(campaigns)
      .set({
        total: sql`${campaigns.total} + ${count}`,
        accepted: sql`${campaigns.accepted} + ${count}`,
        state: sql`case when not ${goesOn} then ${campaigns.state} when ${campaigns.pausedBy} is null then 'running' else 'paused' end`,
        finishedAt: null,
      })
      .where(
        and(
          eq(campaigns.id, id),
          eq(campaigns.planId, key.id),
          eq(campaigns.workspaceId, key.workspaceId),
          inArray(campaigns.state, ["running", "paused", "finished", "preparing"]),
        ),
      )
      .returning(),
  );
}
