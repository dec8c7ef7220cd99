import { asc, eq } from "drizzle-orm";
import type { Database } from "../database.ts";

export type User = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string | null;
  googleSubject: string | null;
  status: string;
  role: string;
  createdAt: number;
};

/** People with an account on this installation. */
export function createUserStore({ read, atomically, tables: { users } }: Database) {
  const one = async (where: ReturnType<typeof eq>): Promise<User | null> => {
    const [row] = await read.select().from(users).where(where);
    return row ?? null;
  };
  return {
    byId: (id: string) => one(eq(users.id, id)),
    byEmail: (email: string) => one(eq(users.email, email)),
    byGoogleSubject: (subject: string) => one(eq(users.googleSubject, subject)),

    /** False when the e-mail (or the Google account) already belongs to somebody. */
    async add(user: User): Promise<boolean> {
      const [added] = await atomically((write) => [
        write.insert(users).values(user).onConflictDoNothing().returning({ id: users.id }),
      ]);
      return added.length === 1;
    },

    /** Sets the plan or the role; null when nobody has this e-mail. */
    async grant(change: { email: string; status?: string; role?: string }): Promise<User | null> {
      const { email, ...standing } = change;
      if (Object.keys(standing).length === 0) return one(eq(users.email, email));
      const [granted] = await atomically((write) => [
        write.update(users).set(standing).where(eq(users.email, email)).returning(),
      ]);
      return granted[0] ?? null;
    },

    /** Everybody, by e-mail; for the operator's own terminal. */
    all: async (): Promise<User[]> => read.select().from(users).orderBy(asc(users.email)),
  };
}

export type UserStore = ReturnType<typeof createUserStore>;
