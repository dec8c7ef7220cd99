import type { Kit } from "../kit/sqlite.ts";

/**
 * How many mails an account's server has taken, by the minute in which they began: the rolling budget, which a restart
 * must not forget. A mail is counted before it goes and given back when it turns out not to have been taken.
 */
export const usage = ({ table, text, int, primaryKey }: Kit) =>
  table(
    "usage",
    { credentialId: text().notNull(), bucketAt: int().notNull(), count: int().notNull() },
    (row) => [primaryKey({ columns: [row.credentialId, row.bucketAt] })],
  );
