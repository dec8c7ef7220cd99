import { and, type Column, eq, exists, isNull, notExists, sql } from "drizzle-orm";
import { reason } from "../../../contract/reasons.ts";
import type { Builder } from "../../database.ts";
import type { Tables } from "../../tables.ts";
import type { StoredCampaign } from "./campaigns.ts";
import { isHeldUp, isWaitingPart } from "./plans/planState.ts";

/** From whom a campaign's mails come, and through which account they go. */
export type CampaignSender = Pick<
  StoredCampaign,
  "credentialId" | "provider" | "fromAlias" | "fromEmail" | "senderName" | "senderAddress"
>;

type Account = { id: string; workspaceId: string; provider: StoredCampaign["provider"]; appEmail: string };

/**
 * The statements that let what is left of a removed account's campaigns, and the mails to come of its sequences, belong to
 * the same mailbox, connected anew. They stay paused: whoever connects an account has not said that the rest of an older
 * campaign goes out this minute. What waits for the better variant goes on waiting for that.
 */
export function adopting(write: Builder, tables: Tables, account: Account) {
  const { campaigns, credentials, enrolments } = tables;
  const isGone = (credentialId: Column) =>
    notExists(write.select({ one: sql`1` }).from(credentials).where(eq(credentials.id, credentialId)));
  const isOfMailbox = and(
    eq(campaigns.workspaceId, account.workspaceId),
    eq(campaigns.provider, account.provider),
    eq(campaigns.fromEmail, account.appEmail),
  );
  const isLeft = and(isOfMailbox, isGone(campaigns.credentialId));
  return {
    // Before its parts change, by which it is known whose it was.
    adoptedLeads: write
      .update(enrolments)
      .set({ credentialId: account.id })
      .where(
        and(
          eq(enrolments.workspaceId, account.workspaceId),
          isNull(enrolments.endedAt),
          isGone(enrolments.credentialId),
          exists(
            write
              .select({ one: sql`1` })
              .from(campaigns)
              .where(
                and(
                  eq(campaigns.planId, enrolments.planId),
                  eq(campaigns.credentialId, enrolments.credentialId),
                  isOfMailbox,
                ),
              ),
          ),
        ),
      ),
    adoptedTests: write
      .update(campaigns)
      .set({ credentialId: account.id })
      .where(and(isLeft, eq(campaigns.state, "paused"), isWaitingPart(tables))),
    adopted: write
      .update(campaigns)
      .set({ credentialId: account.id, pausedBy: "person", pausedReason: reason("account_returned") })
      .where(and(isLeft, isHeldUp(tables))),
  };
}
