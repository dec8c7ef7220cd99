import { expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { leadSortKeys } from "../../../../contract/schemas/leadMatching.ts";
import { askedBehind } from "../../../../db/stores/leads/leadOrder.ts";
import { leadBook, leadNamed, scopeNamed } from "../../../support/leads/leadBook.ts";
import { onPostgres } from "../../../support/postgres/onPostgres.ts";

const leadCount = Number(process.env.AMPLIFY_TEST_LEADS ?? 5_000);
const listed = 50;

onPostgres("leads by cursor on PostgreSQL", (postgres) => {
  test("are read from an index in every order but the one that each mail changes: nothing else is sorted, and no more is read than told", async () => {
    const url = await postgres.copy();
    const database = await postgres.open(url);
    const ada = { ...scopeNamed("ada"), status: "AMEX" as const };
    const rows = Array.from({ length: leadCount }, (_, index) => leadNamed(`L${(index * 7919) % 100_003}`));
    await leadBook(database).imports.import(ada, rows);
    await postgres.ask(url, "ANALYZE");
    const { workspaceId } = ada;
    const where = eq(database.tables.leads.workspaceId, workspaceId);
    for (const sort of leadSortKeys.filter((key) => key !== "emailCount"))
      for (const order of ["asc", "desc"] as const) {
        const query = {
          workspaceId,
          where,
          collectionId: null,
          isWhole: true,
          sort,
          order,
          countMax: listed,
        };
        const asked = askedBehind(database, { ...query, place: null });
        const middle = (
          await askedBehind(database, { ...query, place: null, countMax: leadCount / 2 }).rows
        ).at(-1);
        const place = asked.columns.map((_, index) => (middle as Record<string, string>)[`at${index}`] ?? "");
        const question = askedBehind(database, { ...query, place }).rows.toSQL();
        const literal = (index: number) => `'${String(question.params[index]).replaceAll("'", "''")}'`;
        const text = question.sql.replace(/\$(\d+)/g, (_, number) => literal(Number(number) - 1));
        const lines = await postgres.ask<{ "QUERY PLAN": string }>(
          url,
          `EXPLAIN (ANALYZE, TIMING OFF) ${text}`,
        );
        const plan = lines.map((line) => line["QUERY PLAN"]).join("\n");
        expect(`${sort} ${order} ${plan}`).not.toContain("Sort");
        const read = [...plan.matchAll(/actual rows=(\d+)/g)].map(([, n]) => Number(n));
        expect(read.length).toBeGreaterThan(0);
        expect(Math.max(...read)).toBeLessThanOrEqual(listed + 1);
      }
  }, 120_000);
});
