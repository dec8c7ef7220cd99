import { and, desc, eq, inArray, lt, notInArray, or, sql } from "drizzle-orm";
import { type Builder, bound, type Database } from "../database.ts";
import type { Tables } from "../tables.ts";
import type { User } from "./users.ts";

export type SessionRow = { id: string; userId: string; createdAt: number; lastSeenAt: number };
export type SessionOwner = Omit<User, "passwordHash" | "googleSubject" | "createdAt">;

type Opened = {
  session: SessionRow;
  /** Sessions that the new one takes the place of. */
  replaces: string[];
  /** How many sessions one person may have; the oldest make room. */
  perUserMax: number;
};

/** Who is signed in where. A row is a live session; ending one deletes it. */
export function createSessionStore({ ask, atomically, tables: { sessions } }: Database) {
  const id = { id: sessions.id };
  return {
    async withOwner(sessionId: string): Promise<{ session: SessionRow; owner: SessionOwner } | null> {
      const [row] = await ask(bound(sessionWithOwner, { sessionId }));
      return row ?? null;
    },

    /** Opens a session and answers the ids of those that ended for it. */
    async open({ session, replaces, perUserMax }: Opened): Promise<string[]> {
      const [, replaced, crowdedOut] = await atomically((write) => {
        const newest = write
          .select(id)
          .from(sessions)
          .where(eq(sessions.userId, session.userId))
          .orderBy(desc(sessions.createdAt), desc(sessions.id))
          .limit(perUserMax);
        return [
          write.insert(sessions).values(session),
          write.delete(sessions).where(inArray(sessions.id, replaces)).returning(id),
          write
            .delete(sessions)
            .where(and(eq(sessions.userId, session.userId), notInArray(sessions.id, newest)))
            .returning(id),
        ];
      });
      return [...replaced, ...crowdedOut].map((row) => row.id);
    },

    async touch({ id: sessionId, at }: { id: string; at: number }): Promise<void> {
      await atomically((write) => [
        write.update(sessions).set({ lastSeenAt: at }).where(eq(sessions.id, sessionId)).returning(id),
      ]);
    },

    async end(sessionIds: string[]): Promise<string[]> {
      const [ended] = await atomically((write) => [
        write.delete(sessions).where(inArray(sessions.id, sessionIds)).returning(id),
      ]);
      return ended.map((row) => row.id);
    },

    /** Deletes what has been idle or alive for too long. */
    async endExpired({
      idleBefore,
      createdBefore,
    }: {
      idleBefore: number;
      createdBefore: number;
    }): Promise<string[]> {
      const [ended] = await atomically((write) => [
        write
          .delete(sessions)
          .where(or(lt(sessions.lastSeenAt, idleBefore), lt(sessions.createdAt, createdBefore)))
          .returning(id),
      ]);
      return ended.map((row) => row.id);
    },
  };
}

/** Every request asks this one, so its SQL is built once. */
function sessionWithOwner(read: Builder, { users, sessions }: Tables) {
  const { id, email, firstName, lastName, status, role } = users;
  return read
    .select({ session: sessions, owner: { id, email, firstName, lastName, status, role } })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sql.placeholder("sessionId")));
}

export type SessionStore = ReturnType<typeof createSessionStore>;
