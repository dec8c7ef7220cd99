import { and, asc, eq, gt, inArray, isNull, lte } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";
import { unforeseen } from "../../notLeading.ts";
import { isShown } from "../campaigns/plans/plans.ts";

type Batch = { workspaceId: WorkspaceId; afterId: string; countMax: number };
type OfPlan = { workspaceId: WorkspaceId; planId: string };

export type ExportStore = ReturnType<typeof createExportStore>;

/** One person's rows in batches, each continuing after the last row of the previous one, for the archive of all data. */
export function createExportStore({ read, tables }: Database) {
  return {
    ...leadBatches({ read, tables }),
    ...campaignBatches({ read, tables }),
    ...planBatches({ read, tables }),
    ...otherBatches({ read, tables }),
  };
}

type Reading = Pick<Database, "read" | "tables">;

function leadBatches({ read, tables }: Reading) {
  const { leads, leadNotes, memberships, collections, customFields } = tables;
  return {
    async collectionsOf(workspaceId: WorkspaceId) {
      return read
        .select()
        .from(collections)
        .where(eq(collections.workspaceId, workspaceId))
        .orderBy(asc(collections.name));
    },

    async customFieldsOf(workspaceId: WorkspaceId) {
      return read
        .select()
        .from(customFields)
        .where(and(eq(customFields.workspaceId, workspaceId), isNull(customFields.deletedAt)))
        .orderBy(asc(customFields.position), asc(customFields.id));
    },

    async noteBatch({ workspaceId, afterId, countMax }: Batch) {
      return read
        .select()
        .from(leadNotes)
        .where(and(eq(leadNotes.workspaceId, workspaceId), gt(leadNotes.id, afterId)))
        .orderBy(asc(leadNotes.id))
        .limit(countMax);
    },

    async leadBatch({ workspaceId, afterId, countMax }: Batch) {
      return read
        .select()
        .from(leads)
        .where(and(eq(leads.workspaceId, workspaceId), gt(leads.id, afterId)))
        .orderBy(asc(leads.id))
        .limit(unforeseen(tables, countMax));
    },

    /** Which collections the leads of a batch are in, by their ids. */
    async membershipsOf(among: {
      workspaceId: WorkspaceId;
      collectionIds: readonly string[];
      afterId: string;
      lastId: string;
    }) {
      if (among.collectionIds.length === 0) return [];
      return read
        .select()
        .from(memberships)
        .where(
          and(
            eq(memberships.workspaceId, among.workspaceId),
            inArray(memberships.collectionId, [...among.collectionIds]),
            gt(memberships.leadId, among.afterId),
            lte(memberships.leadId, among.lastId),
          ),
        );
    },
  };
}

function campaignBatches({ read, tables }: Reading) {
  const { campaigns, campaignContents, deliveries, bouncedAddresses } = tables;
  const isCampaignOf = (workspaceId: WorkspaceId) =>
    and(eq(campaigns.workspaceId, workspaceId), isNull(campaigns.mailKind));
  return {
    async campaignBatch({ workspaceId, afterId, countMax }: Batch) {
      return read
        .select({ campaign: campaigns, html: campaignContents.html })
        .from(campaigns)
        .innerJoin(campaignContents, eq(campaignContents.campaignId, campaigns.id))
        .where(and(isCampaignOf(workspaceId), gt(campaigns.id, afterId)))
        .orderBy(asc(campaigns.id))
        .limit(countMax);
    },

    async campaignIdBatch({ workspaceId, afterId, countMax }: Batch) {
      return read
        .select({ id: campaigns.id })
        .from(campaigns)
        .where(and(isCampaignOf(workspaceId), gt(campaigns.id, afterId)))
        .orderBy(asc(campaigns.id))
        .limit(countMax);
    },

    async bounceBatch(query: { workspaceId: WorkspaceId; afterHash: string; countMax: number }) {
      const { workspaceId, emailHash } = bouncedAddresses;
      return read
        .select()
        .from(bouncedAddresses)
        .where(and(eq(workspaceId, query.workspaceId), gt(emailHash, query.afterHash)))
        .orderBy(asc(emailHash))
        .limit(query.countMax);
    },

    /** By lead, because there is an index in that order. */
    async deliveryBatch(query: {
      workspaceId: WorkspaceId;
      campaignId: string;
      afterLeadId: string;
      countMax: number;
    }) {
      return read
        .select()
        .from(deliveries)
        .where(
          and(
            eq(deliveries.campaignId, query.campaignId),
            eq(deliveries.workspaceId, query.workspaceId),
            gt(deliveries.leadId, query.afterLeadId),
          ),
        )
        .orderBy(asc(deliveries.leadId))
        .limit(query.countMax);
    },
  };
}

