import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import type { Status } from "../../../../contract/plans.ts";
import type { Database } from "../../../database.ts";
import { unlessUnchanged } from "../../../unlessUnchanged.ts";
import { enqueueing, type NewJob } from "../../jobs/enqueueing.ts";
import { type CampaignRow, isAccepted, preparing } from "../campaigns.ts";
import { addingMissing, type NewDelivery } from "../newDeliveries.ts";
import { enrolling, type NewEnrolment } from "./enrolments.ts";
import { type NewActivity, noting } from "./planActivity.ts";
import { isPlan, ofPlan, type PlanKey } from "./planRows.ts";
import { planChanging } from "./plans.ts";

/** A part whose ledger is complete. `rests` is why it does not begin with the others; null if it does. */
export type WholePart = {
  id: string;
  total: number;
  accepted: number;
  rests: Pick<CampaignRow, "pausedBy" | "pausedReason"> | null;
};

/** Another process is starting the same campaign, it was cancelled or taken back, or it was taken for one that a crash has left. */
export class StartLost extends Error {
  override readonly name = "StartLost";
}

export type PlanStartStore = ReturnType<typeof createPlanStartStore>;

/** How a campaign's ledger is written before it begins: in batches, and nothing is sent before all of it is there. */
export function createPlanStartStore(database: Database) {
  return { ...writing(database), ...beginning(database), ...holding(database), ...clearing(database) };
}

function writing({ atomically, tables }: Database) {
  const { campaigns } = tables;
  return {
    /** @throws {StartLost} if one of these parts is not being prepared any more, so that its mails would belong to none. */
    async write(of: {
      workspaceId: WorkspaceId;
      partIds: readonly string[];
      deliveries: readonly NewDelivery[];
      enrolments: readonly NewEnrolment[];
    }): Promise<void> {
      if (of.deliveries.length === 0) return;
      const partIds = [...of.partIds];
      await atomically(
        (write) => ({
          parts: write
            .select({ id: campaigns.id })
            .from(campaigns)
            .where(
              and(
                inArray(campaigns.id, partIds),
                eq(campaigns.workspaceId, of.workspaceId),
                eq(campaigns.state, preparing),
                // Else it is being cleared away.
                isNull(campaigns.finishedAt),
              ),
            ),
          added: addingMissing(of.deliveries),
          enrolled: enrolling(write, tables, of.enrolments),
        }),
        ({ parts }) => {
          if (parts.length < partIds.length) throw new StartLost("a part that was being prepared is gone");
        },
      );
    },
  };
}

function beginning({ atomically, tables }: Database) {
  const { campaigns } = tables;
  return {
    /** Begins all parts in one commit, or none. Null if the campaign was cancelled or taken back meanwhile. */
    async begin({
      key,
      parts,
      at,
      activity,
    }: {
      key: PlanKey;
      parts: readonly WholePart[];
      at: number;
      activity: NewActivity;
    }): Promise<CampaignRow[] | null> {
      return unlessUnchanged(async (unchanged) => {
        const { begun } = await atomically(
          (write) => ({
            begun: parts.map(({ id, total, accepted, rests }) =>
              write
                .update(campaigns)
                .set({ state: rests === null ? "running" : "paused", total, accepted, ...rests })
                .where(
                  and(
                    eq(campaigns.id, id),
                    eq(campaigns.workspaceId, key.workspaceId),
                    eq(campaigns.state, preparing),
                  ),
                )
                .returning(),
            ),
            plan: planChanging(write, tables, {
              key,
              from: ["starting"],
              set: { state: "started", startedAt: at, pausedBy: null, pausedReason: null, holdUntil: null },
            }),
            noted: noting(write, tables, [activity]),
          }),
          (results) => {
            if (results.plan.length === 0 || results.begun.flat().length < parts.length) throw unchanged;
          },
        );
        return begun.flat().filter(isAccepted);
      });
    },
  };
}

function holding({ read, atomically, tables }: Database) {
  const { campaigns, campaignPlans } = tables;
  const isWhole = ({ workspaceId, id }: PlanKey) =>
    and(eq(campaigns.id, id), eq(campaigns.workspaceId, workspaceId), eq(campaigns.state, preparing));
  return {
    /**
     * Holds a send that was not composed: it is complete, but waits until its job begins it or somebody undoes it. Its plan
     * says so, and its part remains in a state in which nothing is sent. False if it is gone.
     */
    async hold(of: {
      key: PlanKey;
      total: number;
      accepted: number;
      holdUntil: number;
      job: NewJob;
    }): Promise<boolean> {
      const { key, total, accepted, holdUntil, job } = of;
      const held = await unlessUnchanged((unchanged) =>
        atomically(
          (write) => ({
            sums: write.update(campaigns).set({ total, accepted }).where(isWhole(key)),
            held: write
              .update(campaignPlans)
              .set({ state: "holding", holdUntil })
              .where(and(isPlan(tables, key), eq(campaignPlans.state, preparing)))
              .returning({ id: campaignPlans.id }),
            job: enqueueing(write, tables, job),
          }),
          (results) => {
            if (results.held.length === 0) throw unchanged;
          },
        ),
      );
      return held !== null;
    },

    /** A held send as it was prepared; null if nothing is left of it. */
    async heldOf(key: PlanKey): Promise<WholePart | null> {
      const { id, total, accepted } = campaigns;
      const [row] = await read.select({ id, total, accepted }).from(campaigns).where(isWhole(key));
      return row === undefined ? null : { ...row, rests: null };
    },
  };
}

function clearing({ read, atomically, tables }: Database) {
  const { campaigns, enrolments, users, workspaceMembers } = tables;
  return {
    /** The parts that an earlier attempt has left. */
    async leftBy({ workspaceId, id }: PlanKey): Promise<string[]> {
      const rows = await read
        .select({ id: campaigns.id })
        .from(campaigns)
        .where(and(ofPlan(tables, { workspaceId, id }), eq(campaigns.state, preparing)));
      return rows.map((row) => row.id);
    },

    async forgetEnrolments({ workspaceId, id }: PlanKey): Promise<void> {
      await atomically((write) => ({
        removed: write
          .delete(enrolments)
          .where(and(eq(enrolments.planId, id), eq(enrolments.workspaceId, workspaceId))),
      }));
    },

    /** The plan that the workspace's owner pays for; the smallest if it has no owner any more. */
    async statusOf(workspaceId: WorkspaceId): Promise<Status> {
      const [row] = await read
        .select({ status: users.status })
        .from(workspaceMembers)
        .innerJoin(users, eq(users.id, workspaceMembers.userId))
        .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.role, "owner")))
        .orderBy(sql`${workspaceMembers.createdAt}`)
        .limit(1);
      return row?.status ?? "AMFR";
    },
  };
}
