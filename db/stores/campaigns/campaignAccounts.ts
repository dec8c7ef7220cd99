import { and, eq, notExists, sql } from "drizzle-orm";
import { reason } from "../../../contract/reasons.ts";
import type { Builder } from "../../database.ts";
import type { Tables } from "../../tables.ts";
import type { StoredCampaign } from "./campaigns.ts";

/** From whom a campaign's mails come, and through which account they go. */
export type CampaignSender = Pick<
  StoredCampaign,
  "credentialId" | "provider" | "fromAlias" | "fromEmail" | "senderName" | "senderAddress"
>;

type Account = { id: string; workspaceId: string; provider: StoredCampaign["provider"]; appEmail: string };

/**
 * The statement that lets what is left of a removed account's campaigns belong to the same mailbox, connected anew. They
 * stay paused: whoever connects an account has not said that the rest of an older campaign goes out this minute.
 */
export function adopting(write: Builder, { campaigns, credentials }: Tables, account: Account) {
  const itsAccount = write
    .select({ one: sql`1` })
    .from(credentials)
    .where(eq(credentials.id, campaigns.credentialId));
  return write
    .update(campaigns)
    .set({ credentialId: account.id, pausedBy: "person", pausedReason: reason("account_returned") })
    .where(
      and(
        eq(campaigns.workspaceId, account.workspaceId),
        eq(campaigns.state, "paused"),
        eq(campaigns.provider, account.provider),
        eq(campaigns.fromEmail, account.appEmail),
        notExists(itsAccount),
      ),
    );
}
