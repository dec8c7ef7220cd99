import { normalAddress } from "../../contract/address.ts";
import { apostrophes } from "../../contract/apostrophes.ts";
import { foldedText } from "../../contract/foldedText.ts";
import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { leadLimits } from "../../contract/limits/leads.ts";
import type { LeadFilter } from "../../contract/schemas/leadMatching.ts";
import type { Question } from "../../contract/segments/question.ts";
import { spelledOut } from "../../contract/spelledOut.ts";
import type { AskedQuestion } from "../../db/segments/questionSql.ts";
import { createLeadListStore, type LeadListStore } from "../../db/stores/leads/leadLists.ts";
import type { LeadMatch } from "../../db/stores/leads/leadMatch.ts";
import type { Core } from "../core/core.ts";
import { createQuestionReader } from "./segments/questions.ts";

/** Which leads a person means, in the words of a query. */
export type Matching = {
  workspaceId: WorkspaceId;
  search?: string | undefined;
  collection?: string | undefined;
  filter?: LeadFilter | undefined;
  segmentId?: string | undefined;
  question?: Question | undefined;
  zone?: string | undefined;
};

export type LeadMatcher = ReturnType<typeof createLeadMatcher>;

/** The same in the words of the stores. @throws {Refusal} as a question does that cannot be asked. */
export function createLeadMatcher(core: Pick<Core, "database" | "clock">) {
  const lists = createLeadListStore(core.database);
  const questions = createQuestionReader(core);
  return async (matching: Matching): Promise<LeadMatch> =>
    matchOf(lists, { ...matching, asked: await questions.asked(matching) });
}

type Plain = Pick<Matching, "workspaceId" | "search" | "collection" | "filter">;

/** Without questions, or with one that was read already. */
export async function matchOf(
  lists: Pick<LeadListStore, "collectionIdNamed">,
  {
    workspaceId,
    search = "",
    collection = "",
    filter,
    asked = null,
  }: Plain & { asked?: AskedQuestion | null },
): Promise<LeadMatch> {
  const name = collection.trim().toLowerCase();
  const isAll = name === "" || name === "all";
  // A collection that was deleted in another tab has no leads; it is no reason to show all of them.
  const collectionId = isAll ? null : ((await lists.collectionIdNamed({ workspaceId, name })) ?? "");
  const words = wordsOf(search).map(spellingsOf);
  return { workspaceId, words, collectionId, filter: filter ?? null, asked };
}

/**
 * A word without case and accents, and with its umlauts spelled out, as leads may have it. Of an accent alone nothing would be left, and
 * nothing stands in every text.
 */
function spellingsOf(word: string): string[] {
  const spellings = [foldedText(word), foldedText(spelledOut(word.normalize("NFC"))), word];
  return [...new Set(spellings.filter((text) => text.trim() !== ""))];
}

/**
 * What stands around an apostrophe, or a hyphen between letters, is looked for by itself: the leads may have another sign for
 * it, or a space.
 */
function partsOf(word: string): string[] {
  const parts = word.includes("@") ? [] : word.split(joint).filter(Boolean);
  return parts.length === 0 ? [word] : parts;
}

const joint = new RegExp(`[${apostrophes}]|(?<=\\p{L})[-\u2010\u2011](?=\\p{L})`, "u");

function wordsOf(search: string): string[] {
  // PostgreSQL refuses a text with a NUL; no lead has a control character anyway.
  const words = search
    .toLowerCase()
    .replace(/\p{Cc}/gu, " ")
    .split(/\s+/)
    .flatMap(partsOf)
    .filter(Boolean);
  // What holds nothing that anybody sees was typed by nobody: it is not the search that was left empty, which means all.
  if (words.length === 0 && /[^\s]|\ufeff/.test(search)) return [inNoText];
  // A whole address is found however it is written; of others every lead's words hold the form that people read.
  return words.slice(0, leadLimits.searchWordsMax).map((word) => normalAddress(word) || word);
}

const inNoText = "\u0001";
