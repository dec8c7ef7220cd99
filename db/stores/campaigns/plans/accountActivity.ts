import { and, eq, isNotNull, type SQL } from "drizzle-orm";
import type { UserId } from "../../../../contract/identity/scope.ts";
import type { ActivityCode } from "../../../../contract/reasons/campaignPlans.ts";
import { type Cause, inner, type Reason, reason } from "../../../../contract/reasons.ts";
import type { Database } from "../../../database.ts";
import { createPlanActivityStore, type NewActivity, noting } from "./planActivity.ts";

/** When an account was stopped, has to wait or resumes, in ms, and who did that; null if nobody did. */
export type AccountEvent = { newId(): string; at: number; userId: UserId | null };

export type AccountWait = AccountEvent & { credentialId: string; why: Cause };

type OnAccount = AccountEvent & {
  credentialId: string;
  /** The account's parts whose campaigns are told. */
  parts: SQL | undefined;
  /** The entry, with the account's address. */
  activity(from: string): Reason<ActivityCode>;
};

/**
 * Writes what happens to an account into the activity of each campaign that it sends for. A campaign has a part for each of
 * its mails and zones, but gets one entry. A call for transactional mail has no activity.
 */
async function activitiesOn(
  { read, tables: { campaigns } }: Database,
  { credentialId, parts, activity, newId, at, userId }: OnAccount,
): Promise<NewActivity[]> {
  const { planId, workspaceId, fromEmail } = campaigns;
  const told = await read
    .selectDistinct({ planId, workspaceId, fromEmail })
    .from(campaigns)
    .where(and(eq(campaigns.credentialId, credentialId), isNotNull(planId), parts));
  return told.flatMap((plan) =>
    plan.planId === null
      ? []
      : [
          {
            id: newId(),
            planId: plan.planId,
            workspaceId: plan.workspaceId,
            at,
            userId,
            activity: activity(plan.fromEmail),
          },
        ],
  );
}

/** That its account stops, or with null resumes, for each campaign with one of these parts. */
export function stopsOrResumes(
  database: Database,
  { pause, ...on }: Omit<OnAccount, "activity"> & { pause: Cause | null },
): Promise<NewActivity[]> {
  const activity = (from: string) =>
    pause === null
      ? reason("did_account_resume", { from })
      : reason("did_account_stop", { from, why: inner(pause) }, pause.reply);
  return activitiesOn(database, { ...on, activity });
}

/**
 * Notes that an account waits for its server, in the activity of the campaigns that it is sending for. If a campaign's
 * latest entry says so already, it gets no second one, because a server that is down is tried every few minutes.
 */
export async function noteAccountWait(
  database: Database,
  { credentialId, why, ...event }: AccountWait,
): Promise<void> {
  const wait = (from: string) => reason("did_account_wait", { from, why: inner(why) }, why.reply);
  const parts = eq(database.tables.campaigns.state, "running");
  const { newestOf } = createPlanActivityStore(database);
  const fresh: NewActivity[] = [];
  for (const noted of await activitiesOn(database, { ...event, credentialId, parts, activity: wait })) {
    const { planId: id, workspaceId, activity } = noted;
    const [newest] = await newestOf({ workspaceId, id, countMax: 1 });
    const { code = "", params = null } = newest?.activity ?? {};
    if (code !== activity.code || fromOf(params) !== fromOf(activity.params)) fresh.push(noted);
  }
  if (fresh.length === 0) return;
  await database.atomically((write) => ({ noted: noting(write, database.tables, fresh) }));
}

const fromOf = (params: object | null) => (params !== null && "from" in params ? params.from : null);
