import type { Kit } from "../kit/sqlite.ts";

export const collections = ({ table, text, int, uniqueIndex }: Kit) =>
  table(
    "collections",
    {
      id: text().primaryKey(),
      ownerId: text().notNull(),
      /** Trimmed and lowercase. */
      name: text().notNull(),
      createdAt: int().notNull(),
    },
    (collection) => [uniqueIndex("collections_owner_name").on(collection.ownerId, collection.name)],
  );
