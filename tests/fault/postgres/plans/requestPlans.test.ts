import { expect, test } from "bun:test";
import { createRequestStore } from "../../../../db/stores/keys/requests.ts";
import { rareKeyAsked } from "../../../support/keys/rareKey.ts";
import { onPostgres } from "../../../support/postgres/onPostgres.ts";

const logged = 10_000;

onPostgres("the log of one key on PostgreSQL", (postgres) => {
  test("is read by its index, in either order and behind a place: no call of another key is read", async () => {
    const url = await postgres.copy();
    const database = await postgres.open(url);
    const { workspaceId } = rareKeyAsked[0] ?? { workspaceId: "" };
    await postgres.ask(
      url,
      `INSERT INTO "apiRequests" ("id", "workspaceId", "keyId", "method", "path", "status", "tookMs", "address", "at")
       SELECT 'request-' || lpad(n::text, 5, '0'), '${workspaceId}', CASE WHEN n % 1000 = 0 THEN 'rare' ELSE 'busy' END,
         'GET', '/amplify/leads', 200, 1, '127.0.0.1', n FROM generate_series(1, ${logged}) n`,
    );
    await postgres.ask(url, "ANALYZE");
    const store = createRequestStore(database);
    for (const asked of rareKeyAsked) {
      const rows = await store.page(asked);
      expect(rows.map(({ keyId }) => keyId)).toEqual(rows.map(() => "rare"));
      const behind =
        asked.before === null ? "" : `AND "id" ${asked.order === "asc" ? ">" : "<"} '${asked.before}'`;
      const lines = await postgres.ask<{ "QUERY PLAN": string }>(
        url,
        `EXPLAIN SELECT * FROM "apiRequests" WHERE "workspaceId" = '${workspaceId}' AND "at" >= 0
         AND "keyId" = 'rare' ${behind} ORDER BY "id" ${asked.order} LIMIT 50`,
      );
      expect(lines.map((line) => line["QUERY PLAN"]).join("\n")).toContain("api_requests_key");
    }
  }, 120_000);
});
