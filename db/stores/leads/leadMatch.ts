import { and, eq, exists, gt, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { leadLimits } from "../../../contract/limits/leads.ts";
import type { LeadFilter } from "../../../contract/schemas/leadMatching.ts";
import type { Database } from "../../database.ts";
import type { SearchedWord } from "../../search/dialectSearch.ts";
import { isWithin, type LeadRange } from "../../segments/leadRange.ts";
import { type AskedQuestion, questionSql, suppressedSql } from "../../segments/questionSql.ts";

/** Selects leads. */
export type LeadMatch = {
  workspaceId: WorkspaceId;
  /**
   * A lead matches if each word occurs, in one of its spellings, in a name, the e-mail address or the phone number. On
   * PostgreSQL, a lead that was not saved since searches fold words still has its text as it was written, and is found by
   * whoever types it that way: so the word as it is typed, which is not folded, is one of them.
   */
  words: readonly SearchedWord[];
  /** Null for every lead, "" for a collection that does not exist. */
  collectionId: string | null;
  filter: LeadFilter | null;
  /** Null if there is no question. */
  asked: AskedQuestion | null;
};

/** `memberCount` is how many leads the collection has, null where none is asked for. */
export type CountedMatch = LeadMatch & { memberCount: number | null };

/** The condition that a lead matches, of all or of those in a range. */
export function matchingLeads(
  database: Pick<Database, "read" | "tables">,
  match: CountedMatch,
  range?: LeadRange,
): SQL | undefined {
  const { leads } = database.tables;
  const has = (word: string) => sql`${leads.searchText} like ${`%${escapeLike(word)}%`} escape '\\'`;
  return and(
    eq(leads.workspaceId, match.workspaceId),
    range && isWithin(leads.id, range),
    inCollection(database, match),
    passing(database, match),
    ...match.words.map((word) => or(...word.map(has))),
    match.asked === null ? undefined : questionSql(database, { ...match.asked, ...(range && { range }) }),
  );
}

function inCollection(
  { read, tables }: Pick<Database, "read" | "tables">,
  {
    workspaceId,
    collectionId,
    memberCount,
  }: Pick<LeadMatch, "workspaceId" | "collectionId"> & { memberCount: number | null },
): SQL | undefined {
  if (collectionId === null) return undefined;
  const { leads, memberships } = tables;
  const members = read.select({ id: memberships.leadId }).from(memberships);
  const isMember = and(eq(memberships.workspaceId, workspaceId), eq(memberships.collectionId, collectionId));
  // The members of a small collection are gathered and sorted. In a large one, leads are read in order and each is tested.
  return (memberCount ?? 0) <= leadLimits.sortedMax
    ? inArray(leads.id, members.where(isMember))
    : exists(members.where(and(isMember, eq(memberships.leadId, leads.id))));
}

function passing(
  { read, tables }: Pick<Database, "read" | "tables">,
  { workspaceId, filter }: Pick<LeadMatch, "workspaceId" | "filter">,
): SQL | undefined {
  const { deliveries, leads } = tables;
  switch (filter) {
    case null:
      return undefined;
    case "optedOut":
      return eq(leads.optout, true);
    case "neverSent":
      return eq(leads.emailCount, 0);
    case "opened":
      return gt(leads.openedCount, 0);
    case "clicked": {
      // Grouped, since SQLite then reads an index that has them by their ids, in a third of the time.
      const clickers = read
        .select({ id: deliveries.leadId })
        .from(deliveries)
        .where(and(eq(deliveries.workspaceId, workspaceId), isNotNull(deliveries.clickedAt)))
        .groupBy(deliveries.leadId);
      return inArray(leads.id, clickers);
    }
    case "suppressed":
      return suppressedSql({ read, tables });
  }
}

/** Makes percent signs and underscores in a search match only themselves. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
