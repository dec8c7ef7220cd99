import {
  and,
  asc,
  count,
  eq,
  exists,
  getTableColumns,
  gt,
  isNotNull,
  lte,
  notExists,
  type SQL,
  sql,
} from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Builder, Database } from "../../database.ts";
import { isListedNearby } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";
import { recallingDenials } from "./denials.ts";
import { forgettingGone } from "./goneLeads.ts";
import { addingToCount, type LeadRow } from "./leads.ts";

type Deletion = { workspaceId: WorkspaceId; deletionId: string };
type Undoable = Deletion & { after: number };
type Batch = Deletion & { ids: readonly string[] };

/** Leads that were deleted and can still be restored. */
export function createDeletedLeadStore(database: Database) {
  const { read, tables } = database;
  const { leads, leadCounts, deletedLeads, deletedMemberships } = tables;
  return {
    ...looking(database),
    /**
     * Restores leads as they were, except that suppressed ones are opted out, that a no said since is kept, and that mails
     * opened since are counted. A lead whose address was added again is not restored, and stays in the deletion: the newer
     * one may go. Returns how many were restored. `allow` is given the new number of leads, and how many there were before
     * they were deleted; it undoes the restoring by throwing.
     */
    async restore(
      batch: Batch & { allow: (counts: { leadCount: number; added: number; keeps: number }) => void },
    ): Promise<number> {
      const { restored } = await database.atomically(
        (write) => ({
          restored: write
            .insert(leads)
            .select(restoredRows(write, tables, batch))
            .onConflictDoNothing()
            .returning({ id: leads.id }),
          recalled: recallingDenials(write, tables, batch),
          rejoined: rejoining(write, tables, batch),
          counted: addingToCount(write, tables, {
            workspaceId: batch.workspaceId,
            added: countBack(tables, batch),
          }),
          forgottenMemberships: write
            .delete(deletedMemberships)
            .where(
              and(keptMemberships(tables, batch), isBack(write, tables, deletedMemberships.leadId, batch)),
            ),
          forgottenLeads: write
            .delete(deletedLeads)
            .where(and(kept(tables, batch), isBack(write, tables, deletedLeads.id, batch))),
          counts: write
            .select({ leadCount: leadCounts.count, keeps: leadCounts.keeps })
            .from(leadCounts)
            .where(eq(leadCounts.workspaceId, batch.workspaceId)),
        }),
        ({ restored: { length: added }, counts: [counts = { leadCount: 0, keeps: 0 }] }) =>
          batch.allow({ ...counts, added }),
      );
      return restored.length;
    },

    /** Deletes for good some of what was deleted before a moment; false if nothing was left. */
    async forget({ before, countMax }: { before: number; countMax: number }): Promise<boolean> {
      const old = await read
        .select({
          deletionId: deletedLeads.deletionId,
          id: deletedLeads.id,
          workspaceId: deletedLeads.workspaceId,
        })
        .from(deletedLeads)
        .where(lte(deletedLeads.deletedAt, before))
        .limit(countMax);
      const [first] = old;
      if (first === undefined) return false;
      const { deletionId, workspaceId } = first;
      const ids = old.filter((row) => row.deletionId === deletionId).map(({ id }) => id);
      await database.atomically((write) => ({
        forgottenLeads: write.delete(deletedLeads).where(kept(tables, { deletionId, workspaceId, ids })),
        forgottenMemberships: write
          .delete(deletedMemberships)
          .where(keptMemberships(tables, { deletionId, workspaceId, ids })),
        gone: forgettingGone(write, tables, { workspaceId, ids }),
      }));
      return true;
    },
  };
}

function looking({ read, tables }: Database) {
  const { leads, deletedLeads } = tables;
  /** Of a deletion, as long as it can be undone. */
  const isOf = ({ workspaceId, deletionId, after }: Undoable) =>
    and(
      eq(deletedLeads.deletionId, deletionId),
      eq(deletedLeads.workspaceId, workspaceId),
      gt(deletedLeads.deletedAt, after),
    );
  /** The lead that has the address by now. */
  const newer = read
    .select({ one: sql`1` })
    .from(leads)
    .where(and(eq(leads.workspaceId, deletedLeads.workspaceId), eq(leads.email, deletedLeads.email)));
  return {
    /** The next leads of a deletion that can be restored, behind one. */
    async idsOf({
      beyond = "",
      countMax,
      ...deletion
    }: Undoable & { beyond?: string; countMax: number }): Promise<string[]> {
      const rows = await read
        .select({ id: deletedLeads.id })
        .from(deletedLeads)
        .where(and(isOf(deletion), gt(deletedLeads.id, beyond), notExists(newer)))
        .orderBy(asc(deletedLeads.id))
        .limit(countMax);
      return rows.map(({ id }) => id);
    },

    /** How many leads of a deletion have been added again. */
    async countReplaced(deletion: Undoable): Promise<number> {
      const [row] = await read
        .select({ count: count() })
        .from(deletedLeads)
        .where(and(isOf(deletion), exists(newer)));
      return row?.count ?? 0;
    },
  };
}

