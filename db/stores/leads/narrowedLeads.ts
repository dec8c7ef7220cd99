import { and, eq, type SQL } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { leadLimits, type SearchBounds } from "../../../contract/limits/leads.ts";
import type { Database } from "../../database.ts";
import { isListed } from "../../json/jsonSql.ts";
import type { LeadSearch } from "../../search/dialectSearch.ts";
import { type CountedMatch, type LeadMatch, matchingLeads } from "./leadMatch.ts";
import { isAmongFew, leadRanges, strideOf } from "./leadStrides.ts";
import { countingLeads } from "./leads.ts";

/** How leads are found: by words, and how many are looked through in one statement. */
export type Looking = { search: LeadSearch | null } & Pick<SearchBounds, "countStride">;

/** What finds them, and their number where it is known without counting. `ids` is there if they are few. */
export type Narrowed = Pick<CountedMatch, "memberCount"> & {
  where: SQL | undefined;
  total: number | null;
  ids?: readonly string[];
};

/** Finds the leads that match once where they are few, so that whatever is asked of them next is asked by their ids. */
export async function narrow(database: Database, looking: Looking, query: LeadMatch): Promise<Narrowed> {
  const { tables } = database;
  const { leads } = tables;
  const memberCount =
    query.collectionId === null ? null : await countMembers(database, query, query.collectionId);
  const where = matchingLeads(database, { ...query, memberCount });
  if (isWhole(query))
    return { where, memberCount, total: memberCount ?? (await countOwned(database, query.workspaceId)) };
  // A few matches are found once and listed by id. If there are many, the first are found soon in any order.
  const ids = await fewIds(database, looking, { ...query, where, memberCount });
  if (ids === null) return { where, memberCount, total: null };
  return {
    where: and(eq(leads.workspaceId, query.workspaceId), isListed(tables, leads.id, ids)),
    memberCount,
    total: ids.length,
    ids,
  };
}

/** The ids of all that match; null if they are many. */
async function fewIds(
  database: Database,
  { search, countStride }: Looking,
  { where, ...query }: CountedMatch & { where: SQL | undefined },
): Promise<string[] | null> {
  const { read, tables } = database;
  const { leads } = tables;
  const { memberCount } = query;
  const found = query.words.length === 0 ? null : await search?.idsOf(query, where);
  if (found === "many") return null;
  if (found) return found;
  const { sortedMax } = leadLimits;
  // Of a small collection only the members are looked at.
  const isSmall = memberCount !== null && memberCount <= sortedMax;
  const stride =
    query.asked === null || isSmall || isAmongFew(query.asked)
      ? null
      : strideOf([query.asked.question], { stride: countStride });
  const ranges = stride === null ? [undefined] : leadRanges(database, { ...query, stride });
  const ids: string[] = [];
  for await (const range of ranges) {
    const some = await read
      .select({ id: leads.id })
      .from(leads)
      .where(range === undefined ? where : matchingLeads(database, query, range))
      .limit(sortedMax + 1 - ids.length);
    ids.push(...some.map(({ id }) => id));
    if (ids.length > sortedMax) return null;
  }
  return ids;
}

/** Whether no search, filter or question excludes any lead. */
export function isWhole({ words, filter, asked }: LeadMatch): boolean {
  return words.length === 0 && filter === null && asked === null;
}

async function countOwned({ read, tables }: Database, workspaceId: WorkspaceId): Promise<number> {
  const [row] = await countingLeads(read, tables, workspaceId);
  return row?.count ?? 0;
}

async function countMembers(
  { read, tables }: Database,
  { workspaceId }: Pick<LeadMatch, "workspaceId">,
  collectionId: string,
): Promise<number> {
  const { collections } = tables;
  const [row] = await read
    .select({ count: collections.leadCount })
    .from(collections)
    .where(and(eq(collections.id, collectionId), eq(collections.workspaceId, workspaceId)));
  return row?.count ?? 0;
}
