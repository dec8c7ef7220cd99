import type { Kit } from "../kit/sqlite.ts";

/** Templates that were deleted a moment ago, kept as they were until the deletion can no longer be undone. */
export const deletedTemplates = ({ table, text, int, bool, json, index }: Kit) =>
  table(
    "deletedTemplates",
    {
      deletionId: text().primaryKey(),
      deletedAt: int().notNull(),
      /** Who may undo it: an administrator may have deleted what was somebody else's. */
      deletedBy: text().notNull(),
      id: text().notNull(),
      ownerId: text().notNull(),
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
