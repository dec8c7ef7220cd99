import { and, eq, getTableColumns, gte, isNull, lte, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import type { WorkspaceId } from "../../contract/identity/scope.ts";
import type { SearchBounds } from "../../contract/limits/leads.ts";
import { type Builder, bound, type Database } from "../database.ts";
import type { LeadSearch, Searched, SearchedWord } from "./dialectSearch.ts";
import { fillSome } from "./sqliteFilling.ts";
import {
  isFound,
  leadSearch,
  leadSearchTerms,
  numberedLeads,
  type Space,
  searchSpaces,
  textEnd,
} from "./sqliteTables.ts";

/** The search by FTS5. It knows three letters that stand together; a shorter word is what begins some of those. */
export function createSqliteSearch(database: Database, bounds: SearchBounds): LeadSearch {
  const sampleOf = keptSample(database, bounds);
  return {
    idsOf: (searched, where) => idsOf({ database, bounds, sampleOf, ...searched, where }),
    countOf: (searched, where) => countOf({ database, bounds, sampleOf, ...searched, where }),
    async stateOf(workspaceId) {
      const space = await spaceOf(database, { workspaceId, unindexedMax: 0 });
      return space && `${space.number} ${space.changes}`;
    },
    fillSome: () => fillSome(database, bounds),
  };
}

type Usable = Pick<Space, "number" | "workspaceId" | "lastNumber" | "changes">;
type Asked = Searched & {
  database: Database;
  bounds: SearchBounds;
  sampleOf: (space: Usable) => Promise<readonly string[]>;
  where: SQL | undefined;
};

/** Null where the index is of no help: nothing is in it, or too much is not. */
async function spaceOf(
  { ask }: Database,
  asked: { workspaceId: WorkspaceId; unindexedMax: number },
): Promise<Usable | null> {
  const [space] = await ask(bound(spaceWith, { ...asked, countMax: asked.unindexedMax + 1 }));
  return space !== undefined && space.unindexed <= asked.unindexedMax ? space : null;
}

/** With how many leads are not indexed, up to so many. */
function spaceWith(builder: Builder) {
  const some = builder
    .select({ one: sql`1`.as("one") })
    .from(numberedLeads)
    .where(
      and(eq(numberedLeads.workspaceId, sql.placeholder("workspaceId")), isNull(numberedLeads.searchNumber)),
    )
    .limit(sql.placeholder("countMax"))
    .as("some");
  const unindexed = sql<number>`(${builder.select({ count: sql`count(*)` }).from(some)})`;
  return builder
    .select({ ...getTableColumns(searchSpaces), unindexed })
    .from(searchSpaces)
    .where(eq(searchSpaces.workspaceId, sql.placeholder("workspaceId")));
}

async function idsOf({ database, bounds, sampleOf, workspaceId, words, where }: Asked) {
  if (words.length === 0) return null;
  // What is indexed or changed between two statements would be missed, and so is looked for again.
  for (let attempt = 0; attempt < bounds.attemptsMax; attempt += 1) {
    const space = await spaceOf(database, { ...bounds, workspaceId });
    if (space === null) return null;
    const ids = await idsIn(database, { bounds, space, words, where, texts: await sampleOf(space) });
    const now = await spaceOf(database, { ...bounds, workspaceId });
    if (now?.number === space.number && now.changes === space.changes) return ids;
  }
  return null;
}

type Gathering = Pick<Asked, "bounds" | "words" | "where"> & { space: Usable; texts: readonly string[] };

async function idsIn(
  database: Database,
  { bounds, space, words, where, texts }: Gathering,
): Promise<string[] | "many" | null> {
  const { gatheredMin, gathered } = bounds;
  const gatheredMax = Math.max(gatheredMin, Math.round(Math.sqrt(gathered * space.lastNumber)));
  const expressions = await expressionsFor(database, { bounds, words, texts });
  if (expressions === null) return null;
  for (const expression of expressions) {
    const values = { expression, number: space.number, countMax: gatheredMax + 1 };
    const [found] = await database.ask(bound(foundUpTo, values));
    if ((found?.count ?? 0) <= gatheredMax) return matchingAmong(database, { expression, space, where });
  }
  return "many";
}

/** What to ask the index for, the cheaper first: each finds all who match, and others. Null where it is of no help. */
async function expressionsFor(
  database: Database,
  { bounds, words, texts }: Pick<Gathering, "bounds" | "words" | "texts">,
): Promise<Iterable<string> | null> {
  const long = words.filter(isLong);
  if (long.length > 0) {
    const whole = long.map((word) => anyOf(word.map(phrase))).join(" AND ");
    // Three rare neighbours leave few, at a fraction of what it takes to read where every one of a word's letters stands.
    const certain = new Set(long.flatMap((word) => (word.length === 1 ? word.flatMap(trigramsOf) : [])));
    const byTheirShare = byRarity(
      Array.from(certain, (trigram) => [trigram]),
      texts,
    );
    const rare = byTheirShare.slice(0, bounds.rarest).flat().map(phrase).join(" AND ");
    return new Set([rare || whole, whole]);
  }
  const [word = []] = byRarity(words, texts);
  if (shareOf(texts, [word]) > bounds.shortShareMax) return null;
  const expression = await expressionOf(database, { word, bounds });
  return expression === null ? null : [expression];
}

/** What finds exactly those that have a word in one of its spellings; null for one that begins too many threes. */
async function expressionOf(
  { ask }: Database,
  { word, bounds }: { word: SearchedWord; bounds: SearchBounds },
): Promise<string | null> {
  const phrases: string[] = [];
  for (const text of word) {
    if (trigramsOf(text).length > 0) {
      phrases.push(phrase(text));
      continue;
    }
    const countMax = bounds.termsMax + 1;
    const rows = await ask(bound(termsBetween, { from: text, to: `${text}${lastLetter}`, countMax }));
    if (rows.length === countMax) return null;
    // Where it begins none, it ends none either.
    phrases.push(...(rows.length === 0 ? [text + textEnd] : rows.map(({ term }) => term)).map(phrase));
  }
  return anyOf(phrases);
}

function anyOf(phrases: readonly string[]): string {
  return `(${phrases.join(" OR ")})`;
}

const lastLetter = "\u{10ffff}";

function termsBetween(builder: Builder) {
  const { term } = leadSearchTerms;
  return builder
    .select({ term })
    .from(leadSearchTerms)
    .where(and(gte(term, sql.placeholder("from")), lte(term, sql.placeholder("to"))))
    .limit(sql.placeholder("countMax"));
}

/** About how many of all leads have all of the words. */
function shareOf(texts: readonly string[], words: readonly SearchedWord[]): number {
  const having = texts.filter((one) => words.every((word) => word.some((text) => one.includes(text))));
  return having.length / (texts.length || 1);
}

/** Texts of some leads, from all over the workspace, of the one that was last asked for. */
function keptSample({ ask }: Database, { sampled }: SearchBounds): Asked["sampleOf"] {
  let kept = { of: "", texts: [] as readonly string[] };
  return async ({ number, workspaceId, lastNumber, changes }) => {
    const of = `${number} ${changes}`;
    if (kept.of === of) return kept.texts;
    const places = Array.from(
      { length: sampled },
      (_, index) => 1 + Math.floor((index / sampled) * lastNumber),
    );
    const rows = await ask(bound(textsAt, { places: JSON.stringify(places), number, workspaceId }));
    kept = { of, texts: rows.map((row) => row.text) };
    return kept.texts;
  };
}

function textsAt(builder: Builder) {
  return builder
    .select({ text: numberedLeads.searchText })
    .from(sql`json_each(${sql.placeholder("places")}) as incoming`)
    .crossJoin(numberedLeads)
    .where(
      and(
        eq(numberedLeads.searchNumber, sql`(${sql.placeholder("number")} << 32) + incoming.value`),
        eq(numberedLeads.workspaceId, sql.placeholder("workspaceId")),
      ),
    );
}

/** Rare ones first. */
function byRarity(words: readonly SearchedWord[], texts: readonly string[]): SearchedWord[] {
  const counted = words.map((word) => ({ word, share: shareOf(texts, [word]) }));
  return counted.sort((a, b) => a.share - b.share).map(({ word }) => word);
}

function foundUpTo(builder: Builder) {
  const found = builder
    .select({ number: sql<number>`"leadSearch"."rowid"`.as("number") })
    .from(leadSearch)
    .where(isFound())
    .limit(sql.placeholder("countMax"))
    .as("found");
  return builder.select({ count: sql<number>`count(*)` }).from(found);
}

type Matching = { expression: string; space: Usable; where: SQL | undefined };

/** From what is found to the leads: left to itself, SQLite may walk a whole index of theirs. */
async function matchingAmong({ read }: Database, { expression, space, where }: Matching): Promise<string[]> {
  const found = read
    .select({ number: sql<number>`"leadSearch"."rowid"`.as("number") })
    .from(leadSearch)
    .where(isFound({ expression, number: space.number }))
    .as("found");
  const { id, workspaceId, searchNumber } = numberedLeads;
  const indexed = read
    .select({ id })
    .from(found)
    .crossJoin(numberedLeads)
    .where(and(eq(searchNumber, found.number), eq(workspaceId, space.workspaceId), where));
  const others = read
    .select({ id })
    .from(numberedLeads)
    .where(and(eq(workspaceId, space.workspaceId), isNull(searchNumber), where));
  return (await unionAll(indexed, others)).map((row) => row.id);
}

async function countOf({
  database,
  bounds,
  sampleOf,
  workspaceId,
  words,
  where,
}: Asked): Promise<number | null> {
  const space = await spaceOf(database, { ...bounds, workspaceId });
  if (space === null || shareOf(await sampleOf(space), words) > bounds.shareMax) return null;
  const { read } = database;
  const parts: string[] = [];
  for (const word of words) {
    const part = await expressionOf(database, { word, bounds });
    if (part === null) return null;
    parts.push(part);
  }
  const expression = parts.join(" AND ");
  const indexed = read
    .select({ count: sql`count(*)` })
    .from(leadSearch)
    .where(isFound({ expression, number: space.number }));
  const others = read
    .select({ count: sql`count(*)` })
    .from(numberedLeads)
    .where(and(eq(numberedLeads.workspaceId, workspaceId), isNull(numberedLeads.searchNumber), where));
  // In one statement, so that no lead is counted as indexed and as not.
  const [row] = await read
    .select({ count: sql<number>`${indexed} + ${others}` })
    .from(searchSpaces)
    .where(eq(searchSpaces.workspaceId, workspaceId));
  return row?.count ?? null;
}

/** Three neighbouring letters are what the index knows, letters being code points as SQLite counts them. */
const together = 3;

function isLong(word: SearchedWord): boolean {
  return word.every((text) => trigramsOf(text).length > 0);
}

/** None for a word that is too short to be looked for in the index. */
function trigramsOf(word: string): string[] {
  const letters = [...word];
  return letters
    .slice(0, Math.max(0, letters.length - together + 1))
    .map((_, start) => letters.slice(start, start + together).join(""));
}

/** A text as FTS5 is asked for it, with none of its own signs in it. */
function phrase(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
