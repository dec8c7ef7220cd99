import { asc, eq, inArray } from "drizzle-orm";
import { normalAddress } from "../../../contract/address.ts";
import type { Role, Status } from "../../../contract/plans.ts";
import type { Database } from "../../database.ts";
import { addingOwnWorkspace } from "./workspaces.ts";

export type User = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  passwordHash: string | null;
  googleSubject: string | null;
  status: Status;
  role: Role;
  createdAt: number;
};

/** People with an account on this installation. */
export function createUserStore({ read, atomically, tables }: Database) {
  const { users } = tables;
  const one = async (where: ReturnType<typeof eq>): Promise<User | null> => {
    const [row] = await read.select().from(users).where(where);
    return row ?? null;
  };
  /**
   * The person who signed up with an address, in any spelling. Two older accounts may have one mailbox in two
   * spellings; each is found by its own.
   */
  const named = async (address: string): Promise<User | null> => {
    const spellings = [...new Set([address.trim().toLowerCase(), normalAddress(address)])];
    const rows = await read.select().from(users).where(inArray(users.email, spellings));
    return rows.find(({ email }) => email === spellings[0]) ?? rows[0] ?? null;
  };
  return {
    named,
    byId: (id: string) => one(eq(users.id, id)),
    byEmail: (email: string) => one(eq(users.email, email)),
    byGoogleSubject: (subject: string) => one(eq(users.googleSubject, subject)),

    /** With a workspace of their own. False when the e-mail (or the Google account) already belongs to somebody. */
    async add(user: User): Promise<boolean> {
      const { added } = await atomically((write) => ({
        added: write.insert(users).values(user).onConflictDoNothing().returning({ id: users.id }),
        ...addingOwnWorkspace(write, tables, user.id),
      }));
      return added.length === 1;
    },

    /** Sets the plan or the role; null when nobody has this e-mail. */
    async grant(change: { email: string; status?: Status; role?: Role }): Promise<User | null> {
      const { email, ...standing } = change;
      const user = await named(email);
      if (user === null || Object.keys(standing).length === 0) return user;
      const { granted } = await atomically((write) => ({
        granted: write.update(users).set(standing).where(eq(users.id, user.id)).returning(),
      }));
      return granted[0] ?? null;
    },

    /** Everybody, by e-mail; for the operator's own terminal. */
    all: async (): Promise<User[]> => read.select().from(users).orderBy(asc(users.email)),
  };
}

export type UserStore = ReturnType<typeof createUserStore>;
