import type { Database } from "../../../database.ts";
import type { CampaignCounts } from "../campaignCounts.ts";
import type { CampaignRow } from "../campaigns.ts";
import { inWrittenOrder } from "../plans/inWrittenOrder.ts";
import { createPlanListStore } from "../plans/planLists.ts";
import type { PlanKey } from "../plans/planRows.ts";

/** What one account sends of one mail, with what came of it. */
export type CampaignPart = CampaignCounts & { row: CampaignRow; step: number; variantId: string | null };

/** A campaign and its parts, in the order of its mails and of their variants; one that has not begun has none. */
export type PartedCampaign = { name: string; isCancelled: boolean; parts: CampaignPart[] };

export type PartStore = ReturnType<typeof createPartStore>;

export function createPartStore(database: Database) {
  const lists = createPlanListStore(database);
  return {
    /** Null where there is no such campaign. */
    async campaignOf({ workspaceId, id }: PlanKey): Promise<PartedCampaign | null> {
      const listed = await lists.one({ workspaceId, id });
      if (listed === null) return null;
      const rows = await lists.partsOf(workspaceId, [id]);
      const parts = rows.map(({ campaign: row, ...counted }) => ({
        row,
        step: row.step,
        variantId: row.variantId,
        ...counted,
      }));
      return {
        name: listed.plan.name,
        isCancelled: listed.plan.state === "cancelled",
        parts: inWrittenOrder(listed.plan.content, parts, (part) => part),
      };
    },
  };
}
