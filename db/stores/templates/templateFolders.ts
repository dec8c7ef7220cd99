import { and, asc, count, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";

export type TemplateFolderRow = Database["tables"]["templateFolders"]["$inferSelect"];
export type TemplateFolderStore = ReturnType<typeof createTemplateFolderStore>;
/** Which folder a workspace has a template in, and when it last sent something with it. */
export type TemplatePlace = { templateId: string; folderId: string | null; usedAt: number | null };
type Key = { workspaceId: WorkspaceId; id: string };

/** Folders of templates, and which template is in which. */
export function createTemplateFolderStore(database: Database) {
  return { ...keeping(database), ...deleting(database), ...placing(database), ...using(database) };
}

function keeping({ read, atomically, tables }: Database) {
  const { templateFolders } = tables;
  return {
    /** `allow` is given how many the workspace has including this one, and undoes the addition by throwing. */
    async add(row: TemplateFolderRow, allow: (folderCount: number) => void): Promise<void> {
      await atomically(
        (write) => ({
          added: write.insert(templateFolders).values(row),
          counts: write
            .select({ count: count() })
            .from(templateFolders)
            .where(ownedBy(templateFolders, row.workspaceId)),
        }),
        ({ counts }) => allow(counts[0]?.count ?? 0),
      );
    },

    async byName({ workspaceId, countMax }: { workspaceId: WorkspaceId; countMax: number }) {
      return read
        .select()
        .from(templateFolders)
        .where(ownedBy(templateFolders, workspaceId))
        .orderBy(asc(templateFolders.name), asc(templateFolders.id))
        .limit(countMax);
    },

    /** False if there is none. */
    async rename({ workspaceId, id }: Key, name: string): Promise<boolean> {
      const { changed } = await atomically((write) => ({
        changed: write
          .update(templateFolders)
          .set({ name })
          .where(and(ownedBy(templateFolders, workspaceId), eq(templateFolders.id, id)))
          .returning({ id: templateFolders.id }),
      }));
      return changed.length > 0;
    },
  };
}

function deleting({ atomically, tables }: Database) {
  const { templateFolders, templatePlaces, templates, deletedTemplates } = tables;
  return {
    /** False if there is none. Which templates were in it is kept for the undo. */
    async remove({ workspaceId, id }: Key, now: number): Promise<boolean> {
      const { removed } = await atomically((write) => ({
        removed: write
          .update(templateFolders)
          .set({ deletedAt: now })
          .where(and(ownedBy(templateFolders, workspaceId), eq(templateFolders.id, id)))
          .returning({ id: templateFolders.id }),
      }));
      return removed.length > 0;
    },

    /** Restores one that was deleted after a moment. `allow` is given how many the workspace then has. */
    async restore(
      { after, workspaceId, id }: Key & { after: number },
      allow: (folderCount: number) => void,
    ): Promise<TemplateFolderRow | null> {
      const { restored } = await atomically(
        (write) => ({
          restored: write
            .update(templateFolders)
            .set({ deletedAt: null })
            .where(
              and(
                eq(templateFolders.id, id),
                eq(templateFolders.workspaceId, workspaceId),
                gt(templateFolders.deletedAt, after),
              ),
            )
            .returning(),
          counts: write
            .select({ count: count() })
            .from(templateFolders)
            .where(ownedBy(templateFolders, workspaceId)),
        }),
        ({ counts }) => allow(counts[0]?.count ?? 0),
      );
      return restored[0] ?? null;
    },

    /** Deletes for good folders that were deleted before a moment, and the places of templates that no longer exist. */
    async forget(until: number): Promise<void> {
      await atomically((write) => {
        const isGone = and(isNotNull(templateFolders.deletedAt), lte(templateFolders.deletedAt, until));
        const gone = write.select({ id: templateFolders.id }).from(templateFolders).where(isGone);
        const kept = sql`(select ${templates.id} from ${templates} union all select ${deletedTemplates.id} from ${deletedTemplates})`;
        return {
          outOf: write
            .update(templatePlaces)
            .set({ folderId: null })
            .where(inArray(templatePlaces.folderId, gone)),
          places: write.delete(templatePlaces).where(sql`${templatePlaces.templateId} not in ${kept}`),
          folders: write.delete(templateFolders).where(isGone),
        };
      });
    },
  };
}

function placing({ read, atomically, tables }: Database) {
  const { templateFolders, templatePlaces, templates } = tables;
  return {
    /** The places of a workspace's templates. A template in a deleted folder is in none. */
    async placesOf(workspaceId: WorkspaceId): Promise<TemplatePlace[]> {
      return read
        .select({
          templateId: templatePlaces.templateId,
          folderId: templateFolders.id,
          usedAt: templatePlaces.usedAt,
        })
        .from(templatePlaces)
        .leftJoin(
          templateFolders,
          and(ownedBy(templateFolders, workspaceId), eq(templateFolders.id, templatePlaces.folderId)),
        )
        .where(eq(templatePlaces.workspaceId, workspaceId));
    },

    /**
     * Puts a template into a folder, or takes it out of all. Returns whether the folder exists and the template is one of
     * the workspace's own.
     */
    async place(of: {
      workspaceId: WorkspaceId;
      templateId: string;
      folderId: string | null;
    }): Promise<{ hasFolder: boolean; hasTemplate: boolean }> {
      const { workspaceId, templateId, folderId } = of;
      const isFolder = and(ownedBy(templateFolders, workspaceId), eq(templateFolders.id, folderId ?? ""));
      const isTemplate = and(
        eq(templates.id, templateId),
        eq(templates.workspaceId, workspaceId),
        eq(templates.public, false),
      );
      const { folders, placed } = await atomically((write) => ({
        folders: write.select({ id: templateFolders.id }).from(templateFolders).where(isFolder),
        placed: write
          .insert(templatePlaces)
          .select(
            write
              .select({
                workspaceId: templates.workspaceId,
                templateId: sql<string>`${templates.id}`.as("templateId"),
                folderId: sql<string | null>`cast(${folderId} as text)`.as("folderId"),
                usedAt: sql<number | null>`cast(null as bigint)`.as("usedAt"),
              })
              .from(templates)
              .where(
                and(
                  isTemplate,
                  or(
                    isNull(sql`cast(${folderId} as text)`),
                    sql`exists (select 1 from ${templateFolders} where ${isFolder})`,
                  ),
                ),
              ),
          )
          .onConflictDoUpdate({ target: oneOf(templatePlaces), set: { folderId } })
          .returning({ templateId: templatePlaces.templateId }),
      }));
      const hasFolder = folderId === null || folders.length > 0;
      return { hasFolder, hasTemplate: !hasFolder || placed.length > 0 };
    },
  };
}

function using({ atomically, tables }: Database) {
  const { templatePlaces, templates, planMails } = tables;
  return {
    /**
     * Notes that something was sent with these templates, as far as the workspace may use them, or with those of a
     * campaign.
     */
    async use(of: { workspaceId: WorkspaceId; at: number } & ({ templateId: string } | { planId: string })) {
      const { workspaceId, at } = of;
      await atomically((write) => {
        const meant: SQL =
          "templateId" in of
            ? eq(templates.id, of.templateId)
            : inArray(
                templates.id,
                write
                  .select({ id: sql<string>`${planMails.templateId}` })
                  .from(planMails)
                  .where(and(eq(planMails.planId, of.planId), eq(planMails.workspaceId, workspaceId))),
              );
        return {
          used: write
            .insert(templatePlaces)
            .select(
              write
                .select({
                  workspaceId: sql<string>`cast(${workspaceId} as text)`.as("workspaceId"),
                  templateId: sql<string>`${templates.id}`.as("templateId"),
                  folderId: sql<string | null>`cast(null as text)`.as("folderId"),
                  usedAt: sql<number>`cast(${at} as bigint)`.as("usedAt"),
                })
                .from(templates)
                .where(and(meant, or(eq(templates.public, true), eq(templates.workspaceId, workspaceId)))),
            )
            .onConflictDoUpdate({ target: oneOf(templatePlaces), set: { usedAt: at } }),
        };
      });
    },
  };
}

function ownedBy(
  { workspaceId: owner, deletedAt }: Database["tables"]["templateFolders"],
  workspaceId: WorkspaceId,
) {
  return and(eq(owner, workspaceId), isNull(deletedAt));
}

function oneOf({ workspaceId, templateId }: Database["tables"]["templatePlaces"]) {
  return [workspaceId, templateId];
}
