import { Database as Client } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspectDatabase } from "../../../db/backup/inspectDatabase.ts";
import { doctor } from "../../../server/commands/doctor.ts";
import { restore } from "../../../server/commands/restore.ts";
import { readSettings } from "../../../server/settings/settings.ts";
import { corpusEnvironment, corpusNames, corpusPerson, layOut, newer } from "../../support/corpus/corpus.ts";
import { startTestServer, type TestServer } from "../../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";

let folder = "";
let smtp: ScriptedSmtp;
let server: TestServer | null = null;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "amplify-corpus-"));
  smtp = await startScriptedSmtp();
});
afterEach(async () => {
  await server?.close();
  server = null;
  await smtp.close();
  rmSync(folder, { recursive: true, force: true });
});

const file = () => join(folder, "amplify.db");
const environment = () => corpusEnvironment({ folder, smtpPort: smtp.port });

async function serve(): Promise<TestServer> {
  server = await startTestServer(environment());
  return server;
}

/** What doctor prints, and whether it finds all well. */
async function examined(): Promise<{ isWell: boolean; said: string }> {
  const printed = spyOn(process.stdout, "write").mockImplementation(() => true);
  try {
    const isWell = await doctor(readSettings(environment()));
    return { isWell, said: printed.mock.calls.map(([text]) => String(text)).join("") };
  } finally {
    printed.mockRestore();
  }
}

