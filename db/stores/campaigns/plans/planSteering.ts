import { and, eq, exists, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { reason } from "../../../../contract/reasons.ts";
import type { Builder, Database } from "../../../database.ts";
import type { Tables } from "../../../tables.ts";
import { unlessUnchanged } from "../../../unlessUnchanged.ts";
import { type CampaignRow, isAccepted } from "../campaigns.ts";
import { isHandingOver } from "../handingOver.ts";
import { cancelledAt } from "../rowMoves.ts";
import { type NewActivity, noting } from "./planActivity.ts";
import { moving } from "./planMoving.ts";
import { retrying } from "./planRetrying.ts";
import { ofPlan, type PlanKey } from "./planRows.ts";
import { isHeldUp } from "./planState.ts";
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
              key,
              from: ["started"],
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
              .where(
                and(
                  ofPlan(tables, key),
                  or(inArray(campaigns.state, ["running", "paused"]), isHandingOver(tables)),
                ),
              )
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
              key,
              from: ["scheduled", "holding", "starting", "started"],
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
