import { expect, test } from "bun:test";
import pg from "pg";
import type { Database } from "../../../../db/database.ts";
import { createLedger } from "../../../../db/stores/campaigns/ledger.ts";
import { createMailCountStore } from "../../../../db/stores/campaigns/mailCounts.ts";
import { createAccountLeaseStore } from "../../../../db/stores/sending/accountLeases.ts";
import { type Asked, heard } from "../../../support/postgres/heard.ts";
import { onPostgres } from "../../../support/postgres/onPostgres.ts";
import { said } from "../../../support/reasons.ts";
import { campaignRow } from "../../../support/smtp/sendingRows.ts";
import { until } from "../../../support/until.ts";

/** How many mails of a campaign have gone out already, are claimed ahead, and are claimed, settled and counted at once. */
const sentCount = 8_000;
const aheadCount = 400;
const batch = 20;
const leadCount = sentCount + aheadCount + 2 * batch;

onPostgres("what a sender asks of PostgreSQL", (postgres) => {
  test("costs as much at the end of a large campaign as at its beginning, whatever statistics say", async () => {
    const url = await postgres.copy();
    const database = await postgres.open(url);
    await addCampaign(database);
    // The server looks after its tables when it comes to it: statistics are those that are said here.
    for (const table of vacuumed)
      await postgres.ask(url, `ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
    await postgres.ask(url, queuedRows);
    for (const before of eachStatistics) {
      await postgres.ask(url, before);
      const asked = await heard(() => sendAndCount(database));
      const plans = await plansOf(url, asked);
      // What is claimed, looked at and settled, the campaigns' counts, the account's day and minute, leads, minutes and domains.
      expect(plans.length).toBeGreaterThan(8);
      for (const { text, rows } of plans) expect({ text, rows, most: 3 * batch }).toSatisfy(isFew);
    }
  }, 60_000);

  test("counts hundreds of mails without reading all that were ever sent, also in what the database does by itself", async () => {
    const url = await postgres.copy();
    await postgres.ask(url, queuedRows);
    for (const before of eachStatistics) {
      await postgres.ask(url, before);
      expect(await readInCounting(url)).toBe(0);
    }
  }, 60_000);

  test("changes a lead whose mail is counted where it stands, and none of the indexes that it is in", async () => {
    const url = await postgres.copy();
    const database = await postgres.open(url);
    await addCampaign(database);
    await postgres.ask(url, queuedRows);
    await sendAndCount(database);
    // What a connection has counted is known once it has ended.
    await database.close();
    const changed = () =>
      postgres.ask<{ all: number; hot: number }>(
        url,
        `SELECT n_tup_upd AS all, n_tup_hot_upd AS hot FROM pg_stat_user_tables WHERE relname = 'leads'`,
      );
    await until(async () => (await changed())[0]?.all === batch);
    expect(await changed()).toEqual([{ all: batch, hot: batch }]);
  }, 60_000);
});

/** What the campaign's mails are written to. */
const vacuumed = ["deliveries", "leads", '"uncountedMails"'];

const isFew = ({ rows, most }: { rows: number; most: number }) => rows <= most;

const queuedRows = `INSERT INTO leads ("id", "workspaceId", "firstName", "lastName", "email", "phone", "searchText", "emailHash",
    "optout", "emailCount", "openedCount", "createdAt", "updatedAt")
  SELECT 'lead' || n, 'ada', 'Zoe', 'Lee', n || '@in.test', '', n::text, n::text, false, 0, 0, 1, 1
  FROM generate_series(1, ${leadCount}) AS n;
  INSERT INTO deliveries ("id", "campaignId", "workspaceId", "leadId", "email", "state", "attempts", "dueAt")
  SELECT n::text, 'campaign', 'ada', 'lead' || n, n || '@in.test', 'queued', 0, n
  FROM generate_series(1, ${leadCount}) AS n`;
const queuedAgain = `UPDATE deliveries SET "state" = 'queued', "sentAt" = NULL`;
const sentRows = `UPDATE deliveries SET "state" = 'sent', "sentAt" = 1 WHERE "dueAt" <= ${sentCount}`;

/** Without statistics, with those of the campaign's beginning, and with those of now. */
const eachStatistics = [
  sentRows,
  `${queuedAgain}; ANALYZE; ${sentRows}`,
  `${queuedAgain}; ${sentRows}; ANALYZE`,
];

async function addCampaign(database: Database): Promise<void> {
  const row = campaignRow({ total: leadCount });
  await database.atomically((write) => ({ added: write.insert(database.tables.campaigns).values(row) }));
  const leases = createAccountLeaseStore(database);
  const account = { credentialId: row.credentialId, workspaceId: row.workspaceId as "ada", isAlone: false };
  await leases.take({ ...account, holder: "sender", leaseMs: 600_000 });
}

let noteNumber = 0;

/** Claims some, looks at them before they go, settles them along with the next claim, and counts them. */
async function sendAndCount(database: Database): Promise<void> {
  const ledger = createLedger(database);
  const of = { workspaceId: "ada" as const, campaignId: "campaign", credentialId: "account" };
  const claim = { ...of, now: leadCount, bucketAt: 0, countMax: batch };
  const taken = await ledger.settleAndClaim([], claim);
  const ids = taken.slice(0, batch / 4).map(({ id }) => id);
  expect(await ledger.lookAt({ credentialId: of.credentialId, ids })).toHaveLength(ids.length);
  const ticket = { credentialId: of.credentialId, lease: 1 };
  noteNumber += 1;
  const begun = { number: noteNumber, note: { begun: ids } };
  expect(await ledger.begin({ ticket, ids, said: begun })).toHaveLength(ids.length);
  const settled = taken.map(({ id, leadId }) => {
    return { id, leadId, state: "sent" as const, reason: said("250"), sentAt: 20 };
  });
  await ledger.settleAndClaim(settled, { ...claim, countMax: 3 * batch });
  expect(await createMailCountStore(database).countNoted(batch)).toBe(batch);
}

/** Each statement's plan, as it is run once more and taken back: how many rows its widest step has read. */
async function plansOf(url: string, asked: readonly Asked[]): Promise<{ text: string; rows: number }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const plans: { text: string; rows: number }[] = [];
  // A plan is made once for all values after a few runs, and knows none of them then.
  await client.query("SET plan_cache_mode = force_generic_plan");
  for (const { text, values } of asked) {
    await client.query("BEGIN");
    // So that the statement has as much to do as it had, among all that is claimed ahead; a claim finds fewer than it asks for.
    await client.query(`UPDATE deliveries SET "state" = CASE WHEN "dueAt" > ${sentCount + aheadCount} THEN 'queued'
      ELSE 'sending' END WHERE "dueAt" > ${sentCount}; DELETE FROM "mailJournal"`);
    await client.query(`PREPARE asked AS ${text}`);
    const given = values.map((value) => (value === null ? "NULL" : pg.escapeLiteral(String(value))));
    const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE asked (${given.join(", ")})`);
    await client.query("ROLLBACK; DEALLOCATE asked");
    plans.push({ text, rows: widest(rows[0]["QUERY PLAN"][0].Plan) });
  }
  await client.end();
  return plans;
}

/** How many mails are read from end to end when 500 are counted: no plan of a statement tells what its triggers do. */
async function readInCounting(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`BEGIN; INSERT INTO "uncountedMails" ("deliveryId", "leadId", "workspaceId")
    SELECT n::text, 'lead' || n, 'ada' FROM generate_series(1, 500) AS n`);
  await client.query('DELETE FROM "uncountedMails"');
  const { rows } = await client.query(
    "SELECT seq_tup_read, idx_tup_fetch FROM pg_stat_xact_user_tables WHERE relname = 'deliveries'",
  );
  await client.query("ROLLBACK");
  await client.end();
  // So it is known that they were looked at.
  expect(Number(rows[0].seq_tup_read) + Number(rows[0].idx_tup_fetch)).toBeGreaterThanOrEqual(500);
  return Number(rows[0].seq_tup_read);
}

type Plan = Record<string, number> & { "Node Type"?: string; Plans?: Plan[] };

function widest(plan: Plan): number {
  const passed = (plan["Rows Removed by Filter"] ?? 0) + (plan["Rows Removed by Join Filter"] ?? 0);
  const own = ((plan["Actual Rows"] ?? 0) + passed) * (plan["Actual Loops"] ?? 1);
  return Math.max(own, ...below(plan).map(widest));
}

/** A bitmap of one index also names what earlier commits left dead of a row; the scan above it tells of those that live. */
function below({ Plans: plans = [], ...plan }: Plan): Plan[] {
  const isItsIndex = plans.length === 1 && plans[0]?.["Node Type"] === "Bitmap Index Scan";
  return plan["Node Type"] === "Bitmap Heap Scan" && isItsIndex ? [] : plans;
}
