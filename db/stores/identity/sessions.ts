import {
  and,
  desc,
  eq,
  exists,
  gte,
  inArray,
  lt,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { MemberRole, UserId, WorkspaceId } from "../../../contract/identity/scope.ts";
import { sessionLimits } from "../../../contract/limits/identity.ts";
import type { Status } from "../../../contract/plans.ts";
import { type Builder, bound, type Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";
import { enqueueing, type NewJob } from "../jobs/enqueueing.ts";
import type { User } from "./users.ts";

export type SessionRow = Database["tables"]["sessions"]["$inferSelect"];
export type SessionOwner = Omit<User, "passwordHash" | "googleSubject" | "createdAt">;
/** A session with its person, their role in its workspace, and the status of that workspace's owner. */
export type OpenSession = {
  session: SessionRow;
  owner: SessionOwner;
  memberRole: MemberRole;
  status: Status;
};
/** The workspace and the session of a socket. */
export type Listening = { sessionId: string; workspaceId: WorkspaceId };

type Opened = {
  session: SessionRow;
  /** Sessions that the new one replaces. */
  replaces: string[];
  /** How many sessions one person may have; the oldest are ended for new ones. */
  perUserMax: number;
  /** The known devices: the newest of those that were signed in on since then. */
  known: { since: number; countMax: number };
  /** The job to write if the device is not known, but another one is. */
  newDevice?: NewJob | null;
};

/** The result of opening a session: the ids of sessions that ended for it, and whether its device is a new one to report. */
type Opening = { ended: string[]; isToldOf: boolean };

/** Who is signed in where. A row is a live session; ending one deletes it. */
export function createSessionStore(database: Database) {
  return { ...opening(database), ...looking(database), ...moving(database), ...ending(database) };
}

/** Every request needs its session, so it is cached as long as nothing at all has been written to the database. */
function remembering({ ask, state }: Database) {
  const remembered = new Map<string, OpenSession>();
  let rememberedAt: string | null = null;
  return async (sessionId: string): Promise<OpenSession | null> => {
    const before = state();
    if (before !== rememberedAt) remembered.clear();
    rememberedAt = before;
    const known = remembered.get(sessionId);
    if (known !== undefined) return known;
    const [row] = await ask(bound(sessionWithOwner, { sessionId }));
    if (row !== undefined && before !== null && before === state()) {
      if (remembered.size >= sessionLimits.remembered) remembered.clear();
      remembered.set(sessionId, row);
    }
    return row ?? null;
  };
}

function opening({ atomically, tables }: Database) {
  const { sessions } = tables;
  const id = { id: sessions.id };
  return {
    /** Opens a session, and remembers the device that it is on. */
    async open({ session, replaces, perUserMax, known, newDevice = null }: Opened): Promise<Opening> {
      const { userId } = session;
      const { replaced, crowdedOut, told } = await atomically((write) => {
        const newest = write
          .select(id)
          .from(sessions)
          .where(eq(sessions.userId, userId))
          .orderBy(desc(sessions.createdAt), desc(sessions.id))
          .limit(perUserMax);
        return {
          opened: write.insert(sessions).values(session),
          replaced: write.delete(sessions).where(inArray(sessions.id, replaces)).returning(id),
          crowdedOut: write
            .delete(sessions)
            .where(and(eq(sessions.userId, userId), notInArray(sessions.id, newest)))
            .returning(id),
          told: telling(write, tables, { session, known, newDevice }),
          ...notingDevice(write, tables, { session, known }),
        };
      });
      return {
        ended: [...replaced, ...crowdedOut].map((row) => row.id),
        isToldOf: told.length > 0,
      };
    },
  };
}

function looking(database: Database) {
  const { read, tables } = database;
  const { sessions, knownDevices, workspaceMembers } = tables;
  return {
    /** Null also if its person is no longer a member of its workspace. */
    withOwner: remembering(database),

    /** The devices that a person has signed in on recently, the latest first. */
    async devicesOf(userId: UserId): Promise<{ device: string; lastSignInAt: number }[]> {
      return read
        .select({ device: knownDevices.device, lastSignInAt: knownDevices.lastSignInAt })
        .from(knownDevices)
        .where(eq(knownDevices.userId, userId))
        .orderBy(desc(knownDevices.lastSignInAt), desc(knownDevices.device));
    },

    /** One person's sessions, the one used last first. */
    async ownedBy(userId: UserId): Promise<SessionRow[]> {
      return read
        .select()
        .from(sessions)
        .where(eq(sessions.userId, userId))
        .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
    },

    /** Which of these sessions are still valid for that workspace; a few hundred at a time. */
    async among(listening: readonly Listening[]): Promise<string[]> {
      const rows = await read
        .select({ id: sessions.id, workspaceId: sessions.workspaceId })
        .from(sessions)
        .innerJoin(workspaceMembers, isMembership(tables))
        .where(
          inArray(
            sessions.id,
            listening.map(({ sessionId }) => sessionId),
          ),
        );
      const workplaces = new Map(rows.map((row) => [row.id, row.workspaceId]));
      return listening
        .filter(({ sessionId, workspaceId }) => workplaces.get(sessionId) === workspaceId)
        .map(({ sessionId }) => sessionId);
    },
  };
}

function moving({ atomically, tables }: Database) {
  const { sessions, workspaceMembers } = tables;
  const id = { id: sessions.id };
  return {
    /** Moves a session to another workspace; false unless its person is a member there. */
    async workIn({ sessionId, workspaceId }: Listening): Promise<boolean> {
      const { moved } = await atomically((write) => ({
        moved: write
          .update(sessions)
          .set({ workspaceId })
          .where(
            and(
              eq(sessions.id, sessionId),
              exists(
                write
                  .select({ one: sql`1` })
                  .from(workspaceMembers)
                  .where(
                    and(
                      eq(workspaceMembers.workspaceId, workspaceId),
                      eq(workspaceMembers.userId, sessions.userId),
                    ),
                  ),
              ),
            ),
          )
          .returning(id),
      }));
      return moved.length === 1;
    },

    async touch({ id: sessionId, at }: { id: string; at: number }): Promise<void> {
      await atomically((write) => ({
        changed: write
          .update(sessions)
          .set({ lastSeenAt: at })
          .where(eq(sessions.id, sessionId))
          .returning(id),
      }));
    },
  };
}

/** The first sign-in ever, or since a new password, has nothing to be compared with and is not reported. */
function telling(
  write: Builder,
  tables: Tables,
  {
    session: { userId, device },
    known,
    newDevice,
  }: Pick<Opened, "session" | "known"> & { newDevice: NewJob | null },
) {
  const { knownDevices } = tables;
  const isTheirs = and(eq(knownDevices.userId, userId), gte(knownDevices.lastSignInAt, known.since));
  const among = (where: SQL | undefined) =>
    write.select({ device: knownDevices.device }).from(knownDevices).where(where);
  const isThisOne = and(isTheirs, eq(knownDevices.device, device));
  return enqueueing(
    write,
    tables,
    newDevice,
    sql`${exists(among(isTheirs))} and ${notExists(among(isThisOne))}`,
  );
}

/** The statements that add a session's device to the known ones, and delete those that are too old or too many. */
function notingDevice(
  write: Builder,
  { knownDevices }: Tables,
  { session, known }: Pick<Opened, "session" | "known">,
) {
  const { userId, device, createdAt: lastSignInAt } = session;
  const isTheirs = eq(knownDevices.userId, userId);
  const newest = write
    .select({ device: knownDevices.device })
    .from(knownDevices)
    .where(isTheirs)
    .orderBy(desc(knownDevices.lastSignInAt), desc(knownDevices.device))
    .limit(known.countMax);
  return {
    remembered: write
      .insert(knownDevices)
      .values({ userId, device, lastSignInAt })
      .onConflictDoUpdate({
        target: [knownDevices.userId, knownDevices.device],
        set: { lastSignInAt },
      }),
    forgotten: write
      .delete(knownDevices)
      .where(
        and(
          isTheirs,
          or(lt(knownDevices.lastSignInAt, known.since), notInArray(knownDevices.device, newest)),
        ),
      ),
  };
}

function ending({ atomically, tables: { sessions } }: Database) {
  const id = { id: sessions.id };
  return {
    async end(sessionIds: string[]): Promise<string[]> {
      const { ended } = await atomically((write) => ({
        ended: write.delete(sessions).where(inArray(sessions.id, sessionIds)).returning(id),
      }));
      return ended.map((row) => row.id);
    },

    /** Ends one session of this person, and returns whether there was one. */
    async endOwned({ userId, id: sessionId }: { userId: UserId; id: string }): Promise<boolean> {
      const { ended } = await atomically((write) => ({
        ended: write
          .delete(sessions)
          .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
          .returning(id),
      }));
      return ended.length === 1;
    },

    async endAllOf(userId: UserId): Promise<string[]> {
      const { ended } = await atomically((write) => ({
        ended: write.delete(sessions).where(eq(sessions.userId, userId)).returning(id),
      }));
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
      const { ended } = await atomically((write) => ({
        ended: write
          .delete(sessions)
          .where(or(lt(sessions.lastSeenAt, idleBefore), lt(sessions.createdAt, createdBefore)))
          .returning(id),
      }));
      return ended.map((row) => row.id);
    },
  };
}

/** Built once, because every request runs it. */
function sessionWithOwner(read: Builder, tables: Tables) {
  const { users, sessions, workspaceMembers } = tables;
  const { id, email, firstName, lastName, status, role } = users;
  const ofOwner = read
    .select({ status })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .where(and(eq(workspaceMembers.workspaceId, sessions.workspaceId), eq(workspaceMembers.role, "owner")));
  return read
    .select({
      session: sessions,
      owner: { id, email, firstName, lastName, status, role },
      memberRole: workspaceMembers.role,
      status: sql<Status>`${ofOwner}`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(workspaceMembers, isMembership(tables))
    .where(eq(sessions.id, sql.placeholder("sessionId")));
}

/** A session's person, as a member of the workspace that it works in. */
function isMembership({ sessions, workspaceMembers }: Tables) {
  return and(
    eq(workspaceMembers.workspaceId, sessions.workspaceId),
    eq(workspaceMembers.userId, sessions.userId),
  );
}

export type SessionStore = ReturnType<typeof createSessionStore>;
