import { and, eq, isNull } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import type { Database } from "../../database.ts";
import { behind, inOrder } from "../../keyset.ts";

/** What the ledgers of all campaigns say about one lead. */
export function createLeadHistoryStore({ read, tables }: Database) {
  const { campaigns, deliveries } = tables;
  return {
    /**
     * The newest first unless asked otherwise. Deliveries have no index by lead, so each campaign is asked for its one
     * delivery; mails that were asked for one by one are no lead's, and may be hundreds of thousands.
     */
    async of({
      workspaceId,
      leadId,
      before,
      order = "desc",
      countMax,
    }: {
      workspaceId: WorkspaceId;
      leadId: string;
      /** The id of a campaign: only earlier ones are read. Null begins with the newest. */
      before: string | null;
      order?: "asc" | "desc" | undefined;
      countMax: number;
    }) {
      return read
        .select({
          deliveryId: deliveries.id,
          campaignId: campaigns.id,
          subject: campaigns.subject,
          state: deliveries.state,
          reasonCode: deliveries.reasonCode,
          reasonParams: deliveries.reasonParams,
          reply: deliveries.reply,
          acceptedAt: campaigns.createdAt,
          sentAt: deliveries.sentAt,
          openedAt: deliveries.openedAt,
          clickedAt: deliveries.clickedAt,
        })
        .from(campaigns)
        .innerJoin(
          deliveries,
          and(
            eq(deliveries.campaignId, campaigns.id),
            eq(deliveries.workspaceId, campaigns.workspaceId),
            eq(deliveries.leadId, leadId),
          ),
        )
        .where(
          and(
            eq(campaigns.workspaceId, workspaceId),
            isNull(campaigns.mailKind),
            before === null ? undefined : behind([campaigns.id], { order, place: [before] }),
          ),
        )
        .orderBy(inOrder(campaigns.id, order))
        .limit(countMax);
    },
  };
}
