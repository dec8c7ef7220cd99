import { and, count, eq, getTableColumns, gt, inArray, lte, sql } from "drizzle-orm";
import type { Database } from "../../database.ts";
import type { TemplateRow } from "./templates.ts";

/** Templates that were deleted and can still be restored. Their earlier versions stay until the deletion is final. */
export function createDeletedTemplateStore(database: Database) {
  return { ...removing(database), ...restoring(database) };
}

function removing(database: Database) {
  const { templates, deletedTemplates, templateVersions } = database.tables;
  return {
    /** Deletes a template and keeps it for the undo; false if it is gone already. */
    async remove(gone: { id: string; deletionId: string; deletedBy: string; now: number }): Promise<boolean> {
      const { kept } = await database.atomically((write) => ({
        kept: write
          .insert(deletedTemplates)
          .select(
            write
              .select({
                deletionId: sql<string>`${gone.deletionId}`.as("deletionId"),
                deletedAt: sql<number>`${gone.now}`.as("deletedAt"),
                deletedBy: sql<string>`${gone.deletedBy}`.as("deletedBy"),
                ...getTableColumns(templates),
              })
              .from(templates)
              .where(eq(templates.id, gone.id)),
          )
          .returning({ id: deletedTemplates.id }),
        removed: write.delete(templates).where(eq(templates.id, gone.id)),
      }));
      return kept.length === 1;
    },

    /** Deletes for good what was deleted before a moment, with its earlier versions. */
    async forget(before: number): Promise<void> {
      await database.atomically((write) => ({
        forgottenVersions: write
          .delete(templateVersions)
          .where(
            inArray(
              templateVersions.templateId,
              write
                .select({ id: deletedTemplates.id })
                .from(deletedTemplates)
                .where(lte(deletedTemplates.deletedAt, before)),
            ),
          ),
        forgotten: write.delete(deletedTemplates).where(lte(deletedTemplates.deletedAt, before)),
      }));
    },
  };
}

function restoring(database: Database) {
  const { templates, deletedTemplates } = database.tables;
  const columns = Object.keys(getTableColumns(templates)) as (keyof TemplateRow)[];
  const values = sql.join(
    columns.map((column) => sql`${deletedTemplates[column]}`),
    sql`, `,
  );
  return {
    /**
     * Restores a template as it was; null if none was deleted from this workspace after that moment. `allow` is given how
     * many templates its owner then has, and undoes the restoring by throwing.
     */
    async restore(
      { deletionId, deletedBy, after }: { deletionId: string; deletedBy: string; after: number },
      allow: (restored: TemplateRow | null, templateCount: number) => void,
    ): Promise<TemplateRow | null> {
      const meant = and(
        eq(deletedTemplates.deletionId, deletionId),
        eq(deletedTemplates.deletedBy, deletedBy),
        gt(deletedTemplates.deletedAt, after),
      );
      const { restored } = await database.atomically(
        (write) => ({
          restored: write
            .insert(templates)
            .select(sql`select ${values} from ${deletedTemplates} where ${meant}`)
            .returning(),
          counts: write
            .select({ count: count() })
            .from(templates)
            .where(
              inArray(
                templates.workspaceId,
                write
                  .select({ workspaceId: deletedTemplates.workspaceId })
                  .from(deletedTemplates)
                  .where(meant),
              ),
            ),
          removed: write.delete(deletedTemplates).where(meant),
        }),
        ({ restored: rows, counts }) => allow(rows[0] ?? null, counts[0]?.count ?? 0),
      );
      return restored[0] ?? null;
    },
  };
}
