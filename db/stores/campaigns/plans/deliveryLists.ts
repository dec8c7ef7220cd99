import { and, eq, gt, inArray, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import { addressPart } from "../../../../contract/address.ts";
import type { WorkspaceId } from "../../../../contract/identity/scope.ts";
import type { ReasonCode } from "../../../../contract/reasons.ts";
import type { DeliveryState, Reaction } from "../../../../contract/schemas/campaign.ts";
import type { Database } from "../../../database.ts";
import { isFile } from "../../../isFile.ts";
import { inOrder } from "../../../keyset.ts";
import type { Tables } from "../../../tables.ts";
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
  const { deliveries, campaigns } = tables;
  return {
    async pageOf(query: DeliveryQuery): Promise<DeliveryRow[]> {
      const { order = "asc", sizeMax, workspaceId } = query;
      if (query.campaignIds.length === 0) return [];
      const isPart = and(
        inArray(campaigns.id, [...query.campaignIds]),
        eq(campaigns.workspaceId, workspaceId),
      );
      const page = isFile(tables) ? isOfParts(database, query, isPart) : isOnPage(database, query, isPart);
      return read.select().from(deliveries).where(page).orderBy(inOrder(deliveries.id, order)).limit(sizeMax);
    },
  };
}

/** Selected by their campaigns: with the workspace of the deliveries beside it, SQLite would read all clicked mails of that. */
function isOfParts(database: Database, query: DeliveryQuery, isPart: SQL | undefined) {
  const { deliveries, campaigns } = database.tables;
  const parts = database.read.select({ id: campaigns.id }).from(campaigns).where(isPart);
  return and(inArray(deliveries.campaignId, parts), isMeant(database, query, isPart));
}

/**
 * A page of each part by itself, and of those the page: of several at once PostgreSQL would read the mails of the whole
 * installation in the order of their ids until it is full. Found before the rows are read, so that it joins nothing to them.
 */
function isOnPage(database: Database, query: DeliveryQuery, isPart: SQL | undefined) {
  const { read, tables } = database;
  const { deliveries, campaigns } = tables;
  const { order = "asc", sizeMax, workspaceId } = query;
  const ofPart = read
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.campaignId, campaigns.id), isMeant(database, query, isPart)))
    .orderBy(inOrder(placeOf(tables), order))
    .limit(sizeMax);
  const page = sql`select "page"."id" from ${campaigns} cross join lateral (${ofPart.getSQL()}) as "page" where ${isPart}
    order by ${inOrder(sql`"page"."id"`, order)} limit ${sizeMax}`;
  return and(sql`${deliveries.id} = any(array(${page}))`, eq(deliveries.workspaceId, workspaceId));
}

/** The one index of PostgreSQL that begins with the campaign and has this order is sorted so; the primary key is not. */
function placeOf(tables: Tables): SQL {
  const { id } = tables.deliveries;
  return isFile(tables) ? sql`${id}` : sql`${id} collate "C"`;
}

function isMeant({ read, tables }: Database, query: DeliveryQuery, isPart: SQL | undefined) {
  const { deliveries, campaigns, mailResponses } = tables;
  const { order = "asc", reaction } = query;
  const responded = (kind: "replied" | "complained") => {
    const parts = read.select({ id: campaigns.id }).from(campaigns).where(isPart);
    return read
      .select({ id: mailResponses.deliveryId })
      .from(mailResponses)
      .where(and(inArray(mailResponses.campaignId, parts), eq(mailResponses.kind, kind)));
  };
  return and(
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
      : sql`${deliveries.email} like ${`%${escapeLike(addressPart(query.search))}%`} escape '\\'`,
    query.afterId === null ? undefined : (order === "asc" ? gt : lt)(placeOf(tables), query.afterId),
  );
}
