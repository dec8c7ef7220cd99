import { and, eq, exists, isNull, type SQL, sql } from "drizzle-orm";
import type { UserId, WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";
import { preparing } from "../campaigns/campaigns.ts";

/** How far a workspace has come with its first mail, and who has put that away. */
export function createStepStore({ read, atomically, tables }: Database) {
  const { leadCounts, templates, credentials, campaigns, workspaceMembers, samples } = tables;
  const isThere = (table: typeof templates | typeof credentials | typeof samples, workspaceId: WorkspaceId) =>
    exists(read.select(one).from(table).where(eq(table.workspaceId, workspaceId)));
  const isMember = (member: { workspaceId: WorkspaceId; userId: UserId }) =>
    and(eq(workspaceMembers.workspaceId, member.workspaceId), eq(workspaceMembers.userId, member.userId));
  return {
    async of(member: { workspaceId: WorkspaceId; userId: UserId }) {
      const { workspaceId } = member;
      const wasSent = exists(
        read
          .select(one)
          .from(campaigns)
          .where(
            and(
              eq(campaigns.workspaceId, workspaceId),
              isNull(campaigns.mailKind),
              sql`${campaigns.state} <> ${preparing}`,
            ),
          ),
      );
      const [row] = await read
        .select({
          leads: leadCounts.count,
          putAwayAt: workspaceMembers.startPutAwayAt,
          template: truth(isThere(templates, workspaceId)),
          account: truth(isThere(credentials, workspaceId)),
          samples: truth(isThere(samples, workspaceId)),
          sent: truth(wasSent),
        })
        .from(workspaceMembers)
        .leftJoin(leadCounts, eq(leadCounts.workspaceId, workspaceMembers.workspaceId))
        .where(isMember(member));
      return {
        leads: row?.leads ?? 0,
        template: row?.template === 1,
        account: row?.account === 1,
        sent: row?.sent === 1,
        samples: row?.samples === 1,
        putAway: (row?.putAwayAt ?? null) !== null,
      };
    },

    async putAway(member: { workspaceId: WorkspaceId; userId: UserId }, at: number | null): Promise<void> {
      await atomically((write) => ({
        changed: write.update(workspaceMembers).set({ startPutAwayAt: at }).where(isMember(member)),
      }));
    },
  };
}

const one = { one: sql`1` };

/** One for yes: the two databases answer a truth by different types. */
function truth(condition: SQL): SQL<number> {
  return sql<number>`case when ${condition} then 1 else 0 end`;
}
