import { expect, test } from "bun:test";
import {
  createEnrolmentListStore,
  type EnrolmentQuery,
  enrolmentQuestions,
} from "../../../db/stores/campaigns/sequences/enrolmentLists.ts";
import { scopeNamed } from "../../support/leads/leadBook.ts";
import { onPostgres } from "../../support/postgres/onPostgres.ts";

const leadCount = Number(process.env.AMPLIFY_TEST_LEADS ?? 20_000);
const listed = 50;
const { workspaceId } = scopeNamed("ada");
const searching = (word: string) => ({
  ...{ workspaceId, words: [word], collectionId: null, filter: null, asked: null },
});

onPostgres("leads of a sequence on PostgreSQL", (postgres) => {
  test("are read from an index in every view, and a search reads no more of them than it may look through", async () => {
    const url = await postgres.copy();
    const database = await postgres.open(url);
    await postgres.ask(
      url,
      `INSERT INTO "leads" ("id", "workspaceId", "firstName", "lastName", "email", "phone", "searchText", "emailHash",
         "optout", "emailCount", "openedCount", "createdAt", "updatedAt")
       SELECT 'lead' || lpad(n::text, 7, '0'), '${workspaceId}', 'F' || n, 'L', 'lead' || n || '@in.test', '',
         'f' || n || ' l lead' || n || '@in.test', 'hash' || n, false, 0, 0, 1, 1
       FROM generate_series(1, ${leadCount}) n`,
    );
    // Two of a hundred are at the second step, one of a hundred has ended.
    await postgres.ask(
      url,
      `INSERT INTO "enrolments" ("planId", "leadId", "workspaceId", "credentialId", "step", "dueAt", "endedAt")
       SELECT 'plan', 'lead' || lpad(n::text, 7, '0'), '${workspaceId}', 'account',
         CASE WHEN n % 50 = 7 THEN 1 ELSE 0 END, n, CASE WHEN n % 100 = 0 THEN n ELSE NULL END
       FROM generate_series(1, ${leadCount}) n`,
    );
    await postgres.ask(url, "ANALYZE");
    const plain: EnrolmentQuery = {
      ...{ id: "plan", workspaceId, step: null, ended: null, search: null, afterId: null },
      ...{ order: "asc", countMax: listed },
    };
    const views: Partial<EnrolmentQuery>[] = [
      ...[{}, { ended: true }, { ended: false }, { step: 1 }, { step: 0 }],
      ...[
        { afterId: "lead0010000", ended: true },
        { afterId: "lead0010000", order: "desc" as const },
      ],
    ];
    for (const view of views) {
      const { sql, params } = enrolmentQuestions(database)
        .rows({ ...plain, ...view, few: null, lastId: null })
        .toSQL();
      const literal = (value: unknown) => `'${String(value).replaceAll("'", "''")}'`;
      const text = sql.replace(/\$(\d+)/g, (_, number) => literal(params[Number(number) - 1]));
      const lines = await postgres.ask<{ "QUERY PLAN": string }>(
        url,
        `EXPLAIN (ANALYZE, TIMING OFF) ${text}`,
      );
      const plan = lines.map((line) => line["QUERY PLAN"]).join("\n");
      expect(`${JSON.stringify(view)} ${plan}`).not.toMatch(/Sort|Seq Scan on enrolments/);
      const passed = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, count]) => Number(count));
      expect(Math.max(0, ...passed)).toBeLessThanOrEqual(listed);
    }

    const store = createEnrolmentListStore(database, 1_000);
    const rare = await store.pageOf({ ...plain, search: searching(`lead${leadCount}@`) });
    expect(rare.rows.map(({ lead }) => lead?.email)).toEqual([`lead${leadCount}@in.test`]);
    expect(rare.next).toBeNull();
    const short = await store.pageOf({ ...plain, search: searching("zz") });
    expect(short).toEqual({ rows: [], next: "lead0001000" });
  }, 120_000);
});
