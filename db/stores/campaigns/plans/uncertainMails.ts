import { and, eq, inArray, isNull, notInArray, type SQL, sql } from "drizzle-orm";
import { reason } from "../../../../contract/reasons.ts";
import type { Builder, Database } from "../../../database.ts";
import { isListed } from "../../../json/jsonSql.ts";
import type { Tables } from "../../../tables.ts";
import { unlessUnchanged } from "../../../unlessUnchanged.ts";
import { isAccepted } from "../campaigns.ts";
import { reasonColumns } from "../deliveryReason.ts";
import { handingOver } from "../handingOver.ts";
import { afresh, takesMails } from "../retries.ts";
import { addingHeirs, type Heir, standOtherwise } from "./heirs.ts";
import { goingOn } from "./planRetrying.ts";
import { notCancelled, ofPlan, type PlanKey } from "./planRows.ts";

export type Decision = "sent" | "failed" | "again";

type Deciding = {
  key: PlanKey;
  decision: Decision;
  /** Null for all of them. */
  deliveryIds: readonly string[] | null;
  at: number;
  /** Of finished parts whose account is none of the campaign's any more: what is to go again goes over to these. */
  heirs?: readonly Heir[];
};

export type UncertainMailStore = ReturnType<typeof createUncertainMailStore>;

/** What a person decides about mails of which nobody knows whether they arrived. */
export function createUncertainMailStore(database: Database) {
  return { ...looking(database), ...deciding(database) };
}

function looking({ read, tables }: Database) {
  const { campaigns, deliveries } = tables;
  return {
    /** The finished parts among these that have such mails. */
    async endedWith(of: Deciding, ids: readonly string[]): Promise<string[]> {
      const isOne = and(
        ofPlan(tables, of.key),
        eq(campaigns.state, "finished"),
        inArray(campaigns.id, [...ids]),
      );
      const rows = await read
        .selectDistinct({ id: campaigns.id })
        .from(campaigns)
        .innerJoin(deliveries, eq(deliveries.campaignId, campaigns.id))
        .where(and(isOne, isUndecided(read, tables, of)));
      return rows.map(({ id }) => id);
    },
  };
}

function deciding({ atomically, tables }: Database) {
  const { campaigns, deliveries } = tables;
  return {
    /**
     * In one commit. Returns the parts that had such mails, which mails those were, and the states of the mails that were
     * named. Null where they were to be sent again, of a campaign that was cancelled.
     */
    async decide(of: Deciding) {
      const meant = (write: Builder) => isUndecided(write, tables, of);
      const { heirs = [] } = of;
      const done = await unlessUnchanged((unchanged) =>
        atomically(
          (write) => ({
            plan: of.decision === "again" ? [notCancelled(write, tables, of.key)] : [],
            parts: write
              .select()
              .from(campaigns)
              .where(
                and(
                  ofPlan(tables, of.key),
                  inArray(
                    campaigns.id,
                    write.select({ id: deliveries.campaignId }).from(deliveries).where(meant(write)),
                  ),
                ),
              ),
            counted: of.decision === "sent" ? [countedSoon(write, tables, meant(write))] : [],
            given: givingOver(write, tables, of, meant(write)),
            ...addingHeirs(write, tables, heirs),
            running: of.decision === "again" ? [runningAgain(write, tables, of, meant(write))] : [],
            lookedAt: [lookedAtNow(write, tables, of, meant(write))],
            decided: write
              .update(deliveries)
              .set(columnsOf(tables, of))
              .where(meant(write))
              .returning({ id: deliveries.id }),
            named:
              of.deliveryIds === null
                ? []
                : write
                    .select({ id: deliveries.id, state: deliveries.state })
                    .from(deliveries)
                    .where(and(isOfPlan(write, tables, of), isListed(tables, deliveries.id, of.deliveryIds))),
          }),
          ({ plan, given }) => {
            if (of.decision === "again" && plan.flat().length === 0) throw unchanged;
            if (given.flat().length < heirs.length || standOtherwise(heirs, plan.flat()[0])) throw unchanged;
          },
        ),
      );
      return (
        done && {
          parts: [...done.parts, ...done.heirs.flat()].filter(isAccepted),
          given: done.given.flat().filter(isAccepted),
          decided: done.decided.map(({ id }) => id),
          named: new Map(done.named.map(({ id, state }) => [id, state])),
        }
      );
    },
  };
}

