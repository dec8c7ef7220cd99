import { and, asc, eq, gt, isNotNull, isNull, lte, type SQL } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Builder, Database } from "../../database.ts";
import { jsonSqlOf } from "../../json/jsonSql.ts";
import type { Tables } from "../../tables.ts";
import { unlessTaken } from "../../uniqueViolation.ts";

export type CustomFieldRow = Tables["customFields"]["$inferSelect"];
type Key = { workspaceId: WorkspaceId; id: string };
/** Sees all fields that there are then; what it throws undoes the change. */
type Allow = (all: readonly CustomFieldRow[]) => void;

/** The fields that workspaces add to their leads. The values stand with the leads. */
export function createCustomFieldStore(database: Database) {
  const { read, tables } = database;
  const { customFields } = tables;
  return {
    /** In their order. */
    async ownedBy(workspaceId: WorkspaceId): Promise<CustomFieldRow[]> {
      return listing(read, tables, workspaceId);
    },

    /** False where one of them has a key that is taken. */
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

    /** Null where there is no such field. */
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

    /** Puts fields where they stand in the list. */
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
    /** True where there was one. It stays for the undoing, and its values with the leads. */
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

    /** Brings back what was deleted after a moment: null where there is none, "taken" where its key is another's by now. */
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
    /** Those of all workspaces that nobody can bring back any more. */
    async deletedUntil(until: number): Promise<CustomFieldRow[]> {
      return read
        .select()
        .from(customFields)
        .where(and(isNotNull(customFields.deletedAt), lte(customFields.deletedAt, until)));
    },

    /** Takes a field's values from the next leads after an id; answers the last one's, or null when there are no more. */
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
        .limit(countMax);
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

    /** The field itself goes last, so that what is cut short is done again; so do its values in deleted leads. */
    async forget({ workspaceId, id }: Key): Promise<void> {
      const { deletedLeads } = tables;
      const json = jsonSqlOf(tables);
      await database.atomically((write) => ({
        emptied: write
          .update(deletedLeads)
          .set({ fields: json.without(deletedLeads.fields, id) as SQL<never> })
          .where(and(eq(deletedLeads.workspaceId, workspaceId), json.has(deletedLeads.fields, id))),
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