/** Everything in a database file, row by row. */
function contents(): Record<string, unknown[]> {
  const client = new Client(file(), { readonly: true });
  try {
    const tables = client
      .query<{ name: string; sql: string }, []>("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
      .all();
    return Object.fromEntries(
      tables.map(({ name, sql }) => [`${name}: ${sql}`, client.query(`SELECT * FROM "${name}"`).values()]),
    );
  } finally {
    client.close();
  }
}

/** Resumes the campaign that was paused when the data was written. */
async function goesOn(): Promise<void> {
  const { client } = await (await serve()).logIn(corpusPerson);
  const accounts = await client("GET /amplify/auth/credentials");
  const account = accounts.find(({ provider }) => provider === "google");
  if (account === undefined) throw new Error("the account is gone");
  const { _id: id, appEmail, alias } = account;
  await client("PUT /amplify/auth/credentials/{id}", {
    params: { id },
    body: { provider: "google", appEmail, alias, appPassword: "", gapMs: 0 },
  });
  const campaigns = await client("GET /amplify/campaigns");
  const paused = campaigns.find(({ subject }) => subject === "To everybody");
  await client("POST /amplify/campaigns/{id}/resume", { params: { id: paused?._id ?? "" } });
  // One of the four who are reached had the mail before.
  await smtp.until(() => smtp.accepted.length === 3);
  const people = ["ann@in.test", "cleo@in.test", "ida@in.test", "una@xn--mnchen-3ya.test"];
  const reached = smtp.accepted.flatMap(({ to }) => to);
  expect(people).toEqual(expect.arrayContaining(reached));
  expect(new Set(reached).size).toBe(3);
  const spoken = smtp.conversations.flatMap(({ lines }) => lines).join("\n");
  const secret = Buffer.from("\0ada@sender.test\0qwzxvbnmplokijuh").toString("base64");
  const spaced = Buffer.from("\0ada@sender.test\0qwzx vbnm plok ijuh").toString("base64");
  expect([secret, spaced].some((text) => spoken.includes(text))).toBe(true);
}

/** Everybody there owns a workspace, and every row is in one. */
async function belongs(): Promise<void> {
  await (await serve()).close();
  server = null;
  const client = new Client(file());
  const rows = (sql: string) => client.query<Record<string, unknown>, []>(sql).all();
  const people = rows("SELECT id FROM users ORDER BY id").map(({ id }) => id);
  expect(people.length).toBeGreaterThan(0);
  expect(rows("SELECT workspaceId AS id FROM workspaces ORDER BY id").map(({ id }) => id)).toEqual(people);
  const owners = rows("SELECT workspaceId, userId FROM workspaceMembers WHERE role = 'owner'");
  expect(owners.map(({ userId }) => userId).sort()).toEqual(people);
  expect(owners.filter(({ workspaceId, userId }) => workspaceId !== userId)).toEqual([]);
  const strays = ["memberships", "usage", "sessions"].map((name) =>
    rows(`SELECT 1 FROM ${name} WHERE workspaceId NOT IN (SELECT id FROM users)`),
  );
  expect(strays).toEqual([[], [], []]);
  expect(rows("SELECT 1 FROM memberships").length).toBeGreaterThan(0);
  expect(rows("SELECT 1 FROM usage").length).toBeGreaterThan(0);
  // Counting goes on after the table was made anew.
  const counted = () => rows("SELECT id, leadCount FROM collections ORDER BY id")[0];
  const before = counted();
  client.run("INSERT INTO memberships VALUES (?, ?, 'one more')", [String(people[0]), String(before?.id)]);
  expect(counted()?.leadCount).toBe(Number(before?.leadCount) + 1);
  client.run("DELETE FROM memberships WHERE leadId = 'one more'");
  expect(counted()).toEqual(before);
  client.close();
}

/** What came after the first versions; the sequence that rests between its two mails goes on. */
async function isWhole(): Promise<void> {
  const { client } = await (await serve()).logIn(corpusPerson);
  const [field] = await client("GET /amplify/fields");
  expect(field).toMatchObject({ label: newer.field });
  const [segment] = await client("GET /amplify/segments");
  expect(segment).toMatchObject({ name: newer.segment, broken: null });
  const { count } = await client("POST /amplify/segments/count", {
    body: { question: segment?.question ?? { match: "all", of: [] } },
  });
  expect(count).toBe(newer.welcomed + 2);
  const { items: mails } = await client("GET /email/transactional");
  expect(mails.map(({ subject, state }) => [subject, state])).toEqual([[newer.mail, "sent"]]);
  expect((await client("GET /amplify/api/keys")).map(({ name }) => name)).toEqual([newer.key]);
  const webhooks = await client("GET /amplify/api/webhooks");
  expect(webhooks.map(({ url, state }) => [url, state])).toEqual([[newer.webhook, "paused"]]);
  const sequence = (await client("GET /amplify/campaigns")).find(({ kind }) => kind === "sequence");
  expect(sequence).toMatchObject({ name: newer.sequence, state: "paused" });
  const params = { id: sequence?._id ?? "" };
  expect(await client("POST /amplify/campaigns/{id}/resume", { params })).toMatchObject({ state: "running" });
  const { steps } = await client("GET /amplify/campaigns/{id}/standing", { params });
  expect(steps.length).toBe(2);
}

const knowsMore = (name: string) => Number(name.split("_")[0]) >= 8;
const unsettled = (name: string) => name.endsWith("_unsettled");

test("the corpus holds data of several versions, from before and after the first step was frozen", () => {
  expect(corpusNames().filter(unsettled).length).toBeGreaterThan(0);
  expect(corpusNames().filter((name) => !unsettled(name)).length).toBeGreaterThan(2);
});

for (const name of corpusNames().filter((one) => !unsettled(one))) {
  describe(`the data of ${name}`, () => {
    beforeEach(() => layOut({ name, folder }));

    test("is brought to date whole, and doctor finds its tables sound before and after", async () => {
      expect((await examined()).said).toContain("Its tables are sound");
      await (await serve()).close();
      server = null;
      expect(inspectDatabase(file())).toMatchObject({
        fault: null,
        refusal: null,
        missingCount: 0,
        differences: { wrong: [], added: [] },
      });
      const { said } = await examined();
      expect(said).toContain("Its tables are sound, and this version can work with them");
      expect(said).toContain(`from before an upgrade or a restore is kept in ${join(folder, "backups")} (`);
      const client = new Client(file(), { readonly: true });
      const hashes = client.query<{ hash: string | null }, []>("SELECT hash FROM migrations").all();
      client.close();
      for (const { hash } of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/);
    });

    test("answers every call as it did: leads, opt-outs, templates, campaigns, imports", async () => {
      const { client } = await (await serve()).logIn(corpusPerson);
      const leads = await client("GET /amplify/leads");
      const optouts = Array.isArray(leads) ? leads.map((lead) => [lead.email, lead.optout]) : [];
      expect(Object.fromEntries(optouts)).toEqual({
        "ann@in.test": false,
        "ben@in.test": true,
        "cleo@in.test": false,
        "dora@in.test": true,
        "una@xn--mnchen-3ya.test": false,
        "ida@in.test": false,
        "olaf@in.test": true,
      });
      const [template] = await client("GET /templates");
      expect(template).toMatchObject({ name: "Spring news" });
      expect(template?.html).toContain("Soon.");
      const campaigns = await client("GET /amplify/campaigns");
      const sends = campaigns.filter(({ kind }) => kind === "once");
      expect(sends.map(({ subject, state, counts }) => [subject, state, counts.sent])).toEqual([
        ["To everybody", "paused", 1],
        ["Spring for {{firstName}}", "finished", 3],
      ]);
      for (const { _id: id } of campaigns) {
        const ledger = await client("GET /amplify/campaigns/{id}/deliveries", { params: { id } });
        expect(ledger.items.length).toBeGreaterThan(2);
      }
      const [job] = await client("GET /amplify/imports");
      expect(job).toMatchObject({ name: "leads.csv", state: "done" });
      expect((await client("GET /amplify/account")).email).toBe("ada@example.com");
    });

    test("belongs to a workspace of each person who is there, down to what had none of its own", belongs);

    test("goes on sending where it stopped, with the password that was sealed then", goesOn);

    if (knowsMore(name))
      test("has the fields, segments, sequences, keys and webhooks that it was left with", isWhole);
  });
}

for (const name of corpusNames().filter(unsettled)) {
  describe(`the data of ${name}, whose tables no step leads on from,`, () => {
    beforeEach(() => layOut({ name, folder }));

    test("is refused with a sentence that says what to do, and left as it is", async () => {
      const before = contents();
      await expect(serve()).rejects.toThrow(
        /^This data was written by an Amplify from before its tables were settled.*: run the version that wrote it.*Nothing was changed\.$/,
      );
      expect(contents()).toEqual(before);
      expect(readdirSync(folder)).not.toContain("backups");
    });

    test("is not called sound by doctor, which says the same", async () => {
      const { isWell, said } = await examined();
      expect(isWell).toBe(false);
      expect(said).toContain("from before its tables were settled");
      expect(said).not.toContain("can work with");
    });

    test("is no backup that this version restores", async () => {
      await layOut({ name, folder: join(folder, "elsewhere") });
      const backup = join(folder, "elsewhere", "amplify.db");
      rmSync(file());
      const settings = readSettings(environment());
      await expect(restore({ file: backup, settings })).rejects.toThrow("before its tables were settled");
      expect(readdirSync(folder)).not.toContain("amplify.db");
    });
  });
}
