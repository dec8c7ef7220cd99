/** What a database is made of: each table, column, reference and index by its name, and what is said of it. */
export type Fingerprint = ReadonlyMap<string, { table: string; said: string }>;

export type Differences = {
  /** What keeps our statements from working: "the column leads.phone is missing". */
  wrong: string[];
  /** What others have added and nothing of ours is hindered by: a table of a backup program, an index. */
  added: string[];
};

/** Compares what a database is made of with what its steps make, a phrase for each difference. */
export function differencesBetween(found: Fingerprint, wanted: Fingerprint): Differences {
  const wrong: string[] = [];
  for (const [name, { said }] of wanted) {
    const there = found.get(name);
    if (there === undefined) wrong.push(`${name} is missing`);
    else if (there.said !== said) wrong.push(`${name} is not as it should be`);
  }
  const added: string[] = [];
  for (const [name, { table, said }] of found) {
    if (wanted.has(name)) continue;
    if (!wanted.has(`the table ${table}`)) {
      if (name === `the table ${table}`) added.push(name);
    } else if (/^create index /.test(said)) added.push(name);
    else wrong.push(`${name} is one too many`);
  }
  return { wrong, added };
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
