import type { Endpoint } from "../../contract/endpoint.ts";
import type { WorkspaceId } from "../../contract/identity/scope.ts";
import { pageLimits } from "../../contract/limits/http.ts";
import { refused } from "../../contract/refused.ts";
import type { ListHow } from "../../contract/schemas/lists.ts";
import { cursorAt, type ListNamed, placeAt } from "../core/listCursor.ts";
import { withFields } from "./chosenFields.ts";
import { type SortedAsked, sortedNext } from "./sortedNext.ts";

/** A query as its schema has let it in: what lists have in common, and filters of their own. */
type Query = Readonly<Record<string, unknown>> & {
  readonly fields?: readonly string[];
  readonly limit?: number;
  readonly cursor?: string;
  readonly sort?: string;
  readonly order?: SortedAsked["order"];
};
type Entry = Record<string, unknown>;
type Asked = { key: string; workspaceId: WorkspaceId; params: unknown; query: Query };

/** A call for a list: what its handler is asked for, and what is made of its answer. */
type ListTurn = { query: Query; answered(result: unknown): unknown };

type Pages = Extract<ListHow, { by: "before" | "after" }>;
type Whole = Extract<ListHow, { by: "whole" }>;

const pagings = ["before", "after", "page", "pageSize"];

/**
 * Gives every list cursors and chosen fields, whatever its handler supports. A cursor names its list: the call, the
 * workspace, and the rest of the query. @throws {Refusal} bad_request for a cursor of another list, and for two ways
 * of paging at once.
 */
export function listTurn({ list, query: schema }: Endpoint, asked: Asked): ListTurn {
  const { fields: chosen, ...query } = asked.query;
  if (list === undefined || list.by === "handler")
    return { query: asked.query, answered: (result) => result };
  if (list.by === "few") return { query, answered: (result) => inFields(result, chosen) };
  if (list.by === "whole") return wholeTurn(list, { ...asked, query }, chosen);
  const { limit, cursor, ...rest } = query;
  if (limit === undefined && cursor === undefined)
    return { query: rest, answered: (result) => inFields(result, chosen) };
  if (pagings.some((name) => rest[name] !== undefined)) throw refused("cursor_and_page");
  return pagesTurn(list, {
    schema,
    chosen,
    named: nameOf({ ...asked, query: rest }),
    rest,
    limit: limit ?? pageLimits.sizeDefault,
    cursor,
  });
}

type PagesAsked = Pick<SortedAsked, "limit" | "cursor" | "named"> & {
  schema: Endpoint["query"];
  chosen: readonly string[] | undefined;
  rest: Query;
};

/** The next page of a handler that has pages, each of which names the one behind it. */
function pagesTurn(list: Pages, { schema, chosen, named, rest, limit, cursor }: PagesAsked): ListTurn {
  // What a cursor holds is checked as what the query would.
  const isMark = (values: readonly unknown[]): values is [string] =>
    values.length === 1 &&
    typeof values[0] === "string" &&
    schema?.safeParse({ [list.by]: values[0] }).success === true;
  const mark = cursor === undefined ? undefined : placeAt(named, cursor, isMark)[0];
  return {
    query: { ...rest, pageSize: limit, [list.by]: mark },
    answered(result) {
      const next = (at: unknown) => (typeof at === "string" ? cursorAt(named, [at]) : null);
      if (!Array.isArray(result)) {
        const page = result as { items: Entry[]; next: string | null };
        return { ...page, items: withFields(page.items, chosen), next: next(page.next) };
      }
      const last = result.length < limit ? undefined : result.at(-1)?.[list.id];
      return { items: withFields(result, chosen), next: next(last) };
    },
  };
}

/** A list that its handler answers whole, sorted here, and cut if there is a limit or a cursor. */
function wholeTurn(list: Whole, asked: Asked, chosen: readonly string[] | undefined): ListTurn {
  const { limit, cursor, sort, order, ...query } = asked.query;
  const isCut = limit !== undefined || cursor !== undefined;
  return {
    query,
    answered(result) {
      if (!isCut && sort === undefined && order === undefined) return inFields(result, chosen);
      const by = sort ?? Object.keys(list.sorts)[0] ?? list.id;
      const goes = order ?? list.sorts[by] ?? "asc";
      const { items, next } = sortedNext(result as Entry[], {
        sort: by,
        id: list.id,
        cursor,
        order: goes,
        limit: isCut ? (limit ?? pageLimits.sizeDefault) : Number.POSITIVE_INFINITY,
        named: nameOf({ ...asked, query: { ...query, sort: by, order: goes } }),
      });
      const parts = withFields(items, chosen);
      return isCut ? { items: parts, next } : parts;
    },
  };
}

function inFields(result: unknown, chosen: readonly string[] | undefined): unknown {
  if (chosen === undefined) return result;
  if (Array.isArray(result)) return withFields(result as Entry[], chosen);
  const page = result as { items: Entry[] };
  return { ...page, items: withFields(page.items, chosen) };
}

/** Filters in any sequence are the same list. */
function nameOf({ key, workspaceId, params, query }: Asked): ListNamed {
  const filters = Object.entries(query).filter(([, value]) => value !== undefined);
  return [key, workspaceId, params, filters.toSorted(([a], [b]) => (a < b ? -1 : 1))];
}
