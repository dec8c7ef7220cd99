import { and, eq, exists, inArray, isNull, notInArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Builder, Database } from "../../../database.ts";
import type { Tables } from "../../../tables.ts";
import { unlessUnchanged } from "../../../unlessUnchanged.ts";
import { isAccepted } from "../campaigns.ts";
import { handingOver } from "../handingOver.ts";
import { type Retry, retryMeant } from "../retries.ts";
import { retryMove } from "../rowMoves.ts";
import { addingHeirs, type Heir, standOtherwise } from "./heirs.ts";
import { notCancelled, ofPlan, type PlanKey } from "./planRows.ts";

type Asked = Retry & { at: number };
/** `heirs` are of finished parts whose account is none of the campaign's any more: their mails go again from another. */
type Retrying = Asked & { key: PlanKey; heirs?: readonly Heir[] };

const one = { one: sql`1` };

export function retrying(database: Database) {
  return { ...looking(database), ...noting(database) };
}

function looking({ read, tables }: Database) {
  const { campaigns } = tables;
  return {
    /** The finished parts among these that have such mails. */
    async endedWith({ key, ids, ...asked }: Retry & { key: PlanKey; ids: readonly string[] }) {
      const isOne = and(
        ofPlan(tables, key),
        eq(campaigns.state, "finished"),
        inArray(campaigns.id, [...ids]),
      );
      const rows = await read
        .select({ id: campaigns.id })
        .from(campaigns)
        .where(and(isOne, hasMeant(read, tables, { ...asked, at: null })));
      return rows.map(({ id }) => id);
    },
  };
}

function noting({ atomically, tables }: Database) {
  const { campaigns } = tables;
  return {
    /**
     * Notes it on each part that has such mails; their rows are moved afterwards. A finished part runs again, or is paused
     * if the whole campaign is, unless its mails go over to another. Null where there are none, or where it was cancelled.
     */
    async retry({ key, heirs = [], ...asked }: Retrying) {
      return unlessUnchanged(async (unchanged) => {
        const given = heirs.map(({ of }) => of);
        const isMeant = (write: Builder) =>
          and(ofPlan(tables, key), isRetriable(tables), hasMeant(write, tables, asked));
        const results = await atomically(
          (write) => ({
            plan: notCancelled(write, tables, key),
            counts: meant(write, tables, { key, ...asked }),
            parts: write
              .update(campaigns)
              .set({
                ...goingOn(tables),
                rowMove: retryMove(asked),
                rowMoveAt: asked.at,
              })
              .where(and(isMeant(write), notInArray(campaigns.id, given)))
              .returning(),
            given: heirs.map(({ of, row }) =>
              write
                .update(campaigns)
                .set({
                  ...handingOver({ to: row.id, retry: asked }),
                  stepId: sql`coalesce(${campaigns.stepId}, ${row.stepId})`,
                })
                .where(and(isMeant(write), eq(campaigns.state, "finished"), eq(campaigns.id, of)))
                .returning(),
            ),
            ...addingHeirs(write, tables, heirs),
          }),
          ({ plan, ...changed }) => {
            const gone = changed.given.flat();
            if (plan.length === 0 || changed.parts.length + gone.length === 0) throw unchanged;
            if (gone.length < heirs.length || standOtherwise(heirs, plan[0])) throw unchanged;
          },
        );
        const retried = results.counts[0]?.count ?? 0;
        const all = [...results.parts, ...results.given.flat(), ...results.heirs.flat()];
        return { parts: all.filter(isAccepted), retried };
      });
    },
  };
}

function hasMeant(write: Builder, tables: Tables, asked: Retry & { at: number | null }) {
  const { campaigns, deliveries } = tables;
  return exists(
    write
      .select(one)
      .from(deliveries)
      .where(and(eq(deliveries.campaignId, campaigns.id), retryMeant(tables, asked))),
  );
}

/** The campaign's mails that are to be tried again. */
function meant(write: Builder, tables: Tables, { key, ...asked }: Asked & { key: PlanKey }) {
  const { campaigns, deliveries } = tables;
  return write
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(deliveries)
    .where(
      and(
        inArray(
          deliveries.campaignId,
          write
            .select({ id: campaigns.id })
            .from(campaigns)
            .where(and(ofPlan(tables, key), isRetriable(tables))),
        ),
        retryMeant(tables, asked),
      ),
    );
}

/** What a part becomes of which mails are tried again: a finished one runs, or is paused if the whole campaign is. */
export function goingOn({ campaigns, campaignPlans }: Tables) {
  const isFinished = sql`${campaigns.state} = 'finished'`;
  const ofWhole = (column: SQLWrapper) =>
    sql`(select ${column} from ${campaignPlans} where ${campaignPlans.id} = ${campaigns.planId} and ${campaignPlans.workspaceId} = ${campaigns.workspaceId})`;
  const waits = sql`${isFinished} and ${ofWhole(campaignPlans.pausedBy)} is not null`;
  const asWhole = (column: SQLWrapper, own: SQLWrapper) =>
    sql`case when ${waits} then ${ofWhole(column)} else ${own} end`;

  return {
    state: sql`case when ${waits} then 'paused' when ${isFinished} then 'running' else ${campaigns.state} end`,
    pausedBy: asWhole(campaignPlans.pausedBy, campaigns.pausedBy),
    pausedReason: asWhole(campaignPlans.pausedReason, campaigns.pausedReason),
    finishedAt: sql`case when ${isFinished} then null else ${campaigns.finishedAt} end`,
  };
}

function isRetriable({ campaigns }: Tables): SQL | undefined {
  return and(inArray(campaigns.state, ["running", "paused", "finished"]), isNull(campaigns.rowMove));
}
