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
    /** Keeps a new link and forgets those that nobody followed in time. */
    async add({ reset, forgetBefore }: { reset: PasswordReset; forgetBefore: number }): Promise<void> {
      await atomically((write) => ({
        removed: write.delete(passwordResets).where(lt(passwordResets.createdAt, forgetBefore)),
        added: write.insert(passwordResets).values(reset),
      }));
    },

    /** Whose link this is; null when it is unknown, used or too old. */
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
