import { and, desc, eq, inArray, isNotNull, lte, ne, or } from "drizzle-orm";
import type { UserId, WorkspaceId } from "../../../../contract/identity/scope.ts";
import type { ActivityCode } from "../../../../contract/reasons/campaignPlans.ts";
import type { Cause, Params } from "../../../../contract/reasons/shapes.ts";
import { storedCause } from "../../../../contract/reasons/shapes.ts";
import type { Reason } from "../../../../contract/reasons.ts";
import type { Builder, Database } from "../../../database.ts";
import type { Tables } from "../../../tables.ts";
import type { PlanKey } from "./planRows.ts";

/** What was done with a campaign, to be written in the commit that does it; `userId` is null if nobody did it. */
export type NewActivity = {
  id: string;
  planId: string;
  workspaceId: WorkspaceId;
  at: number;
  userId: UserId | null;
  activity: Reason;
};
type ShownActivity = {
  id: string;
  at: number;
  activity: Cause;
  person: { email: string; firstName: string; lastName: string } | null;
};

/** The statements that write activities, for the commit that does what they report. */
export function noting(write: Builder, { campaignActivity }: Tables, activities: readonly NewActivity[]) {
  return activities.map(({ activity: { code, params, reply }, ...row }) =>
    write
      .insert(campaignActivity)
      .values({ ...row, code, params: reply === null ? params : { ...params, reply } }),
  );
}

/** A mail server's own words are stored among the parameters: none of these reasons has a parameter of that name. */
function activityIn({ code, params }: { code: string; params: Params | null }): Cause {
  const { reply = null, ...own } = params ?? {};
  return storedCause({ code, params: own, reply });
}

export type PlanActivityStore = ReturnType<typeof createPlanActivityStore>;

export function createPlanActivityStore(database: Database) {
  const { read, tables } = database;
  const { campaignActivity, users } = tables;
  const { email, firstName, lastName } = users;
  return {
    async add(activity: NewActivity): Promise<void> {
      await database.atomically((write) => ({ noted: noting(write, tables, [activity]) }));
    },

    /** When somebody last did one of these, told by a clock that was not ahead of `until`; null if none ever was. */
    async latestAt(
      { workspaceId, id }: PlanKey,
      { codes, until }: { codes: readonly ActivityCode[]; until: number },
    ): Promise<number | null> {
      const [row] = await read
        .select({ at: campaignActivity.at })
        .from(campaignActivity)
        .where(
          and(
            eq(campaignActivity.planId, id),
            eq(campaignActivity.workspaceId, workspaceId),
            inArray(campaignActivity.code, [...codes]),
            // Mails also go over to another account by themselves.
            or(ne(campaignActivity.code, "did_move"), isNotNull(campaignActivity.userId)),
            lte(campaignActivity.at, until),
          ),
        )
        .orderBy(desc(campaignActivity.at))
        .limit(1);
      return row?.at ?? null;
    },

    /** The newest first. */
    async newestOf({ workspaceId, id, countMax }: PlanKey & { countMax: number }): Promise<ShownActivity[]> {
      const rows = await read
        .select({ activity: campaignActivity, person: { email, firstName, lastName } })
        .from(campaignActivity)
        .leftJoin(users, eq(users.id, campaignActivity.userId))
        .where(and(eq(campaignActivity.planId, id), eq(campaignActivity.workspaceId, workspaceId)))
        .orderBy(desc(campaignActivity.id))
        .limit(countMax);
      return rows.map(({ activity, person }) => ({
        id: activity.id,
        at: activity.at,
        activity: activityIn(activity),
        person,
      }));
    },
  };
}
