import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { journalLimits } from "../../../../contract/limits/sending.ts";
import type { Database } from "../../../../db/database.ts";
import { openDatabase } from "../../../../db/sqlite/open.ts";
import { createCampaignStore } from "../../../../db/stores/campaigns/campaigns.ts";
import { createLedger } from "../../../../db/stores/campaigns/ledger.ts";
import { createUsageStore } from "../../../../db/stores/campaigns/usage.ts";
import { createJournalRunStore } from "../../../../db/stores/installation/journalRun.ts";
import { createRowMoves } from "../../../../server/sending/dispatch/rowMoves.ts";
import { FileJournal } from "../../../../server/sending/journal/FileJournal.ts";
import { journalFileIn } from "../../../../server/sending/journal/journalFile.ts";
import { recover } from "../../../../server/sending/journal/recovery.ts";
import { keptLog } from "../../../support/server/keptLog.ts";
import { campaignRow } from "../../../support/smtp/sendingRows.ts";

const ids = ["first", "second", "third", "fourth"];
const { log } = keptLog();
let folder = "";
let database: Database;
let now = 0;
const clock = { now: () => now };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "amplify-innocent-"));
  database = openDatabase({ folder });
  now = 1_000_000;
  await database.atomically((write) => ({
    campaigns: write.insert(database.tables.campaigns).values(campaignRow({ total: ids.length })),
    deliveries: write.insert(database.tables.deliveries).values(
      ids.map((id, nth) => ({
        id,
        campaignId: "campaign",
        workspaceId: "ada",
        leadId: `lead-${id}`,
        email: `${id}@in.test`,
        state: "queued" as const,
        attempts: 0,
        dueAt: nth,
      })),
    ),
  }));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts as a process does that finds its forerunner dead, and claims all that is due. */
async function start(): Promise<{ journal: FileJournal; claimed: string[] }> {
  const journal = new FileJournal({
    file: Object.assign(journalFileIn(folder), { boot: "boot" }),
    kept: createJournalRunStore(database),
    newId: () => crypto.randomUUID(),
    clock,
    log,
  });
  const ledger = createLedger(database);
  await recover({
    database: { shared: null },
    ledger,
    clock,
    log,
    journal,
    startedAt: now,
    campaigns: createCampaignStore(database),
    usage: createUsageStore(database),
    moves: createRowMoves({ database, clock, log }),
  });
  const claim = { campaignId: "campaign", credentialId: "account", workspaceId: "ada", countMax: 10 };
  const claimed = await ledger.settleAndClaim([], { ...claim, now, bucketAt: now });
  return { journal, claimed: claimed.map(({ id }) => id) };
}

const never = () => new Promise<string>(() => {});
const begin = async (journal: FileJournal, id: string) => {
  void journal.composing(id, never);
  await Bun.sleep(0);
};

async function standing(): Promise<Record<string, string>> {
  const { id, state, reasonCode } = database.tables.deliveries;
  const rows = await database.read.select({ id, state, reasonCode }).from(database.tables.deliveries);
  return Object.fromEntries(
    rows.map((row) => [row.id, [row.state, row.reasonCode].filter(Boolean).join(" ")]),
  );
}

test("a mail that only waits for its turn is not given up, however often the machine is stopped meanwhile", async () => {
  for (let kill = 0; kill < 3 * journalLimits.diedMax; kill += 1) {
    const { journal, claimed } = await start();
    expect(claimed).toEqual(ids);
    for (const id of claimed) await journal.composing(id, () => "a mail");
    now += 10;
  }
  const { claimed } = await start();
  expect(claimed).toEqual(ids);
});

test("one that was being composed lets the others go first, so that the next stop finds another at it", async () => {
  await start();
  const { journal } = await start();
  await begin(journal, "first");
  const { journal: next, claimed } = await start();
  expect(claimed).toEqual(ids.slice(1));
  expect((await standing()).first).toBe("deferred server_stopped");
  await begin(next, "second");
  expect((await start()).claimed).toEqual(ids.slice(2));
  now += journalLimits.diedWaitMs;
  const { journal: last, claimed: due } = await start();
  expect(due).toEqual(ids);
  for (const id of due) await last.composing(id, () => "a mail");
  // Composed once it is as good as any other.
  await begin(await start().then(({ journal }) => journal), "first");
  await start();
  expect(await standing()).toMatchObject({ first: "deferred server_stopped", second: "sending" });
});

test("one at which each process ends is given up after a few, and the others are not", async () => {
  await start();
  for (let death = 0; death < journalLimits.diedMax; death += 1) {
    const { journal, claimed } = await start();
    expect(claimed).toContain("second");
    for (const id of claimed.filter((id) => id !== "second")) await journal.composing(id, () => "a mail");
    await begin(journal, "second");
    now += 60_000;
    await start();
    now += journalLimits.diedMax * journalLimits.diedWaitMs;
  }
  expect((await start()).claimed).toEqual(["first", "third", "fourth"]);
  expect((await standing()).second).toBe("failed stops_server");
});

test("what a server took before a kill is sent, what may have left is in doubt, and both stay spent of the account's day", async () => {
  const { journal } = await start();
  const [first, second] = ["first", "second"].map((id) => journal.journalOf(id));
  first?.begins();
  first?.answered(true);
  second?.begins();
  now += 10;
  expect((await start()).claimed).toEqual(["third", "fourth"]);
  expect(await standing()).toMatchObject({ first: "sent", second: "uncertain interrupted" });
  // Those that were claimed and not begun were given back, and are counted once more.
  const spent = await createUsageStore(database).countsSince(["account"], 0);
  expect(spent.get("account")).toBe(ids.length);
});

test("a campaign that nobody ended writing before a kill is taken away, and one of this process's own is not", async () => {
  now += 1_000;
  const half = (id: string, createdAt: number) =>
    campaignRow({ id, requestKey: id, planId: null, state: "preparing" as never, createdAt });
  await database.atomically((write) => ({
    campaigns: write.insert(database.tables.campaigns).values([half("before", now - 1), half("own", now)]),
  }));
  await start();
  const { id } = database.tables.campaigns;
  const left = (await database.read.select({ id }).from(database.tables.campaigns)).map((row) => row.id);
  expect(left.sort()).toEqual(["campaign", "own"]);
});
