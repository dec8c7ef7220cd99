import type { Kit } from "../kit/sqlite.ts";

export const templates = ({ table, text, int, bool, json, index }: Kit) =>
  table(
    "templates",
    {
      id: text().primaryKey(),
      ownerId: text().notNull(),
      name: text().notNull(),
      design: json(),
      html: text().notNull(),
      version: int().notNull(),
      public: bool().notNull(),
      createdAt: int().notNull(),
      updatedAt: int().notNull(),
    },
    (template) => [
      index("templates_owner").on(template.ownerId, template.id),
      index("templates_public").on(template.public),
    ],
  );
