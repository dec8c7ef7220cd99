import type { Kit } from "../kit/sqlite.ts";

/** Rows of a mail that somebody keeps under a name, to put them into other mails. */
export const savedRows = ({ table, text, int, json, index }: Kit) =>
  table(
    "savedRows",
    {
      id: text().primaryKey(),
      ownerId: text().notNull(),
      name: text().notNull(),
      row: json(),
      createdAt: int().notNull(),
      /** When it was deleted; for a few minutes that can be undone. */
      deletedAt: int(),
    },
    (saved) => [index("saved_rows_owner").on(saved.ownerId, saved.id)],
  );
