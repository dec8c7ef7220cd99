import type { Kit } from "../kit/sqlite.ts";

/** How many mails an account began, by minute: the rolling budget, which a restart must not forget. */
export const usage = ({ table, text, int, primaryKey }: Kit) =>
  table(
    "usage",
    { credentialId: text().notNull(), bucketAt: int().notNull(), count: int().notNull() },
    (row) => [primaryKey({ columns: [row.credentialId, row.bucketAt] })],
  );
