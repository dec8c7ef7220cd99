import { expect, test } from "bun:test";
import { and, eq, lte, sql } from "drizzle-orm";
import { openSqlite } from "#platform/sqlite";
import { type Builder, bound } from "../../../db/database.ts";
import { migrate } from "../../../db/sqlite/migrate.ts";
import { statementsOn } from "../../../db/sqlite/statements.ts";
import type { Tables } from "../../../db/tables.ts";

function due(builder: Builder, { webhookDeliveries: row }: Tables) {
  return builder
    .select({ number: row.number })
    .from(row)
    .where(
      and(
        eq(row.state, "waiting"),
        eq(row.webhookId, sql.placeholder("id")),
        lte(row.dueAt, sql.placeholder("now")),
      ),
    )
    .limit(sql.placeholder("countMax"));
}

test("a statement that is kept has its rules in its text and no bare value, at which SQLite would look to plan anew", () => {
  const client = openSqlite(":memory:", "create");
  migrate(client, { folder: "" });
  const texts: string[] = [];
  const prepare = client.prepare.bind(client);
  client.prepare = (text) => {
    texts.push(text);
    return prepare(text);
  };
  const { run } = statementsOn(client);

  const ask = () => run(bound(due, { id: "hook", now: 1, countMax: 5 }));
  expect([ask(), ask()]).toEqual([[], []]);
  expect(texts).toHaveLength(1);
  const [text = ""] = texts;
  expect(text).toContain("= 'waiting'");
  expect(text.replaceAll("ifnull(?, null)", "")).not.toContain("?");
  // An index of some rows alone is found by the rule in the text.
  const plan = client.query<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all("hook", 1, 5);
  expect(plan.map(({ detail }) => detail).join("\n")).toContain("webhook_deliveries_due");
  client.close();
});
