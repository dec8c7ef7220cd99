import { and, eq, gt, inArray, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import type { ReasonCode } from "../../../../contract/reasons.ts";
import type { DeliveryState, Reaction } from "../../../../contract/schemas/campaign.ts";
import type { Database } from "../../../database.ts";
import { isFile } from "../../../isFile.ts";
import { inOrder } from "../../../keyset.ts";
import { escapeLike } from "../../leads/leadMatch.ts";
import type { DeliveryRow } from "../ledgerSending.ts";

export type DeliveryListStore = ReturnType<typeof createDeliveryListStore>;

type DeliveryQuery = {
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
};

/** The ledger of a campaign over all of its parts, for lists. */
export function createDeliveryListStore(database: Database) {
  const { read, tables } = database;
  const { deliveries } = tables;
  return {
    async pageOf(query: DeliveryQuery): Promise<DeliveryRow[]> {
      const { order = "asc", sizeMax } = query;
      if (query.campaignIds.length === 0) return [];
      // Each part by itself, which has an index in this order: of several at once PostgreSQL would read the mails of the whole
      // installation in the order of their ids until a page is full.
      const parts = query.campaignIds.map(
        (id) => sql`select * from (${pageOfPart(database, id, query)}) as "part"`,
      );
      const all = sql`select "id" from (${sql.join(parts, sql` union all `)}) as "parts"`;
      const page = sql`(${all} order by ${inOrder(sql`"id"`, order)} limit ${sizeMax})`;
      // Found before the rows are read, so that PostgreSQL looks them up and joins nothing.
      const isOnPage = isFile(tables)
        ? inArray(deliveries.id, page)
        : sql`${deliveries.id} = any(array${page})`;
      return read
        .select()
        .from(deliveries)
        .where(and(isOnPage, eq(deliveries.workspaceId, query.workspaceId)))
        .orderBy(inOrder(deliveries.id, order));
    },
  };
}

/** The ids of a page's mails as if this part were all of the campaign. */
function pageOfPart({ read, tables }: Database, campaignId: string, query: DeliveryQuery): SQL {
  const { deliveries, campaigns, mailResponses } = tables;
  const { order = "asc", reaction } = query;
  // The one index that begins with the campaign and has this order is sorted so; the primary key is not.
  const place = isFile(tables) ? sql`${deliveries.id}` : sql`${deliveries.id} collate "C"`;
  // Selected by its campaign: with the workspace of the deliveries beside it, SQLite would read all clicked mails of that.
  const part = read
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.id, campaignId), eq(campaigns.workspaceId, query.workspaceId)));
  const responded = (kind: "replied" | "complained") =>
    read
      .select({ id: mailResponses.deliveryId })
      .from(mailResponses)
      .where(and(inArray(mailResponses.campaignId, part), eq(mailResponses.kind, kind)));
  return read
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      and(
        inArray(deliveries.campaignId, part),
        query.state === null ? undefined : eq(deliveries.state, query.state),
        // Written exactly as in the partial indexes, so that they are used.
        reaction === "opened" ? isNotNull(deliveries.openedAt) : undefined,
        reaction === "clicked" ? isNotNull(deliveries.clickedAt) : undefined,
        reaction === "replied" || reaction === "complained"
          ? inArray(deliveries.id, responded(reaction))
          : undefined,
        query.code === null ? undefined : eq(deliveries.reasonCode, query.code as ReasonCode),
        query.search === null
          ? undefined
          : sql`${deliveries.email} like ${`%${escapeLike(query.search.toLowerCase())}%`} escape '\\'`,
        query.afterId === null ? undefined : (order === "asc" ? gt : lt)(place, query.afterId),
      ),
    )
    .orderBy(inOrder(place, order))
    .limit(query.sizeMax)
    .getSQL();
}
