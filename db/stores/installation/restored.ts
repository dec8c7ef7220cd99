import { and, eq, exists, inArray, isNull, or, sql } from "drizzle-orm";
import { reason } from "../../../contract/reasons.ts";
import type { JobKind } from "../../../contract/schemas/jobs.ts";
import type { Database } from "../../database.ts";
import { hasMoreToComeSql } from "../campaigns/plans/planState.ts";
import { forgettingJournalRun } from "./journalRun.ts";

/** What must not go on by itself in a database that is older than what has happened. */
export function createRestoredStore({ atomically, tables }: Database) {
  const restored = { pausedBy: "person", pausedReason: reason("restored") } as const;
  const { campaigns, campaignPlans, sessions, passwordResets, oauthStates, jobs } = tables;
  return {
    /**
     * Pauses whatever sends, or would once its account works again: which of its mails went out after the backup is
     * not known here. Every session and every link to a new password ends, for they may have been ended since. The
     * installation's own mails that waited are dropped: they have been sent since, and tell of sessions that are over.
     * @returns how many campaigns were paused.
     */
    async settle(): Promise<number> {
      const { paused, held, planned, goingOn } = await atomically((write) => ({
        paused: write
          .update(campaigns)
          .set({ state: "paused", ...restored })
          .where(
            or(
              eq(campaigns.state, "running"),
              and(eq(campaigns.state, "paused"), eq(campaigns.pausedBy, "account")),
            ),
          )
          .returning({ id: sql<string>`coalesce(${campaigns.planId}, ${campaigns.id})` }),
        // What was planned begins when somebody resumes it; what waits for its next mail, or its better variant, too.
        held: write
          .update(campaignPlans)
          .set({ state: "starting", holdUntil: null, ...restored })
          .where(inArray(campaignPlans.state, ["holding", "starting"]))
          .returning({ id: campaignPlans.id }),
        planned: write
          .update(campaignPlans)
          .set(restored)
          .where(and(eq(campaignPlans.state, "scheduled"), isNull(campaignPlans.pausedBy)))
          .returning({ id: campaignPlans.id }),
        goingOn: write
          .update(campaignPlans)
          .set(restored)
          .where(
            and(
              eq(campaignPlans.state, "started"),
              isNull(campaignPlans.pausedBy),
              or(
                hasMoreToComeSql(tables),
                exists(
                  write
                    .select({ id: campaigns.id })
                    .from(campaigns)
                    .where(
                      and(
                        eq(campaigns.planId, campaignPlans.id),
                        eq(campaigns.workspaceId, campaignPlans.workspaceId),
                        eq(campaigns.pausedBy, "test"),
                      ),
                    ),
                ),
              ),
            ),
          )
          .returning({ id: campaignPlans.id }),
        // Neither is what was being sent when the backup was made, whatever list of that there is.
        forgottenRun: forgettingJournalRun(write, tables),
        endedSessions: write.delete(sessions),
        forgottenLinks: write.delete(passwordResets),
        forgottenStates: write.delete(oauthStates),
        droppedMails: write.delete(jobs).where(eq(jobs.kind, "systemMail" satisfies JobKind)),
      }));
      // One of several mails or accounts is kept in parts, and is one all the same.
      return new Set([...paused, ...held, ...planned, ...goingOn].map(({ id }) => id)).size;
    },
  };
}
