import { expect, test } from "bun:test";
import { getTableName, sql } from "drizzle-orm";
import { journalLimits } from "../../../../contract/limits/sending.ts";
import { reason } from "../../../../contract/reasons.ts";
import type { Database } from "../../../../db/database.ts";
import { isFile } from "../../../../db/isFile.ts";
import { leasedDatabase } from "../../../../db/leasedDatabase.ts";
import { createLedger } from "../../../../db/stores/campaigns/ledger.ts";
import { createUsageStore } from "../../../../db/stores/campaigns/usage.ts";
import { createAccountLeaseStore, type TakenLease } from "../../../../db/stores/sending/accountLeases.ts";
import { journaledLedger, takeOver } from "../../../../server/sending/dispatch/leasedLane.ts";
import { eachDatabase, emptyBeforeEach } from "../../../support/db/databases.ts";
import { keptLog } from "../../../support/server/keptLog.ts";
import { campaignRow } from "../../../support/smtp/sendingRows.ts";

const [campaignId, credentialId, workspaceId] = ["campaign", "account", "ada"];
const claim = { workspaceId, campaignId, credentialId, now: 10, bucketAt: 60_000, countMax: 5 };
const clock = { now: () => 1_234 };
const { log } = keptLog();

async function addCampaign({ atomically, tables }: Database, count: number): Promise<void> {
  const row = campaignRow({ id: campaignId, workspaceId, credentialId, state: "running", total: count });
  const deliveries = Array.from({ length: count }, (_, nth) => ({
    id: `d${nth}`,
    campaignId,
    workspaceId,
    leadId: `l${nth}`,
    email: `l${nth}@in.test`,
    state: "queued" as const,
    attempts: 0,
    dueAt: 0,
  }));
  await atomically((write) => ({
    campaign: write.insert(tables.campaigns).values(row),
    deliveries: write.insert(tables.deliveries).values(deliveries),
  }));
}

/** Takes the account, with a lease that is over at once. */
async function take(database: Database, holder: string): Promise<TakenLease> {
  const leases = createAccountLeaseStore(database);
  const taken = await leases.take({ credentialId, workspaceId, holder, leaseMs: -1, isAlone: false });
  if (taken === null) throw new Error("a free account was not taken");
  return taken;
}

/** A sender of the account, once it has settled what the one before left; `at` looks at mails that are to go. */
async function senderOf(database: Database, taken: TakenLease) {
  const ledgerOf = (lease: { credentialId: string; lease: number }) =>
    createLedger(leasedDatabase(database, lease));
  const journal = await takeOver({ database: { shared: {} as never }, ledgerOf, log, clock }, taken);
  if (journal === null) throw new Error("there is no journal");
  const ledger = journaledLedger({ ledger: ledgerOf(taken), log, lease: taken }, journal);
  return { journal, ledger, begin: (...ids: string[]) => ledger.lookAt({ credentialId, ids }) };
}

const countsOf = (database: Database) => createLedger(database).countsOf(campaignId);
const bookedIn = (database: Database) => createUsageStore(database).bucketsSince({ credentialId, since: 0 });

/** Five claimed: one taken, one refused, two in doubt, one that did not begin. */
async function dieInTheMiddle(of: Database) {
  await addCampaign(of, 8);
  const sender = await senderOf(of, await take(of, "one"));
  const claimed = await sender.ledger.settleAndClaim([], claim);
  expect(claimed).toHaveLength(5);
  const ids = claimed.map(({ id }) => id);
  expect(await sender.begin(...ids.slice(0, 3))).toHaveLength(3);
  sender.journal.journalOf(ids[0] ?? "").answered(true);
  sender.journal.journalOf(ids[1] ?? "").answered(false);
  expect(await sender.begin(ids[3] ?? "")).toHaveLength(1);
  return { sender, ids };
}

eachDatabase("the journal of an account", (open) => {
  const database = emptyBeforeEach(open);
  const onPostgres = (name: string, run: (database: Database) => Promise<void>) =>
    // A machine that has the database to itself has its journal in a file.
    test(name, async () => (isFile(database().tables) ? undefined : run(database())));

  onPostgres("tells whoever takes it over what began, what was taken, and what did neither", async (of) => {
    const { sender, ids } = await dieInTheMiddle(of);
    const other = await senderOf(of, await take(of, "two"));
    expect(await countsOf(of)).toMatchObject({ sending: 0, queued: 5, sent: 1, uncertain: 2 });
    expect(await bookedIn(of)).toMatchObject([{ bucketAt: 60_000, count: 3 }]);
    expect(other.journal.open().size).toBe(0);
    // The first one wakes: nothing of its account begins any more.
    expect(await sender.begin(ids[4] ?? "")).toEqual([]);
  });

  onPostgres("is gone on with by a third one, where the second one died as it took over", async (of) => {
    await dieInTheMiddle(of);
    await take(of, "two");
    await senderOf(of, await take(of, "three"));
    expect(await countsOf(of)).toMatchObject({ sending: 0, queued: 5, sent: 1, uncertain: 2 });
  });

  onPostgres("says nothing where it was written in another database, or by nobody", async (of) => {
    await dieInTheMiddle(of);
    const { mailJournal } = of.tables;
    await of.atomically((write) => ({ moved: write.update(mailJournal).set({ place: "another" }) }));
    await senderOf(of, await take(of, "two"));
    expect(await countsOf(of)).toMatchObject({ sending: 0, queued: 3, uncertain: 5 });
  });

  onPostgres("says nothing after a fall of the database's server, which empties it", async (of) => {
    const { sender, ids } = await dieInTheMiddle(of);
    const { mailJournal } = of.tables;
    const [table] = await of.read
      .select({ isKept: sql<boolean>`relpersistence = 'p'` })
      .from(sql`pg_class`)
      .where(sql`oid = ${`"${getTableName(mailJournal)}"`}::regclass`);
    expect(table).toEqual({ isKept: false });
    await of.atomically((write) => ({ emptied: write.delete(mailJournal) }));
    // It lives on, and notes what it does.
    expect(await sender.begin(ids[4] ?? "")).toHaveLength(1);
    await senderOf(of, await take(of, "two"));
    expect(await countsOf(of)).toMatchObject({ sending: 0, queued: 3, uncertain: 5 });
  });

  onPostgres("says nothing of a mail that another account has by now", async (of) => {
    await dieInTheMiddle(of);
    const { campaigns } = of.tables;
    await of.atomically((write) => ({ moved: write.update(campaigns).set({ credentialId: "other" }) }));
    await senderOf(of, await take(of, "two"));
    expect(await countsOf(of)).toMatchObject({ sending: 5, queued: 3 });
  });

  onPostgres("stays short however much is sent, and says the same", async (of) => {
    const { sender, ids } = await dieInTheMiddle(of);
    const last = ids[4] ?? "";
    for (let nth = 0; nth * 500 < journalLimits.idsMax; nth += 1)
      await sender.begin(...Array.from({ length: 500 }, () => last));
    const [refused] = ids.slice(1);
    const settled = { id: refused ?? "", leadId: "", state: "failed" as const, reason: reason("refused") };
    await sender.ledger.settleAndClaim([settled], null);
    const rows = await of.read.select({ number: of.tables.mailJournal.number }).from(of.tables.mailJournal);
    expect(rows).toHaveLength(2);
    await senderOf(of, await take(of, "two"));
    expect(await countsOf(of)).toMatchObject({ sending: 0, queued: 3, sent: 1, failed: 1, uncertain: 3 });
  });
});
