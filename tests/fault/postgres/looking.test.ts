import { expect, setSystemTime, test } from "bun:test";
import { dayMs } from "../../../contract/limits/units.ts";
import { differencesText } from "../../../contract/texts/en/terminal/installation/database.ts";
import { addingSearchIndex, inspectPostgres } from "../../../db/postgres/inspectPostgres.ts";
import { createAccountLeaseStore } from "../../../db/stores/sending/accountLeases.ts";
import { onPostgres } from "../../support/postgres/onPostgres.ts";
import { campaignRow } from "../../support/smtp/sendingRows.ts";

onPostgres("a look at a PostgreSQL database", (postgres) => {
  test("sees a table, a column, an index or a trigger that is not as its steps made it", async () => {
    const url = await postgres.copy();
    const look = () => inspectPostgres(url);
    expect(await look()).toMatchObject({ fault: null, refusal: null, differences: { wrong: [], added: [] } });
    await postgres.ask(
      url,
      `DROP TABLE clicks; ALTER TABLE leads DROP COLUMN phone; ALTER TABLE leads ADD COLUMN extra text;
       DROP INDEX campaigns_owner_request; ALTER TABLE deliveries DISABLE TRIGGER deliveries_counted;
       CREATE TABLE orders (id int); CREATE INDEX own_index ON users ("createdAt")`,
    );
    const { fault, differences } = await look();
    expect(fault).toBeNull();
    const wrong = differences.wrong.map((one) => differencesText([one]));
    expect(differencesText(differences.added)).toBe("the table orders; the index own_index");
    for (const said of [
      "the table clicks is missing",
      "the column leads.phone is missing",
      "the column leads.extra is one too many",
      "the index campaigns_owner_request is missing",
      "the trigger deliveries_counted is not as it should be",
    ])
      expect(wrong).toContain(said);
  });

  test("sees who sends, whose accounts wait for another sender, and where nobody does", async () => {
    const url = await postgres.copy();
    const database = await postgres.open(url);
    const sending = async () => (await inspectPostgres(url)).sending;
    expect(await sending()).toEqual({ senderCount: 0, lostCount: 0, leftCount: 0 });
    const leases = createAccountLeaseStore(database);
    const [kept, lost, left, idle] = ["kept", "lost", "left", "idle"] as const;
    for (const id of [kept, lost, left, idle]) {
      const state = id === idle ? "finished" : "running";
      const row = campaignRow({ id, credentialId: id, requestKey: id, state });
      await database.atomically((write) => ({ added: write.insert(database.tables.campaigns).values(row) }));
    }
    await leases.renew({ holder: "one", leaseMs: 60_000 });
    const account = { workspaceId: "ada", isAlone: false };
    await leases.take({ ...account, credentialId: kept, holder: "one", leaseMs: 60_000 });
    for (const credentialId of [lost, idle])
      await leases.take({ ...account, credentialId, holder: "gone", leaseMs: -1 });
    expect(await sending()).toEqual({ senderCount: 1, lostCount: 1, leftCount: 1 });
  });

  test("goes by the database's clock, as everybody does who works with it, whatever the own machine's says", async () => {
    const url = await postgres.copy();
    const database = await postgres.open(url);
    const now = Date.now();
    const job = {
      id: "one",
      workspaceId: "",
      kind: "none",
      payload: "{}",
      attempts: 0,
      lease: 0,
      createdAt: now,
    };
    await database.atomically((write) => ({
      added: write.insert(database.tables.jobs).values({ ...job, state: "queued", dueAt: now }),
      seen: write.insert(database.tables.meta).values({ key: "clock", value: now }),
    }));
    setSystemTime(now + 30 * dayMs);
    const look = await inspectPostgres(url).finally(() => setSystemTime());
    expect(look).toMatchObject({ fault: null, jobs: [], times: { latest: now, aheadCount: 0 } });
    expect(Math.abs(look.now - now)).toBeLessThan(dayMs);
  });
});

onPostgres("the index of searches on a PostgreSQL", (postgres) => {
  const look = (url: string) => inspectPostgres(url);

  test("is there where its extension can be had, and is what a search of many leads goes by", async () => {
    const url = await postgres.copy();
    expect(await look(url)).toMatchObject({ isSearchIndexed: true, differences: { wrong: [], added: [] } });
    await postgres.ask(
      url,
      `INSERT INTO leads SELECT 'lead' || n, 'ada', 'Zoe', 'Lee', n || '@in.test', '', 'zoe lee ' || n || '@in.test ', n::text,
         false, 0, 0, 1, 1 FROM generate_series(1, 20000) AS n; ANALYZE leads`,
    );
    const plan = await postgres.ask(
      url,
      `EXPLAIN SELECT id FROM leads WHERE "workspaceId" = 'ada' AND "searchText" LIKE '%17171@in%' LIMIT 2001`,
    );
    expect(JSON.stringify(plan)).toContain("leads_search_trigrams");
  });

  test("is told to be missing where it could not be had, and nothing else is wrong", async () => {
    const url = await postgres.copy();
    await postgres.ask(url, "DROP EXTENSION pg_trgm CASCADE");
    expect(await look(url)).toMatchObject({ isSearchIndexed: false, differences: { wrong: [], added: [] } });
    // One after the other, as an index cannot be made beside others' work in a transaction.
    for (const statement of addingSearchIndex.split(";")) await postgres.ask(url, statement);
    expect(await look(url)).toMatchObject({ isSearchIndexed: true, differences: { wrong: [], added: [] } });
  });
});
