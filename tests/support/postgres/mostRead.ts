import type { RealPostgres } from "./onPostgres.ts";

type Question = { sql: string; params: readonly unknown[] };

/** The most rows that any part of the plan reads, without statistics and with them. */
export async function mostRead(postgres: RealPostgres, url: string, question: Question): Promise<number[]> {
  const literal = (index: number) => `'${String(question.params[index]).replaceAll("'", "''")}'`;
  const asked = question.sql.replace(/\$(\d+)/g, (_, number) => literal(Number(number) - 1));
  const most: number[] = [];
  for (const before of ["SELECT 1", "ANALYZE"]) {
    await postgres.ask(url, before);
    const plan = await postgres.ask<{ "QUERY PLAN": string }>(url, `EXPLAIN (ANALYZE, TIMING OFF) ${asked}`);
    const read = plan.flatMap((line) =>
      [...line["QUERY PLAN"].matchAll(/(?:actual rows=|Removed by Filter: )(\d+)/g)].map(([, n]) =>
        Number(n),
      ),
    );
    most.push(Math.max(...read));
  }
  return most;
}
