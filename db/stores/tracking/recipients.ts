import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Consent, TrackChoice } from "../../../contract/leads/consent.ts";
import type { DeliveryState } from "../../../contract/schemas/campaign.ts";
import type { ProviderKey } from "../../../contract/sending/providers.ts";
import type { Database } from "../../database.ts";
import type { CampaignRow } from "../campaigns/campaigns.ts";
import { sayingConsent } from "../leads/consents.ts";
import { sayingByAddress } from "../leads/denials.ts";
import { optingMovedOut, optingOut } from "../leads/suppressions.ts";
import { addingOptout, type Leaving } from "./optouts.ts";

/** The recipient whom a mail's link identifies. `from` is null once the campaign was deleted. */
export type RecipientRow = {
  deliveryId: string;
  leadId: string;
  campaignId: string;
  workspaceId: WorkspaceId;
  email: string;
  from: Pick<CampaignRow, "fromAlias" | "fromEmail" | "senderName" | "senderAddress"> | null;
  /** Whom it was sent through; null once the campaign was deleted. */
  provider: ProviderKey | null;
  /** The lead's present consent to being counted; null once the lead was deleted. */
  consent: Consent | null;
  /** Whose opens and clicks the campaign counts; null once it was deleted. */
  track: TrackChoice | null;
  openedAt: number | null;
  machineOpenedAt: number | null;
  state: DeliveryState;
  firstTriedAt: number | null;
};

/**
 * What recipients change through the links in their mails. Only the delivery is needed, so lead and campaign may be gone.
 */
export function createRecipientStore(database: Database) {
  return { ...looking(database), ...changing(database) };
}

function looking(database: Database) {
  const { read } = database;
  const { campaigns, deliveries, leads } = database.tables;
  return {
    async recipientOf(deliveryId: string): Promise<RecipientRow | null> {
      const [row] = await read
        .select({
          deliveryId: deliveries.id,
          leadId: deliveries.leadId,
          campaignId: deliveries.campaignId,
          workspaceId: deliveries.workspaceId,
          email: deliveries.email,
          consent: leads.consent,
          track: campaigns.track,
          openedAt: deliveries.openedAt,
          machineOpenedAt: deliveries.machineOpenedAt,
          state: deliveries.state,
          firstTriedAt: deliveries.firstTriedAt,
          fromAlias: campaigns.fromAlias,
          fromEmail: campaigns.fromEmail,
          senderName: campaigns.senderName,
          senderAddress: campaigns.senderAddress,
          provider: campaigns.provider,
        })
        .from(deliveries)
        .leftJoin(campaigns, eq(campaigns.id, deliveries.campaignId))
        .leftJoin(leads, and(eq(leads.id, deliveries.leadId), eq(leads.workspaceId, deliveries.workspaceId)))
        .where(eq(deliveries.id, deliveryId));
      if (row === undefined) return null;
      const { fromAlias, fromEmail, senderName, senderAddress, ...recipient } = row;
      const isKnown = fromAlias !== null && fromEmail !== null;
      const from = isKnown ? { fromAlias, fromEmail, senderName, senderAddress } : null;
      return { ...recipient, from };
    },
  };
}

type Mail = { workspaceId: WorkspaceId; deliveryId: string };

function changing(database: Database) {
  const { read, tables } = database;
  const { deliveries, leads } = tables;
  const isOf = ({ workspaceId, deliveryId }: Mail) =>
    and(eq(deliveries.id, deliveryId), eq(deliveries.workspaceId, workspaceId));
  return {
    /**
     * Suppresses the address and opts its lead out, in one commit. A lead that is added later is opted out from the start.
     */
    async unsubscribe({ email, ...leaving }: Leaving & { email: string }): Promise<void> {
      const { workspaceId, emailHash, now } = leaving;
      await database.atomically((write) => ({
        ...optingOut(write, tables, {
          workspaceId,
          addresses: [{ email, emailHash }],
          source: "recipient",
          now,
        }),
        ...optingMovedOut(write, tables, { ...leaving, email }),
        noted: addingOptout(write, tables, leaving),
      }));
    },

    /**
     * Records what a lead says on the page behind a mail's link. A no also applies to the lead if it has another address by
     * now.
     */
    async sayConsent(said: {
      workspaceId: WorkspaceId;
      leadId: string;
      email: string;
      emailHash: string;
      consent: Consent;
      now: number;
    }) {
      const { leadId, email, emailHash, ...saying } = said;
      const isTheirs = eq(leads.email, email);
      await database.atomically((write) => ({
        kept: sayingByAddress(write, tables, { ...saying, emailHash }),
        said: sayingConsent(write, tables, {
          ...saying,
          how: "by_recipient",
          by: null,
          which: said.consent === "denied" ? or(isTheirs, eq(leads.id, leadId)) : isTheirs,
        }),
      }));
    },

    /** Notes when a machine first loaded a delivery's picture. */
    async noteMachineOpen({ now, ...mail }: Mail & { now: number }): Promise<void> {
      await database.atomically((write) => ({
        changed: write
          .update(deliveries)
          .set({ machineOpenedAt: now })
          .where(and(isOf(mail), isNull(deliveries.machineOpenedAt))),
      }));
    },

    /** Counts the first open of a delivery and no later one; true if this was the first. */
    async countFirstOpen({ now, ...mail }: Mail & { now: number }): Promise<boolean> {
      const leadOfDelivery = read.select({ leadId: deliveries.leadId }).from(deliveries).where(isOf(mail));
      const alreadyOpened = new Error("opened before");
      try {
        await database.atomically(
          (write) => ({
            opened: write
              .update(deliveries)
              .set({ openedAt: now })
              .where(and(isOf(mail), isNull(deliveries.openedAt)))
              .returning({ id: deliveries.id }),
            counted: write
              .update(leads)
              .set({ openedCount: sql`${leads.openedCount} + 1`, updatedAt: now })
              .where(and(eq(leads.workspaceId, mail.workspaceId), inArray(leads.id, leadOfDelivery))),
          }),
          // If the picture is loaded twice at once, one of the two finds the row taken, and its count is undone.
          ({ opened }) => {
            if (opened.length === 0) throw alreadyOpened;
          },
        );
        return true;
      } catch (error) {
        if (error === alreadyOpened) return false;
        throw error;
      }
    },
  };
}
