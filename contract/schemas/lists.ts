import { z } from "zod";
import { pageLimits } from "../limits/http.ts";
import { issueText } from "../reasons.ts";

/**
 * A whole number as the query or the path of a call has it, which are text: by its digits. `Number` reads nothing at all,
 * blanks, `1e3` and `0x10` as numbers too.
 */
export function numberOfUrl({ min, max }: { min: number; max?: number }) {
  const whole = z.number().int().min(min);
  return z.preprocess(
    (given) => (typeof given === "string" && /^-?\d+(?:\.\d+)?$/.test(given) ? Number(given) : given),
    max === undefined ? whole : whole.max(max),
  );
}

/** How many entries of a list a call asks for. */
export const pageSize = numberOfUrl({ min: 1, max: pageLimits.sizeMax });

/**
 * What a list by cursor is asked with. `limit` or `cursor` alone makes it one; the rest of the query has to be as it was
 * when the cursor was given.
 */
export const cursorPaging = {
  limit: pageSize.optional(),
  /** The `next` of the answer before, as it is. */
  cursor: z
    .string()
    .min(1, { error: issueText("cursor_unknown") })
    .max(pageLimits.cursorMax, { error: issueText("cursor_unknown") })
    .regex(/^[A-Za-z0-9_-]+$/, { error: issueText("cursor_unknown") })
    .optional(),
};

/** The other way round than a list goes unless it is asked. */
export const listOrder = { order: z.enum(["asc", "desc"]).optional() };

/** Which fields each entry of a list has, by their names with commas between. */
export function chosenFields<const Name extends string>(names: readonly Name[]) {
  const error = issueText("list_fields_unknown", { choices: names });
  const one = `(?:${names.join("|")})`;
  const allOfThem = names.join(",").length;
  return z
    .string()
    .max(allOfThem, { error })
    .regex(new RegExp(`^${one}(?:,${one})*$`), { error })
    .meta({ examples: [names.slice(0, 2).join(",")] })
    .transform((text) => text.split(",") as Name[])
    .optional();
}

/** The answer of a list by cursor; `next` is null at its end. */
export function cursorPage<T extends z.ZodType>(entry: T, id: string) {
  return z.object({ items: z.array(entry), next: z.string().nullable() }).meta({ id });
}

/**
 * How a list goes on. "before" and "after": its handler has pages, each of which names the next by `next` or by the
 * `id` of its last entry. "whole": it is bounded, read as a whole, and sorted and cut where it is answered; each of
 * `sorts` with the order that it has unless asked, the first one unless another is asked for. "few": it is bounded so
 * closely that nobody pages through it. "handler": its handler knows cursors.
 */
export type ListHow =
  | { by: "before"; id: string }
  | { by: "after"; id: string }
  | { by: "whole"; id: string; sorts: Readonly<Record<string, "asc" | "desc">> }
  | { by: "few" }
  | { by: "handler" };

/** Why a list by cursor is refused. */
const cursorRefusals = ["cursor_unknown", "cursor_and_page"] as const;

type Entry = z.ZodObject;
type Name<E extends Entry> = Extract<keyof E["shape"], string>;
const namesOf = <E extends Entry>(entry: E) => entry.keyof().options as Name<E>[];

/** What the name of an entry has behind it where only some of its fields are there. */
export const partSuffix = "InPart";

/** The entry with those of its fields that were asked for; our own programs, which know what they asked, have it whole. */
function partOf<E extends Entry>(entry: E): E {
  const { id } = entry.meta() ?? {};
  return entry.partial().meta({ id: `${id}${partSuffix}` }) as unknown as E;
}

/**
 * What our own programs, which ask for no parts of entries, know as one of its choices. The others are made when the
 * document is: a start would spend an eighth of the contract's time on what no call reads.
 */
function typedAs<A extends z.ZodType>(_answer: A, choices: () => readonly [z.ZodType, ...z.ZodType[]]): A {
  return z.lazy(() => z.union(choices())) as unknown as A;
}

/** The entries in part, as a list and as a page by cursor. */
function inPages(entry: Entry): z.ZodType[] {
  const part = partOf(entry);
  return [z.array(part), cursorPage(part, `${entry.meta()?.id}CursorPage`)];
}

/** The part of a call's definition that says that its list is bounded closely: it is whole, with chosen fields. */
export function fewOf<E extends Entry>(entry: E) {
  const answer = z.array(entry);
  return {
    list: { by: "few" },
    query: z.object({ fields: chosenFields(namesOf(entry)) }),
    answer: typedAs(answer, () => [answer, z.array(partOf(entry))]),
  } as const;
}

/** The same of a list that is bounded, and read as a whole: it goes on by cursor in an order that is chosen. */
export function wholeOf<E extends Entry, const S extends Readonly<Record<string, "asc" | "desc">>>(
  entry: E,
  sorts: S & { [K in keyof S]: K extends Name<E> ? S[K] : never },
) {
  const answer = z.array(entry);
  const keys = Object.keys(sorts) as [Extract<keyof S, string>, ...Extract<keyof S, string>[]];
  return {
    list: { by: "whole", id: "_id", sorts: sorts as Readonly<Record<string, "asc" | "desc">> },
    query: z.object({
      ...cursorPaging,
      ...listOrder,
      sort: z.enum(keys).optional(),
      fields: chosenFields(namesOf(entry)),
    }),
    answer: typedAs(answer, () => [answer, ...inPages(entry)]),
    refusedWith: ["cursor_unknown"],
  } as const;
}

/** The same of a list whose handler knows cursors, as one does that sorts by more than ids. */
export function handledListOf<E extends Entry, Q extends z.ZodRawShape>({
  entry,
  query,
}: {
  entry: E;
  query: z.ZodObject<Q>;
}) {
  const whole = z.array(entry);
  const fields = chosenFields(namesOf(entry));
  return {
    list: { by: "handler" },
    query: query.extend({ ...cursorPaging, fields }),
    answer: typedAs(whole, () => [whole, ...inPages(entry)]),
    refusedWith: cursorRefusals,
  } as const;
}

type Pages<E extends Entry, Q extends z.ZodRawShape, A extends z.ZodType> = {
  entry: E;
  query: z.ZodObject<Q>;
  answer: A;
  by?: "before" | "after";
  /** The field that names where the next page begins, where the answer does not. */
  id?: string;
};

/** The same of a list whose handler has pages, each of which names the next. */
export function pagesOf<E extends Entry, Q extends z.ZodRawShape, A extends z.ZodType>({
  entry,
  query,
  answer,
  by = "before",
  id = "_id",
}: Pages<E, Q, A>) {
  const inParts = () =>
    answer instanceof z.ZodObject
      ? [answer.omit({ items: true } as never).extend({ items: z.array(partOf(entry)) })]
      : inPages(entry);
  return {
    list: { by, id } as ListHow,
    query: query.extend({ ...cursorPaging, fields: chosenFields(namesOf(entry)) }),
    answer: typedAs(answer, () => [answer, ...inParts()]),
    refusedWith: cursorRefusals,
  } as const;
}
