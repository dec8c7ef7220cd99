import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import type { StoredFields } from "../../../../contract/leads/customFields.ts";
import type { ReasonCode } from "../../../../contract/reasons.ts";
import type { DeliveryState } from "../../../../contract/schemas/campaign.ts";
import { type Builder, bound, type Database } from "../../../database.ts";
import { isListed } from "../../../json/jsonSql.ts";
import type { Tables } from "../../../tables.ts";
import { isBounced } from "../../inbound/bouncedAddresses.ts";
import type { PlanKey } from "../plans/planRows.ts";

/** A due lead of a sequence, as it is stored. */
export type DueLead = {
  leadId: string;
  credentialId: string;
  zone: string | null;
  step: number;
  dueAt: number;
  deliveryId: string | null;
  mail: {
    campaignId: string;
    step: number;
    /** Where it went, or is to go. */
    email: string;
    /** With its merge fields. */
    subject: string;
    /** Its domain is that of the Message-ID. */
    fromEmail: string;
    state: DeliveryState;
    reasonCode: ReasonCode | null;
    dueAt: number;
    sentAt: number | null;
    openedAt: number | null;
    clickedAt: number | null;
    thread: string | null;
  } | null;
  lead: { email: string; optout: boolean; fields: StoredFields } | null;
  isSuppressed: boolean;
  isBounced: boolean;
};

/** The positions of a sequence's due leads. */
export function createStandingStore(database: Database) {
  const { read, tables } = database;
  const { clicks, links, memberships } = tables;
  return {
    ...doing(database),
    ...leaving(database),
    ...staying(database),

    /** The longest due first. */
    async dueOf({ id, ...asked }: PlanKey & { now: number; countMax: number }): Promise<DueLead[]> {
      return (await database.ask(bound(readDue, { planId: id, ...asked }))) as DueLead[];
    },

    /** The addresses of links that people followed in some mails, by mail. */
    async followedIn(
      workspaceId: WorkspaceId,
      deliveryIds: readonly string[],
    ): Promise<Map<string, Set<string>>> {
      const rows = await read
        .select({ deliveryId: clicks.deliveryId, url: links.url })
        .from(clicks)
        .innerJoin(links, eq(links.id, clicks.linkId))
        .where(
          and(
            eq(clicks.workspaceId, workspaceId),
            isListed(tables, clicks.deliveryId, deliveryIds),
            gt(clicks.clicks, 0),
          ),
        );
      const found = new Map<string, Set<string>>();
      for (const { deliveryId, url } of rows)
        found.set(deliveryId, (found.get(deliveryId) ?? new Set()).add(url));
      return found;
    },

    /** Those of some leads who are in one of these collections. */
    async membersAmong(of: {
      workspaceId: WorkspaceId;
      collectionIds: readonly string[];
      leadIds: readonly string[];
    }): Promise<Set<string>> {
      const rows = await read
        .selectDistinct({ leadId: memberships.leadId })
        .from(memberships)
        .where(
          and(
            eq(memberships.workspaceId, of.workspaceId),
            inArray(memberships.collectionId, [...of.collectionIds]),
            isListed(tables, memberships.leadId, of.leadIds),
          ),
        );
      return new Set(rows.map(({ leadId }) => leadId));
    },
  };
}

/** Leads of accounts that are not gone. */
function staying({ read, tables }: Database) {
  const { enrolments, credentials } = tables;
  return {
    /** Whether any lead that has not come to its end stays with an account that is still there. */
    async hasAccounted({ workspaceId, id }: PlanKey): Promise<boolean> {
      const found = await read
        .select({ leadId: enrolments.leadId })
        .from(enrolments)
        .innerJoin(
          credentials,
          and(
            eq(credentials.id, enrolments.credentialId),
            eq(credentials.workspaceId, enrolments.workspaceId),
          ),
        )
        .where(
          and(eq(enrolments.planId, id), eq(enrolments.workspaceId, workspaceId), isNull(enrolments.endedAt)),
        )
        .limit(1);
      return found.length > 0;
    },
  };
}

