import { and, eq, exists, gt, inArray, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { WorkspaceId } from "../../../contract/identity/scope.ts";
import { leadLimits } from "../../../contract/limits/leads.ts";
import type { LeadFilter } from "../../../contract/schemas/leadMatching.ts";
import type { Database } from "../../database.ts";
import { type AskedQuestion, questionSql, suppressedSql } from "../../segments/questionSql.ts";

/** Which leads are meant. */
export type LeadMatch = {
  workspaceId: WorkspaceId;
  /** Folded words; a lead matches when it has each of them in a name, the e-mail or the phone. */
  words: readonly string[];
  /**
   * The same words in lower case alone. On PostgreSQL a lead that was not saved since searches fold words has its text as it was
   * written, and is found by whoever types it so.
   */
  typedWords?: readonly string[];
  /** Null for every lead, "" for the leads of a collection that does not exist. */
  collectionId: string | null;
  filter: LeadFilter | null;
  /** Null where nothing is asked. */
  asked: AskedQuestion | null;
};

/** The condition that a lead matches; `memberCount` is how many leads the collection has. */
export function matchingLeads(
  database: Pick<Database, "read" | "tables">,
  match: LeadMatch & { memberCount: number | null },
): SQL | undefined {
  const { leads } = database.tables;
  const has = (word: string) => sql`${leads.searchText} like ${`%${escapeLike(word)}%`} escape '\\'`;
  const hasWord = (word: string, nth: number) => {
    const typed = match.typedWords?.[nth] ?? word;
    return typed === word ? has(word) : or(has(word), has(typed));
  };
  return and(
    eq(leads.workspaceId, match.workspaceId),
    inCollection(database, match),
    passing(database, match),
    ...match.words.map(hasWord),
    match.asked === null ? undefined : questionSql(database, match.asked),
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
  // A small collection is gathered and sorted; in a large one the sorted leads are asked one by one.
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
      const clickers = read
        .select({ id: deliveries.leadId })
        .from(deliveries)
        .where(and(eq(deliveries.workspaceId, workspaceId), isNotNull(deliveries.clickedAt)));
      return inArray(leads.id, clickers);
    }
    case "suppressed":
      return suppressedSql({ read, tables });
  }
}

/** A percent sign or an underscore that somebody types means itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
