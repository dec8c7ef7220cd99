import { and, asc, eq, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Consent, TrackChoice } from "../../../contract/leads/consent.ts";
import type { FieldDefinition, StoredFields } from "../../../contract/leads/customFields.ts";
import { leadLimits } from "../../../contract/limits/leads.ts";
import type { DeliveryState } from "../../../contract/schemas/campaign.ts";
import { type Builder, bound, type Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";

export type LinkRow = Database["tables"]["links"]["$inferSelect"];

/** Where a link in a mail leads, and whose mail it is, as far as that is still known. */
export type LinkTarget = {
  url: string;
  campaignId: string;
  /** The provider that the campaign was sent through; null once the campaign is gone. */
  provider: string | null;
  /** Whose opens and clicks the campaign counts; null once it is gone. */
  track: TrackChoice | null;
  delivery: {
    campaignId: string;
    workspaceId: WorkspaceId;
    email: string;
    state: DeliveryState;
    firstTriedAt: number | null;
    sentAt: number | null;
  } | null;
  lead: { firstName: string; lastName: string; phone: string; fields: StoredFields; consent: Consent } | null;
  /** The custom fields that the campaign's mails use. */
  fields: FieldDefinition[] | null;
};

type LinkCounts = { id: string; url: string; people: number; clicks: number; machineClicks: number };

export type LinkStore = ReturnType<typeof createLinkStore>;

/** The addresses that campaigns link to, with the counts of their clicks. */
export function createLinkStore(database: Database) {
  const { read, tables } = database;
  const { links, clicks } = tables;
  return {
    /** The id of each address in a campaign. */
    async idsOf(of: { workspaceId: WorkspaceId; campaignId: string }): Promise<Map<string, string>> {
      const rows = await read
        .select({ url: links.url, id: links.id })
        .from(links)
        .where(and(eq(links.campaignId, of.campaignId), eq(links.workspaceId, of.workspaceId)));
      return new Map(rows.map(({ url, id }) => [url, id]));
    },

    /** Null for an unknown link; delivery and lead are null once they are gone. */
    async targetOf(query: { linkId: string; deliveryId: string }): Promise<LinkTarget | null> {
      const [row] = await database.ask(bound(target, query));
      return row ?? null;
    },

    /** Each address in a campaign: how many people followed it, how often, and how often machines did. */
    async countsOf(query: {
      workspaceId: WorkspaceId;
      campaignId: string;
      countMax: number;
    }): Promise<LinkCounts[]> {
      return read
        .select({
          id: links.id,
          url: links.url,
          people: sql`count(case when ${clicks.clicks} > 0 then 1 end)`.mapWith(Number),
          clicks: sql`coalesce(sum(${clicks.clicks}), 0)`.mapWith(Number),
          machineClicks: sql`coalesce(sum(${clicks.machineClicks}), 0)`.mapWith(Number),
        })
        .from(links)
        .leftJoin(clicks, and(eq(clicks.workspaceId, query.workspaceId), eq(clicks.linkId, links.id)))
        .where(and(eq(links.campaignId, query.campaignId), eq(links.workspaceId, query.workspaceId)))
        .groupBy(links.id, links.url, links.position)
        .orderBy(asc(links.position))
        .limit(query.countMax);
    },
  };
}

/** The statements that store links, for an `atomically` of any store. */
export function addingLinks(write: Builder, { links }: Tables, rows: readonly LinkRow[]) {
  const starts = Array.from({ length: Math.ceil(rows.length / writeBatch) }, (_, nth) => nth * writeBatch);
  return starts.map((start) => write.insert(links).values(rows.slice(start, start + writeBatch)));
}

const { writeBatch } = leadLimits;
const value = sql.placeholder;

function target(builder: Builder, { links, campaigns, campaignContents, deliveries, leads }: Tables) {
  const { campaignId, workspaceId, email, state, firstTriedAt, sentAt } = deliveries;
  return builder
    .select({
      url: links.url,
      campaignId: links.campaignId,
      provider: campaigns.provider,
      track: campaigns.track,
      delivery: { campaignId, workspaceId, email, state, firstTriedAt, sentAt },
      lead: {
        firstName: leads.firstName,
        lastName: leads.lastName,
        phone: leads.phone,
        fields: leads.fields,
        consent: leads.consent,
      },
      fields: campaignContents.fields,
    })
    .from(links)
    .leftJoin(campaigns, eq(campaigns.id, links.campaignId))
    .leftJoin(
      campaignContents,
      and(
        eq(campaignContents.campaignId, links.campaignId),
        eq(campaignContents.workspaceId, campaigns.workspaceId),
      ),
    )
    .leftJoin(deliveries, eq(deliveries.id, value("deliveryId")))
    .leftJoin(leads, and(eq(leads.id, deliveries.leadId), eq(leads.workspaceId, deliveries.workspaceId)))
    .where(eq(links.id, value("linkId")));
}
