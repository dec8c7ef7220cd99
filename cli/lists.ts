import type { Command } from "commander";
import type { HelpTexts } from "../contract/texts/terminal/help.ts";
import { verbTexts } from "../contract/texts/terminal/verbs.ts";
import type { Output } from "./output.ts";
import { unknownField } from "./unknownField.ts";
import { wholeNumber } from "./wholeNumber.ts";

export type ListOptions = { limit?: number; sort?: string; desc?: boolean };

/** Gives a command that lists everything what all lists have; `--all`, which it does anyway, for whoever says so. */
export function withList(command: Command, help: HelpTexts): Command {
  return withLimit(command, help).option("--sort <field>", help.lists.sort).option("--desc", help.lists.desc);
}

/** The same for one that has an order of its own. */
export function withLimit(command: Command, help: HelpTexts): Command {
  const limited = command.option("--limit <number>", help.lists.limit, wholeNumber(help));
  return withFields(limited.option("--all", help.lists.all), help);
}

/** `--fields`, which `Output` keeps to. */
function withFields(command: Command, help: HelpTexts): Command {
  return command.option("--fields <names>", help.lists.fields, (text) => text.split(","));
}

type End = {
  of: string;
  shown: number;
  /** Null where nobody counts them, and there are more. */
  total: number | null;
  /** The command that lists all of it. */
  more: string;
  /** Told also where nothing was left out; lists that always were whole end as they always did. */
  isPaged?: true;
};

/**
 * Ends a list: programs are told how many there are and how many were left out, in an event of its own; where that is
 * a part, stderr says so too, for whoever saves what is on stdout and reads no further.
 */
export function endList(output: Output, { of, shown, total, more, isPaged }: End): void {
  const isPart = total === null || shown < total;
  const left = total === null ? null : total - shown;
  if (isPaged || isPart) output.event("list", { of, shown, total, left });
  if (isPart) output.note(output.texts(verbTexts).part({ shown, total, more: output.next(more) }));
}

type Page<T> = { items: readonly T[]; next: string | null };

/**
 * A list that is asked for page by page, no more of it than `limit`; answers whether there is more. One more is asked for
 * than is shown, since the last page is not always known as such.
 */
export async function eachUpTo<T>(
  { limit = Number.POSITIVE_INFINITY }: ListOptions,
  {
    sizeMax,
    pageOf,
  }: { sizeMax: number; pageOf: (asked: { pageSize: number; after: string | null }) => Promise<Page<T>> },
  show: (item: T) => void,
): Promise<{ shown: number; isPart: boolean }> {
  const pageSize = Math.min(limit + 1, sizeMax);
  let seen = 0;
  for (let after: string | null | undefined; after !== null && seen <= limit; ) {
    const page = await pageOf({ pageSize, after: after ?? null });
    page.items.slice(0, limit - seen).forEach(show);
    seen += page.items.length;
    after = page.next;
  }
  return { shown: Math.min(seen, limit), isPart: seen > limit };
}

/** Of a whole list no more than was asked for; the end of it is to be told by `endList`. */
export function limited<T>(rows: readonly T[], { limit }: ListOptions): readonly T[] {
  return limit === undefined ? rows : rows.slice(0, limit);
}

/** The same in the order that was asked for. @throws {UsageFault} for a field that they have not. */
export function sortedPart<T extends object>(
  output: Output,
  rows: readonly T[],
  options: ListOptions,
): readonly T[] {
  const { sort, desc = false } = options;
  if (sort === undefined) return limited(desc ? rows.toReversed() : rows, options);
  const [first] = rows;
  if (first !== undefined && !Object.hasOwn(first, sort)) throw unknownField(output.texts, sort, first);
  const keyOf = (row: T) => sortable((row as Record<string, unknown>)[sort]);
  const sorted = rows.toSorted((a, b) => compared(keyOf(a), keyOf(b)));
  return limited(desc ? sorted.toReversed() : sorted, options);
}

function sortable(value: unknown): string | number {
  if (typeof value === "number") return value;
  return typeof value === "string" ? value.toLowerCase() : JSON.stringify(value ?? "");
}

/** What is not there stands before every number. */
function compared(a: string | number, b: string | number): number {
  if (a === b) return 0;
  if (typeof a === typeof b) return a < b ? -1 : 1;
  return typeof a === "string" ? -1 : 1;
}
