import type { Kit } from "../kit/sqlite.ts";

/** Which recipient followed which link, how often, and how often it was a machine (see contract/machines.ts). */
export const clicks = ({ table, text, int, primaryKey, index }: Kit) =>
  table(
    "clicks",
    {
      deliveryId: text().notNull(),
      linkId: text().notNull(),
      ownerId: text().notNull(),
      /** The first and the latest click by a person; null while only machines came. */
      firstAt: int(),
      lastAt: int(),
      /** The latest request of any kind: several links of one mail in one moment are a machine's. */
      seenAt: int().notNull(),
      clicks: int().notNull(),
      machineClicks: int().notNull(),
    },
    (click) => [
      primaryKey({ columns: [click.deliveryId, click.linkId] }),
      // Both the counts of one link and the export of one person's clicks read this.
      index("clicks_owner").on(click.ownerId, click.linkId, click.deliveryId),
    ],
  );