function planBatches({ read, tables }: Reading) {
  const { campaignPlans, planMails, campaignActivity, enrolments } = tables;
  return {
    /** Drafts too; none that was deleted. */
    async planBatch({ workspaceId, afterId, countMax }: Batch) {
      return read
        .select()
        .from(campaignPlans)
        .where(
          and(eq(campaignPlans.workspaceId, workspaceId), gt(campaignPlans.id, afterId), isShown(tables)),
        )
        .orderBy(asc(campaignPlans.id))
        .limit(countMax);
    },

    async planMailsOf({ workspaceId, planId }: OfPlan) {
      return read
        .select()
        .from(planMails)
        .where(and(eq(planMails.planId, planId), eq(planMails.workspaceId, workspaceId)))
        .orderBy(asc(planMails.variantId));
    },

    /** The oldest first. */
    async activityOf({ workspaceId, planId }: OfPlan) {
      return read
        .select()
        .from(campaignActivity)
        .where(and(eq(campaignActivity.planId, planId), eq(campaignActivity.workspaceId, workspaceId)))
        .orderBy(asc(campaignActivity.id));
    },

    async enrolmentBatch({ workspaceId, planId, afterId, countMax }: Batch & OfPlan) {
      return read
        .select()
        .from(enrolments)
        .where(
          and(
            eq(enrolments.planId, planId),
            eq(enrolments.workspaceId, workspaceId),
            gt(enrolments.leadId, afterId),
          ),
        )
        .orderBy(asc(enrolments.leadId))
        .limit(countMax);
    },
  };
}

function otherBatches({ read, tables }: Reading) {
  const { imports, importChanges, suppressions, denials, sandboxMails, optouts } = tables;
  const { id, sender, recipient, subject, receivedAt } = sandboxMails;
  return {
    async importBatch({ workspaceId, afterId, countMax }: Batch) {
      return read
        .select()
        .from(imports)
        .where(and(eq(imports.workspaceId, workspaceId), gt(imports.id, afterId)))
        .orderBy(asc(imports.id))
        .limit(countMax);
    },

    /** What one import changed of existing leads, as long as it can be undone. */
    async importChangeBatch(query: {
      workspaceId: WorkspaceId;
      importId: string;
      afterPosition: number;
      countMax: number;
    }) {
      return read
        .select()
        .from(importChanges)
        .where(
          and(
            eq(importChanges.workspaceId, query.workspaceId),
            eq(importChanges.importId, query.importId),
            gt(importChanges.position, query.afterPosition),
          ),
        )
        .orderBy(asc(importChanges.position))
        .limit(query.countMax);
    },

    async suppressionBatch(query: { workspaceId: WorkspaceId; afterHash: string; countMax: number }) {
      return read
        .select()
        .from(suppressions)
        .where(
          and(eq(suppressions.workspaceId, query.workspaceId), gt(suppressions.emailHash, query.afterHash)),
        )
        .orderBy(asc(suppressions.emailHash))
        .limit(query.countMax);
    },

    async denialBatch(query: { workspaceId: WorkspaceId; afterHash: string; countMax: number }) {
      return read
        .select()
        .from(denials)
        .where(and(eq(denials.workspaceId, query.workspaceId), gt(denials.emailHash, query.afterHash)))
        .orderBy(asc(denials.emailHash))
        .limit(query.countMax);
    },

    async optoutBatch({ workspaceId, afterId, countMax }: Batch) {
      return read
        .select()
        .from(optouts)
        .where(and(eq(optouts.workspaceId, workspaceId), gt(optouts.id, afterId)))
        .orderBy(asc(optouts.id))
        .limit(countMax);
    },

    /** Without the mails themselves: they are copies of what the campaigns say. */
    async sandboxMailBatch({ workspaceId, afterId, countMax }: Batch) {
      return read
        .select({ id, sender, recipient, subject, receivedAt })
        .from(sandboxMails)
        .where(and(eq(sandboxMails.workspaceId, workspaceId), gt(sandboxMails.id, afterId)))
        .orderBy(asc(sandboxMails.id))
        .limit(countMax);
    },
  };
}
