import { refused } from "../../contract/refused.ts";
import { withFields } from "./chosenFields.ts";

type Asked = {
  limit?: number | undefined;
  cursor?: string | undefined;
  fields?: readonly string[] | undefined;
};
type Paged = { page?: number | undefined; pageSize?: number | undefined };
type Next<E> = { items: E[]; next: string | null };
type Lists<Q, E> = { whole(query: Q): Promise<E[]>; next(query: Q): Promise<Next<E>> };

/**
 * A list whose handler supports cursors: paged if there is a cursor or a limit, with the fields that were asked for.
 * Typed as the whole list, as our own programs use it. @throws {Refusal} bad_request for two ways of paging at once.
 */
export async function handledList<Q extends Asked & Paged, E extends object>(
  { fields, ...rest }: Q,
  { whole, next }: Lists<Q, E>,
): Promise<E[]> {
  const query = rest as Q;
  const chosen = fields as readonly (keyof E)[] | undefined;
  if (query.limit === undefined && query.cursor === undefined) return withFields(await whole(query), chosen);
  if (query.page !== undefined || query.pageSize !== undefined) throw refused("cursor_and_page");
  const page = await next(query);
  return { ...page, items: withFields(page.items, chosen) } as unknown as E[];
}
