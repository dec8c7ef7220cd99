import { Database as Client } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../contract/client.ts";
import { leavingRestore } from "../../server/commands/restore.ts";
import { createMachine, type Machine } from "../support/server/runCli.ts";
import { fillWithLeads, sendToAll, startServe } from "../support/server/serveProcess.ts";
import type { StartedProcess } from "../support/server/startProcess.ts";
import { goodPassword } from "../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../support/smtp/scriptedSmtp.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(120_000);

let folder = "";
let data = "";
let file = "";
let smtp: ScriptedSmtp;
let machine: Machine;
let server: StartedProcess | null = null;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "amplify-backup-"));
  data = join(folder, "data");
  file = join(folder, "monday.db");
  // Nobody is refused and nobody is reached: a send stays under way for as long as a test needs it.
  smtp = await startScriptedSmtp({ rcpt: () => "451 4.3.0 Later" });
  machine = createMachine({ AMPLIFY_DATA: data });
});
afterEach(async () => {
  await server?.kill();
  server = null;
  machine.remove();
  await smtp.close();
  rmSync(folder, { recursive: true, force: true });
});

async function serve(): Promise<string> {
  server = await startServe({ folder, smtpPort: smtp.port });
  return server.line;
}

async function stop(): Promise<void> {
  expect(await server?.end()).toBe(0);
  server = null;
}

async function clientOf(base: string) {
  const body = { username: "ada@example.com", password: goodPassword };
  const { token } = await createClient({ base })("POST /amplify/auth/login", { body });
  return createClient({ base, token });
}

async function leadsOf(client: Awaited<ReturnType<typeof clientOf>>) {
  const leads = await client("GET /amplify/leads");
  if (!Array.isArray(leads)) throw new Error("the whole list was asked for");
  return leads;
}

/** As a restore leaves it that was killed before it came to the end: no copy, but a second name of what is in use. */
function beCutShort(): void {
  mkdirSync(join(data, "backups"), { recursive: true });
  linkSync(join(data, "amplify.db"), join(data, "backups", "before-restore-1.db"));
}
const copyOfToday = expect.stringMatching(/^before-restore-\d{9,}\.db$/);

describe("a backup", () => {
  test("made beside a running server brings back what was there, sends nothing by itself and mails nobody who left since", async () => {
    const base = await serve();
    const token = await fillWithLeads(base, 3);
    const client = createClient({ base, token });
    const campaignId = await sendToAll(client, "Half");
    // What has not begun is a campaign too.
    await client("POST /amplify/campaigns", { body: {} });
    const made = await machine.run(["backup", file]);
    expect(made).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^\S+monday\.db is written and checked: 1 person, 3 leads, 0 templates, 2 campaigns; [\d,]+ kB, as of 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC\.\n$/,
      ),
    });
    expect(made.stderr).toContain(join(data, "key"));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual(["data", "monday.db"]);

    const [left, other] = await leadsOf(client);
    if (!left || !other) throw new Error("no leads");
    await client("PUT /amplify/leads/{id}", {
      params: { id: left._id },
      body: { ...left, lastName: "x", optout: true },
    });
    await client("DELETE /amplify/leads/{id}", { params: { id: other._id } });
    await stop();
    beCutShort();

    const back = await machine.run(["restore", file]);
    expect(back).toMatchObject({ code: 0, stderr: "" });
    expect(back.stdout).toContain("1 campaign is paused");
    expect(back.stdout).toContain("stays unsubscribed");
    expect(readdirSync(join(data, "backups"))).toEqual([copyOfToday]);
    expect(existsSync(join(data, "restoring"))).toBe(false);

    const again = await serve();
    await expect(createClient({ base: again, token })("GET /amplify/leads")).rejects.toMatchObject({
      status: 401,
    });
    const restored = await clientOf(again);
    const campaign = await restored("GET /amplify/campaigns/{id}", { params: { id: campaignId } });
    // Some outcomes may have been carried over, and so it is not said that none is there.
    const waiting = expect.stringContaining("What this list has as sent is not sent again");
    expect(campaign).toMatchObject({ state: "paused", total: 3, waiting });
    expect((await leadsOf(restored)).map(({ email, optout }) => [email, optout])).toEqual([
      [left.email, true],
      [other.email, false],
      ["lead2@in.test", false],
    ]);
    const [account] = await restored("GET /amplify/auth/credentials");
    if (!account) throw new Error("no account");
    // The stored password opens with the key that stayed where it was.
    await restored("POST /amplify/auth/credentials/{id}/test", { params: { id: account._id } });
  });

  test("comes back where there is nothing but the key, and is refused with another one", async () => {
    await fillWithLeads(await serve(), 2);
    await stop();
    expect((await machine.run(["backup", file])).code).toBe(0);
    const key = readFileSync(join(data, "key"));
    rmSync(data, { recursive: true });

    const keyless = await machine.run(["restore", file]);
    expect(keyless).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("key of this database is missing"),
    });
    const other = await machine.run(["restore", file], { env: { AMPLIFY_KEY: "ab".repeat(32) } });
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining("not the one") });
    expect(existsSync(join(data, "amplify.db"))).toBe(false);

    writeFileSync(join(data, "key"), key, { mode: 0o600 });
    expect(await machine.run(["restore", file])).toMatchObject({ code: 0, stderr: "" });
    expect(await leadsOf(await clientOf(await serve()))).toHaveLength(2);
  });
});

