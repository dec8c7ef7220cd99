import { and, asc, eq, exists, inArray, notExists, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Builder, Database } from "../../database.ts";
import { isListedNearby } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";
import { unlessUnchanged } from "../../unlessUnchanged.ts";
import { namingsOf, renaming } from "./collectionNamings.ts";
import { importsInto, isOfCollection } from "./collections.ts";

type Key = { workspaceId: WorkspaceId; id: string };
type Move = { workspaceId: WorkspaceId; from: string; into: string; countMax: number };

/** Moves leads from one collection into another, in batches. */
export function createCollectionMergeStore(database: Database) {
  return { ...moving(database), ...removing(database) };
}

function moving(database: Database) {
  const { read, tables } = database;
  const { collections, memberships } = tables;
  const owned = (key: Key) => isCollection(tables, key);
  return {
    /**
     * Moves at most `countMax` leads from one of the owner's collections into another. Returns how many it took out of the
     * first; none if the other does not exist any more.
     */
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
        .orderBy(asc(memberships.leadId))
        .limit(countMax);
      if (rows.length === 0) return 0;
      const leadIds = rows.map((row) => row.leadId);
      const moved = and(mine({ id: from }), isListedNearby(tables, memberships.leadId, leadIds));
      const inBoth = and(mine({ id: into }), isListedNearby(tables, memberships.leadId, leadIds));
      const { left } = await database.atomically((write) => ({
        staying: keepingInBoth(write, tables, { workspaceId, from, into, inBoth }),
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
        // If the other collection were deleted at this moment, the leads would be in neither.
        left: write
          .delete(memberships)
          .where(
            and(
              moved,
              exists(
                write
                  .select({ one: sql`1` })
                  .from(collections)
                  .where(owned({ workspaceId, id: into })),
              ),
            ),
          )
          .returning({ leadId: memberships.leadId }),
      }));
      return left.length;
    },
  };
}

/** Whoever is in both stays in the other, whichever import that brought them to one of the two is undone. */
function keepingInBoth(
  write: Builder,
  { imports, importChanges, memberships }: Tables,
  {
    workspaceId,
    from,
    into,
    inBoth,
  }: Pick<Move, "workspaceId" | "from" | "into"> & { inBoth: SQL | undefined },
) {
  const theirs = and(eq(imports.workspaceId, workspaceId), inArray(imports.collectionId, [from, into]));
  const these = write.select({ id: imports.id }).from(imports).where(theirs);
  const inOther = write.select({ id: memberships.leadId }).from(memberships).where(inBoth);
  return write
    .update(importChanges)
    .set({ joined: false })
    .where(
      and(
        eq(importChanges.workspaceId, workspaceId),
        inArray(importChanges.importId, these),
        inArray(importChanges.leadId, inOther),
      ),
    );
}

function removing(database: Database) {
  const { atomically, tables } = database;
  const { collections, memberships, deletedMemberships, imports } = tables;
  const inOther = (write: Builder, which: SQL | undefined, into: string) =>
    write
      .select({
        deletionId: deletedMemberships.deletionId,
        deletedAt: deletedMemberships.deletedAt,
        workspaceId: deletedMemberships.workspaceId,
        leadId: deletedMemberships.leadId,
        collectionId: sql<string>`cast(${into} as text)`.as("collectionId"),
      })
      .from(deletedMemberships)
      .where(which);
  return {
    /**
     * Removes an empty collection; false if somebody has joined it meanwhile, or an import writes into it, since leads that
     * come after its removal would be in none. Its leads whose deletion may still be undone come back into the other, and
     * what names it names the other: false also where somebody has written one of these meanwhile, or removed the other.
     */
    async removeEmpty({ into, now, ...key }: Key & { into: string; now: number }): Promise<boolean> {
      const own = isCollection(tables, key);
      const deleted = and(
        eq(deletedMemberships.workspaceId, key.workspaceId),
        eq(deletedMemberships.collectionId, key.id),
      );
      const namings = await namingsOf(database, key);
      const done = await unlessUnchanged((unchanged) =>
        atomically(
          (write) => {
            // Two that are empty may be merged into each other at once.
            const other = write
              .select({ one: sql`1` })
              .from(collections)
              .where(isCollection(tables, { ...key, id: into }));
            const members = write.select({ one: sql`1` }).from(memberships).where(isOfCollection(tables));
            return {
              coming: write
                .insert(deletedMemberships)
                .select(inOther(write, deleted, into))
                .onConflictDoNothing(),
              renamed: renaming(write, tables, namings, { ...key, from: key.id, into, now }),
              removed: write
                .delete(collections)
                .where(
                  and(own, notExists(members), notExists(importsInto(write, tables, key)), exists(other)),
                ),
              // Whom they brought into it, their undoing takes out of the other.
              imports: write
                .update(imports)
                .set({ collectionId: into, madeCollection: false })
                .where(and(eq(imports.workspaceId, key.workspaceId), eq(imports.collectionId, key.id))),
              kept: write.select({ id: collections.id }).from(collections).where(own),
            };
          },
          ({ renamed, kept }) => {
            if (kept.length > 0 || renamed.some((rows) => rows.length === 0)) throw unchanged;
          },
        ),
      );
      return done !== null;
    },
  };
}

function isCollection({ collections }: Tables, { workspaceId, id }: Key) {
  return and(eq(collections.id, id), eq(collections.workspaceId, workspaceId));
}
