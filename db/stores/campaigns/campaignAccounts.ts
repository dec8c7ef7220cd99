import { and, eq, notExists, sql } from "drizzle-orm";
import { reason } from "../../../contract/reasons.ts";
import type { Builder, Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";
import { type CampaignRow, isAccepted, type StoredCampaign } from "./campaigns.ts";

/** From whom a campaign's mails come, and through which account they go. */
export type CampaignSender = Pick<
  StoredCampaign,
  "credentialId" | "provider" | "fromAlias" | "fromEmail" | "senderName" | "senderAddress"
>;

export type CampaignAccountStore = ReturnType<typeof createCampaignAccountStore>;

const one = { one: sql`1` };

/** Campaigns whose rest goes out through another account than the one that they began with. */
export function createCampaignAccountStore({ atomically, tables }: Database) {
  const { campaigns, deliveries } = tables;
  return {
    /**
     * A paused campaign goes on through another account. Null when it is not paused, or when a mail of it is on its way
     * through the other one: nobody knows yet whether it is part of the rest.
     */
    async move({ id, sender }: { id: string; sender: CampaignSender }): Promise<CampaignRow | null> {
      const { moved } = await atomically((write) => ({
        moved: write
          .update(campaigns)
          .set({ ...sender, state: "running", pausedBy: null, pausedReason: null })
          .where(
            and(
              eq(campaigns.id, id),
              eq(campaigns.state, "paused"),
              notExists(
                write
                  .select(one)
                  .from(deliveries)
                  .where(and(eq(deliveries.campaignId, campaigns.id), eq(deliveries.state, "sending"))),
              ),
            ),
          )
          .returning(),
      }));
      return moved.find(isAccepted) ?? null;
    },
  };
}

type Account = { id: string; workspaceId: string; provider: StoredCampaign["provider"]; appEmail: string };

/**
 * The statement that lets what is left of a removed account's campaigns belong to the same mailbox, connected anew. They
 * stay paused: whoever connects an account has not said that the rest of an older campaign goes out this minute.
 */
export function adopting(write: Builder, { campaigns, credentials }: Tables, account: Account) {
  const itsAccount = write.select(one).from(credentials).where(eq(credentials.id, campaigns.credentialId));
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
