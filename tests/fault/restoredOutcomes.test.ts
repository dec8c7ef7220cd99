import { Database as Client } from "bun:sqlite";
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../contract/client.ts";
import { askServed } from "../support/db/askServed.ts";
import { createMachine, type Machine } from "../support/server/runCli.ts";
import { fillWithLeads, sendToAll, startServe } from "../support/server/serveProcess.ts";
import type { StartedProcess } from "../support/server/startProcess.ts";
import { goodPassword } from "../support/server/testServer.ts";
import { byRecipient, type ScriptedSmtp, startScriptedSmtp } from "../support/smtp/scriptedSmtp.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(180_000);

const leadCount = 120;
const refusedAddress = "lead119@in.test";
let folder = "";
let smtp: ScriptedSmtp;
let machine: Machine;
let server: StartedProcess | null = null;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "amplify-restored-"));
  smtp = await startScriptedSmtp({
    rcpt: byRecipient({ [refusedAddress]: "550 5.1.1 Nobody of that name" }),
  });
  machine = createMachine({ AMPLIFY_DATA: join(folder, "data") });
});
afterAll(async () => {
  await server?.kill();
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

/** What the database of a server that does not run holds. */
function held() {
  const client = new Client(join(folder, "data", "amplify.db"));
  const all = (sql: string) => client.query(sql).all();
  const found = {
    deliveries: all(`SELECT id, state, reasonCode, reply, sentAt, attempts FROM deliveries
      WHERE campaignId = (SELECT min(id) FROM campaigns) ORDER BY id`),
    // Those that are noted are counted at the next start.
    mailed:
      all(`SELECT id, emailCount + (SELECT count(*) FROM uncountedMails WHERE leadId = leads.id) AS emailCount
      FROM leads ORDER BY id`),
    // Leads of whom it is not known that they were last sent a mail when they were.
    unknownToHaveMail: all(`SELECT leadId FROM deliveries WHERE sentAt IS NOT NULL
      AND id NOT IN (SELECT deliveryId FROM uncountedMails)
      AND NOT EXISTS (SELECT 1 FROM leadMails WHERE leadId = deliveries.leadId AND lastSentAt >= sentAt)`),
    came: {
      replies: all("SELECT kind FROM mailResponses"),
      returned: all("SELECT words FROM bouncedAddresses"),
      refused: all("SELECT kind, cause FROM kindSuppressions"),
      uncounted: all("SELECT email, consentHow FROM leads WHERE consent = 'denied'"),
      revoked: all("SELECT name FROM apiKeys WHERE revokedAt IS NOT NULL ORDER BY name"),
      webhooks:
        all(`SELECT id, state, secret, (SELECT count(*) FROM webhookWants WHERE webhookId = webhooks.id) AS wants
        FROM webhooks WHERE id <> 'removed' ORDER BY id`),
    },
    marks: {
      mails: all(
        "SELECT id, openedAt, machineOpenedAt, clickedAt FROM deliveries WHERE sentAt IS NOT NULL AND coalesce(openedAt, machineOpenedAt) > 0",
      ),
      clicks: all("SELECT * FROM clicks ORDER BY deliveryId"),
      leads: all("SELECT id, openedCount FROM leads WHERE openedCount > 0"),
      times: all(`SELECT at, opened, machineOpened, clicked, machineClicked FROM campaignTimes
        WHERE opened + machineOpened + clicked + machineClicked > 0 ORDER BY at`),
      domains: all("SELECT domain, opened, machineOpened, clicked FROM campaignDomains WHERE opened > 0"),
    },
    // Of the first campaign, what its curve and its domains have of them; those that are noted come to it.
    charted:
      all(`SELECT (SELECT count(*) FROM uncountedMails JOIN deliveries ON id = deliveryId WHERE campaignId = first)
        + (SELECT sum(sent) FROM campaignTimes WHERE campaignId = first) AS byMinute,
        (SELECT count(*) FROM uncountedMails JOIN deliveries ON id = deliveryId WHERE campaignId = first)
        + (SELECT sum(sent) FROM campaignDomains WHERE campaignId = first) AS byDomain
      FROM (SELECT min(id) AS first FROM campaigns)`),
    usage: all("SELECT credentialId, bucketAt, count FROM usage WHERE count > 0 ORDER BY bucketAt"),
  };
  client.close();
  return found;
}

/**
 * Somebody has answered, and somebody's mail has come back, since the backup; one takes no more receipts, one was deleted who
 * did not want to be counted, and a key was revoked, as another was so long ago that it is forgotten. A webhook was removed,
 * and others were paused, aimed elsewhere or given another secret. Somebody has opened a mail of before the backup and followed its link,
 * and so has a machine, twice.
 */
function comeBack(): void {
  const client = new Client(join(folder, "data", "amplify.db"));
  client.exec(`INSERT INTO mailResponses (deliveryId, kind, workspaceId, campaignId, leadId, at)
    SELECT id, 'replied', workspaceId, campaignId, leadId, 1 FROM deliveries ORDER BY id LIMIT 1`);
  client.exec(`INSERT INTO bouncedAddresses (workspaceId, emailHash, count, at, forGoodAt, words)
    SELECT workspaceId, 'hash', 1, 1, 1, '550 5.1.1 Nobody' FROM leads LIMIT 1`);
  client.exec(`INSERT INTO kindSuppressions (id, workspaceId, kind, emailHash, sealedEmail, cause, createdAt)
    SELECT 'k', workspaceId, 'receipt', 'hash', '', 'unsubscribed', 1 FROM leads LIMIT 1`);
  client.exec(`INSERT INTO denials (workspaceId, emailHash, deniedAt, how)
    SELECT workspaceId, emailHash, 1, 'recipient' FROM leads WHERE email = '${refusedAddress}'`);
  client.exec("UPDATE apiKeys SET revokedAt = 1");
  client.exec("DELETE FROM apiKeys WHERE name = 'Old'");
  client.exec("DELETE FROM webhooks WHERE id = 'removed'");
  client.exec("UPDATE webhooks SET state = 'paused' WHERE id = 'paused'");
  client.exec("UPDATE webhooks SET url = 'https://elsewhere.test/' WHERE id = 'aimed'");
  client.exec(
    "UPDATE webhooks SET secret = 'new', formerSecret = secret, formerUntil = 1 WHERE id = 'rotated'",
  );
  const [person, machine] = [0, 1].map(
    (at) => `(SELECT id FROM deliveries ORDER BY id LIMIT 1 OFFSET ${at})`,
  );
  client.exec(`UPDATE deliveries SET openedAt = 60001, clickedAt = 120001 WHERE id = ${person}`);
  client.exec(
    `UPDATE leads SET openedCount = 1 WHERE id = (SELECT leadId FROM deliveries WHERE id = ${person})`,
  );
  client.exec(`UPDATE deliveries SET machineOpenedAt = 60001 WHERE id = ${machine}`);
  client.exec(`INSERT INTO clicks (deliveryId, linkId, workspaceId, firstAt, lastAt, seenAt, clicks, machineClicks)
    SELECT ${person}, id, workspaceId, 120001, 120001, 120001, 1, 0 FROM links
    UNION ALL SELECT ${machine}, id, workspaceId, NULL, NULL, 60001, 0, 1 FROM links`);
  client.exec(`UPDATE clicks SET machineClicks = 2, seenAt = 180001 WHERE deliveryId = ${machine}`);
  client.close();
}

/** What of that the restored database has to know. */
const came = {
  replies: [{ kind: "replied" }],
  returned: [{ words: "550 5.1.1 Nobody" }],
  refused: [{ kind: "receipt", cause: "unsubscribed" }],
  uncounted: [{ email: refusedAddress, consentHow: "recipient" }],
  revoked: [{ name: "Old" }, { name: "Shop" }],
  webhooks: [
    { id: "aimed", state: "paused", secret: "old", wants: 0 },
    { id: "kept", state: "active", secret: "old", wants: 1 },
    { id: "paused", state: "paused", secret: "old", wants: 0 },
    { id: "rotated", state: "active", secret: "new", wants: 1 },
  ],
};

/** Before the backup there are a key that has been there for long, and webhooks. */
async function withPrograms(): Promise<void> {
  const ask = (sql: string) => askServed(join(folder, "data"), sql);
  await ask(`INSERT INTO "apiKeys" (id, "workspaceId", "userId", hash, "lastFour", name, scopes, "createdAt")
    SELECT 'old', "workspaceId", "userId", 'hash', 'last', 'Old', scopes, 1 FROM "apiKeys"`);
  for (const id of ["aimed", "kept", "paused", "removed", "rotated"]) {
    await ask(`INSERT INTO webhooks (id, "workspaceId", name, url, types, secret, state, "createdAt", lease)
      SELECT '${id}', id, '${id}', 'https://here.test/', '["account.stopped"]', 'old', 'active', 1, 0 FROM users`);
    await ask(`INSERT INTO "webhookWants" ("workspaceId", type, "webhookId")
      SELECT id, 'account.stopped', '${id}' FROM users`);
  }
}

/** No mail of these campaigns has a link of its own. */
const withLink = () =>
  askServed(
    join(folder, "data"),
    `INSERT INTO links (id, "campaignId", "workspaceId", position, url)
      SELECT 'link', id, "workspaceId", 0, 'https://shop.test/' FROM campaigns`,
  );

test("after a restore nobody is mailed twice, and what the accounts have sent since counts", async () => {
  const base = await serve();
  const token = await fillWithLeads(base, leadCount);
  const client = createClient({ base, token });
  await client("POST /amplify/api/keys", { body: { name: "Shop", scopes: ["read"] } });
  const campaignId = await sendToAll(client, "Half");
  const params = { id: campaignId };
  const stateOf = async (of = client) => (await of("GET /amplify/campaigns/{id}", { params })).state;
  await smtp.until(() => smtp.acceptedCount() >= 10);
  await client("POST /amplify/campaigns/{id}/pause", { params });
  await until(async () => (await stateOf()) === "paused");
  await withLink();
  await withPrograms();
  const file = join(folder, "half.db");
  expect((await machine.run(["backup", file])).code).toBe(0);
  const early = smtp.acceptedCount();
  expect(early).toBeLessThan(leadCount - 1);

  await client("POST /amplify/campaigns/{id}/resume", { params });
  await until(async () => (await stateOf()) === "finished", 60_000);
  expect(smtp.acceptedCount()).toBe(leadCount - 1);
  // One more that the backup cannot know.
  await sendToAll(client, "Later");
  await smtp.until(() => smtp.acceptedCount() === 2 * (leadCount - 1));
  await until(async () =>
    (await client("GET /amplify/campaigns")).every(({ state }) => state === "finished"),
  );
  await stop();
  comeBack();
  const before = held();

  const back = await machine.run(["restore", file]);
  expect(back).toMatchObject({ code: 0, stderr: "" });
  expect(back.stdout).toContain("What became of mails after the backup was carried over");
  expect(back.stdout).toContain("1 campaign was begun after the backup");
  const after = held();
  expect(after.deliveries).toEqual(before.deliveries);
  expect(after.usage).toEqual(before.usage);
  expect(back.stdout).toContain("was carried over: 1 mail opened, 1 clicked.");
  expect(after.marks).toEqual(before.marks);
  expect(after.charted).toEqual(before.charted);
  expect(after.unknownToHaveMail).toEqual([]);
  expect(after.came).toEqual(came);
  expect(back.stdout).toContain("3 webhooks are paused: after the backup they were removed");
  // What the later campaign mailed is not in the leads' own count, since it is in no list of mails any more.
  expect(after.mailed).toEqual(
    before.mailed.map((row) => {
      const { id, emailCount } = row as { id: string; emailCount: number };
      return { id, emailCount: Math.max(0, emailCount - 1) };
    }),
  );
  expect((await machine.run(["doctor"])).stdout).not.toMatch(/^wrong.*Half/m);

  const again = await serve();
  const body = { username: "ada@example.com", password: goodPassword };
  const signedIn = await createClient({ base: again })("POST /amplify/auth/login", { body });
  const restored = createClient({ base: again, token: signedIn.token });
  const campaign = await restored("GET /amplify/campaigns/{id}", { params });
  if (campaign.state === "paused") await restored("POST /amplify/campaigns/{id}/resume", { params });
  await until(async () => (await stateOf(restored)) === "finished", 60_000);
  const { counts } = await restored("GET /amplify/campaigns/{id}", { params });
  expect(counts).toMatchObject({ sent: leadCount - 1, failed: 1, uncertain: 0, queued: 0 });
  expect(smtp.acceptedCount()).toBe(2 * (leadCount - 1));
  expect(new Set(smtp.accepted.map(({ messageId }) => messageId)).size).toBe(smtp.acceptedCount());
});