test("a backup that is stopped says so at once and leaves nothing, and a restore says which database is there", async () => {
  mkdirSync(data);
  const client = new Client(join(data, "amplify.db"));
  // Large enough for a copy to be found under way.
  client.exec("CREATE TABLE ballast AS SELECT randomblob(100000000) AS bytes");
  client.close();
  const child = machine.start(["backup", file]);
  await until(() => readdirSync(folder).some((name) => name.endsWith(".part")));
  child.interrupt("SIGTERM");
  expect(await child.exited).toBe(143);
  expect(child.stderr()).toBe("Stopped before the backup was whole: nothing of it is left.\n");
  expect(readdirSync(folder)).toEqual(["data"]);

  const left = leavingRestore(data);
  mkdirSync(join(data, "restoring"));
  expect(left()).toBe(`Stopped before anything was changed in ${data}.`);
  expect(readdirSync(data)).toEqual(["amplify.db"]);
  writeFileSync(file, "");
  renameSync(file, join(data, "amplify.db"));
  expect(left()).toStartWith("Stopped when the backup was in its place already: it is restored");
});

test("the doctor finds nothing wrong beside a running server, and says what is in a sick folder", async () => {
  await fillWithLeads(await serve(), 1);
  const well = await machine.run(["doctor"]);
  expect(well).toMatchObject({ code: 0, stderr: "" });
  expect(well.stdout.match(/^\w+/gm)).toEqual(["ok", "ok", "ok", "ok", "ok", "ok", "ok", "look"]);
  expect(well.stdout).toContain("recipients cannot reach");
  const known = { PUBLIC_URL: "https://mail.example.com" };
  expect((await machine.run(["doctor"], { env: known })).stdout).not.toContain("look");
  const people = machine.open(["users", "list"], { columns: 40 });
  await people.exited;
  expect(people.screen.lines().slice(0, 2)).toEqual([
    expect.stringMatching(/^EMAIL +PLAN +ROLE +NAME$/),
    expect.stringMatching(/^ada@exampl.* Free +user +Ada Love/),
  ]);
  // What a start reads further than its form, beside a server that has read it when it was right.
  writeFileSync(join(folder, "quotes.json"), "[");
  const unread = { TRUST_PROXY: "10.0.0.x", AMPLIFY_TESTIMONIALS: join(folder, "quotes.json") };
  const wrong = (await machine.run(["doctor"], { env: unread })).stdout.match(/^wrong {2}Setting \S+:/gm);
  expect(wrong).toEqual(["wrong  Setting TRUST_PROXY:", "wrong  Setting AMPLIFY_TESTIMONIALS:"]);
  await stop();

  const holder = new Client(join(data, "amplify.db"));
  holder.exec("BEGIN IMMEDIATE");
  const held = await machine.run(["doctor"], { env: known });
  holder.exec("ROLLBACK");
  holder.close();
  expect([held.code, /^look.*/m.exec(held.stdout)?.[0]]).toEqual([
    0,
    expect.stringContaining(`Another process keeps ${join(data, "amplify.db")} for itself`),
  ]);

  const other = await machine.run(["doctor"], { env: { AMPLIFY_KEY: "ab".repeat(32) } });
  expect([other.code, /^wrong.*/m.exec(other.stdout)?.[0]]).toEqual([
    1,
    "wrong  AMPLIFY_KEY is not the key that this database was sealed with",
  ]);
  rmSync(join(data, "key"));
  const keyless = await machine.run(["doctor"]);
  expect([keyless.code, keyless.stdout.includes("The key is missing")]).toEqual([1, true]);
  expect(existsSync(join(data, "key"))).toBe(false);
  writeFileSync(join(data, "amplify.db"), "no database");
  const sick = await machine.run(["doctor"]);
  expect([sick.code, /^wrong.*damaged/m.test(sick.stdout)]).toEqual([1, true]);
});

