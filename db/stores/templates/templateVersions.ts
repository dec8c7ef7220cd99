import { and, desc, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { templateLimits } from "../../../contract/limits/templates.ts";
import type { Builder, Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";

type TemplateVersionRow = Database["tables"]["templateVersions"]["$inferSelect"];

/** A template and its owner, who is nobody if it is empty. */
type Of = { workspaceId: WorkspaceId; templateId: string };

export type TemplateVersionStore = ReturnType<typeof createTemplateVersionStore>;

/** Earlier versions of templates. */
export function createTemplateVersionStore({ read, atomically, tables }: Database) {
  const { templates, templateVersions } = tables;
  return {
    /** The newest first, without their designs. */
    async versionsOf({ workspaceId, templateId }: Of) {
      // Selected by template, so that an index alone is read and no design.
      const theirs = read
        .select({ id: templates.id })
        .from(templates)
        .where(and(eq(templates.id, templateId), eq(templates.workspaceId, workspaceId)));
      return read
        .select({
          version: templateVersions.version,
          name: templateVersions.name,
          savedAt: templateVersions.savedAt,
        })
        .from(templateVersions)
        .where(inArray(templateVersions.templateId, theirs))
        .orderBy(desc(templateVersions.version))
        .limit(templateLimits.versionsMax);
    },

    async version({ workspaceId, templateId, version }: Of & { version: number }) {
      const [row] = await read
        .select()
        .from(templateVersions)
        .where(
          and(
            eq(templateVersions.templateId, templateId),
            eq(templateVersions.version, version),
            eq(templateVersions.workspaceId, workspaceId),
          ),
        );
      return row ?? null;
    },

    /** One owner's versions, a few at a time in the order of their templates. */
    async ownedBatch(query: {
      workspaceId: WorkspaceId;
      after: { templateId: string; version: number };
      countMax: number;
    }): Promise<TemplateVersionRow[]> {
      const { templateId, version } = query.after;
      return read
        .select()
        .from(templateVersions)
        .where(
          and(
            eq(templateVersions.workspaceId, query.workspaceId),
            sql`(${templateVersions.templateId}, ${templateVersions.version}) > (${templateId}, ${version})`,
          ),
        )
        .orderBy(templateVersions.templateId, templateVersions.version)
        .limit(query.countMax);
    },

    /** Deletes versions that were replaced before a moment. */
    async forget(before: number): Promise<void> {
      await atomically((write) => ({
        removed: write.delete(templateVersions).where(lte(templateVersions.replacedAt, before)),
      }));
    },
  };
}

type Writing = { write: Builder; tables: Tables };

/** Copies a template as it is now. This happens inside the database, so that a design of a megabyte need not travel. */
export function keepingVersion(
  { write, tables: { templates, templateVersions } }: Writing,
  { meant, now }: { meant: SQL | undefined; now: number },
) {
  return write
    .insert(templateVersions)
    .select(
      write
        .select({
          templateId: sql<string>`${templates.id}`.as("templateId"),
          version: templates.version,
          workspaceId: templates.workspaceId,
          name: templates.name,
          design: templates.design,
          html: templates.html,
          savedAt: sql<number>`${templates.updatedAt}`.as("savedAt"),
          replacedAt: sql<number>`${now}`.as("replacedAt"),
        })
        .from(templates)
        .where(meant),
    )
    .onConflictDoNothing();
}

/** Deletes the oldest versions beyond the limits for one template and for all of an owner's templates together. */
export function trimmingVersions({ write, tables: { templates, templateVersions } }: Writing, id: string) {
  const { versionsMax, versionsPerUser } = templateLimits;
  const owner = sql`(select ${templates.workspaceId} from ${templates} where ${templates.id} = ${id})`;
  const newest = sql`(select ${templates.version} from ${templates} where ${templates.id} = ${id})`;
  const oldestKept = sql`(
    select ${templateVersions.replacedAt} from ${templateVersions} where ${templateVersions.workspaceId} = ${owner}
    order by ${templateVersions.replacedAt} desc limit 1 offset ${versionsPerUser}
  )`;
  return {
    overfull: write
      .delete(templateVersions)
      .where(
        and(
          eq(templateVersions.templateId, id),
          sql`${templateVersions.version} < ${newest} - ${versionsMax}`,
        ),
      ),
    beyondAll: write
      .delete(templateVersions)
      .where(
        and(
          sql`${templateVersions.workspaceId} = ${owner}`,
          sql`${templateVersions.replacedAt} <= ${oldestKept}`,
        ),
      ),
  };
}
