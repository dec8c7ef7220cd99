import type { Kit } from "../kit/sqlite.ts";

export const users = ({ table, text, int, uniqueIndex }: Kit) =>
  table(
    "users",
    {
      id: text().primaryKey(),
      /** Lowercase. */
      email: text().notNull(),
      firstName: text().notNull(),
      lastName: text().notNull(),
      /** Null for somebody who only ever signed in with Google. */
      passwordHash: text(),
      googleSubject: text(),
      status: text().notNull(),
      role: text().notNull(),
      createdAt: int().notNull(),
    },
    (user) => [
      uniqueIndex("users_email").on(user.email),
      uniqueIndex("users_google_subject").on(user.googleSubject),
    ],
  );
