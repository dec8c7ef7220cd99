import type { Kit } from "../kit/sqlite.ts";

export const sessions = ({ table, text, int, index }: Kit) =>
  table(
    "sessions",
    {
      /** SHA-256 of the token: a copy of the database signs nobody in. */
      id: text().primaryKey(),
      userId: text().notNull(),
      createdAt: int().notNull(),
      lastSeenAt: int().notNull(),
      /** What was signed in with, in a few words such as "Firefox on Linux"; never an address. */
      device: text().notNull(),
    },
    (session) => [index("sessions_user").on(session.userId)],
  );
