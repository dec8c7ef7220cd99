import { and, asc, type Column, eq, gt, isNotNull, isNull, lte, or, type SQL } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Builder, Database } from "../../database.ts";
import { jsonSqlOf } from "../../json/jsonSql.ts";
import { unforeseen } from "../../notLeading.ts";
import type { Tables } from "../../tables.ts";
import { unlessTaken } from "../../uniqueViolation.ts";

export type CustomFieldRow = Tables["customFields"]["$inferSelect"];
type Key = { workspaceId: WorkspaceId; id: string };
/** Is given all fields including the new ones; undoes the change by throwing. */
type Allow = (all: readonly CustomFieldRow[]) => void;

/** The fields that workspaces add to their leads. The values are stored with the leads. */
export function createCustomFieldStore(database: Database) {
  const { read, tables } = database;
  const { customFields } = tables;
  return {
    /** In their order. */
    async ownedBy(workspaceId: WorkspaceId): Promise<CustomFieldRow[]> {
      return listing(read, tables, workspaceId);
    },

    /** False if one of them has a key that is taken. */
    async add(rows: readonly CustomFieldRow[], allow: Allow): Promise<boolean> {
      const [first] = rows;
      if (first === undefined) return true;
      const added = await unlessTaken(
        database.atomically(
          (write) => ({
            added: write.insert(customFields).values([...rows]),
            all: listing(write, tables, first.workspaceId),
          }),
          ({ all }) => allow(all),
        ),
      );
      return added !== null;
    },

    /** Null if there is no such field. */
    async change(
      key: Key,
      set: Partial<Pick<CustomFieldRow, "label" | "choices">>,
      allow: Allow,
    ): Promise<CustomFieldRow | null> {
      const { changed } = await database.atomically(
        (write) => ({
          changed: write
            .update(customFields)
            .set(set)
            .where(and(one(tables, key), isNull(customFields.deletedAt)))
            .returning(),
          all: listing(write, tables, key.workspaceId),
        }),
        ({ all }) => allow(all),
      );
      return changed[0] ?? null;
    },

    /** Puts the fields in this order. */
    async order(workspaceId: WorkspaceId, ids: readonly string[]): Promise<void> {
      await database.atomically((write) => ({
        moved: ids.map((id, position) =>
          write.update(customFields).set({ position }).where(one(tables, { workspaceId, id })),
        ),
      }));
    },

    ...leaving(database),
    ...forgetting(database),
  };
}

function leaving(database: Database) {
  const { tables } = database;
  const { customFields } = tables;
  return {
    /** False if there is no such field. The field and its values stay, so that this can be undone. */
    async remove(key: Key, deletedAt: number): Promise<boolean> {
      const { removed } = await database.atomically((write) => ({
        removed: write
          .update(customFields)
          .set({ deletedAt })
          .where(and(one(tables, key), isNull(customFields.deletedAt)))
          .returning({ id: customFields.id }),
      }));
      return removed.length > 0;
    },

    /**
     * Restores a field that was deleted after a moment: null if there is none, "taken" if another field has its key by now.
     */
    async restore(
      { after, ...key }: Key & { after: number },
      allow: Allow,
    ): Promise<CustomFieldRow | "taken" | null> {
      const results = await unlessTaken(
        database.atomically(
          (write) => ({
            restored: write
              .update(customFields)
              .set({ deletedAt: null })
              .where(and(one(tables, key), gt(customFields.deletedAt, after)))
              .returning(),
            all: listing(write, tables, key.workspaceId),
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

function forgetting(database: Database) {
  const { read, tables } = database;
  const { customFields } = tables;
  return {
    /** Fields of all workspaces that can no longer be restored. */
    async deletedUntil(until: number): Promise<CustomFieldRow[]> {
      return read
        .select()
        .from(customFields)
        .where(and(isNotNull(customFields.deletedAt), lte(customFields.deletedAt, until)));
    },

    /**
     * Removes a field's values from the next leads after an id. Returns the last one's id, or null when there are no more.
     */
    async forgetValues({
      workspaceId,
      id,
      afterId,
      countMax,
    }: Key & { afterId: string; countMax: number }): Promise<string | null> {
      const { leads } = tables;
      const some = await read
        .select({ id: leads.id })
        .from(leads)
        .where(and(eq(leads.workspaceId, workspaceId), gt(leads.id, afterId)))
        .orderBy(asc(leads.id))
        .limit(unforeseen(tables, countMax));
      const lastId = some.at(-1)?.id;
      if (lastId === undefined) return null;
      const these = and(eq(leads.workspaceId, workspaceId), gt(leads.id, afterId), lte(leads.id, lastId));
      const json = jsonSqlOf(tables);
      await database.atomically((write) => ({
        emptied: write
          .update(leads)
          .set({ fields: json.without(leads.fields, id) as SQL<never> })
          .where(and(these, json.has(leads.fields, id))),
      }));
      return lastId;
    },

    /**
     * The field itself is deleted last, so that a run that is cut short is repeated. Its values in deleted leads go with
     * it, and those that imports changed: a lead that lacks the value otherwise looks as if it had been edited since.
     */
    async forget({ workspaceId, id }: Key): Promise<void> {
      const { deletedLeads, importChanges } = tables;
      const json = jsonSqlOf(tables);
      const without = (column: Column) => json.without(column, id) as SQL<never>;
      const { fields, wroteFields } = importChanges;
      await database.atomically((write) => ({
        emptied: write
          .update(deletedLeads)
          .set({ fields: without(deletedLeads.fields) })
          .where(and(eq(deletedLeads.workspaceId, workspaceId), json.has(deletedLeads.fields, id))),
        changes: write
          .update(importChanges)
          .set({ fields: without(fields), wroteFields: without(wroteFields) })
          .where(
            and(
              eq(importChanges.workspaceId, workspaceId),
              or(json.has(fields, id), json.has(wroteFields, id)),
            ),
          ),
        gone: write
          .delete(customFields)
          .where(and(one(tables, { workspaceId, id }), isNotNull(customFields.deletedAt))),
      }));
    },
  };
}

function listing(read: Pick<Builder, "select">, { customFields }: Tables, workspaceId: WorkspaceId) {
  return read
    .select()
    .from(customFields)
    .where(and(eq(customFields.workspaceId, workspaceId), isNull(customFields.deletedAt)))
    .orderBy(asc(customFields.position), asc(customFields.createdAt), asc(customFields.id));
}

function one({ customFields }: Tables, { workspaceId, id }: Key): SQL | undefined {
  return and(eq(customFields.id, id), eq(customFields.workspaceId, workspaceId));
}
