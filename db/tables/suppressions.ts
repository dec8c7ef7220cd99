import type { Kit } from "../kit/sqlite.ts";

/** Addresses that must not be mailed. They outlive the lead, so a deleted and re-imported one stays out. */
export const suppressions = ({ table, text, int, primaryKey }: Kit) =>
  table(
    "suppressions",
    {
      ownerId: text().notNull(),
      /** Keyed hash of the address in its normal form: the list holds no addresses. */
      emailHash: text().notNull(),
      /** "recipient" unsubscribed by link; "owner" set the opt-out by hand. */
      source: text().notNull(),
      createdAt: int().notNull(),
    },
    (suppression) => [primaryKey({ columns: [suppression.ownerId, suppression.emailHash] })],
  );
