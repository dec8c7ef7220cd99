import type { Kit } from "../kit/sqlite.ts";

/** What an import changed of leads that were there before, until it can no longer be undone. */
export const importChanges = ({ table, text, int, bool, primaryKey, index }: Kit) =>
  table(
    "importChanges",
    {
      importId: text().notNull(),
      /** The row's position among the staged ones: later ones are written later. */
      position: int().notNull(),
      ownerId: text().notNull(),
      leadId: text().notNull(),
      /** It was not in the collection before. */
      joined: bool().notNull(),
      /** As the lead was. */
      firstName: text().notNull(),
      lastName: text().notNull(),
      phone: text().notNull(),
      searchText: text().notNull(),
      /** As the import left it, in one text: a lead that differs was edited since. */
      wrote: text().notNull(),
    },
    (change) => [
      primaryKey({ columns: [change.importId, change.position] }),
      index("import_changes_owner").on(change.ownerId, change.importId),
    ],
  );
