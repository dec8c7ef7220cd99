import { Database as Client } from "bun:sqlite";
import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { count } from "drizzle-orm";
import { Refusal } from "../../contract/errors.ts";
import { lockFolder } from "../../db/backup/lockFolder.ts";
import { stageBackup } from "../../db/backup/stageBackup.ts";
import type { Database } from "../../db/database.ts";
import { migrations } from "../../db/migrations/sqlite.ts";
import type { Step } from "../../db/migrations/step.ts";
import { migrate } from "../../db/sqlite/migrate.ts";
import { connect, openDatabase } from "../../db/sqlite/open.ts";

let folder = "";
let database: Database | null = null;
const others: { close(): void }[] = [];

function open(options: { pagesMax?: number } = {}): Database {
  folder = mkdtempSync(join(tmpdir(), "amplify-database-"));
  database = openDatabase({ folder, ...options });
  return database;
}
afterEach(async () => {
  for (const other of others.splice(0)) other.close();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

const row = (key: string) => ({ key, value: "x".repeat(2_000) });
const rowCount = async (opened: Database) =>
  (await opened.read.select({ count: count() }).from(opened.tables.meta))[0]?.count;

function otherProcess(): Client {
  const other = new Client(join(folder, "amplify.db"));
  others.push(other);
  return other;
}

test("a connection syncs every commit to the disk, so that what was acknowledged survives a power loss", () => {
  folder = mkdtempSync(join(tmpdir(), "amplify-database-"));
  const client = connect(folder);
  others.push(client);
  // FULL is 2: the log is synced before a commit returns. NORMAL would lose the last commits.
  expect(client.query("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
  expect(client.query("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
});

test("its state is another after every commit, of this process or of another, and the same until then", async () => {
  const opened = open();
  const { meta } = opened.tables;
  const before = opened.state();
  expect(opened.state()).toBe(before);
  await rowCount(opened);
  expect(opened.state()).toBe(before);
  await opened.atomically((write) => ({ added: write.insert(meta).values(row("own")) }));
  const own = opened.state();
  expect(own).not.toBe(before);
  otherProcess().run("INSERT INTO meta VALUES ('others', 'x')");
  const others = opened.state();
  expect([before, own]).not.toContain(others);
  expect(opened.state()).toBe(others);
});

describe("a transaction", () => {
  test("that ends in an error leaves nothing behind", async () => {
    const opened = open();
    const { meta } = opened.tables;
    const refused = opened.atomically(
      (write) => ({
        first: write.insert(meta).values(row("a")),
        second: write.insert(meta).values(row("b")),
      }),
      () => {
        throw new Refusal("conflict", "no");
      },
    );
    await expect(refused).rejects.toThrow("no");
    const broken = opened.atomically((write) => ({
      first: write.insert(meta).values(row("c")),
      again: write.insert(meta).values(row("c")),
    }));
    await expect(broken).rejects.toThrow();
    expect(await rowCount(opened)).toBe(0);
  });

  test("waits for another process's lock without stopping this one's timers", async () => {
    const opened = open();
    const other = otherProcess();
    other.exec("BEGIN IMMEDIATE");
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
      if (ticks === 10) other.exec("COMMIT");
    }, 5);
    await opened.atomically((write) => ({ added: write.insert(opened.tables.meta).values(row("a")) }));
    clearInterval(timer);
    expect(ticks).toBeGreaterThanOrEqual(10);
    expect(await rowCount(opened)).toBe(1);
  });

  test("is refused as unavailable when the lock never comes free", async () => {
    const opened = open();
    otherProcess().exec("BEGIN IMMEDIATE");
    const refused = opened.atomically((write) => ({
      added: write.insert(opened.tables.meta).values(row("a")),
    }));
    await expect(refused).rejects.toMatchObject({ code: "unavailable", status: 503 });
  }, 20_000);

  test("on a full disk is refused as such, harms nothing, and works again once there is room", async () => {
    const opened = open({ pagesMax: 420 });
    const { meta } = opened.tables;
    let added = 0;
    const fill = async () => {
      for (; added < 1_000; added += 1)
        await opened.atomically((write) => ({ added: write.insert(meta).values(row(`k${added}`)) }));
    };
    await expect(fill()).rejects.toMatchObject({ code: "storage_full", status: 507 });
    expect(added).toBeGreaterThan(5);
    expect(await rowCount(opened)).toBe(added);
    expect(otherProcess().query("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    await opened.atomically((write) => ({ removed: write.delete(meta) }));
    await opened.atomically((write) => ({ added: write.insert(meta).values(row("again")) }));
    expect(await rowCount(opened)).toBe(1);
  });
});

describe("a database of another version", () => {
  test("that is newer is left alone, with a sentence that says so", () => {
    open();
    otherProcess().exec("INSERT INTO migrations (tag, appliedAt) VALUES ('9999_of_tomorrow', 0)");
    expect(() => openDatabase({ folder })).toThrow("newer Amplify");
  });

  test("that is older is copied and then taken on in one piece, or not at all", async () => {
    await open().close();
    database = null;
    const other = otherProcess();
    other.query("INSERT INTO meta VALUES ('kept', '1')").run();
    const broken = {
      tag: "0001_broken",
      sql: "CREATE TABLE fresh (a TEXT);--> statement-breakpoint\nNONSENSE",
    };
    expect(() => migrate(other, { folder, steps: [...migrations, broken] })).toThrow();
    expect(other.query("SELECT 1 FROM sqlite_master WHERE name = 'fresh'").get()).toBeNull();

    const step = { tag: "0001_fresh", sql: "CREATE TABLE fresh (a TEXT)" };
    migrate(other, { folder, steps: [...migrations, step] });
    expect(other.query("SELECT value FROM meta").get()).toEqual({ value: "1" });
    const [copy] = readdirSync(join(folder, "backups")).filter((name) => name.includes("0001_fresh"));
    const before = new Client(join(folder, "backups", copy ?? ""));
    others.push(before);
    expect(before.query("SELECT value FROM meta").get()).toEqual({ value: "1" });
    expect(before.query("SELECT 1 FROM sqlite_master WHERE name = 'fresh'").get()).toBeNull();
    expect(() => openDatabase({ folder })).toThrow("newer Amplify");
  });
});

test("campaigns from before they kept how many were accepted are told how many that was", () => {
  folder = mkdtempSync(join(tmpdir(), "amplify-database-"));
  const other = new Client(join(folder, "amplify.db"));
  others.push(other);
  migrate(other, { folder, steps: migrations.slice(0, 1) });
  const add = (id: string, skipped: (string | null)[]) => {
    other
      .query(
        "INSERT INTO campaigns VALUES (?, 'o', 'c', 'smtp', '', '', '', '', 'finished', null, null, 0, 0, ?, ?, 0, 0)",
      )
      .run(id, id, 5);
    for (const [n, reason] of ["sent", "sent", ...skipped].entries())
      other
        .query("INSERT INTO deliveries VALUES (?, ?, 'o', ?, '', ?, ?, 0, 0, null, null, null, null, null)")
        .run(`${id}${n}`, id, `l${n}`, reason === "sent" ? "sent" : "skipped", reason);
  };
  add("finished", ["Opted out", "Unsubscribed", "The lead was deleted"]);
  add("cancelled", ["Opted out", "The campaign was cancelled", "The campaign was cancelled"]);
  migrate(other, { folder });
  expect(other.query("SELECT id, accepted FROM campaigns ORDER BY id").all()).toEqual([
    { id: "cancelled", accepted: 4 },
    { id: "finished", accepted: 2 },
  ]);
});

test("campaigns from before they kept counts get those of their mails, and keep them from then on", () => {
  folder = mkdtempSync(join(tmpdir(), "amplify-database-"));
  const other = new Client(join(folder, "amplify.db"));
  others.push(other);
  const tag = "campaign_counts";
  migrate(other, {
    folder,
    steps: migrations.slice(
      0,
      migrations.findIndex((step) => step.tag.endsWith(tag)),
    ),
  });
  for (const id of ["one", "empty"])
    other
      .query(
        `INSERT INTO campaigns (id, ownerId, credentialId, provider, fromAlias, fromEmail, subject, html, state,
           trackOpens, requestKey, total, createdAt) VALUES (?1, 'o', 'k', '', '', '', '', '', 'running', 0, ?1, 1, 0)`,
      )
      .run(id);
  let whose = "ownerId";
  const addDelivery = (id: string, state: string, openedAt: number | null) =>
    other
      .query(
        `INSERT INTO deliveries (id, campaignId, ${whose}, leadId, email, state, attempts, dueAt, openedAt)
           VALUES (?1, 'one', 'o', ?1, '', ?2, 0, 0, ?3)`,
      )
      .run(id, state, openedAt);
  addDelivery("a", "sent", 7);
  addDelivery("b", "sent", null);
  addDelivery("c", "queued", null);
  migrate(other, { folder });
  whose = "workspaceId";
  addDelivery("d", "failed", null);
  const counts = other.query("SELECT campaignId, sent, queued, failed, skipped, opened FROM campaignCounts");
  expect(counts.all()).toEqual([
    { campaignId: "empty", sent: 0, queued: 0, failed: 0, skipped: 0, opened: 0 },
    { campaignId: "one", sent: 2, queued: 1, failed: 1, skipped: 0, opened: 1 },
  ]);
});

test("what campaigns said before it had a table of its own is what they say", () => {
  folder = mkdtempSync(join(tmpdir(), "amplify-database-"));
  const other = new Client(join(folder, "amplify.db"));
  others.push(other);
  const tag = "campaign_contents";
  migrate(other, {
    folder,
    steps: migrations.slice(
      0,
      migrations.findIndex((step) => step.tag.endsWith(tag)),
    ),
  });
  other.exec(
    `INSERT INTO campaigns (id, ownerId, credentialId, provider, fromAlias, fromEmail, subject, html, state,
       trackOpens, requestKey, total, createdAt) VALUES ('c', 'o', 'k', '', '', '', 'Hi', '<p>Hi</p>', 'running', 0, 'r', 1, 0)`,
  );
  migrate(other, { folder });
  expect(other.query("SELECT campaignId, workspaceId, html FROM campaignContents").all()).toEqual([
    { campaignId: "c", workspaceId: "o", html: "<p>Hi</p>" },
  ]);
  expect(other.query("SELECT subject FROM campaigns").get()).toEqual({ subject: "Hi" });
});

describe("the right to send", () => {
  test("belongs to one holder at a time and is free again once that one has closed", async () => {
    const opened = open();
    const second = openDatabase({ folder });
    expect(await opened.becomeSender()).toBe(true);
    expect(await opened.becomeSender()).toBe(true);
    expect(await second.becomeSender()).toBe(false);
    await opened.close();
    expect(await second.becomeSender()).toBe(true);
    database = second;
  });

  test("takes away the copy that a restore or a move left that was killed, and nobody's who is at it", async () => {
    await open().close();
    const hold = lockFolder(folder);
    writeFileSync(join(stageBackup({ folder, file: join(folder, "amplify.db") }), "more"), "of it");
    const opened = openDatabase({ folder });
    database = opened;
    expect(await opened.becomeSender()).toBe(false);
    expect(existsSync(join(folder, "restoring", "amplify.db"))).toBe(true);
    hold.release();
    expect(await opened.becomeSender()).toBe(true);
    expect(readdirSync(folder)).not.toContain("restoring");
  });

  test("is never silently nobody's: a lock that is broken is told, and not taken for another process", async () => {
    const opened = open();
    writeFileSync(join(folder, "sender.lock"), "no lock of ours ".repeat(100));
    await expect(opened.becomeSender()).rejects.toThrow("not a database");
  });
});

describe("whoever was signed in when devices began to be remembered", () => {
  const people = [
    ["a", "ada", 1, "Firefox on Linux"],
    ["b", "ada", 3, "Firefox on Linux"],
    ["c", "ada", 2, "Safari on iPhone"],
    ["d", "bob", 4, "Chrome on Windows"],
  ] as const;

  /** A database with their sessions, taken as far as before a step. */
  function before(tag: string, steps: readonly Step[]): Client {
    folder = mkdtempSync(join(tmpdir(), "amplify-database-"));
    const other = new Client(join(folder, "amplify.db"));
    others.push(other);
    migrate(other, { folder, steps: steps.filter((step) => step.tag < "0005") });
    for (const [id, userId, createdAt, device] of people)
      other.query("INSERT INTO sessions VALUES (?, ?, ?, 9, ?)").run(id, userId, createdAt, device);
    migrate(other, { folder, steps: steps.filter((step) => step.tag < tag) });
    return other;
  }

  const known = (client: Client) => client.query("SELECT * FROM knownDevices ORDER BY lastSignInAt").all();
  const all = [
    { userId: "ada", device: "Safari on iPhone", lastSignInAt: 2 },
    { userId: "ada", device: "Firefox on Linux", lastSignInAt: 3 },
    { userId: "bob", device: "Chrome on Windows", lastSignInAt: 4 },
  ];

  test("is known on each of theirs", () => {
    const other = before("0010", migrations);
    migrate(other, { folder });
    expect(known(other)).toEqual(all);
  });

  test("is known too where that step was taken with the text that forgot them, but for what came since", () => {
    const forgetful = migrations.map((step) => ({
      ...step,
      sql: step.sql.replace(/-- Whoever is signed in[\s\S]*?statement-breakpoint\n/, ""),
    }));
    const other = before("0011", forgetful);
    expect(known(other)).toEqual([]);
    other.run("INSERT INTO knownDevices VALUES ('bob', 'Chrome on Windows', 8)");
    migrate(other, { folder });
    expect(known(other)).toEqual([...all.slice(0, 2), { ...all[2], lastSignInAt: 8 }]);
  });
});
