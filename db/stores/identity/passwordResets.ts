import { and, eq, gte, lt } from "drizzle-orm";
import type { UserId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";
import type { User } from "./users.ts";

type LinkOwner = Pick<User, "id" | "email" | "firstName" | "lastName">;

type PasswordReset = { id: string; userId: UserId; createdAt: number };

/** Links that set a new password; `signInMethods.resetPassword` uses one up. */
export function createPasswordResetStore({ read, atomically, tables }: Database) {
  const { passwordResets, users } = tables;
  return {
    /** Stores a new link and deletes expired ones. */
    async add({ reset, forgetBefore }: { reset: PasswordReset; forgetBefore: number }): Promise<void> {
      await atomically((write) => ({
        removed: write.delete(passwordResets).where(lt(passwordResets.createdAt, forgetBefore)),
        added: write.insert(passwordResets).values(reset),
      }));
    },

    /** Whose link this is; null if it is unknown, used or expired. */
    async owner(wanted: { id: string; createdSince: number }): Promise<LinkOwner | null> {
      const { id, email, firstName, lastName } = users;
      const [row] = await read
        .select({ id, email, firstName, lastName })
        .from(passwordResets)
        .innerJoin(users, eq(users.id, passwordResets.userId))
        .where(and(eq(passwordResets.id, wanted.id), gte(passwordResets.createdAt, wanted.createdSince)));
      return row ?? null;
    },
  };
}
