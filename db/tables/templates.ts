import type { Kit } from "../kit/sqlite.ts";

export const templates = ({ table, text, int, bool, json, index }: Kit) =>
  table(
    "templates",
    {
      id: text().primaryKey(),
      /** Empty where it belongs to the installation: starters, and what somebody who has left had shared. */
      workspaceId: text().notNull(),
      name: text().notNull(),
      design: json(),
      html: text().notNull(),
      /** Said apart, so that a list need not read the HTML. */
      hasHtml: bool().notNull(),
      version: int().notNull(),
      public: bool().notNull(),
      createdAt: int().notNull(),
      updatedAt: int().notNull(),
    },
    (template) => [
      index("templates_owner").on(template.workspaceId, template.id),
      index("templates_public").on(template.public, template.id),
      // A list of summaries reads only this index: behind a design of a megabyte every other column is far away.
      index("templates_summary").on(
        template.public,
        template.workspaceId,
        template.id,
        template.name,
        template.hasHtml,
        template.version,
        template.createdAt,
        template.updatedAt,
      ),
    ],
  );

/** What templates were before they were saved anew; the newest state is the template itself. */
export const templateVersions = ({ table, text, int, json, primaryKey, index }: Kit) =>
  table(
    "templateVersions",
    {
      templateId: text().notNull(),
      version: int().notNull(),
      workspaceId: text().notNull(),
      name: text().notNull(),
      design: json(),
      html: text().notNull(),
      savedAt: int().notNull(),
      /** When a newer one took its place; from then on it ages. */
      replacedAt: int().notNull(),
    },
    (version) => [
      primaryKey({ columns: [version.templateId, version.version] }),
      index("template_versions_owner").on(version.workspaceId, version.replacedAt),
      index("template_versions_time").on(version.replacedAt),
      // Lists read only this: the blobs stay where they are.
      index("template_versions_summary").on(
        version.templateId,
        version.version,
        version.name,
        version.savedAt,
      ),
    ],
  );

/** Templates that were deleted a moment ago, kept as they were until the deletion can no longer be undone. */
export const deletedTemplates = ({ table, text, int, bool, json, index }: Kit) =>
  table(
    "deletedTemplates",
    {
      deletionId: text().primaryKey(),
      deletedAt: int().notNull(),
      /** The workspace that may undo it: an administrator may have deleted what was another's. */
      deletedBy: text().notNull(),
      id: text().notNull(),
      workspaceId: text().notNull(),
      name: text().notNull(),
      design: json(),
      html: text().notNull(),
      hasHtml: bool().notNull(),
      version: int().notNull(),
      public: bool().notNull(),
      createdAt: int().notNull(),
      updatedAt: int().notNull(),
    },
    (template) => [index("deleted_templates_time").on(template.deletedAt)],
  );

/** Names under which a workspace keeps its templates together. */
export const templateFolders = ({ table, text, int, index }: Kit) =>
  table(
    "templateFolders",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      name: text().notNull(),
      createdAt: int().notNull(),
      /** When it was deleted; for a few minutes that can be undone, and its templates are in it again. */
      deletedAt: int(),
    },
    (folder) => [index("template_folders_owner").on(folder.workspaceId, folder.id)],
  );

/** What a workspace says of templates, its own and public ones, apart from what they are. */
export const templatePlaces = ({ table, text, int, primaryKey }: Kit) =>
  table(
    "templatePlaces",
    {
      workspaceId: text().notNull(),
      templateId: text().notNull(),
      folderId: text(),
      /** When something was last sent with it. */
      usedAt: int(),
    },
    (place) => [primaryKey({ columns: [place.workspaceId, place.templateId] })],
  );

/** Pictures for mails. The bytes stand in base64, so that one text column serves both databases. */
export const images = ({ table, text, int, index, uniqueIndex }: Kit) =>
  table(
    "images",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      /** What its public address ends in: random, because whoever has a mail with it can ask for it. */
      fileName: text().notNull(),
      /** What it was called where it came from. */
      name: text().notNull(),
      /** What it shows, in words, as it was last said of it in a mail. */
      alt: text().notNull(),
      type: text().notNull(),
      bytes: int().notNull(),
      width: int().notNull(),
      height: int().notNull(),
      createdAt: int().notNull(),
      content: text().notNull(),
      /** When it was deleted; for a few minutes that can be undone. */
      deletedAt: int(),
    },
    (image) => [
      index("images_owner").on(image.workspaceId, image.id),
      uniqueIndex("images_file").on(image.fileName),
    ],
  );

/** Rows of a mail that somebody keeps under a name, to put them into other mails. */
export const savedRows = ({ table, text, int, json, index }: Kit) =>
  table(
    "savedRows",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      name: text().notNull(),
      row: json(),
      createdAt: int().notNull(),
      /** When it was deleted; for a few minutes that can be undone. */
      deletedAt: int(),
    },
    (saved) => [index("saved_rows_owner").on(saved.workspaceId, saved.id)],
  );
