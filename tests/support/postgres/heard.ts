import { spyOn } from "bun:test";
import pg from "pg";

export type Asked = { text: string; values: unknown[] };

/** The statements with values that were asked meanwhile, but for what is asked now and then of PostgreSQL's own statistics. */
export async function heard(during: () => Promise<unknown>): Promise<Asked[]> {
  const asked: Asked[] = [];
  const real = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  const spy = spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: unknown,
    ...given: unknown[]
  ) {
    const [query, values] = given as [string | { text: string; values?: unknown[] }, unknown];
    const text = typeof query === "string" ? query : query.text;
    const bound = (typeof query === "string" ? undefined : query.values) ?? values;
    if (
      /^(with|insert|update|delete|select)\b/i.test(text) &&
      Array.isArray(bound) &&
      !/\bpg_stat_/.test(text)
    )
      asked.push({ text, values: bound });
    return real.apply(this, given);
  } as never);
  await during();
  spy.mockRestore();
  return asked;
}
