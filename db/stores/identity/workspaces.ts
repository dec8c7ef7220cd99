import { and, count, eq, exists, ne, sql } from "drizzle-orm";
import type { MemberRole, UserId, WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Builder, Database } from "../../database.ts";
import type { Tables } from "../../tables.ts";

type Membership = { workspaceId: WorkspaceId; userId: UserId };

/** Who works in which workspace. Everybody owns one, made with them; another one's members come and go. */
export function createWorkspaceStore({ read, atomically, tables }: Database) {
  const { workspaces, workspaceMembers, sessions } = tables;
  const isMembership = ({ workspaceId, userId }: Membership) =>
    and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, userId));
  return {
    /**
     * Lets somebody work in a workspace that is not their own; whoever is a member already stays what they are. False
     * for those, and where the workspace is gone.
     */
    async addMember(membership: Membership & { now: number }): Promise<boolean> {
      const { workspaceId, userId, now } = membership;
      const role: MemberRole = "member";
      const { added } = await atomically((write) => ({
        added: write
          .insert(workspaceMembers)
          .select(
            write
              .select({
                workspaceId: workspaces.workspaceId,
                userId: sql<string>`${userId}`.as("userId"),
                role: sql<MemberRole>`${role}`.as("role"),
                createdAt: sql<number>`${now}`.as("createdAt"),
                startPutAwayAt: sql<null>`null`.as("startPutAwayAt"),
              })
              .from(workspaces)
              .where(eq(workspaces.workspaceId, workspaceId)),
          )
          .onConflictDoNothing()
          .returning({ userId: workspaceMembers.userId }),
      }));
      return added.length === 1;
    },

    /**
     * Ends a membership, and with it that person's sessions there: going on elsewhere, they might write into another
     * workspace what they meant for this one. Answers those sessions. An owner stays.
     */
    async removeMember(membership: Membership): Promise<string[]> {
      const isLeft = exists(read.select(one).from(workspaceMembers).where(isMembership(membership)));
      const { ended } = await atomically((write) => ({
        left: write
          .delete(workspaceMembers)
          .where(and(isMembership(membership), ne(workspaceMembers.role, "owner"))),
        ended: write
          .delete(sessions)
          .where(
            and(
              eq(sessions.workspaceId, membership.workspaceId),
              eq(sessions.userId, membership.userId),
              sql`not ${isLeft}`,
            ),
          )
          .returning({ id: sessions.id }),
      }));
      return ended.map(({ id }) => id);
    },

    /** False once it was deleted together with its owner's account. */
    async isThere(workspaceId: WorkspaceId): Promise<boolean> {
      const [row] = await read
        .select({ workspaceId: workspaces.workspaceId })
        .from(workspaces)
        .where(eq(workspaces.workspaceId, workspaceId));
      return row !== undefined;
    },

    /** How many others than this person work there. */
    async othersIn(membership: Membership): Promise<number> {
      const [row] = await countingOthers(read, tables, membership);
      return row?.count ?? 0;
    },
  };
}

const one = { one: sql`1` };

/** The statement that counts the others who work in somebody's workspace. */
export function countingOthers(
  builder: Builder,
  { workspaceMembers }: Tables,
  { workspaceId, userId }: Membership,
) {
  return builder
    .select({ count: count() })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), ne(workspaceMembers.userId, userId)));
}

/** The statements that give a person, once they are there, a workspace of their own. */
export function addingOwnWorkspace(write: Builder, tables: Tables, userId: UserId) {
  const { users, workspaces, workspaceMembers } = tables;
  const isThem = eq(users.id, userId);
  return {
    workspace: write
      .insert(workspaces)
      .select(write.select({ workspaceId: users.id, createdAt: users.createdAt }).from(users).where(isThem))
      .onConflictDoNothing(),
    owner: write
      .insert(workspaceMembers)
      .select(
        write
          .select({
            workspaceId: users.id,
            userId: users.id,
            role: sql<MemberRole>`'owner'`.as("role"),
            createdAt: users.createdAt,
            startPutAwayAt: sql<null>`null`.as("startPutAwayAt"),
          })
          .from(users)
          .where(isThem),
      )
      .onConflictDoNothing(),
  };
}
