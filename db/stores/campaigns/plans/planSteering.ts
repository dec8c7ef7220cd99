import { and, eq, exists, inArray, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { reason } from "../../../../contract/reasons.ts";
import type { Builder, Database } from "../../../database.ts";
import type { StoredContent } from "../../../tables/campaignPlans.ts";
import type { Tables } from "../../../tables.ts";
import { unlessUnchanged } from "../../../unlessUnchanged.ts";
import type { CampaignSender } from "../campaignAccounts.ts";
import { type CampaignRow, isAccepted } from "../campaigns.ts";
import { cancelledAt, type RetriedState, retryMeant, retryMove } from "../rowMoves.ts";
import { type NewActivity, noting } from "./planActivity.ts";
import { notCancelled, ofPlan, type PlanKey } from "./planRows.ts";
import { isHeldUp, isWaitingPart } from "./planState.ts";
import { planChanging } from "./plans.ts";

export type PlanSteeringStore = ReturnType<typeof createPlanSteeringStore>;

/** Why a lead's sequence ends when a person cancels the campaign. */
const cancelledEnd = "campaign_cancelled";
const one = { one: sql`1` };

/**
 * What a person does to a campaign is done to all of its parts in the same commit, or to nothing. Each method returns the
 * parts that changed, for whoever sends, and null if there was nothing to change.
 */
export function createPlanSteeringStore(database: Database) {
  return { ...pausing(database), ...ending(database), ...retrying(database), ...moving(database) };
}

type Steered = { key: PlanKey; activity: NewActivity };

function pausing({ atomically, tables }: Database) {
  const { campaigns } = tables;
  return {
    /** Also pauses parts that wait for their account, so that they do not resume when it does. */
    async pause({
      key,
      activity,
      mayBeBetween,
    }: Steered & { mayBeBetween: boolean }): Promise<CampaignRow[] | null> {
      const by = { pausedBy: "person" as const, pausedReason: reason("paused_by_person") };
      return unlessUnchanged(async (unchanged) => {
        const { parts } = await atomically(
          (write) => ({
            parts: write
              .update(campaigns)
              .set({ state: "paused", ...by })
              .where(
                and(
                  ofPlan(tables, key),
                  or(
                    eq(campaigns.state, "running"),
                    and(eq(campaigns.state, "paused"), eq(campaigns.pausedBy, "account")),
                  ),
                ),
              )
              .returning(),
            plan: planChanging(write, tables, { key, from: ["started"], set: by }),
            noted: noting(write, tables, [activity]),
          }),
          (results) => {
            if (results.plan.length === 0) throw unchanged;
            // No part is running between two mails of a sequence, nor before the better variant is known.
            if (results.parts.length === 0 && !mayBeBetween) throw unchanged;
          },
        );
        return parts.filter(isAccepted);
      });
    },

    /** Except parts whose account is gone, and those that wait for the better variant. */
    async resume({
      key,
      activity,
      mayBeBetween,
    }: Steered & { mayBeBetween: boolean }): Promise<CampaignRow[] | null> {
      return unlessUnchanged(async (unchanged) => {
        const { parts } = await atomically(
          (write) => ({
            parts: write
              .update(campaigns)
              .set({ state: "running", pausedBy: null, pausedReason: null })
              .where(and(ofPlan(tables, key), isHeldUp(tables), hasAccount(write, tables)))
              .returning(),
            plan: planChanging(write, tables, {
              ...{ key, from: ["started"] },
              set: { pausedBy: null, pausedReason: null },
            }),
            noted: noting(write, tables, [activity]),
          }),
          (results) => {
            if (results.plan.length === 0) throw unchanged;
            if (results.parts.length === 0 && !mayBeBetween) throw unchanged;
          },
        );
        return parts.filter(isAccepted);
      });
    },
  };
}

function ending({ atomically, tables }: Database) {
  const { campaigns, enrolments } = tables;
  return {
    /** Whoever sends skips the remaining mails of the returned parts. */
    async cancel({ key, activity, at }: Steered & { at: number }): Promise<CampaignRow[] | null> {
      return unlessUnchanged(async (unchanged) => {
        const { parts } = await atomically(
          (write) => ({
            parts: write
              .update(campaigns)
              .set(cancelledAt(at))
              .where(and(ofPlan(tables, key), inArray(campaigns.state, ["running", "paused"])))
              .returning(),
            enrolments: write
              .update(enrolments)
              .set({ endedAt: at, endedCode: cancelledEnd, dueAt: null })
              .where(
                and(
                  eq(enrolments.planId, key.id),
                  eq(enrolments.workspaceId, key.workspaceId),
                  isNull(enrolments.endedAt),
                ),
              ),
            plan: planChanging(write, tables, {
              ...{ key, from: ["scheduled", "holding", "starting", "started"] },
              set: { state: "cancelled", pausedBy: null, pausedReason: null, endedAt: at },
            }),
            noted: noting(write, tables, [activity]),
          }),
          (results) => {
            if (results.plan.length === 0) throw unchanged;
          },
        );
        return parts.filter(isAccepted);
      });
    },
  };
}

type Asked = { states: readonly RetriedState[]; code: string | null; at: number };

function retrying({ atomically, tables }: Database) {
  const { campaigns, campaignPlans, deliveries } = tables;

  /** The campaign's mails that are to be tried again. */
  const meant = (write: Builder, key: PlanKey, asked: Asked) =>
    write
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

  return {
    /**
     * Notes it on each part that has such mails; their rows are moved afterwards. A finished part runs again, or is paused
     * if the whole campaign is. Null where there are none, or where it was cancelled.
     */
    async retry({ key, ...asked }: { key: PlanKey } & Asked) {
      return unlessUnchanged(async (unchanged) => {
        const isFinished = sql`${campaigns.state} = 'finished'`;
        const ofWhole = (column: SQLWrapper) =>
          sql`(select ${column} from ${campaignPlans} where ${campaignPlans.id} = ${campaigns.planId} and ${campaignPlans.workspaceId} = ${campaigns.workspaceId})`;
        const waits = sql`${isFinished} and ${ofWhole(campaignPlans.pausedBy)} is not null`;
        const asWhole = (column: SQLWrapper, own: SQLWrapper) =>
          sql`case when ${waits} then ${ofWhole(column)} else ${own} end`;
        const { counts, parts } = await atomically(
          (write) => ({
            plan: notCancelled(write, tables, key),
            counts: meant(write, key, asked),
            parts: write
              .update(campaigns)
              .set({
                state: sql`case when ${waits} then 'paused' when ${isFinished} then 'running' else ${campaigns.state} end`,
                pausedBy: asWhole(campaignPlans.pausedBy, campaigns.pausedBy),
                pausedReason: asWhole(campaignPlans.pausedReason, campaigns.pausedReason),
                finishedAt: sql`case when ${isFinished} then null else ${campaigns.finishedAt} end`,
                rowMove: retryMove(asked),
                rowMoveAt: asked.at,
              })
              .where(
                and(
                  ofPlan(tables, key),
                  isRetriable(tables),
                  exists(
                    write
                      .select(one)
                      .from(deliveries)
                      .where(and(eq(deliveries.campaignId, campaigns.id), retryMeant(tables, asked))),
                  ),
                ),
              )
              .returning(),
          }),
          (results) => {
            if (results.plan.length === 0 || results.parts.length === 0) throw unchanged;
          },
        );
        const retried = counts[0]?.count ?? 0;
        return { parts: parts.filter(isAccepted), retried };
      });
    },
  };
}

type Moving = Steered & {
  /** Whether it is to be resumed there although it has no mails left at the moment. */
  mayBeBetween: boolean;
  /** Only the parts of this account; null for all. */
  from: string | null;
  sender: CampaignSender;
  content: StoredContent | null;
};

function moving({ atomically, tables }: Database) {
  const { campaignPlans, enrolments } = tables;
  return {
    /**
     * Resumes what is paused through another account, with all mails to come. Null if one of its parts is running, "under
     * way" if one of its mails is: nobody knows yet whether that one is to be moved. Increments the version, so that
     * nothing is written that was decided with the former account.
     */
    async move({
      key,
      activity,
      mayBeBetween,
      from,
      sender,
      content,
    }: Moving): Promise<CampaignRow[] | "under way" | null> {
      const underWay = new Error("under way");
      try {
        return await unlessUnchanged(async (unchanged) => {
          const { parts } = await atomically(
            (write) => ({
              ...movingParts(write, tables, { key, from, sender }),
              enrolments: write
                .update(enrolments)
                .set({ credentialId: sender.credentialId })
                .where(
                  and(
                    eq(enrolments.planId, key.id),
                    eq(enrolments.workspaceId, key.workspaceId),
                    from === null ? undefined : eq(enrolments.credentialId, from),
                  ),
                ),
              plan: planChanging(write, tables, {
                ...{ key, from: ["started"] },
                set: {
                  ...{ pausedBy: null, pausedReason: null, ...(content && { content }) },
                  version: sql`${campaignPlans.version} + 1`,
                },
              }),
              noted: noting(write, tables, [activity]),
            }),
            (results) => {
              if (results.running.length > 0) throw unchanged;
              if (results.sending.length > 0) throw underWay;
              if (results.plan.length === 0) throw unchanged;
              if (results.parts.length === 0 && !mayBeBetween) throw unchanged;
            },
          );
          return parts.filter(isAccepted);
        });
      } catch (error) {
        if (error === underWay) return "under way";
        throw error;
      }
    },
  };
}

/** The statements that give paused parts another account, and those that check for reasons against it. */
function movingParts(
  write: Builder,
  tables: Tables,
  { key, from, sender }: Pick<Moving, "key" | "from" | "sender">,
) {
  const { campaigns, deliveries } = tables;
  const meant = and(ofPlan(tables, key), from === null ? undefined : eq(campaigns.credentialId, from));
  const isPaused = and(meant, eq(campaigns.state, "paused"));
  const isTest = isWaitingPart(tables);
  return {
    running: write
      .select(one)
      .from(campaigns)
      .where(and(meant, eq(campaigns.state, "running")))
      .limit(1),
    sending: write
      .select(one)
      .from(campaigns)
      .innerJoin(deliveries, eq(deliveries.campaignId, campaigns.id))
      .where(and(isPaused, eq(deliveries.state, "sending"), eq(deliveries.workspaceId, key.workspaceId)))
      .limit(1),
    parts: write
      .update(campaigns)
      .set({
        ...sender,
        state: sql`case when ${isTest} then 'paused' else 'running' end`,
        pausedBy: sql`case when ${isTest} then 'test' else null end`,
        pausedReason: sql`case when ${isTest} then ${campaigns.pausedReason} else null end`,
      })
      .where(isPaused)
      .returning(),
  };
}

function hasAccount(write: Builder, { campaigns, credentials }: Tables): SQL {
  return exists(
    write
      .select(one)
      .from(credentials)
      .where(
        and(eq(credentials.id, campaigns.credentialId), eq(credentials.workspaceId, campaigns.workspaceId)),
      ),
  );
}

function isRetriable({ campaigns }: Tables): SQL | undefined {
  return and(inArray(campaigns.state, ["running", "paused", "finished"]), isNull(campaigns.rowMove));
}
