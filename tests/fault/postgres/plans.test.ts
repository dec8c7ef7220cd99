import { expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { isListed } from "../../../db/json/jsonSql.ts";
import { leadBook, leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";
import { onPostgres } from "../../support/postgres/onPostgres.ts";

const leadCount = 5_000;
const listed = 50;

onPostgres("a page of leads on PostgreSQL", (postgres) => {
  test("reads the memberships of its leads and not those of all, with and without statistics", async () => {
    const url = await postgres.copy();
    const database = await postgres.open(url);
    const ada = { ...scopeNamed("ada"), status: "AMEX" as const };
    const { imports, leads } = leadBook(database);
    const rows = Array.from({ length: leadCount }, (_, index) =>
      leadNamed(`L${index}`, { collection: ["all of them"] }),
    );
    await imports.import(ada, rows);
    const { items } = await leads.page(ada, { pageSize: listed });
    const { read, tables } = database;
    const { memberships } = tables;
    const ids = items.map(({ _id }) => _id);
    const question = read
      .select({ leadId: memberships.leadId })
      .from(memberships)
      .where(and(eq(memberships.workspaceId, ada.workspaceId), isListed(tables, memberships.leadId, ids)))
      .toSQL();
    const literal = (index: number) => `'${String(question.params[index]).replaceAll("'", "''")}'`;
    const asked = question.sql.replace(/\$(\d+)/g, (_, number) => literal(Number(number) - 1));
    for (const before of ["SELECT 1", "ANALYZE"]) {
      await postgres.ask(url, before);
      const plan = await postgres.ask<{ "QUERY PLAN": string }>(
        url,
        `EXPLAIN (ANALYZE, TIMING OFF) ${asked}`,
      );
      const read = plan.flatMap((line) =>
        [...line["QUERY PLAN"].matchAll(/actual rows=(\d+)/g)].map(([, n]) => Number(n)),
      );
      expect(read.length).toBeGreaterThan(0);
      expect(Math.max(...read)).toBe(listed);
    }
  }, 60_000);
});
