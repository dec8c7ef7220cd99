import { type SQL, sql } from "drizzle-orm";
import { foldingsFor } from "../../contract/segments/foldedLetters.ts";
import { isNegated, type textOps } from "../../contract/segments/question.ts";
import { type Spellings, spellingsIn } from "../../contract/spelledOut.ts";

export type TextTest = { op: (typeof textOps)[number]; wanted: string };

const accents = Array.from({ length: 0x70 }, (_, nth) => String.fromCodePoint(0x300 + nth));

/**
 * Most texts are in A to Z alone, which are the only letters that SQLite knows. It replaces one letter at a time, so any other
 * text is not folded: it is held against a pattern that has for each letter all that become it. Only what becomes several
 * letters, or none, is replaced before that.
 */
export function sqliteFoldedPasses(text: SQL, { op, wanted }: TextTest, plainly: (lower: SQL) => SQL): SQL {
  const { single, several } = foldingsFor(wanted);
  const letters = Array.from(wanted, (letter) => globOf(letter, single.get(letter) ?? "")).join("");
  const before = op === "is" || op === "isNot" || op === "begins" ? "" : "*";
  const behind = op === "is" || op === "isNot" || op === "ends" ? "" : "*";
  const glob = `${before}${letters}${behind}`;
  const severals = `*[${several.map(([letter]) => letter).join("")}]*`;
  const passes = (written: SQL) => {
    const replaced = replacing(written, several);
    const folded = sql`case when ${written} glob ${withAccents} then ${replacing(replaced, withoutAccents)} when ${written} glob ${severals} then ${replaced} else ${written} end`;
    return sql`(${folded} glob ${glob}) = ${sql.raw(isNegated(op) ? "0" : "1")}`;
  };
  const spellings = spellingsIn(wanted);
  const either =
    spellings.length === 0
      ? passes(text)
      : sql`(${passes(text)} ${eitherOf(op)} ${passes(replacing(text, spellings))})`;
  return sql`case when octet_length(${text}) = length(${text}) then ${plainly(sql`lower(${text})`)} else ${either} end`;
}

/** How the tests of two spellings are joined. */
export function eitherOf(op: TextTest["op"]): SQL {
  return sql.raw(isNegated(op) ? "and" : "or");
}

const withAccents = `*[${accents[0]}-${accents.at(-1)}]*`;
const withoutAccents = accents.map((accent) => [accent, ""] as const);

/** One after the other; written out, since there are more of them than a statement may have values. */
export function replacing(text: SQL, pairs: Spellings): SQL {
  const replacements = pairs.map(([from, to]) => `, '${from}', '${to}')`).join("");
  return sql`${sql.raw("replace(".repeat(pairs.length))}${text}${sql.raw(replacements)}`;
}

/** A pattern of one letter and those that become it. */
function globOf(letter: string, others: string): string {
  // Signs that mean something in a pattern have others that become them, too.
  if (others === "") return letter;
  return letter === "^" ? `[${others}^]` : `[${runsOf(letter + others)}]`;
}

/** Letters as a pattern names them; those beside each other by the first and the last, since SQLite takes 50,000 bytes. */
function runsOf(letters: string): string {
  const runs: [first: number, last: number][] = [];
  const codes = Array.from(letters, (letter) => letter.codePointAt(0) ?? 0);
  for (const code of codes.toSorted((one, other) => one - other)) {
    const run = runs.at(-1);
    if (run !== undefined && code === run[1] + 1) run[1] = code;
    else runs.push([code, code]);
  }
  const text = String.fromCodePoint;
  return runs
    .map(([first, last]) =>
      last - first < 2 ? text(...new Set([first, last])) : `${text(first)}-${text(last)}`,
    )
    .join("");
}

/** A text in A to Z alone is what nearly all are, and has no other spelling. */
export function postgresFoldedPasses(text: SQL, { op, wanted }: TextTest, passes: (folded: SQL) => SQL): SQL {
  const spellings = spellingsIn(wanted);
  const asWritten = passes(postgresFolded(text, wanted));
  if (spellings.length === 0) return asWritten;
  const spelled = passes(postgresFolded(replacing(text, spellings), wanted));
  return sql`(${asWritten} ${eitherOf(op)} case when octet_length(${text}) = char_length(${text}) then ${sql.raw(String(isNegated(op)))} else ${spelled} end)`;
}

/** A text without case and accents, as far as the one that is looked for needs it. Most texts are in A to Z alone. */
function postgresFolded(text: SQL, wanted: string): SQL {
  const { single, several } = foldingsFor(wanted);
  const replaced = several.reduce((inner, [from, to]) => sql`replace(${inner}, ${from}, ${to})`, text);
  const pairs = [...single].flatMap(([to, others]) => Array.from(others, (from) => [from, to] as const));
  // What stands beyond the end of those that it becomes is left out.
  const from = [...pairs.map(([letter]) => letter), ...accents].join("");
  const to = pairs.map(([, letter]) => letter).join("");
  return sql`case when octet_length(${text}) = char_length(${text}) then lower(${text} collate "C") else translate(${replaced}, ${from}, ${to}) end`;
}
