import { and, asc, count, eq, gt, lte, type SQL } from "drizzle-orm";
import type { SearchBounds } from "../../../contract/limits/leads.ts";
import { dayAt } from "../../../contract/segments/days.ts";
import type { Database } from "../../database.ts";
import { nextTurn } from "../../nextTurn.ts";
import type { LeadSearch } from "../../search/dialectSearch.ts";
import type { AskedQuestion } from "../../segments/questionSql.ts";
import { type CountedMatch, matchingLeads } from "./leadMatch.ts";
import { isAmongFew, leadRanges, strideOf } from "./leadStrides.ts";

type Counting = CountedMatch & { where: SQL | undefined };

/**
 * Counts matching leads when they are too many to find one by one. A count is cached until leads change, because somebody
 * who scrolls through a long list asks for it again and again.
 */
export function createMatchCounts(
  database: Database,
  search: LeadSearch | null,
  { countStride: stride, countsKept }: SearchBounds,
) {
  const kept = new Map<string, { state: string; total: number }>();
  return async ({ where, ...match }: Counting): Promise<number> => {
    const { workspaceId, words, collectionId, filter, asked } = match;
    const isSearch = collectionId === null && filter === null && asked === null;
    const stateOf = async () => (isSearch ? await search?.stateOf(workspaceId) : null) ?? database.state();
    const key = JSON.stringify([workspaceId, words, collectionId, filter, asked && askedKey(asked)]);
    const state = await stateOf();
    const known = kept.get(key);
    if (state !== null && known?.state === state) return known.total;
    const total = isSearch
      ? ((await search?.countOf(match, where)) ??
        (await countInStrides(database, { workspaceId, where, stride })))
      : await countAsked(database, { where, match, stride });
    // Leads may have changed while they were counted.
    if (state !== null && state === (await stateOf())) {
      if (kept.size >= countsKept) kept.clear();
      kept.set(key, { state, total });
    }
    return total;
  };
}

/** A question has the same answer as long as the day and its choices are the same. */
function askedKey({ question, fields, moment: { now, zone } }: AskedQuestion) {
  return [question, fields.map(({ id, choices }) => [id, choices]), zone, dayAt(now, zone)];
}

async function countAll({ read, tables }: Database, where: SQL | undefined): Promise<number> {
  const [row] = await read.select({ count: count() }).from(tables.leads).where(where);
  return row?.count ?? 0;
}

type Asking = Pick<Strides, "where" | "stride"> & { match: CountedMatch };

async function countAsked(database: Database, { where, match, stride }: Asking): Promise<number> {
  const { workspaceId, asked } = match;
  if (asked === null || isAmongFew(asked)) return countAll(database, where);
  let total = 0;
  const ofPiece = { workspaceId, stride: strideOf([asked.question], { stride }) };
  for await (const range of leadRanges(database, ofPiece))
    total += await countAll(database, matchingLeads(database, match, range));
  return total;
}

type Strides = Pick<CountedMatch, "workspaceId"> & { where: SQL | undefined; stride: number };

/** Looking through a million leads in one statement would hold up everybody else. */
async function countInStrides(database: Database, { workspaceId, where, stride }: Strides): Promise<number> {
  const { leads } = database.tables;
  let total = 0;
  let after: SQL | undefined;
  for (;;) {
    const [last] = await database.read
      .select({ searchText: leads.searchText })
      .from(leads)
      .where(and(eq(leads.workspaceId, workspaceId), after))
      .orderBy(asc(leads.searchText))
      .limit(1)
      .offset(stride - 1);
    const upTo = last && lte(leads.searchText, last.searchText);
    total += await countAll(database, and(where, after, upTo));
    if (last === undefined) return total;
    after = gt(leads.searchText, last.searchText);
    await nextTurn();
  }
}
