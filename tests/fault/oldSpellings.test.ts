import { Database as Client } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrations } from "../../db/migrations/sqlite.ts";
import { migrate } from "../../db/sqlite/migrate.ts";
import { connect } from "../../db/sqlite/open.ts";
import { restore } from "../../server/commands/restore.ts";
import { createPasswords } from "../../server/identity/passwords.ts";
import { createSecrets } from "../../server/secrets/secrets.ts";
import { keyIdOf } from "../../server/secrets/subkeys.ts";
import { readSettings } from "../../server/settings/settings.ts";
import { fillOldSpellings } from "../support/db/oldSpellings.ts";
import { startProcess } from "../support/server/startProcess.ts";
import { goodPassword, startTestServer, type TestServer } from "../support/server/testServer.ts";
import { until } from "../support/until.ts";

let folder = "";
let key: Buffer;
let server: TestServer | null = null;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "amplify-spellings-"));
  key = randomBytes(32);
  writeFileSync(join(folder, "key"), key.toString("base64"), { mode: 0o600 });
  const client = connect(folder);
  migrate(client, { folder, steps: migrations.slice(0, 1) });
  const insert = async (table: string, row: Record<string, string | number | boolean | null>) => {
    const names = Object.keys(row).map((name) => `"${name}"`);
    const marks = names.map(() => "?");
    client
      .query(`INSERT INTO "${table}" (${names.join(", ")}) VALUES (${marks.join(", ")})`)
      .run(...Object.values(row));
  };
  await fillOldSpellings(insert, createSecrets(key).hashAddress);
  await insert("meta", { key: "keyId", value: JSON.stringify(keyIdOf(key)) });
  // Each signs in with a password of their own.
  for (const id of ["u1", "u2", "u3"])
    client
      .query("UPDATE users SET passwordHash = ? WHERE id = ?")
      .run(await hashed(`${goodPassword}${id}`), id);
  client.close();
});
afterEach(async () => {
  await server?.close();
  server = null;
  rmSync(folder, { recursive: true, force: true });
});

const passwords = createPasswords();
const hashed = (password: string) => passwords.hash(password);

async function serve(): Promise<TestServer> {
  server = await startTestServer({ AMPLIFY_DATA: folder, AMPLIFY_PLANS: "off" });
  return server;
}

/** What a closed database holds, seen from outside. */
function look<T>(sql: string, file = join(folder, "amplify.db")): T[] {
  const client = new Client(file, { readonly: true });
  try {
    return client.query<T, []>(sql).all();
  } finally {
    client.close();
  }
}
const steps = () => look<{ tag: string }>("SELECT tag FROM migrations ORDER BY tag").map(({ tag }) => tag);
const addresses = () =>
  look<{ email: string }>("SELECT email FROM leads ORDER BY id").map(({ email }) => email);

describe("a database from when every spelling was an address of its own", () => {
  test("is brought to date by a start, mails each mailbox once, and its old links still opt out", async () => {
    const { core, url } = await serve();
    const { campaigns, sandboxMails } = core.database.tables;
    await until(async () => {
      const rows = await core.database.read.select().from(campaigns);
      return rows.find(({ id }) => id === "under way")?.state === "finished";
    });
    // Of the campaign under way one mailbox had its mail already, in another spelling.
    const mails = await core.database.read.select({ to: sandboxMails.recipient }).from(sandboxMails);
    expect(mails).toEqual([{ to: "solo@xn--zrich-kva.test" }]);

    const { client } = await personOf("solo@zürich.test", "u1");
    // The second of two mails that one mailbox got is the mail of no lead any more; its link works all the same.
    const link = `${url}/u/${core.secrets.sign("unsubscribe", "d-sent")}`;
    expect((await fetch(link, { method: "POST", body: "List-Unsubscribe=One-Click" })).status).toBe(200);
    for (const email of ["x@münchen.test", "stranger@köln.test", "stranger@xn--kln-sna.test"]) {
      const rows = [{ firstName: "Una", lastName: "Sub", email }];
      await client("POST /amplify/leads/bulk", { body: { leads: rows } });
    }
    const leads = await client("GET /amplify/leads");
    const optouts = Array.isArray(leads) ? leads.map((lead) => [lead.email, lead.optout]) : [];
    expect(Object.fromEntries(optouts)).toEqual({
      "unsub@in.test": true,
      "x@xn--mnchen-3ya.test": true,
      "solo@xn--zrich-kva.test": false,
      "left@in.test": true,
      "out@xn--zrich-kva.test": true,
      "stranger@xn--kln-sna.test": true,
    });
  });

  test("lets two people whose addresses are one mailbox sign in by their own spelling, each to their own account", async () => {
    await serve();
    expect((await personOf("boss@münchen.test", "u2")).uid).toBe("u2");
    expect((await personOf("boss@xn--mnchen-3ya.test", "u3")).uid).toBe("u3");
    await expect(
      server?.logIn({ email: "boss@münchen.test", password: `${goodPassword}u3` }),
    ).rejects.toThrow("401");
  });

  test("an opt-out that only its hash remembers is found by every way an address becomes a lead", async () => {
    for (const [way, email] of [
      ["one", "stranger@köln.test"],
      ["file", "other@köln.test"],
    ] as const) {
      const emailHash = createSecrets(key).hashAddress(email);
      const { core } = server ?? (await serve());
      const { suppressions, leads } = core.database.tables;
      await core.database.atomically((write) => ({
        added: write
          .insert(suppressions)
          .values({ workspaceId: "u1", emailHash, source: "owner", createdAt: 1 })
          .onConflictDoNothing(),
      }));
      const { client, token } = await personOf("solo@zürich.test", "u1");
      if (way === "one")
        await client("POST /amplify/leads", { body: { firstName: "Una", lastName: "Sub", email } });
      else await importFile({ token, email });
      const normal = email.replace("köln", "xn--kln-sna");
      await until(async () =>
        (await core.database.read.select().from(leads)).some((lead) => lead.email === normal),
      );
      const found = (await core.database.read.select().from(leads)).find((lead) => lead.email === normal);
      expect([way, found?.optout]).toEqual([way, true]);
    }
  });
});

