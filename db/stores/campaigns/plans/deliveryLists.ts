import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import type { ReasonCode } from "../../../../contract/reasons.ts";
import type { DeliveryState, Reaction } from "../../../../contract/schemas/campaign.ts";
import type { Database } from "../../../database.ts";
import { behind, inOrder } from "../../../keyset.ts";
import { escapeLike } from "../../leads/leadMatch.ts";
import type { DeliveryRow } from "../ledgerSending.ts";

export type DeliveryListStore = ReturnType<typeof createDeliveryListStore>;

/** The ledger of a campaign over all of its parts, for lists. */
export function createDeliveryListStore({ read, tables }: Database) {
  const { deliveries, campaigns, mailResponses } = tables;
  return {
    async pageOf(query: {
      workspaceId: WorkspaceId;
      campaignIds: readonly string[];
      state: DeliveryState | null;
      reaction: Reaction | null;
      /** Only mails with this cause. */
      code: string | null;
      /** A part of an address. */
      search: string | null;
      afterId: string | null;
      order?: "asc" | "desc" | undefined;
      sizeMax: number;
    }): Promise<DeliveryRow[]> {
      const { order = "asc" } = query;
      if (query.campaignIds.length === 0) return [];
      // Selected by their campaigns: with the workspace of the deliveries beside it, SQLite would read all clicked mails of
      // that.
      const theirs = read
        .select({ id: campaigns.id })
        .from(campaigns)
        .where(
          and(inArray(campaigns.id, [...query.campaignIds]), eq(campaigns.workspaceId, query.workspaceId)),
        );
      const responded = (kind: "replied" | "complained") =>
        read
          .select({ id: mailResponses.deliveryId })
          .from(mailResponses)
          .where(and(inArray(mailResponses.campaignId, theirs), eq(mailResponses.kind, kind)));
      return read
        .select()
        .from(deliveries)
        .where(
          and(
            inArray(deliveries.campaignId, theirs),
            query.state === null ? undefined : eq(deliveries.state, query.state),
            // Written exactly as in the partial indexes, so that they are used.
            query.reaction === "opened" ? isNotNull(deliveries.openedAt) : undefined,
            query.reaction === "clicked" ? isNotNull(deliveries.clickedAt) : undefined,
            query.reaction === "replied" || query.reaction === "complained"
              ? inArray(deliveries.id, responded(query.reaction))
              : undefined,
            query.code === null ? undefined : eq(deliveries.reasonCode, query.code as ReasonCode),
            query.search === null
              ? undefined
              : sql`${deliveries.email} like ${`%${escapeLike(query.search.toLowerCase())}%`} escape '\\'`,
            query.afterId === null ? undefined : behind([deliveries.id], { order, place: [query.afterId] }),
          ),
        )
        .orderBy(inOrder(deliveries.id, order))
        .limit(query.sizeMax);
    },
  };
}
