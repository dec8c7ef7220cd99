type Value = string | number | boolean | null;

/** SQL that SQLite and PostgreSQL both understand; "$1" stands for the first value, and names are in quotes. */
export type Query = { sql: string; values?: readonly Value[] };
export type Row = Record<string, Value>;

/** The keyed hash of an address, for a database that belongs to a key. @throws {Error} that says what to do without it. */
export type HashingFor = (keyId: string | null) => (address: string) => string;

export type StepContext = { dialect: "sqlite" | "postgres"; hashingFor: HashingFor };

/** What SQL alone cannot do of a step. It yields one query after another and is given the rows of each. */
export type StepCode = (context: StepContext) => Generator<Query, void, Row[]>;

/** One step of what is stored: its SQL and then its code, together in the transaction that brings a database to date. */
export type Step = {
  tag: string;
  sql: string;
  code?: StepCode;
  /** What the code says (see `stepHash.ts`): a binary holds its own code in another form. */
  codeHash?: string;
};
