import { and, eq, gte, inArray, isNull } from "drizzle-orm";
import { ownWorkspaceOf, type UserId } from "../../../contract/identity/scope.ts";
import type { Cause } from "../../../contract/reasons.ts";
import type { Builder, Database, Statements } from "../../database.ts";
import { enqueueing, type NewJob } from "../jobs/enqueueing.ts";
import type { SessionRow } from "./sessions.ts";

export type SignInMethodStore = ReturnType<typeof createSignInMethodStore>;

/**
 * How people prove who they are. A change of it ends their sessions and their links to a new password in the
 * same commit. Each function answers the sessions that ended, or null when the change came too late.
 */
export function createSignInMethodStore(database: Database) {
  const { tables } = database;
  const { users, sessions, knownDevices } = tables;
  return {
    /**
     * Ties a Google account to a person. The password dies with the sessions, and with whatever else acts for whoever
     * set it or tells them something: they had not proved that the address is theirs. Null when another Google account
     * was tied meanwhile.
     */
    async linkGoogle({ id, subject, now, why }: GoogleLink): Promise<string[] | null> {
      return endingIf(database, (write) => ({
        changed: write
          .update(users)
          .set({ googleSubject: subject, passwordHash: null })
          .where(and(eq(users.id, id), isNull(users.googleSubject)))
          .returning({ id: users.id }),
        ...endingAllOf(write, tables, id),
        ...endingPrograms(write, tables, { id, now, why }),
      }));
    },

    /**
     * Ties a Google account to somebody who has just proved the password as well: it and the sessions stay. False
     * when the password was changed, or another Google account was tied, meanwhile.
     */
    async addGoogle({ id, subject, hash }: { id: string; subject: string; hash: string }): Promise<boolean> {
      const { tied } = await database.atomically((write) => ({
        tied: write
          .update(users)
          .set({ googleSubject: subject })
          .where(and(eq(users.id, id), isNull(users.googleSubject), eq(users.passwordHash, hash)))
          .returning({ id: users.id }),
      }));
      return tied.length === 1;
    },

    /**
     * Swaps the password hash and leaves the person with one new session. Null when the old hash is no longer
     * the stored one.
     */
    async changePassword(change: {
      session: SessionRow;
      oldHash: string;
      newHash: string;
      /** The mail that tells the owner of it. */
      notice?: NewJob | null;
    }): Promise<string[] | null> {
      const { session, oldHash, newHash, notice = null } = change;
      return endingIf(database, (write) => ({
        changed: write
          .update(users)
          .set({ passwordHash: newHash })
          .where(and(eq(users.id, session.userId), eq(users.passwordHash, oldHash)))
          .returning({ id: users.id }),
        ...endingAllOf(write, tables, session.userId),
        opened: write.insert(sessions).values(session),
        remembered: write
          .insert(knownDevices)
          .values({ userId: session.userId, device: session.device, lastSignInAt: session.createdAt }),
        notice: enqueueing(write, tables, notice),
      }));
    },

    /**
     * Sets a password without the old one: by a link, which is used up, or on the word of whoever runs the
     * installation. Null when the link is unknown, used or too old, or when there is no such person.
     */
    async setPassword({ userId, newHash, link, notice = null }: NewPassword): Promise<string[] | null> {
      return endingIf(database, (write) => ({
        changed: write
          .update(users)
          .set({ passwordHash: newHash })
          .where(
            and(
              eq(users.id, userId),
              link === undefined ? undefined : inArray(users.id, ownerOf(write, tables, link)),
            ),
          )
          .returning({ id: users.id }),
        ...endingAllOf(write, tables, userId),
        notice: enqueueing(write, tables, notice),
      }));
    },
  };
}

type GoogleLink = { id: UserId; subject: string; now: number; why: Cause };
type Link = { id: string; createdSince: number };
type NewPassword = { userId: UserId; newHash: string; link?: Link; notice?: NewJob | null };

function ownerOf(write: Builder, { passwordResets }: Database["tables"], { id, createdSince }: Link) {
  return write
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(and(eq(passwordResets.id, id), gte(passwordResets.createdAt, createdSince)));
}

type Ending = Statements & {
  readonly changed: PromiseLike<{ id: string }[]>;
  readonly ended: PromiseLike<{ id: string }[]>;
};

/** The statements that end everything a person was signed in with; no device counts as known any more. */
function endingAllOf(
  write: Builder,
  { sessions, passwordResets, knownDevices, keyApprovals }: Database["tables"],
  userId: UserId,
) {
  return {
    ended: write.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id }),
    forgottenLinks: write.delete(passwordResets).where(eq(passwordResets.userId, userId)),
    forgottenDevices: write.delete(knownDevices).where(eq(knownDevices.userId, userId)),
    // Keys that were approved and are not fetched yet.
    forgottenApprovals: write.delete(keyApprovals).where(eq(keyApprovals.userId, userId)),
  };
}

/** The statements that revoke a person's keys and pause the webhooks of their workspace, which may be put on again. */
function endingPrograms(
  write: Builder,
  { apiKeys, webhooks, webhookWants }: Database["tables"],
  { id, now, why }: Omit<GoogleLink, "subject">,
) {
  const workspaceId = ownWorkspaceOf(id);
  return {
    revoked: write
      .update(apiKeys)
      .set({ revokedAt: now })
      .where(and(eq(apiKeys.userId, id), isNull(apiKeys.revokedAt))),
    paused: write
      .update(webhooks)
      .set({ state: "paused", pausedReason: why })
      .where(and(eq(webhooks.workspaceId, workspaceId), eq(webhooks.state, "active"))),
    unwanted: write.delete(webhookWants).where(eq(webhookWants.workspaceId, workspaceId)),
  };
}

/** Runs a change that answers the person it changed; nothing of it holds when that is nobody. */
async function endingIf(database: Database, build: (write: Builder) => Ending): Promise<string[] | null> {
  const late = new Error("changed meanwhile");
  try {
    const { ended } = await database.atomically(build, ({ changed }) => {
      if (changed.length === 0) throw late;
    });
    return ended.map((row) => row.id);
  } catch (error) {
    if (error === late) return null;
    throw error;
  }
}
