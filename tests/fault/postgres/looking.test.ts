import { expect, test } from "bun:test";
import { lookAtPostgres } from "../../../db/postgres/lookAt.ts";
import { onPostgres } from "../../support/postgres/onPostgres.ts";

onPostgres("a look at a PostgreSQL database", (postgres) => {
  test("sees a table, a column, an index or a trigger that is not as its steps made it", async () => {
    const url = await postgres.copy();
    const look = () => lookAtPostgres(url, { until: Date.now(), now: Date.now(), overdueBefore: 0 });
    expect(await look()).toMatchObject({ fault: null, refusal: null, differences: { wrong: [], added: [] } });
    await postgres.ask(
      url,
      `DROP TABLE clicks; ALTER TABLE leads DROP COLUMN phone; ALTER TABLE leads ADD COLUMN extra text;
       DROP INDEX campaigns_owner_request; ALTER TABLE deliveries DISABLE TRIGGER deliveries_counted;
       CREATE TABLE orders (id int); CREATE INDEX own_index ON users ("createdAt")`,
    );
    const { fault, differences } = await look();
    expect(fault).toBeNull();
    const { wrong, added } = differences;
    expect(added).toEqual(["the table orders", "the index own_index"]);
    for (const said of [
      "the table clicks is missing",
      "the column leads.phone is missing",
      "the column leads.extra is one too many",
      "the index campaigns_owner_request is missing",
      "the trigger deliveries_counted is not as it should be",
    ])
      expect(wrong).toContain(said);
  });
});
