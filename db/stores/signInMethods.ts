import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../database.ts";
import type { SessionRow } from "./sessions.ts";

/** How people prove who they are. A change of it ends their sessions in the same commit. */
export function createSignInMethodStore({ atomically, tables: { users, sessions } }: Database) {
  const id = { id: sessions.id };
  return {
    /**
     * Ties a Google account to a person. The password and every session from before die in the same step:
     * whoever set that password had not proved that the address is theirs. Null when another Google account
     * was tied meanwhile, otherwise the sessions that ended.
     */
    async linkGoogle({ id, subject }: { id: string; subject: string }): Promise<string[] | null> {
      const none = new Error("linked meanwhile");
      try {
        const [, ended] = await atomically(
          (write) => [
            write
              .update(users)
              .set({ googleSubject: subject, passwordHash: null })
              .where(and(eq(users.id, id), isNull(users.googleSubject)))
              .returning({ id: users.id }),
            write.delete(sessions).where(eq(sessions.userId, id)).returning({ id: sessions.id }),
          ],
          ([linked]) => {
            if (linked.length === 0) throw none;
          },
        );
        return ended.map((row) => row.id);
      } catch (error) {
        if (error === none) return null;
        throw error;
      }
    },

    /**
     * Swaps the password hash and leaves the person with one new session; every other ends. Null when the old
     * hash is no longer the stored one, otherwise the sessions that ended.
     */
    async changePassword(change: {
      session: SessionRow;
      oldHash: string;
      newHash: string;
    }): Promise<string[] | null> {
      const { session, oldHash, newHash } = change;
      const stale = new Error("the password changed meanwhile");
      try {
        const [, ended] = await atomically(
          (write) => [
            write
              .update(users)
              .set({ passwordHash: newHash })
              .where(and(eq(users.id, session.userId), eq(users.passwordHash, oldHash)))
              .returning({ id: users.id }),
            write.delete(sessions).where(eq(sessions.userId, session.userId)).returning(id),
            write.insert(sessions).values(session),
          ],
          ([changed]) => {
            if (changed.length === 0) throw stale;
          },
        );
        return ended.map((row) => row.id);
      } catch (error) {
        if (error === stale) return null;
        throw error;
      }
    },
  };
}