/** Leads that are gone. */
function leaving({ read, tables }: Database) {
  const { deletedLeads } = tables;
  return {
    /** Those of some leads who were deleted since. */
    async deletedAmong(of: {
      workspaceId: WorkspaceId;
      leadIds: readonly string[];
      after: number;
    }): Promise<Set<string>> {
      const rows = await read
        .select({ id: deletedLeads.id })
        .from(deletedLeads)
        .where(
          and(
            eq(deletedLeads.workspaceId, of.workspaceId),
            gt(deletedLeads.deletedAt, of.after),
            isListed(tables, deletedLeads.id, of.leadIds),
          ),
        );
      return new Set(rows.map(({ id }) => id));
    },
  };
}

/** Who reacted to any mail of the sequence. */
function doing({ read, tables }: Database) {
  const { deliveries, campaigns, mailResponses } = tables;
  return {
    /** Those of some leads who followed a link in any mail of the sequence. */
    async clickedAmong({ workspaceId, id, leadIds }: PlanKey & { leadIds: readonly string[] }) {
      const rows = await read
        .selectDistinct({ leadId: deliveries.leadId })
        .from(deliveries)
        .innerJoin(campaigns, eq(campaigns.id, deliveries.campaignId))
        .where(
          and(
            eq(deliveries.workspaceId, workspaceId),
            isListed(tables, deliveries.leadId, leadIds),
            isNotNull(deliveries.clickedAt),
            eq(campaigns.planId, id),
          ),
        );
      return new Set(rows.map(({ leadId }) => leadId));
    },

    /** Those of some leads who replied to any mail of the sequence. */
    async repliedAmong({ workspaceId, id, leadIds }: PlanKey & { leadIds: readonly string[] }) {
      const rows = await read
        .selectDistinct({ leadId: mailResponses.leadId })
        .from(mailResponses)
        .innerJoin(campaigns, eq(campaigns.id, mailResponses.campaignId))
        .where(
          and(
            eq(mailResponses.workspaceId, workspaceId),
            eq(mailResponses.kind, "replied"),
            isListed(tables, mailResponses.leadId, leadIds),
            eq(campaigns.planId, id),
          ),
        );
      return new Set(rows.map(({ leadId }) => leadId));
    },
  };
}

const value = sql.placeholder;

function readDue(builder: Builder, tables: Tables) {
  const { enrolments, deliveries, campaigns, leads, suppressions, bouncedAddresses } = tables;
  const { leadId, credentialId, zone, step, dueAt, deliveryId } = enrolments;
  const { state, reasonCode, sentAt, openedAt, clickedAt, thread } = deliveries;
  return builder
    .select({
      leadId,
      credentialId,
      zone,
      step,
      dueAt,
      deliveryId,
      mail: {
        campaignId: campaigns.id,
        step: campaigns.step,
        fromEmail: campaigns.fromEmail,
        state,
        reasonCode,
        sentAt,
        openedAt,
        clickedAt,
        thread,
        dueAt: deliveries.dueAt,
        email: deliveries.email,
        subject: campaigns.subject,
      },
      lead: { email: leads.email, optout: leads.optout, fields: leads.fields },
      isSuppressed: sql<boolean>`${isNotNull(suppressions.emailHash)}`.mapWith(Boolean),
      isBounced: sql<boolean>`${isBounced(tables)}`.mapWith(Boolean),
    })
    .from(enrolments)
    .leftJoin(
      deliveries,
      and(eq(deliveries.id, enrolments.deliveryId), eq(deliveries.workspaceId, enrolments.workspaceId)),
    )
    .leftJoin(campaigns, eq(campaigns.id, deliveries.campaignId))
    .leftJoin(leads, and(eq(leads.id, enrolments.leadId), eq(leads.workspaceId, enrolments.workspaceId)))
    .leftJoin(
      suppressions,
      and(eq(suppressions.emailHash, leads.emailHash), eq(suppressions.workspaceId, enrolments.workspaceId)),
    )
    .leftJoin(
      bouncedAddresses,
      and(
        eq(bouncedAddresses.emailHash, leads.emailHash),
        eq(bouncedAddresses.workspaceId, enrolments.workspaceId),
      ),
    )
    .where(
      and(
        eq(enrolments.planId, value("planId")),
        eq(enrolments.workspaceId, value("workspaceId")),
        isNull(enrolments.endedAt),
        lte(enrolments.dueAt, value("now")),
      ),
    )
    .orderBy(asc(enrolments.dueAt))
    .limit(value("countMax"));
}