/** Mails that arrived are counted for their leads, as all others are. */
function countedSoon(write: Builder, { deliveries, uncountedMails }: Tables, meant: SQL | undefined) {
  const { id: deliveryId, leadId, workspaceId } = deliveries;
  return write
    .insert(uncountedMails)
    .select(write.select({ deliveryId, leadId, workspaceId }).from(deliveries).where(meant))
    .onConflictDoNothing();
}

/** Leads of a sequence that wait for this are otherwise looked at about once an hour. */
function lookedAtNow(
  write: Builder,
  { deliveries, enrolments }: Tables,
  { key, at }: Deciding,
  meant: SQL | undefined,
) {
  return write
    .update(enrolments)
    .set({ dueAt: at })
    .where(
      and(
        eq(enrolments.planId, key.id),
        eq(enrolments.workspaceId, key.workspaceId),
        isNull(enrolments.endedAt),
        // By whom they are found; the other says that it is their latest mail.
        inArray(enrolments.leadId, write.select({ id: deliveries.leadId }).from(deliveries).where(meant)),
        inArray(enrolments.deliveryId, write.select({ id: deliveries.id }).from(deliveries).where(meant)),
      ),
    );
}

function isOfPlan(write: Builder, tables: Tables, { key }: Deciding): SQL {
  const { campaigns, deliveries } = tables;
  return inArray(
    deliveries.campaignId,
    write.select({ id: campaigns.id }).from(campaigns).where(ofPlan(tables, key)),
  );
}

function isUndecided(write: Builder, tables: Tables, of: Deciding): SQL | undefined {
  const { deliveries } = tables;
  const { decision, deliveryIds } = of;
  return and(
    isOfPlan(write, tables, of),
    eq(deliveries.state, "uncertain"),
    decision === "again" ? takesMails(tables) : undefined,
    deliveryIds === null ? undefined : isListed(tables, deliveries.id, deliveryIds),
  );
}

function columnsOf(tables: Tables, { decision, at }: Deciding) {
  const { deliveries } = tables;
  switch (decision) {
    case "sent":
      return {
        state: "sent" as const,
        ...reasonColumns(null),
        sentAt: sql`coalesce(${deliveries.firstTriedAt}, ${at})`,
      };
    case "failed":
      return { state: "failed" as const, ...reasonColumns(reason("said_not_arrived")) };
    case "again":
      return { ...afresh(tables), dueAt: at };
  }
}

/** What is queued in them by this commit goes over by and by. */
function givingOver(write: Builder, tables: Tables, { key, heirs = [] }: Deciding, meant: SQL | undefined) {
  const { campaigns, deliveries } = tables;
  return heirs.map(({ of, row }) =>
    write
      .update(campaigns)
      .set({
        ...handingOver({ to: row.id, retry: null }),
        stepId: sql`coalesce(${campaigns.stepId}, ${row.stepId})`,
      })
      .where(
        and(
          ofPlan(tables, key),
          eq(campaigns.id, of),
          eq(campaigns.state, "finished"),
          isNull(campaigns.rowMove),
          inArray(campaigns.id, write.select({ id: deliveries.campaignId }).from(deliveries).where(meant)),
        ),
      )
      .returning(),
  );
}

/** Makes a finished part go on with them, or wait as the whole campaign does. */
function runningAgain(write: Builder, tables: Tables, { key, heirs = [] }: Deciding, meant: SQL | undefined) {
  const { campaigns, deliveries } = tables;
  return write
    .update(campaigns)
    .set(goingOn(tables))
    .where(
      and(
        ofPlan(tables, key),
        eq(campaigns.state, "finished"),
        isNull(campaigns.rowMove),
        notInArray(
          campaigns.id,
          heirs.map(({ of }) => of),
        ),
        inArray(campaigns.id, write.select({ id: deliveries.campaignId }).from(deliveries).where(meant)),
      ),
    );
}
