import { and, eq, exists, inArray, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";
import { isListed } from "../../json/jsonSql.ts";

type Move = { workspaceId: WorkspaceId; from: string; into: string; countMax: number };

/** Leads on their way from one collection into another. */
export function createCollectionMergeStore(database: Database) {
  const { read, tables } = database;
  const { collections, memberships } = tables;
  const owned = ({ workspaceId, id }: { workspaceId: WorkspaceId; id: string }) =>
    and(eq(collections.id, id), eq(collections.workspaceId, workspaceId));
  return {
    /** Moves up to so many leads from one of the owner's collections into another; how many it took out of the first. */
    async moveSome({ workspaceId, from, into, countMax }: Move): Promise<number> {
      const mine = ({ id }: { id: string }) =>
        and(
          eq(memberships.workspaceId, workspaceId),
          inArray(
            memberships.collectionId,
            read.select({ id: collections.id }).from(collections).where(owned({ workspaceId, id })),
          ),
        );
      const rows = await read
        .select({ leadId: memberships.leadId })
        .from(memberships)
        .where(mine({ id: from }))
        .limit(countMax);
      if (rows.length === 0) return 0;
      const leadIds = rows.map((row) => row.leadId);
      const moved = and(mine({ id: from }), isListed(tables, memberships.leadId, leadIds));
      await database.atomically((write) => ({
        joined: write
          .insert(memberships)
          .select(
            write
              .select({
                workspaceId: memberships.workspaceId,
                collectionId: collections.id,
                leadId: memberships.leadId,
              })
              .from(memberships)
              .innerJoin(collections, owned({ workspaceId, id: into }) ?? sql`false`)
              .where(moved),
          )
          .onConflictDoNothing(),
        // Were the other deleted at this moment, the leads would be in neither.
        left: write.delete(memberships).where(
          and(
            moved,
            exists(
              write
                .select({ one: sql`1` })
                .from(collections)
                .where(owned({ workspaceId, id: into })),
            ),
          ),
        ),
      }));
      return rows.length;
    },
  };
}
