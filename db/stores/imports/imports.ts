import { and, asc, eq, exists, gt, inArray, isNotNull, lte, notExists, or, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Cause } from "../../../contract/reasons.ts";
import type { ImportState } from "../../../contract/schemas/imports.ts";
import type { Builder, Database } from "../../database.ts";
import { behind, inOrder } from "../../keyset.ts";
import type { Tables } from "../../tables.ts";
import { enqueueing, type NewJob } from "../jobs/enqueueing.ts";
import { isHeld, type JobTicket } from "../jobs/jobs.ts";
import { type CollectionRow, countingCollections } from "../leads/collections.ts";

export type ImportRow = Tables["imports"]["$inferSelect"];
export type ImportKey = { workspaceId: WorkspaceId; id: string };

type ImportsAsked = {
  workspaceId: WorkspaceId;
  state: ImportState | null;
  /** From behind this one. */
  beforeId: string | null;
  order?: "asc" | "desc" | undefined;
  countMax: number;
};

export type ImportStore = ReturnType<typeof createImportStore>;

/** Imports and where each stands. A change names the states it may come from, so that no two ends both happen. */
export function createImportStore(database: Database) {
  return { ...reading(database), ...starting(database), ...writing(database) };
}

function reading({ read, tables }: Database) {
  const { imports } = tables;
  return {
    async one(key: ImportKey): Promise<ImportRow | null> {
      const [row] = await read.select().from(imports).where(owned(tables, key));
      return row ?? null;
    },

    /** The newest first unless asked. */
    async page({
      workspaceId,
      state,
      beforeId,
      order = "desc",
      countMax,
    }: ImportsAsked): Promise<ImportRow[]> {
      return read
        .select()
        .from(imports)
        .where(
          and(
            eq(imports.workspaceId, workspaceId),
            state === null ? undefined : eq(imports.state, state),
            beforeId === null ? undefined : behind([imports.id], { order, place: [beforeId] }),
          ),
        )
        .orderBy(inOrder(imports.id, order))
        .limit(countMax);
    },

    /** Of all people, the oldest first; for the start of a server. */
    async inState(state: ImportState): Promise<ImportRow[]> {
      return read.select().from(imports).where(eq(imports.state, state)).orderBy(asc(imports.id));
    },

    /** Imports of one person whose uploads are still there, the oldest first. */
    async keptFiles(workspaceId: WorkspaceId, states: readonly ImportState[]): Promise<string[]> {
      const rows = await read
        .select({ id: imports.id })
        .from(imports)
        .where(and(eq(imports.workspaceId, workspaceId), inArray(imports.state, [...states])))
        .orderBy(asc(imports.id));
      return rows.map(({ id }) => id);
    },

    /** Imports whose files may be needed still: to be read, or to show what was rejected. */
    async withFiles({
      startedAfter,
    }: {
      startedAfter: number;
    }): Promise<Pick<ImportRow, "id" | "workspaceId" | "state">[]> {
      const isUnderWay = inArray(imports.state, ["read", "running", "undoing"]);
      return read
        .select({ id: imports.id, workspaceId: imports.workspaceId, state: imports.state })
        .from(imports)
        .where(or(isUnderWay, isNotNull(imports.undoUntil), gt(imports.startedAt, startedAfter)));
    },

    /** Imports that can no longer be undone, of which something may be kept for it; some of them. */
    async pastUndo({ now, countMax }: { now: number; countMax: number }): Promise<ImportRow[]> {
      return read
        .select()
        .from(imports)
        .where(and(inArray(imports.state, ["done", "cancelled", "failed"]), lte(imports.undoUntil, now)))
        .limit(countMax);
    },

    async readBefore(before: number): Promise<ImportRow[]> {
      return read
        .select()
        .from(imports)
        .where(and(eq(imports.state, "read"), lte(imports.createdAt, before)));
    },
  };
}

type Start = {
  set: Partial<ImportRow>;
  job: NewJob;
  /** The collection that it writes into, as it is made where there is none of its name; null for none. */
  collection: CollectionRow | null;
  /** Sees how many collections there are then, where one was made; what it throws undoes the start. */
  allow: (collectionCount: number) => void;
};

function starting({ atomically, tables }: Database) {
  const { imports, collections } = tables;
  return {
    /**
     * Starts an import that was read, and writes its job; null if it is in another state, or gone. In one commit with the
     * collection, so that none is made for an import that does not start, and none is merged or deleted before it does.
     */
    async start(key: ImportKey, { set, job, collection, allow }: Start): Promise<ImportRow | null> {
      const isRead = and(owned(tables, key), eq(imports.state, "read"));
      const late = new Error("it was started or deleted meanwhile");
      try {
        const { changed } = await atomically(
          (write) => ({
            made:
              collection === null
                ? []
                : [write.insert(collections).values(collection).onConflictDoNothing().returning()],
            counts: countingCollections(write, tables, key.workspaceId),
            // First, while it is in that state.
            job: enqueueing(write, tables, job, exists(write.select(one).from(imports).where(isRead))),
            changed: write
              .update(imports)
              .set({ ...set, state: "running", ...writingInto(tables, collection) })
              .where(isRead)
              .returning(),
          }),
          (results) => {
            if (results.changed.length === 0) throw late;
            if (results.made.flat().length > 0) allow(results.counts[0]?.count ?? 0);
          },
        );
        return changed[0] ?? null;
      } catch (error) {
        if (error === late) return null;
        throw error;
      }
    },
  };
}

