import type { SQL } from "drizzle-orm";
import type { WorkspaceId } from "../../contract/identity/scope.ts";

/** A word that is looked for, folded, in each spelling in which it may stand in a lead's text. */
export type SearchedWord = readonly string[];

/** A search: words, each of which stands somewhere in a lead's text. */
export type Searched = { workspaceId: WorkspaceId; words: readonly SearchedWord[] };

/**
 * The index that searches of leads go by, which says the same as looking through all leads, and null where only that
 * tells. `where` is the whole condition that leads match.
 */
export type LeadSearch = {
  /** The ids of all that match, where they are few enough to be gathered and sorted. */
  idsOf(searched: Searched, where: SQL | undefined): Promise<string[] | "many" | null>;
  /** How many leads have all of the words. */
  countOf(searched: Searched, where: SQL | undefined): Promise<number | null>;
  /** Something that is different after a workspace's leads have other texts; null where nobody can tell. */
  stateOf(workspaceId: WorkspaceId): Promise<string | null>;
  /** Does a little of what is left to do in the background; false where that is nothing. */
  fillSome(): Promise<boolean>;
};
