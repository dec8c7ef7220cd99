import { and, count, eq, gt, inArray, isNotNull, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import type { SendWindow, StoredPlanState } from "../../../../contract/schemas/campaignPlan.ts";
import { type Builder, bound, type Database } from "../../../database.ts";
import type { Tables } from "../../../tables.ts";
import { unlessUnchanged } from "../../../unlessUnchanged.ts";
import { enqueueing, type NewJob } from "../../jobs/enqueueing.ts";
import { type AskedStepChange, beyondReached, changingSteps, pendingOf } from "../sequences/stepChanges.ts";
import { type NewActivity, noting } from "./planActivity.ts";
import { isPlan, type PlanKey, type PlanMailRow, type PlanRow } from "./planRows.ts";

type PlanSet = Partial<
  Pick<
    PlanRow,
    | "name"
    | "kind"
    | "content"
    | "audience"
    | "state"
    | "dueAt"
    | "holdUntil"
    | "pausedBy"
    | "pausedReason"
    | "archivedAt"
    | "startedAt"
    | "endedAt"
  >
>;
export type PlanStore = ReturnType<typeof createPlanStore>;

/** Campaigns as people know them, from drafts on. */
export function createPlanStore(database: Database) {
  return {
    ...looking(database),
    ...adding(database),
    ...saving(database),
    ...changing(database),
    ...deleting(database),
    ...adopting(database),
  };
}

function looking({ read, ask, tables }: Database) {
  const { campaignPlans } = tables;
  return {
    /** Neither deleted ones nor sends that are not accepted yet. */
    async ownedBy(key: PlanKey): Promise<PlanRow | null> {
      const isIt = and(isPlan(tables, key), isShown(tables));
      return (await read.select().from(campaignPlans).where(isIt))[0] ?? null;
    },

    /** For jobs, in any workspace. */
    async byId(id: string): Promise<PlanRow | null> {
      return (await ask(bound(readOne, { id })))[0] ?? null;
    },

    /** Those of all workspaces whose time has come: they are to be started, or their start was interrupted. */
    async dueUntil(now: number): Promise<Pick<PlanRow, "id" | "workspaceId">[]> {
      const { id, workspaceId, state, dueAt, holdUntil, pausedBy } = campaignPlans;
      return read
        .select({ id, workspaceId })
        .from(campaignPlans)
        .where(
          and(
            sql`${state} in ('scheduled', 'holding', 'starting')`,
            isNull(pausedBy),
            sql`case ${state} when 'scheduled' then ${dueAt} when 'holding' then ${holdUntil} else 0 end <= ${now}`,
          ),
        );
    },
  };
}

function readOne(builder: Builder, tables: Tables) {
  const { campaignPlans } = tables;
  const isIt = and(eq(campaignPlans.id, sql.placeholder("id")), isShown(tables));
  return builder.select().from(campaignPlans).where(isIt);
}

function adding({ atomically, tables }: Database) {
  const { campaignPlans, planMails } = tables;
  return {
    /** `allow` is given how many the workspace has including this one, and undoes the addition by throwing. */
    async add(
      { plan, mails, activity }: { plan: PlanRow; mails: readonly PlanMailRow[]; activity: NewActivity },
      allow: (planCount: number) => void,
    ): Promise<void> {
      await atomically(
        (write) => ({
          added: write.insert(campaignPlans).values(plan),
          mails: mails.map((mail) => write.insert(planMails).values(mail)),
          noted: noting(write, tables, [activity]),
          counts: write
            .select({ count: count() })
            .from(campaignPlans)
            .where(
              and(
                eq(campaignPlans.workspaceId, plan.workspaceId),
                isNull(campaignPlans.archivedAt),
                isNull(campaignPlans.deletedAt),
              ),
            ),
        }),
        ({ counts }) => allow(counts[0]?.count ?? 0),
      );
    },
  };
}

function saving({ atomically, tables }: Database) {
  const { campaignPlans } = tables;
  return {
    /** Increments the version. Null if it is gone, in another state, or at another version than the one given. */
    async save(change: {
      key: PlanKey;
      version: number;
      from: readonly StoredPlanState[];
      set: PlanSet;
      now: number;
      activities: readonly NewActivity[];
      /** What changes with it in its parts that are not over, and the time zone of those that had another. */
      ofParts?:
        | { window: SendWindow | null; spread: "fast" | "even"; zone: { from: string; to: string } }
        | undefined;
      /** What becomes of a sequence's leads when its steps change. */
      ofSteps?: AskedStepChange | undefined;
    }): Promise<PlanRow | null> {
      const { key, version, from, set, now, activities, ofParts, ofSteps } = change;
      const isMeant = and(
        isPlan(tables, key),
        isShown(tables),
        eq(campaignPlans.version, version),
        inArray(campaignPlans.state, [...from]),
        ofSteps && isNull(campaignPlans.stepChange),
      );
      return unlessUnchanged(async (unchanged) => {
        const { changed } = await atomically(
          (write) => ({
            changed: write
              .update(campaignPlans)
              .set({ ...set, ...pendingOf(ofSteps), version: version + 1, updatedAt: now })
              .where(isMeant)
              .returning(),
            parts: ofParts === undefined ? [] : [changingParts(write, tables, { key, ...ofParts })],
            beyond: ofSteps === undefined ? [] : [beyondReached(write, tables, key, ofSteps)],
            steps: ofSteps === undefined ? [] : changingSteps(write, tables, key, ofSteps),
            noted: noting(write, tables, activities),
          }),
          (results) => {
            if (results.changed.length === 0 || results.beyond.flat().length > 0) throw unchanged;
          },
        );
        return changed[0] ?? null;
      });
    },
  };
}

function changing({ atomically, tables }: Database) {
  const { campaignPlans } = tables;
  return {
    /** Changes it at any version; null if it is gone or in another state. */
    async change(change: {
      key: PlanKey;
      from: readonly StoredPlanState[];
      set: PlanSet;
      activities: readonly NewActivity[];
      /** Only at this version. */
      version?: number;
      /** True only while it is paused, false only while it is not. */
      isPaused?: boolean;
      /** A job to write in the same commit. */
      job?: NewJob | null;
    }): Promise<PlanRow | null> {
      const { key, from, set, activities, job = null } = change;
      return unlessUnchanged(async (unchanged) => {
        const { changed } = await atomically(
          (write) => ({
            changed: write
              .update(campaignPlans)
              .set(set)
              .where(
                and(
                  isPlan(tables, key),
                  isShown(tables),
                  inArray(campaignPlans.state, [...from]),
                  change.version === undefined ? undefined : eq(campaignPlans.version, change.version),
                  change.isPaused === undefined
                    ? undefined
                    : change.isPaused
                      ? isNotNull(campaignPlans.pausedBy)
                      : isNull(campaignPlans.pausedBy),
                ),
              )
              .returning(),
            noted: noting(write, tables, activities),
            job: enqueueing(write, tables, job),
          }),
          (results) => {
            if (results.changed.length === 0) throw unchanged;
          },
        );
        return changed[0] ?? null;
      });
    },
  };
}

function deleting({ read, atomically, tables }: Database) {
  const { campaignPlans, planMails, campaignActivity } = tables;
  return {
    /** Deletes a draft, which can be restored for a while. */
    async remove(key: PlanKey, now: number): Promise<boolean> {
      const { removed } = await atomically((write) => ({
        removed: write
          .update(campaignPlans)
          .set({ deletedAt: now })
          .where(and(isPlan(tables, key), isShown(tables), eq(campaignPlans.state, "draft")))
          .returning({ id: campaignPlans.id }),
      }));
      return removed.length === 1;
    },

    /** Null if it was not deleted after that moment. */
    async restore({ after, ...key }: PlanKey & { after: number }): Promise<PlanRow | null> {
      const { restored } = await atomically((write) => ({
        restored: write
          .update(campaignPlans)
          .set({ deletedAt: null })
          .where(and(isPlan(tables, key), gt(campaignPlans.deletedAt, after)))
          .returning(),
      }));
      return restored[0] ?? null;
    },

    /** Deletes for good some of those deleted before a moment, with all that belongs to them; false if there is none. */
    async forgetSome({ before, countMax }: { before: number; countMax: number }): Promise<boolean> {
      const rows = await read
        .select({ id: campaignPlans.id, workspaceId: campaignPlans.workspaceId })
        .from(campaignPlans)
        .where(and(isNotNull(campaignPlans.deletedAt), lte(campaignPlans.deletedAt, before)))
        .limit(countMax);
      if (rows.length === 0) return false;
      await atomically((write) => ({
        mails: rows.map((row) =>
          write
            .delete(planMails)
            .where(and(eq(planMails.planId, row.id), eq(planMails.workspaceId, row.workspaceId))),
        ),
        activity: rows.map((row) =>
          write
            .delete(campaignActivity)
            .where(
              and(eq(campaignActivity.planId, row.id), eq(campaignActivity.workspaceId, row.workspaceId)),
            ),
        ),
        plans: rows.map((row) =>
          write.delete(campaignPlans).where(and(isPlan(tables, row), isNotNull(campaignPlans.deletedAt))),
        ),
      }));
      return true;
    },
  };
}

/** Servers of the previous version, which may run beside this one, create campaigns without a plan. */
function adopting({ read, atomically, tables }: Database) {
  const { campaigns, campaignPlans } = tables;
  return {
    /** Gives each such campaign a plan of its own. Returns how many there were. */
    async adopt({ countMax }: { countMax: number }): Promise<number> {
      const rows = await read
        .select()
        .from(campaigns)
        .where(and(isNull(campaigns.planId), ne(campaigns.state, "preparing")))
        .limit(countMax);
      if (rows.length === 0) return 0;
      await atomically((write) => ({
        plans: write
          .insert(campaignPlans)
          .values(
            rows.map(({ id, workspaceId, subject, state, createdAt, finishedAt }) => ({
              id,
              workspaceId,
              name: subject,
              kind: "once" as const,
              state: state === "cancelled" ? ("cancelled" as const) : ("started" as const),
              createdAt,
              updatedAt: createdAt,
              startedAt: createdAt,
              endedAt: finishedAt,
            })),
          )
          .onConflictDoNothing(),
        parts: rows.map(({ id, workspaceId }) =>
          write
            .update(campaigns)
            .set({ planId: id })
            .where(
              and(eq(campaigns.id, id), eq(campaigns.workspaceId, workspaceId), isNull(campaigns.planId)),
            ),
        ),
      }));
      return rows.length;
    },
  };
}

type PartChange = {
  key: PlanKey;
  window: SendWindow | null;
  spread: "fast" | "even";
  zone: { from: string; to: string };
};

function changingParts(write: Builder, { campaigns }: Tables, { key, window, spread, zone }: PartChange) {
  return write
    .update(campaigns)
    .set({
      window,
      spread,
      zone: sql`case when ${campaigns.zone} = ${zone.from} then ${zone.to} else ${campaigns.zone} end`,
    })
    .where(
      and(
        eq(campaigns.planId, key.id),
        eq(campaigns.workspaceId, key.workspaceId),
        inArray(campaigns.state, ["running", "paused"]),
      ),
    );
}

/** Neither deleted nor a send that is not accepted yet. */
export const isShown = ({ campaignPlans }: Tables): SQL | undefined =>
  and(isNull(campaignPlans.deletedAt), ne(campaignPlans.state, "preparing"));

/** Statements that change a plan together with its parts. */
export function planChanging(
  write: Builder,
  tables: Tables,
  { key, from, set }: { key: PlanKey; from: readonly StoredPlanState[]; set: PlanSet & { version?: SQL } },
) {
  const { campaignPlans } = tables;
  return write
    .update(campaignPlans)
    .set(set)
    .where(and(isPlan(tables, key), isShown(tables), inArray(campaignPlans.state, [...from])))
    .returning();
}
