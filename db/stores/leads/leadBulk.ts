import { and, count, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { leadLimits } from "../../../contract/limits/leads.ts";
import type { Builder, Database } from "../../database.ts";
import { isListed, isListedNearby } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";
import { isOfCollection } from "./collections.ts";
import { type SaidConsent, sayingConsent } from "./consents.ts";
import { keepingDenials } from "./denials.ts";
import { onTopOf } from "./suppressions.ts";

/** A batch of one workspace's leads. Ids that are not theirs are ignored. */
type LeadBatch = { workspaceId: WorkspaceId; ids: readonly string[] };

export type LeadBulkStore = ReturnType<typeof createLeadBulkStore>;

/** One change to many leads, each batch in one transaction. Each method returns the ids of the leads that it changed. */
export function createLeadBulkStore(database: Database) {
  const { tables } = database;
  const { leads, memberships } = tables;
  return {
    /** Those of them that exist. */
    async existing(batch: LeadBatch): Promise<string[]> {
      const rows = await database.read.select({ id: leads.id }).from(leads).where(theirs(tables, batch));
      return rows.map(({ id }) => id);
    },

    async addTo({ collectionId, ...batch }: LeadBatch & { collectionId: string }): Promise<string[]> {
      const { joined } = await database.atomically((write) => ({
        joined: write
          .insert(memberships)
          .select(
            write
              .select({
                workspaceId: leads.workspaceId,
                collectionId: sql<string>`${collectionId}`.as("collectionId"),
                leadId: leads.id,
              })
              .from(leads)
              .where(theirs(tables, batch)),
          )
          .onConflictDoNothing()
          .returning({ leadId: memberships.leadId }),
      }));
      return joined.map(({ leadId }) => leadId);
    },

    async removeFrom({ collectionId, ...batch }: LeadBatch & { collectionId: string }): Promise<string[]> {
      const { left } = await database.atomically((write) => ({
        left: write
          .delete(memberships)
          .where(
            and(
              eq(memberships.workspaceId, batch.workspaceId),
              eq(memberships.collectionId, collectionId),
              isListedNearby(tables, memberships.leadId, batch.ids),
            ),
          )
          .returning({ leadId: memberships.leadId }),
      }));
      return left.map(({ leadId }) => leadId);
    },

    /** An opted-out lead always has a suppression. If the recipient unsubscribed by a link, that is kept beside it. */
    async optOut({ now, ...batch }: LeadBatch & { now: number }): Promise<string[]> {
      const { changed } = await database.atomically((write) => ({
        suppressed: suppressingLeads(write, tables, { ...batch, now }),
        changed: write
          .update(leads)
          .set({ optout: true, updatedAt: now })
          .where(and(theirs(tables, batch), eq(leads.optout, false)))
          .returning({ id: leads.id }),
      }));
      return changed.map(({ id }) => id);
    },

    /** Leaves alone leads who denied it themselves. Returns those whose consent it changed. */
    async setConsent({ ids, ...said }: LeadBatch & SaidConsent): Promise<string[]> {
      const { changed } = await database.atomically((write) => ({
        changed: sayingConsent(write, tables, { ...said, which: isListed(tables, tables.leads.id, ids) }),
      }));
      return changed.map(({ id }) => id);
    },

    /** Deleted leads are kept under the deletion's id, so that it can be undone. Suppressions stay. */
    async remove(removal: LeadBatch & { deletionId: string; now: number }): Promise<string[]> {
      const { removed } = await database.atomically((write) => ({
        ...keeping(write, tables, removal),
        ...keepingDenials(write, tables, {
          workspaceId: removal.workspaceId,
          which: isListed(tables, leads.id, removal.ids),
        }),
        counted: takingFromCount(write, tables, removal),
        left: leaving(write, tables, removal),
        removed: write.delete(leads).where(theirs(tables, removal)).returning({ id: leads.id }),
      }));
      return removed.map(({ id }) => id);
    },
  };
}

/**
 * The statement that counts leads out that can be brought back, before they go, and notes how many there were. Of several
 * such deletions the most counts, as they can be undone in any order.
 */
function takingFromCount(write: Builder, tables: Tables, removal: LeadBatch & { now: number }) {
  const { leads, leadCounts } = tables;
  const { workspaceId, now } = removal;
  const { count: before, keeps, keepsUntil } = leadCounts;
  const gone = write.select({ count: count() }).from(leads).where(theirs(tables, removal));
  return write
    .insert(leadCounts)
    .values({ workspaceId, count: sql`-${gone}` })
    .onConflictDoUpdate({
      target: leadCounts.workspaceId,
      set: {
        count: sql`${before} + excluded.count`,
        keeps: sql`case when ${keepsUntil} > ${now} and ${keeps} > ${before} then ${keeps} else ${before} end`,
        keepsUntil: now + leadLimits.undoMs,
      },
    });
}

/** The statement that removes leads from all their collections. */
function leaving(write: Builder, tables: Tables, batch: LeadBatch) {
  const { leads, memberships } = tables;
  const ids = write.select({ id: leads.id }).from(leads).where(theirs(tables, batch));
  return write
    .delete(memberships)
    .where(
      and(
        eq(memberships.workspaceId, batch.workspaceId),
        isListedNearby(tables, memberships.leadId, batch.ids),
        inArray(memberships.leadId, ids),
      ),
    );
}

function theirs(tables: Tables, { workspaceId, ids }: LeadBatch): SQL | undefined {
  const { leads } = tables;
  return and(eq(leads.workspaceId, workspaceId), isListedNearby(tables, leads.id, ids));
}

function suppressingLeads(write: Builder, tables: Tables, { now, ...batch }: LeadBatch & { now: number }) {
  const { leads, suppressions } = tables;
  const rows = write
    .select({
      workspaceId: leads.workspaceId,
      emailHash: leads.emailHash,
      source: sql<string>`'owner'`.as("source"),
      createdAt: sql<number>`${now}`.as("createdAt"),
      ownerAt: sql<null>`null`.as("ownerAt"),
    })
    .from(leads)
    .where(theirs(tables, batch));
  return write
    .insert(suppressions)
    .select(rows)
    .onConflictDoUpdate(onTopOf(tables, { source: "owner", now }));
}

function keeping(
  write: Builder,
  tables: Tables,
  { deletionId, now, ...batch }: LeadBatch & { deletionId: string; now: number },
) {
  const { leads, memberships, collections, deletedLeads, deletedMemberships } = tables;
  const marks = {
    deletionId: sql<string>`${deletionId}`.as("deletionId"),
    deletedAt: sql<number>`${now}`.as("deletedAt"),
  };
  const leadRows = write
    .select({
      ...marks,
      id: leads.id,
      workspaceId: leads.workspaceId,
      firstName: leads.firstName,
      lastName: leads.lastName,
      email: leads.email,
      phone: leads.phone,
      searchText: leads.searchText,
      emailHash: leads.emailHash,
      optout: leads.optout,
      emailCount: leads.emailCount,
      openedCount: leads.openedCount,
      createdAt: leads.createdAt,
      updatedAt: leads.updatedAt,
      fields: leads.fields,
      consent: leads.consent,
      consentAt: leads.consentAt,
      consentHow: leads.consentHow,
      consentBy: leads.consentBy,
    })
    .from(leads)
    .where(theirs(tables, batch));
  const membershipRows = write
    .select({
      ...marks,
      workspaceId: collections.workspaceId,
      leadId: memberships.leadId,
      collectionId: memberships.collectionId,
    })
    .from(memberships)
    .innerJoin(collections, isOfCollection(tables))
    .where(
      and(
        eq(collections.workspaceId, batch.workspaceId),
        isListedNearby(tables, memberships.leadId, batch.ids),
      ),
    );
  return {
    keptLeads: write.insert(deletedLeads).select(leadRows),
    keptMemberships: write.insert(deletedMemberships).select(membershipRows),
  };
}
