import { and, eq, exists, gte, isNull, notExists, type SQL, sql } from "drizzle-orm";
import type { SearchBounds } from "../../contract/limits/leads.ts";
import type { Database } from "../database.ts";
import { incomingText, isListed, jsonSqlOf } from "../json/jsonSql.ts";
import { leadSearch, leadSearchOrders, numberedLeads, searchSpaces, textEnd } from "./sqliteTables.ts";

/**
 * Merges parts of the index a little, or else indexes some leads: each is a commit of its own, short enough for
 * whoever waits meanwhile. False where there is nothing left to do. A kill leaves what was committed.
 */
export async function fillSome(database: Database, bounds: SearchBounds): Promise<boolean> {
  return (await mergeSome(database, bounds)) || (await indexSome(database, bounds));
}

async function mergeSome(database: Database, { mergedPages }: SearchBounds): Promise<boolean> {
  const changes = { count: sql<number>`total_changes()` };
  const { before, after } = await database.atomically((write) => ({
    before: write.select(changes).from(searchSpaces).limit(1),
    merged: write.insert(leadSearchOrders).values({ order: "merge", rank: mergedPages }),
    after: write.select(changes).from(searchSpaces).limit(1),
  }));
  // What had nothing to do changes no more than what asks for it (FTS5, section 6.8).
  return (after[0]?.count ?? 0) - (before[0]?.count ?? 0) > 1;
}

async function indexSome(database: Database, { leadsMin, indexedTogether }: SearchBounds): Promise<boolean> {
  const workspaceId = await someBehind(database, leadsMin);
  if (workspaceId === null) return false;
  const { read, tables } = database;
  const rows = await read
    .select({ id: numberedLeads.id })
    .from(numberedLeads)
    .where(and(eq(numberedLeads.workspaceId, workspaceId), isNull(numberedLeads.searchNumber)))
    .limit(indexedTogether);
  const ids = rows.map(({ id }) => id);
  const mine = eq(numberedLeads.workspaceId, workspaceId);
  const places = JSON.stringify(Object.fromEntries(ids.map((id, place) => [id, place + 1])));
  await database.atomically((write) => {
    const last: SQL = sql`(${write
      .select({ number: sql`("number" << 32) + "lastNumber"` })
      .from(searchSpaces)
      .where(eq(searchSpaces.workspaceId, workspaceId))})`;
    return {
      space: write
        .insert(searchSpaces)
        .values({ workspaceId, lastNumber: 0, changes: 0 })
        .onConflictDoNothing(),
      // Another process may have indexed some of them meanwhile, and some may be gone.
      numbered: write
        .update(numberedLeads)
        .set({ searchNumber: sql`${last} + (${places} ->> "leads"."id")` })
        .where(and(mine, isNull(numberedLeads.searchNumber), isListed(tables, numberedLeads.id, ids))),
      // From their ids to the leads: left to itself, SQLite may walk all of the workspace's.
      indexed: write.insert(leadSearch).select(
        sql`select "leads"."searchNumber", "leads"."searchText" || ${textEnd} from ${jsonSqlOf(tables).rows(JSON.stringify(ids.map((id) => [id])))}
          cross join "leads" where "leads"."id" = ${incomingText(0)} and ${mine} and "leads"."searchNumber" > ${last}`,
      ),
      counted: write
        .update(searchSpaces)
        .set({
          lastNumber: sql`${searchSpaces.lastNumber} + ${ids.length}`,
          changes: sql`${searchSpaces.changes} + 1`,
        })
        .where(eq(searchSpaces.workspaceId, workspaceId)),
    };
  });
  return true;
}

/**
 * A workspace that is large enough for an index, and has leads that are not in it. While an import is under way there
 * is none: it has the disk to itself, and what it writes is indexed afterwards.
 */
async function someBehind(
  { read, tables: { imports, leadCounts } }: Database,
  leadsMin: number,
): Promise<string | null> {
  const unindexed = read
    .select({ one: sql`1` })
    .from(numberedLeads)
    .where(and(eq(numberedLeads.workspaceId, leadCounts.workspaceId), isNull(numberedLeads.searchNumber)));
  const importing = read.select({ one: sql`1` }).from(imports).where(eq(imports.state, "running"));
  const [row] = await read
    .select({ workspaceId: leadCounts.workspaceId })
    .from(leadCounts)
    .where(and(gte(leadCounts.count, leadsMin), notExists(importing), exists(unindexed)))
    .limit(1);
  return row?.workspaceId ?? null;
}
