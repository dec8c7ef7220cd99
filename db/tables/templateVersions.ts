import type { Kit } from "../kit/sqlite.ts";

/** What templates were before they were saved anew; the newest state is the template itself. */
export const templateVersions = ({ table, text, int, json, primaryKey, index }: Kit) =>
  table(
    "templateVersions",
    {
      templateId: text().notNull(),
      version: int().notNull(),
      ownerId: text().notNull(),
      name: text().notNull(),
      design: json(),
      html: text().notNull(),
      savedAt: int().notNull(),
      /** When a newer one took its place; from then on it ages. */
      replacedAt: int().notNull(),
    },
    (version) => [
      primaryKey({ columns: [version.templateId, version.version] }),
      index("template_versions_owner").on(version.ownerId, version.replacedAt),
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
