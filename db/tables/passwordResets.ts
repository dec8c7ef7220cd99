import type { Kit } from "../kit/sqlite.ts";

/** One row per link that sets a new password; it works once and for a short while. */
export const passwordResets = ({ table, text, int, index }: Kit) =>
  table(
    "passwordResets",
    {
      /** SHA-256 of the token in the link: a copy of the database opens nothing. */
      id: text().primaryKey(),
      userId: text().notNull(),
      createdAt: int().notNull(),
    },
    (reset) => [index("password_resets_user").on(reset.userId)],
  );
