import { expect, test } from "bun:test";
import { leadBook, leadNamed, scopeNamed } from "../../support/leads/leadBook.ts";
import { onPostgres } from "../../support/postgres/onPostgres.ts";
import { until } from "../../support/until.ts";

const leadCount = 3_000;

onPostgres("statistics on PostgreSQL", (postgres) => {
  test("tell within seconds that a table has grown, by whichever of the processes that look", async () => {
    const url = await postgres.copy();
    // What the server does by itself, once a minute.
    for (const table of ["leads", "memberships"])
      await postgres.ask(url, `ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
    const database = await postgres.open(url);
    await postgres.open(url);
    const ada = { ...scopeNamed("ada"), status: "AMEX" as const };
    const rows = Array.from({ length: leadCount }, (_, index) =>
      leadNamed(`L${index}`, { collection: ["all of them"] }),
    );
    await leadBook(database).imports.import(ada, rows);
    const known = async () => {
      const asked = `SELECT reltuples FROM pg_class WHERE relname IN ('leads', 'memberships')`;
      return (await postgres.ask<{ reltuples: number }>(url, asked)).map(({ reltuples }) => reltuples);
    };
    // One that looks while they are being added may tell of a part of them.
    await until(async () => (await known()).every((count) => count > leadCount / 3), 30_000);
    expect(await known()).toHaveLength(2);
  }, 60_000);
});