/** The collection by its name, and whether it is the one that was made for this import. */
function writingInto({ collections }: Tables, collection: CollectionRow | null) {
  if (collection === null) return { collectionId: null, madeCollection: false };
  const { id, workspaceId, name } = collection;
  const named = and(eq(collections.workspaceId, workspaceId), eq(collections.name, name));
  return {
    collectionId: sql`(select ${collections.id} from ${collections} where ${named})`,
    madeCollection: sql`exists (select 1 from ${collections} where ${and(named, eq(collections.id, id))})`,
  };
}

type Change = {
  from: readonly ImportState[];
  set: Partial<ImportRow>;
  job?: NewJob | null;
  /** Whose job it is: changes nothing once somebody else has that. */
  heldBy?: JobTicket | null;
};
type ImportEnd = Pick<Change, "heldBy"> & { state: ImportState; fault: Cause | null; undoUntil: number };

function writing({ atomically, tables }: Database) {
  const { imports, importChanges } = tables;
  return {
    async add(row: ImportRow): Promise<void> {
      await atomically((write) => ({ added: write.insert(imports).values(row) }));
    },

    /**
     * Changes an import that is in one of the states, and writes the job that follows; null if it is in another, or
     * gone.
     */
    async change(
      key: ImportKey,
      { from, set, job = null, heldBy = null }: Change,
    ): Promise<ImportRow | null> {
      const isMeant = and(owned(tables, key), inArray(imports.state, [...from]));
      const { changed } = await atomically((write) => ({
        // First, while it is in that state.
        job: enqueueing(write, tables, job, exists(write.select(one).from(imports).where(isMeant))),
        changed: write
          .update(imports)
          .set(set)
          .where(and(isMeant, isStillTheirs(write, tables, heldBy)))
          .returning(),
      }));
      return changed[0] ?? null;
    },

    /**
     * Ends what is under way; what is written can then be undone, and where nothing is there is nothing to undo.
     * The collection that it made goes with it where nothing was written.
     */
    async end(
      key: ImportKey,
      { state, fault, undoUntil, heldBy = null }: ImportEnd,
    ): Promise<ImportRow | null> {
      const { changed } = await atomically((write) => ({
        changed: write
          .update(imports)
          .set({
            state,
            fault,
            undoUntil: sql`case when ${didAnything(write, tables, key)} then cast(${undoUntil} as bigint) end`,
          })
          .where(and(owned(tables, key), eq(imports.state, "running"), isStillTheirs(write, tables, heldBy)))
          .returning(),
        // After it, since the import must have ended: nobody sees it ended beside a collection made for nothing.
        unused: removingUnused(write, tables, { key, state }),
      }));
      return changed[0] ?? null;
    },

    /** False where it was not in one of these states. */
    async remove(key: ImportKey, from: readonly ImportState[]): Promise<boolean> {
      const { removed } = await atomically((write) => ({
        removed: write
          .delete(imports)
          .where(and(owned(tables, key), inArray(imports.state, [...from])))
          .returning({ id: imports.id }),
      }));
      return removed.length > 0;
    },

    /** Forgets some of what an import changed; answers how much. */
    async forgetChanges({ countMax, ...key }: ImportKey & { countMax: number }): Promise<number> {
      const { gone } = await atomically((write) => ({
        gone: write
          .delete(importChanges)
          .where(someChanges(tables, key, countMax))
          .returning({ position: importChanges.position }),
      }));
      return gone.length;
    },
  };
}

const one = { one: sql`1` };

function owned({ imports }: Tables, { workspaceId, id }: ImportKey): SQL | undefined {
  return and(eq(imports.id, id), eq(imports.workspaceId, workspaceId));
}

/** Of leads that were left alone it may have noted a no. */
function didAnything(
  write: Builder,
  { imports, importChanges }: Tables,
  { workspaceId, id }: ImportKey,
): SQL {
  const ofIt = and(eq(importChanges.workspaceId, workspaceId), eq(importChanges.importId, id));
  const noted = exists(write.select(one).from(importChanges).where(ofIt));
  return sql`(${imports.added} + ${imports.updated} > 0 or ${noted})`;
}

/** Removes the collection that an import made, where it has ended so and wrote nothing into it. */
function removingUnused(
  write: Builder,
  { imports, collections, memberships }: Tables,
  { key, state }: { key: ImportKey; state: ImportState },
) {
  const made = write
    .select({ id: imports.collectionId })
    .from(imports)
    .where(
      and(
        eq(imports.id, key.id),
        eq(imports.workspaceId, key.workspaceId),
        eq(imports.state, state),
        eq(imports.madeCollection, true),
        sql`${imports.added} + ${imports.updated} = 0`,
      ),
    );
  const members = write
    .select(one)
    .from(memberships)
    .where(and(eq(memberships.workspaceId, key.workspaceId), eq(memberships.collectionId, collections.id)));
  return write
    .delete(collections)
    .where(
      and(eq(collections.workspaceId, key.workspaceId), inArray(collections.id, made), notExists(members)),
    );
}

function isStillTheirs(write: Builder, tables: Tables, ticket: JobTicket | null): SQL | undefined {
  if (ticket === null) return undefined;
  return exists(write.select(one).from(tables.jobs).where(isHeld(tables, ticket)));
}

function someChanges({ importChanges }: Tables, { workspaceId, id }: ImportKey, countMax: number) {
  const ofIt = and(eq(importChanges.workspaceId, workspaceId), eq(importChanges.importId, id));
  const last = sql`(select max(position) from (select position from ${importChanges}
    where ${ofIt} order by position limit ${countMax}) as few)`;
  return and(ofIt, sql`${importChanges.position} <= ${last}`);
}
