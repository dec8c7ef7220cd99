import type { Difference, Part } from "../../contract/installation/Difference.ts";

/** What a database is made of: each part by its kind and its name ("column leads.phone"), and what is said of it. */
export type Fingerprint = ReadonlyMap<string, { table: string; said: string }>;

export type Differences = {
  /** What keeps our statements from working. */
  wrong: Difference[];
  /** What others have added and nothing of ours is hindered by: a table of a backup program, an index. */
  added: Difference[];
};

/** Compares what a database is made of with what its steps make. */
export function differencesBetween(found: Fingerprint, wanted: Fingerprint): Differences {
  const wrong: Difference[] = [];
  for (const [name, { said }] of wanted) {
    const there = found.get(name);
    if (there === undefined) wrong.push({ part: partOf(name), how: "missing" });
    else if (there.said !== said) wrong.push({ part: partOf(name), how: "changed" });
  }
  const added: Difference[] = [];
  for (const [name, { table, said }] of found) {
    if (wanted.has(name)) continue;
    const part = partOf(name);
    if (!wanted.has(`table ${table}`)) {
      if (name === `table ${table}`) added.push({ part, how: "added" });
    } else if (/^create index /.test(said)) added.push({ part, how: "added" });
    else wrong.push({ part, how: "extra" });
  }
  return { wrong, added };
}

/** A part by what it is called here: its kind is one word. */
export function partOf(called: string): Part {
  const [kind = "", ...name] = called.split(" ");
  return { kind, name: name.join(" ") };
}

/** Quotes, blanks and upper case mean nothing in what our steps write. */
export function plain(sql: string): string {
  return sql
    .replace(/[`"[\]]/g, "")
    .replace(/\s+/g, " ")
    .replace(/ ?([(),]) ?/g, "$1")
    .trim()
    .toLowerCase();
}
