import { cursorAt, type ListNamed, placeAt } from "../core/listCursor.ts";

type Value = string | number | boolean | null;
type Entry = Record<string, unknown>;

export type SortedAsked = {
  named: ListNamed;
  /** The fields that it is sorted by, and where that ties. */
  sort: string;
  id: string;
  order: "asc" | "desc";
  limit: number;
  cursor: string | undefined;
};

/**
 * The next of a list that was read as a whole. What stays is met exactly once, whatever comes and goes between two calls,
 * since a cursor holds what the last entry was sorted by. @throws {Refusal} bad_request for a cursor of another list.
 */
export function sortedNext<E extends Entry>(entries: readonly E[], asked: SortedAsked) {
  const { named, sort, id, order, limit, cursor } = asked;
  const placeOf = (entry: Entry): Value[] => [sortable(entry[sort]), sortable(entry[id])];
  const sign = order === "asc" ? 1 : -1;
  const sorted = entries.toSorted((a, b) => sign * compared(placeOf(a), placeOf(b)));
  const place = cursor === undefined ? null : placeAt(named, cursor, isPlace);
  const behind =
    place === null ? sorted : sorted.filter((entry) => sign * compared(placeOf(entry), place) > 0);
  const items = behind.slice(0, limit);
  const last = items.at(-1);
  const next = behind.length > items.length && last !== undefined ? cursorAt(named, placeOf(last)) : null;
  return { items, next };
}

function isPlace(values: readonly unknown[]): values is Value[] {
  return values.length === 2 && values.every((value) => value === null || typeof value !== "object");
}

/** Names are sorted whatever their case; where only that differs, the id says. */
function sortable(value: unknown): Value {
  if (typeof value === "string") return value.toLowerCase();
  return typeof value === "number" || typeof value === "boolean" ? value : null;
}

function compared(a: readonly Value[], b: readonly Value[]): number {
  for (const [index, value] of a.entries()) {
    const difference = comparedValues(value, b[index] ?? null);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** What is not there comes first. */
function comparedValues(a: Value, b: Value): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}
