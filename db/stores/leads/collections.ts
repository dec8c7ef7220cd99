import { and, asc, count, eq, exists, inArray, notExists, sql } from "drizzle-orm";
import { byName } from "../../../contract/byName.ts";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Builder, Database, Statement } from "../../database.ts";
import { isListed, isListedNearby } from "../../json/jsonSql.ts";
import { isUniqueViolation } from "../../uniqueViolation.ts";
import { enqueueing, type NewJob } from "../jobs/enqueueing.ts";

export type CollectionRow = Omit<Database["tables"]["collections"]["$inferSelect"], "leadCount">;
export type CountedCollection = { id: string; name: string; count: number };
type Key = { workspaceId: WorkspaceId; id: string };

export function createCollectionStore(database: Database) {
  const { read, tables } = database;
  const { collections } = tables;
  const counted = () =>
    read
      .select({ id: collections.id, name: collections.name, count: collections.leadCount })
      .from(collections);

  return {
    /** All collections by name, each with how many leads are in it. */
    async ownedBy(workspaceId: WorkspaceId): Promise<CountedCollection[]> {
      const rows = await counted().where(eq(collections.workspaceId, workspaceId));
      // Sorted here, because the two databases sort "batch 2" and "batch 10" differently, and there are never many.
      return rows.sort(byName);
    },

    async one(key: Key): Promise<CountedCollection | null> {
      const [row] = await counted().where(owned(tables, key));
      return row ?? null;
    },

    /**
     * False if the owner has a collection of this name. `allow` is given the number of collections including this one, and
     * undoes the addition by throwing.
     */
    async add(row: CollectionRow, allow: (collectionCount: number) => void): Promise<boolean> {
      const { added } = await database.atomically(
        (write) => ({
          added: write
            .insert(collections)
            .values(row)
            .onConflictDoNothing()
            .returning({ id: collections.id }),
          counts: countingCollections(write, tables, row.workspaceId),
        }),
        ({ added: inserted, counts }) => {
          if (inserted.length > 0) allow(counts[0]?.count ?? 0);
        },
      );
      return added.length === 1;
    },

    async rename(key: Key, name: string): Promise<"renamed" | "missing" | "taken"> {
      try {
        const { changed } = await database.atomically((write) => ({
          changed: write
            .update(collections)
            .set({ name })
            .where(owned(tables, key))
            .returning({ id: collections.id }),
        }));
        return changed.length === 1 ? "renamed" : "missing";
      } catch (error) {
        if (isUniqueViolation(error)) return "taken";
        throw error;
      }
    },

    /** Whether an import that is running, or being undone, writes into the collection. */
    async isImportedInto(key: Key): Promise<boolean> {
      const [row] = await importsInto(read, tables, key).limit(1);
      return row !== undefined;
    },

    ...removing(database),
  };
}

function removing({ atomically, read, tables }: Database) {
  const { collections, memberships } = tables;
  return {
    /**
     * Its leads stay. False if there is no such collection, or an import writes into it. Who was in it is known for a while
     * longer, to nobody who asks: `job`, written with the removal, is to forget that.
     */
    async remove(key: Key, job: NewJob): Promise<boolean> {
      const { removed } = await atomically((write) => {
        const goes = and(owned(tables, key), notExists(importsInto(write, tables, key)));
        const going = write.select({ id: collections.id }).from(collections).where(goes);
        return {
          job: enqueueing(write, tables, job, exists(going)),
          removed: write.delete(collections).where(goes).returning({ id: collections.id }),
        };
      });
      return removed.length === 1;
    },

    /** Forgets some of who was in a collection that is gone; returns of how many leads. */
    async forgetSome({ workspaceId, id, countMax }: Key & { countMax: number }): Promise<number> {
      const there = read
        .select({ id: collections.id })
        .from(collections)
        .where(owned(tables, { workspaceId, id }));
      const rows = await read
        .select({ leadId: memberships.leadId })
        .from(memberships)
        .where(
          and(eq(memberships.workspaceId, workspaceId), eq(memberships.collectionId, id), notExists(there)),
        )
        .orderBy(asc(memberships.leadId))
        .limit(countMax);
      if (rows.length === 0) return 0;
      const leadIds = rows.map(({ leadId }) => leadId);
      await atomically((write) => ({
        forgotten: write
          .delete(memberships)
          .where(
            and(
              eq(memberships.workspaceId, workspaceId),
              eq(memberships.collectionId, id),
              isListedNearby(tables, memberships.leadId, leadIds),
            ),
          ),
      }));
      return rows.length;
    },
  };
}

function owned({ collections }: Database["tables"], { workspaceId, id }: Key) {
  return and(eq(collections.id, id), eq(collections.workspaceId, workspaceId));
}

/** The statement that counts an owner's collections, for the `check` of a store that adds some. */
export function countingCollections(
  write: Builder,
  { collections }: Database["tables"],
  workspaceId: WorkspaceId,
) {
  return write.select({ count: count() }).from(collections).where(eq(collections.workspaceId, workspaceId));
}

/** What a statement finds where an import that is running, or being undone, writes into a collection. */
export function importsInto(
  builder: Pick<Builder, "select">,
  { imports }: Database["tables"],
  { workspaceId, id }: Key,
) {
  return builder
    .select({ one: sql`1` })
    .from(imports)
    .where(
      and(
        eq(imports.workspaceId, workspaceId),
        eq(imports.collectionId, id),
        inArray(imports.state, ["running", "undoing"]),
      ),
    );
}

/** The condition that a membership is one of this collection. */
export function isOfCollection({ collections, memberships }: Database["tables"]) {
  return and(
    eq(collections.id, memberships.collectionId),
    eq(collections.workspaceId, memberships.workspaceId),
  );
}

/** Which leads to put into which collections. Collections that the owner lacks are created from `fresh`. */
type JoiningAll = {
  workspaceId: WorkspaceId;
  fresh: readonly CollectionRow[];
  emailsByName: ReadonlyMap<string, readonly string[]>;
};

/** The statements that put leads into collections and create those that are missing. */
export function joiningAll(
  write: Builder,
  tables: Database["tables"],
  { workspaceId, fresh, emailsByName }: JoiningAll,
): Statement[] {
  const named = fresh.filter(({ name }) => emailsByName.has(name));
  if (named.length === 0) return [];
  const adding = write.insert(tables.collections).values(named).onConflictDoNothing();
  const joins = [...emailsByName].map(([name, emails]) =>
    joining(write, tables, { workspaceId, name, emails }),
  );
  return [adding, ...joins];
}

/** The statement that puts leads, named by their addresses, into one collection, named by its name. */
function joining(
  write: Builder,
  tables: Database["tables"],
  { workspaceId, name, emails }: { workspaceId: WorkspaceId; name: string; emails: readonly string[] },
) {
  const { collections, leads, memberships } = tables;
  const pairs = write
    .select({ workspaceId: leads.workspaceId, collectionId: collections.id, leadId: leads.id })
    .from(collections)
    .innerJoin(leads, eq(leads.workspaceId, collections.workspaceId))
    .where(
      and(
        eq(collections.workspaceId, workspaceId),
        eq(collections.name, name),
        isListed(tables, leads.email, emails),
      ),
    );
  return write
    .insert(memberships)
    .select(pairs)
    .onConflictDoNothing()
    .returning({ leadId: memberships.leadId });
}
