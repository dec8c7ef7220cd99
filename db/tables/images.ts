import type { Kit } from "../kit/sqlite.ts";

/** Pictures for mails. The bytes stand in base64, so that one text column serves both databases. */
export const images = ({ table, text, int, index, uniqueIndex }: Kit) =>
  table(
    "images",
    {
      id: text().primaryKey(),
      ownerId: text().notNull(),
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
      index("images_owner").on(image.ownerId, image.id),
      uniqueIndex("images_file").on(image.fileName),
    ],
  );
