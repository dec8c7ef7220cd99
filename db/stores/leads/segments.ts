import { and, asc, eq, gt, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Builder, Database } from "../../database.ts";
import { isListed } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";
import { unlessTaken } from "../../uniqueViolation.ts";

export type SegmentRow = Tables["segments"]["$inferSelect"];
type Key = { workspaceId: WorkspaceId; id: string };
/** Sees how many there are then; what it throws undoes the change. */
type Allow = (segmentCount: number) => void;

/** Questions that workspaces keep. A deleted one waits to be brought back. */
export function createSegmentStore(database: Database) {
  const { read, tables } = database;
  const { segments } = tables;
  return {
    /** By name. */
    async ownedBy(workspaceId: WorkspaceId): Promise<SegmentRow[]> {
      return read
        .select()
        .from(segments)
        .where(and(eq(segments.workspaceId, workspaceId), isNull(segments.deletedAt)))
        .orderBy(sql`lower(${segments.name})`, asc(segments.id));
    },

    async one(key: Key): Promise<SegmentRow | null> {
      const [row] = await read.select().from(segments).where(there(tables, key));
      return row ?? null;
    },

    /** False where its name is another's. */
    async add(row: SegmentRow, allow: Allow): Promise<boolean> {
      const added = await unlessTaken(
        database.atomically(
          (write) => ({
            added: write.insert(segments).values(row),
            counts: counting(write, tables, row.workspaceId),
          }),
          ({ counts }) => allow(counts.length),
        ),
      );
      return added !== null;
    },

    async change(
      key: Key,
      set: Partial<Pick<SegmentRow, "name" | "question" | "updatedAt">>,
    ): Promise<SegmentRow | "taken" | null> {
      const results = await unlessTaken(
        database.atomically((write) => ({
          changed: write.update(segments).set(set).where(there(tables, key)).returning(),
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
    /** True where there was one. Those that were deleted until a moment go for good. */
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

    /** Brings back what was deleted after a moment: null where there is none, "taken" where its name is another's by now. */
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
            counts: counting(write, tables, key.workspaceId),
          }),
          ({ restored, counts }) => {
            if (restored.length > 0) allow(counts.length);
          },
        ),
      );
      return results === null ? "taken" : (results.restored[0] ?? null);
    },
  };
}

/** The ids of collections and of campaigns that a workspace has: all of the first, and of the second those that are named. */
export function createNamedStore({ read, tables }: Pick<Database, "read" | "tables">) {
  const { campaignPlans, campaigns, collections } = tables;
  return {
    /** With how many leads are in each. */
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
      // One that a server of the version before began has no plan yet.
      const unplanned = await read
        .select({ id: campaigns.id })
        .from(campaigns)
        .where(and(eq(campaigns.workspaceId, workspaceId), isListed(tables, campaigns.id, ids)));
      return new Set([...plans, ...unplanned].map(({ id }) => id));
    },
  };
}

/** As rows, which are few. */
function counting(write: Pick<Builder, "select">, { segments }: Tables, workspaceId: WorkspaceId) {
  return write
    .select({ id: segments.id })
    .from(segments)
    .where(and(eq(segments.workspaceId, workspaceId), isNull(segments.deletedAt)));
}

function there(tables: Tables, key: Key): SQL | undefined {
  return and(owned(tables, key), isNull(tables.segments.deletedAt));
}

function owned({ segments }: Tables, { workspaceId, id }: Key): SQL | undefined {
  return and(eq(segments.id, id), eq(segments.workspaceId, workspaceId));
}