test("the doctor tells of a clock that was set, one that is behind, and times that lie ahead", async () => {
  await fillWithLeads(await serve(), 1);
  await stop();
  const client = new Client(join(data, "amplify.db"));
  const ahead = Date.now() + 400 * 86_400_000;
  client.query("UPDATE meta SET value = ? WHERE key = 'clock'").run(String(ahead));
  client
    .query("INSERT INTO meta (key, value) VALUES ('clockStep', ?)")
    .run(JSON.stringify({ at: Date.now(), byMs: -2 * 86_400_000 }));
  client.query("INSERT INTO usage (credentialId, bucketAt, count) VALUES ('a', ?, 1)").run(ahead);
  client.close();
  const { code, stdout } = await machine.run(["doctor"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^look .*400 days behind the latest time seen here/m);
  expect(stdout).toMatch(/^look .*was set 2 days back on \d{4}-/m);
  expect(stdout).toMatch(/^look .*1 time lies ahead/m);
});

test("the doctor names the campaign whose counts are not those of its mails", async () => {
  await fillWithLeads(await serve(), 1);
  await stop();
  const client = new Client(join(data, "amplify.db"));
  for (const id of ["c1", "c2"]) {
    client
      .query(
        `INSERT INTO campaigns (id, workspaceId, credentialId, provider, fromAlias, fromEmail, subject, state,
           trackOpens, requestKey, total, createdAt) VALUES (?1, 'o', 'k', '', '', '', 'About ' || ?1, 'finished', 0, ?1, 1, 0)`,
      )
      .run(id);
    client
      .query(
        `INSERT INTO deliveries (id, campaignId, workspaceId, leadId, email, state, attempts, dueAt, openedAt)
           VALUES (?1, ?1, 'o', 'l', '', 'sent', 1, 0, 5)`,
      )
      .run(id);
  }
  expect((await machine.run(["doctor"])).code).toBe(0);
  client.exec("UPDATE campaignCounts SET sent = 0, queued = 1 WHERE campaignId = 'c2'");
  const { code, stdout } = await machine.run(["doctor"]);
  expect([code, stdout.match(/^wrong.*/gm)?.length]).toEqual([1, 1]);
  expect(stdout).toMatch(/^wrong .*"About c2" \(c2\)/m);
  client.exec("UPDATE campaignCounts SET sent = 1, queued = 0, opened = 0 WHERE campaignId = 'c2'");
  expect((await machine.run(["doctor"])).stdout).toContain('"About c2"');
  client.close();
});

describe("what cannot be done is told, and nothing is changed:", () => {
  test("restoring beside a running server, writing over a file, a folder without a database, a file that is not there", async () => {
    const base = await serve();
    await fillWithLeads(base, 1);
    expect((await machine.run(["backup", file])).code).toBe(0);
    const beside = await machine.run(["restore", file]);
    expect(beside).toMatchObject({ code: 1, stderr: expect.stringContaining("Stop it first") });
    const bytes = readFileSync(file);
    expect(await machine.run(["backup", file])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("there already"),
    });
    expect(readFileSync(file).equals(bytes)).toBe(true);
    const piped = await machine.run(["backup", "-"]);
    expect(piped).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("goes into a file") });
    const which = await machine.run(["restore"]);
    expect(which).toMatchObject({ code: 2, stderr: expect.stringContaining("which file to restore") });
    const nowhere = await machine.run(["backup", join(folder, "b.db")], {
      env: { AMPLIFY_DATA: join(folder, "none") },
    });
    expect(nowhere).toMatchObject({ code: 1, stderr: expect.stringContaining("There is no database in") });
    const missing = await machine.run(["restore", join(folder, "b.db")], {
      env: { AMPLIFY_DATA: join(folder, "none") },
    });
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining("There is no file") });
    expect(existsSync(join(folder, "none"))).toBe(false);
    expect(await leadsOf(await clientOf(base))).toHaveLength(1);
  });

  test("a file that is no backup, and one that is damaged", async () => {
    await fillWithLeads(await serve(), 20);
    await stop();
    writeFileSync(file, "not a database");
    expect(await machine.run(["restore", file])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("is no backup of Amplify"),
    });
    rmSync(file);
    expect((await machine.run(["backup", file])).code).toBe(0);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length / 2 / 4096) * 4096));
    const cut = await machine.run(["restore", file]);
    expect(cut).toMatchObject({ code: 1, stderr: expect.stringContaining("is damaged") });
    expect(existsSync(join(data, "backups"))).toBe(false);
    expect(await leadsOf(await clientOf(await serve()))).toHaveLength(20);
  });

  test("a damaged database is not backed up, and a sound backup takes its place", async () => {
    await fillWithLeads(await serve(), 20);
    await stop();
    expect((await machine.run(["backup", file])).code).toBe(0);
    const present = join(data, "amplify.db");
    const bytes = readFileSync(present);
    bytes.fill(0x5a, Math.floor(bytes.length / 3), Math.floor((bytes.length * 2) / 3));
    writeFileSync(present, bytes);
    const later = join(folder, "tuesday.db");
    expect(await machine.run(["backup", later])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("is damaged"),
    });
    writeFileSync(present, bytes.subarray(0, 100_000));
    expect(await machine.run(["backup", later])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("amplify restore puts a backup in its place"),
    });
    expect(readdirSync(folder).sort()).toEqual(["data", "monday.db"]);
    const back = await machine.run(["restore", file]);
    expect(back).toMatchObject({ code: 0, stderr: "" });
    expect(await leadsOf(await clientOf(await serve()))).toHaveLength(20);
  });
});
