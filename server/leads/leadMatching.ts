import { normalAddress } from "../../contract/address.ts";
import { leadLimits } from "../../contract/limits/leads.ts";
import type { LeadFilter } from "../../contract/schemas/lead.ts";
import type { LeadListStore } from "../../db/stores/leads/leadLists.ts";
import type { LeadMatch } from "../../db/stores/leads/leadMatch.ts";

/** Which leads a person means, in the words of a query. */
export type Matching = {
  workspaceId: string;
  search?: string | undefined;
  collection?: string | undefined;
  filter?: LeadFilter | undefined;
};

/** The same in the words of the stores. */
export async function matchOf(
  lists: Pick<LeadListStore, "collectionIdNamed">,
  { workspaceId, search = "", collection = "", filter }: Matching,
): Promise<LeadMatch> {
  const name = collection.trim().toLowerCase();
  const isAll = name === "" || name === "all";
  // A collection that was deleted in another tab has no leads; it is no reason to show all of them.
  const collectionId = isAll ? null : ((await lists.collectionIdNamed({ workspaceId, name })) ?? "");
  return { workspaceId, words: wordsOf(search), collectionId, filter: filter ?? null };
}

function wordsOf(search: string): string[] {
  // PostgreSQL refuses a text with a NUL; no lead has a control character anyway.
  const words = search
    .toLowerCase()
    .replace(/\p{Cc}/gu, " ")
    .split(/\s+/)
    .filter(Boolean);
  // A whole address is found however it is written; of others every lead's words hold the form that people read.
  return words.slice(0, leadLimits.searchWordsMax).map(normalAddress);
}
