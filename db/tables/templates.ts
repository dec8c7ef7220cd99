import type { Kit } from "../kit/sqlite.ts";

export const templates = ({ table, text, int, bool, json, index }: Kit) =>
  table(
    "templates",
    {
      id: text().primaryKey(),
      /** Empty where it belongs to the installation: starters, and what somebody who has left had shared. */
      ownerId: text().notNull(),
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
      index("templates_owner").on(template.ownerId, template.id),
      index("templates_public").on(template.public, template.id),
      // A list of summaries reads only this index: behind a design of a megabyte every other column is far away.
      index("templates_summary").on(
        template.public,
        template.ownerId,
        template.id,
        template.name,
        template.hasHtml,
        template.version,
        template.createdAt,
        template.updatedAt,
      ),
    ],
  );
