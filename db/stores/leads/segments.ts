import { and, eq, gt, isNotNull, isNull, lte, type SQL } from "drizzle-orm";
import { byName } from "../../../contract/byName.ts";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Builder, Database } from "../../database.ts";
import { isListed } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";
import { unlessTaken } from "../../uniqueViolation.ts";

export type SegmentRow = Tables["segments"]["$inferSelect"];
type Key = { workspaceId: WorkspaceId; id: string };
/** Is given all segments as they would be; undoes the change by throwing. */
type Allow = (all: readonly Pick<SegmentRow, "id" | "name">[]) => void;

/** Questions that workspaces store. A deleted one can be restored for a while. */
export function createSegmentStore(database: Database) {
  const { read, tables } = database;
  const { segments } = tables;
  return {
    /** By name. */
    async ownedBy(workspaceId: WorkspaceId): Promise<SegmentRow[]> {
      const rows = await read
        .select()
        .from(segments)
        .where(and(eq(segments.workspaceId, workspaceId), isNull(segments.deletedAt)));
      // Sorted here, as collections are: neither database knows where people look for "Ärzte".
      return rows.sort(byName);
    },

    async one(key: Key): Promise<SegmentRow | null> {
      const [row] = await read.select().from(segments).where(there(tables, key));
      return row ?? null;
    },

    /** False if another one has this name. */
    async add(row: SegmentRow, allow: Allow): Promise<boolean> {
      const added = await unlessTaken(
        database.atomically(
          (write) => ({
            added: write.insert(segments).values(row),
            all: naming(write, tables, row.workspaceId),
          }),
          ({ all }) => allow(all),
        ),
      );
      return added !== null;
    },

    /** With `known`, only one that was not written since it was read. */
    async change(
      { known, ...key }: Key & { known?: Pick<SegmentRow, "updatedAt"> },
      set: Partial<Pick<SegmentRow, "name" | "question" | "updatedAt">>,
    ): Promise<SegmentRow | "taken" | null> {
      const results = await unlessTaken(
        database.atomically((write) => ({
          changed: write
            .update(segments)
            .set(set)
            .where(and(there(tables, key), known && eq(segments.updatedAt, known.updatedAt)))
            .returning(),
        })),
      );
      return results === null ? "taken" : (results.changed[0] ?? null);
    },

    ...leaving(database),
  };
}

function leaving(database: Database) {
  const { tables } = database;
  const { segments } = tables;
  return {
    /** False if there is none. Those deleted before `goneUntil` are deleted for good. */
    async remove({ deletedAt, goneUntil, ...key }: Key & { deletedAt: number; goneUntil: number }) {
      const { removed } = await database.atomically((write) => ({
        removed: write
          .update(segments)
          .set({ deletedAt })
          .where(there(tables, key))
          .returning({ id: segments.id }),
        gone: write
          .delete(segments)
          .where(
            and(
              eq(segments.workspaceId, key.workspaceId),
              isNotNull(segments.deletedAt),
              lte(segments.deletedAt, goneUntil),
            ),
          ),
      }));
      return removed.length > 0;
    },

    /** Restores one that was deleted after a moment: null if there is none, "taken" if another one has its name by now. */
    async restore(
      { after, ...key }: Key & { after: number },
      allow: Allow,
    ): Promise<SegmentRow | "taken" | null> {
      const results = await unlessTaken(
        database.atomically(
          (write) => ({
            restored: write
              .update(segments)
              .set({ deletedAt: null })
              .where(and(owned(tables, key), gt(segments.deletedAt, after)))
              .returning(),
            all: naming(write, tables, key.workspaceId),
          }),
          ({ restored, all }) => {
            if (restored.length > 0) allow(all);
          },
        ),
      );
      return results === null ? "taken" : (results.restored[0] ?? null);
    },
  };
}

/** The ids of a workspace's collections and campaigns: all collections, and of the campaigns those that are named. */
export function createNamedStore({ read, tables }: Pick<Database, "read" | "tables">) {
  const { campaignPlans, campaigns, collections } = tables;
  return {
    /** How many leads each collection has. */
    async collectionSizes(workspaceId: WorkspaceId): Promise<Map<string, number>> {
      const rows = await read
        .select({ id: collections.id, count: collections.leadCount })
        .from(collections)
        .where(eq(collections.workspaceId, workspaceId));
      return new Map(rows.map(({ id, count }) => [id, count]));
    },

    async campaignIdsAmong(workspaceId: WorkspaceId, ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const plans = await read
        .select({ id: campaignPlans.id })
        .from(campaignPlans)
        .where(
          and(
            eq(campaignPlans.workspaceId, workspaceId),
            isListed(tables, campaignPlans.id, ids),
            isNull(campaignPlans.deletedAt),
          ),
        );
      // A campaign that a server of the previous version began has no plan yet.
      const unplanned = await read
        .select({ id: campaigns.id })
        .from(campaigns)
        .where(and(eq(campaigns.workspaceId, workspaceId), isListed(tables, campaigns.id, ids)));
      return new Set([...plans, ...unplanned].map(({ id }) => id));
    },
  };
}

/** As rows, because they are few. */
function naming(write: Pick<Builder, "select">, { segments }: Tables, workspaceId: WorkspaceId) {
  return write
    .select({ id: segments.id, name: segments.name })
    .from(segments)
    .where(and(eq(segments.workspaceId, workspaceId), isNull(segments.deletedAt)));
}

function there(tables: Tables, key: Key): SQL | undefined {
  return and(owned(tables, key), isNull(tables.segments.deletedAt));
}

function owned({ segments }: Tables, { workspaceId, id }: Key): SQL | undefined {
  return and(eq(segments.id, id), eq(segments.workspaceId, workspaceId));
}
