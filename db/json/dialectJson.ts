import type { Column, Placeholder, SQL, SQLWrapper } from "drizzle-orm";

type Value = SQL | SQL.Aliased | Column;

/**
 * Many rows as one value, in and out. A statement that binds six thousand values takes longer to build than to run,
 * and objects made of many rows take longer than reading them; in JSON both are one text.
 */
export type JsonSql = {
  /** An object as text, from names and values in turn. */
  object(pairs: SQL): SQL<string>;
  bool(value: Value): SQL;
  /** A column that has JSON, as a value of such an object. */
  value(column: Column): SQL;
  /** All values of a group as one text; null where there are none. */
  joined(value: Value, separator: string): SQL<string>;
  /** The same over a query that is ordered by `by`, in that order. */
  joinedInOrder(joined: { value: Value; separator: string; by: Value }): SQL<string | null>;
  /** A table called `incoming` with one row for each list in a JSON list of lists; see `incomingText`. */
  rows(json: string | Placeholder): SQL;
  /** Whether a column has the text at the head of an incoming row; `json` is what the rows are of. */
  isIncoming(column: Column, json: string | Placeholder): SQL;
  /** The JSON at an index of an incoming row, for a column of JSON; null where there is none. */
  incomingJson(index: number): SQL;
  /** Whether a column has one of the texts of a JSON list, given now or each time the statement runs. */
  isListed(column: Column, json: string | Placeholder): SQL;
  /** A text as the value of a JSON column; null stays null. */
  stored(text: SQL): SQL;
  /** A JSON object with another one's values in the place of its own; what is null there is taken away (RFC 7396). */
  patched(object: SQL, patch: SQL): SQL;
  /** A JSON object without one of its names. */
  without(object: Column, name: string): SQL;
  /** Whether a JSON object has a name; it is null where there is no object. */
  has(object: Column, name: string): SQL;
  /** A text of a JSON object by its name; null where it has none. */
  textAt(object: Column, name: string): SQL;
  /** The same of a number. */
  numberAt(object: Column, name: string): SQL;
  /** Whether it has that yes or no there; null where it has neither. */
  isAt(object: Column, name: string, value: boolean): SQL;
  /** Whether a list of texts of a JSON object, by its name, has one that a query answers. */
  hasOneOf(object: Column, name: string, texts: SQLWrapper): SQL;
  /** The object with another text in that list in the place of each that a query answers. */
  withOneFor(object: Column, name: string, replaced: { texts: SQLWrapper; by: string }): SQL;
};