function kept(tables: Tables, { workspaceId, deletionId, ids }: Batch): SQL | undefined {
  const { deletedLeads } = tables;
  return and(
    eq(deletedLeads.deletionId, deletionId),
    eq(deletedLeads.workspaceId, workspaceId),
    isListedNearby(tables, deletedLeads.id, ids),
  );
}

function keptMemberships(tables: Tables, { workspaceId, deletionId, ids }: Batch): SQL | undefined {
  const { deletedMemberships } = tables;
  return and(
    eq(deletedMemberships.deletionId, deletionId),
    eq(deletedMemberships.workspaceId, workspaceId),
    isListedNearby(tables, deletedMemberships.leadId, ids),
  );
}

/** Whether the lead of a column exists, so that nothing has to be kept of it here. */
function isBack(
  write: Builder,
  { leads }: Tables,
  id: Tables["deletedLeads"]["id"] | Tables["deletedMemberships"]["leadId"],
  { workspaceId }: Batch,
): SQL {
  return exists(
    write
      .select({ one: sql`1` })
      .from(leads)
      .where(and(eq(leads.workspaceId, workspaceId), eq(leads.id, id))),
  );
}

function restoredRows(write: Builder, tables: Tables, batch: Batch): SQL {
  const { leads, deletedLeads, deliveries, suppressions } = tables;
  const suppressed = write
    .select({ one: sql`1` })
    .from(suppressions)
    .where(
      and(
        eq(suppressions.workspaceId, deletedLeads.workspaceId),
        eq(suppressions.emailHash, deletedLeads.emailHash),
      ),
    );
  // Opens are counted where the lead is. Those of campaigns that are gone are in the count that was kept.
  const opened = write
    .select({ opened: count().as("opened") })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.workspaceId, deletedLeads.workspaceId),
        eq(deliveries.leadId, deletedLeads.id),
        isNotNull(deliveries.openedAt),
      ),
    );
  const { openedCount: before } = deletedLeads;
  const newer: Partial<Record<keyof LeadRow, SQL>> = {
    optout: sql`(${deletedLeads.optout} or ${exists(suppressed)})`,
    openedCount: sql`(select case when one.opened > ${before} then one.opened else ${before} end from ${opened} as one)`,
  };
  const columns = Object.keys(getTableColumns(leads)) as (keyof LeadRow)[];
  const values = columns.map((column) => newer[column] ?? sql`${deletedLeads[column]}`);
  return sql`select ${sql.join(values, sql`, `)} from ${deletedLeads} where ${kept(tables, batch)}`;
}

/** Only leads that are restored, and collections that still exist. */
function rejoining(write: Builder, tables: Tables, batch: Batch) {
  const { collections, deletedMemberships, leads, memberships } = tables;
  const pairs = write
    .select({ workspaceId: leads.workspaceId, collectionId: collections.id, leadId: leads.id })
    .from(deletedMemberships)
    .innerJoin(
      collections,
      and(
        eq(collections.id, deletedMemberships.collectionId),
        eq(collections.workspaceId, deletedMemberships.workspaceId),
      ),
    )
    .innerJoin(
      leads,
      and(eq(leads.id, deletedMemberships.leadId), eq(leads.workspaceId, deletedMemberships.workspaceId)),
    )
    .where(keptMemberships(tables, batch));
  return write.insert(memberships).select(pairs).onConflictDoNothing();
}

/** Evaluated while the deleted rows still exist, so that leads that somebody else has restored are not counted again. */
function countBack(tables: Tables, batch: Batch): SQL<number> {
  const { leads, deletedLeads } = tables;
  const isBack = and(eq(leads.id, deletedLeads.id), eq(leads.workspaceId, deletedLeads.workspaceId));
  return sql<number>`(select count(*) from ${deletedLeads} join ${leads} on ${isBack} where ${kept(tables, batch)})`;
}
