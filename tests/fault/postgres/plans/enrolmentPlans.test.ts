import { expect, test } from "bun:test";
import { createAdvancingStore } from "../../../../db/stores/campaigns/sequences/advancing.ts";
import {
  createEnrolmentListStore,
  type EnrolmentQuery,
  enrolmentQuestions,
} from "../../../../db/stores/campaigns/sequences/enrolmentLists.ts";
import { sequenceWorld, stepOf } from "../../../support/campaigns/sequenceWorld.ts";
import { scopeNamed } from "../../../support/leads/leadBook.ts";
import { heard } from "../../../support/postgres/heard.ts";
import { mostRead } from "../../../support/postgres/mostRead.ts";
import { onPostgres } from "../../../support/postgres/onPostgres.ts";
import { until } from "../../../support/until.ts";

const leadCount = Number(process.env.AMPLIFY_TEST_LEADS ?? 20_000);
const listed = 50;
const { workspaceId } = scopeNamed("ada");
const searching = (word: string) => ({
  workspaceId,
  words: [[word]],
  collectionId: null,
  filter: null,
  asked: null,
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
      id: "plan",
      workspaceId,
      step: null,
      ended: null,
      search: null,
      afterId: null,
      order: "asc",
      countMax: listed,
    };
    const views: Partial<EnrolmentQuery>[] = [
      {},
      { ended: true },
      { ended: false },
      { step: 1 },
      { step: 0 },
      { afterId: "lead0010000", ended: true },
      { afterId: "lead0010000", order: "desc" as const },
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

  test("are not read to find the few sequences that are due", async () => {
    const url = await postgres.copy();
    const database = await postgres.open(url);
    await postgres.ask(url, hundredSequences);
    await postgres.ask(url, enrolledInEach);
    // The server knows of a moment at which all were due, and has not looked since.
    await postgres.ask(url, "ANALYZE");
    await postgres.ask(url, laterInAllButOne);
    await postgres.ask(url, "SELECT pg_stat_reset()");
    const due = await createAdvancingStore(database).plansDue(99_999);
    expect(due).toEqual([{ id: "plan7", workspaceId: scopeNamed("ws7").workspaceId, dueAt: 7 }]);
    // A connection that ends tells what it has read.
    await database.close();
    const read = async () => {
      const counts =
        "SELECT idx_scan AS looked, seq_tup_read + idx_tup_fetch AS passed FROM pg_stat_user_tables";
      return (await postgres.ask<Read>(url, `${counts} WHERE relname = 'enrolments'`))[0];
    };
    await until(async () => ((await read())?.looked ?? 0) > 0 || ((await read())?.passed ?? 0) > 0);
    expect((await read())?.passed).toBeLessThan(50);
  }, 60_000);
});

onPostgres("a batch of a sequence's leads on PostgreSQL", (postgres) => {
  test("is moved on without a look at the others, though all have joined a moment ago", async () => {
    const url = await postgres.copy();
    const world = await sequenceWorld(await postgres.open(url), { steps: [stepOf("one")] });
    await world.join(...(await world.addLeads(3_000)));
    const asked = await heard(() => world.work());
    const moves = asked.filter(({ text }) => text.startsWith('update "enrolments"'));
    const [{ text, values } = { text: "", values: [] }] = moves;
    expect(moves.length).toBeGreaterThan(10);
    const read = await mostRead(postgres, url, { sql: text, params: values });
    expect(Math.max(...read)).toBeLessThanOrEqual(3_000 / moves.length);
  }, 60_000);
});

type Read = { looked: number; passed: number };

const hundredSequences = `INSERT INTO "campaignPlans"
    ("id", "workspaceId", "name", "kind", "state", "version", "createdAt", "updatedAt")
  SELECT 'plan' || n, 'ws' || n, 'Welcome', 'sequence', 'started', 0, 1, 1 FROM generate_series(0, 99) n`;

/** All are due, but those of one sequence that have ended. */
const enrolledInEach = `INSERT INTO "enrolments"
    ("planId", "leadId", "workspaceId", "credentialId", "step", "dueAt", "endedAt")
  SELECT 'plan' || n % 100, 'lead' || n, 'ws' || n % 100, 'account', 0, n,
    CASE WHEN n % 100 = 8 THEN 1 END FROM generate_series(1, ${leadCount}) n`;

const laterInAllButOne = `UPDATE "enrolments" SET "dueAt" = 100000 WHERE "planId" <> 'plan7'`;
