import type { Kit } from "../kit/sqlite.ts";

/** What an agent has planned to send, until somebody agrees to it or it runs out. */
export const agentPlans = ({ table, text, int, index }: Kit) =>
  table(
    "agentPlans",
    {
      id: text().primaryKey(),
      workspaceId: text().notNull(),
      /** Whom it speaks for: nobody else can confirm it. */
      userId: text().notNull(),
      text: text().notNull(),
      expiresAt: int().notNull(),
    },
    (plan) => [index("agent_plans_owner").on(plan.workspaceId, plan.id)],
  );