describe("such a database, on its way to this version,", () => {
  test("is left whole by a kill in the middle, and the next start brings it to date", async () => {
    const before = addresses();
    const child = await startProcess(
      [process.execPath, join(import.meta.dir, "../support/db/stallingMigration.ts"), folder],
      /in the middle/,
    );
    await child.kill();
    expect(steps()).toEqual(["0000_first"]);
    expect(addresses()).toEqual(before);
    expect(look("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    await (await serve()).close();
    server = null;
    expect(steps()).toEqual(migrations.map(({ tag }) => tag));
    expect(addresses()).not.toContain("unsub@ｉn.test");
  });

  test("stays as it is without its key, or with another one, and says so", async () => {
    const before = addresses();
    for (const [content, sentence] of [
      [randomBytes(32).toString("base64"), "is not the one this database was sealed with"],
      [null, "key of this database is missing"],
    ] as const) {
      rmSync(join(folder, "key"));
      if (content !== null) writeFileSync(join(folder, "key"), content);
      await expect(serve()).rejects.toThrow(sentence);
      expect([steps(), addresses()]).toEqual([["0000_first"], before]);
    }
  });

  test("still knows, in the place of a restored one, who opted out since", async () => {
    const backup = join(folder, "monday.db");
    copyFileSync(join(folder, "amplify.db"), backup);
    const monday = new Client(backup);
    monday.exec("DELETE FROM suppressions; UPDATE leads SET optout = 0");
    monday.close();
    const said = spyOn(console, "log").mockImplementation(() => {});
    try {
      await restore({ file: backup, settings: readSettings({ AMPLIFY_DATA: folder }) });
    } finally {
      said.mockRestore();
    }
    const out = look<{ email: string }>(
      "SELECT email FROM leads WHERE workspaceId = 'u1' AND optout ORDER BY id",
    );
    expect(out.map(({ email }) => email)).toEqual([
      "unsub@in.test",
      "left@in.test",
      "out@xn--zrich-kva.test",
    ]);
    expect(readdirSync(join(folder, "backups")).length).toBeGreaterThan(0);
  });
});

async function personOf(email: string, id: string) {
  if (server === null) throw new Error("no server is running");
  return server.logIn({ email, password: `${goodPassword}${id}` });
}

async function importFile({ token, email }: { token: string; email: string }): Promise<void> {
  const headers = { authorization: token, "content-type": "application/octet-stream" };
  const base = `${server?.url}/amplify/imports`;
  const body = `First name,Email\nUna,${email}`;
  const uploaded = await fetch(`${base}?name=leads.csv`, { method: "POST", headers, body });
  const { _id, guess } = (await uploaded.json()) as { _id: string; guess: unknown };
  await fetch(`${base}/${_id}/start`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ columns: guess, collection: "all", existing: "update" }),
  });
}
