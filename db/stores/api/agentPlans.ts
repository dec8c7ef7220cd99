import { and, desc, eq, lte, notInArray, or } from "drizzle-orm";
import type { UserId, WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";

type AgentPlanRow = Database["tables"]["agentPlans"]["$inferSelect"];
type Key = { workspaceId: WorkspaceId; userId: UserId; id: string };

/** Plans of agents. The newest of a workspace are kept; expired ones are deleted when the next one is added. */
export function createAgentPlanStore({ read, atomically, tables }: Database) {
  const { agentPlans } = tables;
  return {
    async add(
      row: AgentPlanRow,
      { countMax, forgottenBefore }: { countMax: number; forgottenBefore: number },
    ): Promise<void> {
      const isOurs = eq(agentPlans.workspaceId, row.workspaceId);
      await atomically((write) => ({
        added: write.insert(agentPlans).values(row),
        forgotten: write
          .delete(agentPlans)
          .where(
            and(
              isOurs,
              or(
                lte(agentPlans.expiresAt, forgottenBefore),
                notInArray(
                  agentPlans.id,
                  write
                    .select({ id: agentPlans.id })
                    .from(agentPlans)
                    .where(isOurs)
                    .orderBy(desc(agentPlans.expiresAt), desc(agentPlans.id))
                    .limit(countMax),
                ),
              ),
            ),
          ),
      }));
    },

    async textOf({ workspaceId, userId, id }: Key): Promise<string | null> {
      const [row] = await read
        .select({ text: agentPlans.text })
        .from(agentPlans)
        .where(
          and(eq(agentPlans.workspaceId, workspaceId), eq(agentPlans.userId, userId), eq(agentPlans.id, id)),
        );
      return row?.text ?? null;
    },
  };
}
