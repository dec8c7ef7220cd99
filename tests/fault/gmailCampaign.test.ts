import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "../../contract/client.ts";
import { sendLimits } from "../../contract/limits/sending.ts";
import type { Campaign, Counts } from "../../contract/schemas/campaign.ts";
import { providers } from "../../contract/sending/providers.ts";
import { connectGoogle, type GoogleServer, startGoogleServer } from "../support/google/googleServer.ts";
import { startServe } from "../support/server/serveProcess.ts";
import { goodPassword, type TestPerson } from "../support/server/testServer.ts";
import { until } from "../support/until.ts";

const email = "ada@gmail.example";
let site: GoogleServer;
let person: TestPerson;
beforeAll(async () => {
  site = await startGoogleServer();
});
afterEach(() => {
  site.google.script.gmail = () => null;
  site.google.mails.length = 0;
});
afterAll(() => site.close());

/** Somebody with a connected Google account and this many leads. */
async function someone(leadCount: number): Promise<TestPerson> {
  const made = await site.server.signUp();
  await site.connect(made, { email });
  await addLeads(made.client, leadCount);
  return made;
}

async function addLeads(client: Client, count: number): Promise<void> {
  const leads = Array.from({ length: count }, (_, index) => ({
    firstName: `First${index}`,
    lastName: "Last",
    email: `lead${index}@in.test`,
  }));
  await client("POST /amplify/leads/bulk", { body: { leads } });
}

async function sendToAll(client: Client): Promise<string> {
  const { campaignId } = await client("POST /email/send", {
    body: {
      subject: "Hello {{firstName}}",
      html: "<p>Grüße, {{firstName}}</p>",
      from: email,
      type: "gscope",
      collection: "all",
    },
  });
  return campaignId;
}

async function untilCampaign(
  client: Client,
  id: string,
  fits: (campaign: Campaign) => boolean,
): Promise<Campaign> {
  let seen = await client("GET /amplify/campaigns/{id}", { params: { id } });
  await until(async () => {
    seen = await client("GET /amplify/campaigns/{id}", { params: { id } });
    return fits(seen);
  });
  return seen;
}

const account = async (of: TestPerson) => (await site.accounts(of))[0];
const sum = (counts: Counts) => Object.values(counts).reduce((total, count) => total + count, 0);
const takenBy = () => site.google.mails.flatMap(({ recipients }) => recipients).toSorted();

test("a campaign through Gmail reaches each lead alone, with its own words and its way out", async () => {
  person = await someone(3);
  const id = await sendToAll(person.client);
  await untilCampaign(person.client, id, ({ state }) => state === "finished");
  expect(takenBy()).toEqual(["lead0@in.test", "lead1@in.test", "lead2@in.test"]);
  for (const { recipients, email: mail, source, sender } of site.google.mails) {
    const index = recipients[0]?.match(/\d/)?.[0];
    expect(sender).toBe(email);
    expect(mail.from).toMatchObject({ name: "Ada", address: email });
    expect(mail.subject).toBe(`Hello First${index}`);
    expect(mail.html).toContain(`Grüße, First${index}`);
    expect(mail.bcc ?? []).toEqual([]);
    const headers = new Map(mail.headers.map(({ key, value }) => [key, value]));
    expect(headers.get("list-unsubscribe")).toContain(`${site.server.core.settings.publicUrl}/u`);
    expect(headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    // Nobody reads another lead's address in any part of the mail.
    expect(source.match(/lead\d@in\.test/g)?.every((address) => recipients.includes(address))).toBe(true);
  }
  const { items } = await person.client("GET /amplify/campaigns/{id}/deliveries", { params: { id } });
  expect(items.map(({ reason }) => reason).toSorted()).toEqual(
    [1, 2, 3].map((name) => `Gmail accepted it as gmail-${name}`),
  );
});

test("a permission that is taken back stops the account, keeps its mails and lets them go once it is reconnected", async () => {
  const who = await someone(4);
  site.google.withdraw(email);
  const id = await sendToAll(who.client);
  const paused = await untilCampaign(who.client, id, ({ state }) => state === "paused");
  expect(paused.counts).toMatchObject({ sent: 0, failed: 0, uncertain: 0 });
  const stopped = await account(who);
  expect(stopped).toMatchObject({ state: "paused", pausedUntil: null });
  expect(stopped?.pausedReason).toContain("Reconnect the account.");
  expect((await site.connect(who, { email }, stopped?._id)).status).toBe(200);
  const finished = await untilCampaign(who.client, id, ({ state }) => state === "finished");
  expect(finished.counts.sent).toBe(4);
  expect(await account(who)).toMatchObject({ _id: stopped?._id, state: "working", pausedReason: null });
  expect(new Set(takenBy()).size).toBe(4);
});

test("a day's limit makes the account rest until it is over, with every mail waiting", async () => {
  const who = await someone(3);
  site.google.script.gmail = () => ({ status: 403, reason: "dailyLimitExceeded", message: "Daily limit" });
  const id = await sendToAll(who.client);
  await until(async () => (await account(who))?.state === "paused");
  const { pausedUntil } = (await account(who)) ?? {};
  const inMs = (pausedUntil ?? 0) - site.server.core.clock.now();
  expect(Math.abs(inMs - sendLimits.dailyLimitRestMs)).toBeLessThan(60_000);
  const { counts, state } = await untilCampaign(who.client, id, ({ counts: { sending } }) => sending === 0);
  expect({ state, queued: counts.queued, failed: counts.failed }).toEqual({
    state: "running",
    queued: 3,
    failed: 0,
  });
});

test("being told to slow down makes the account rest as long as Google says", async () => {
  const who = await someone(2);
  site.google.script.gmail = () => ({ status: 429, headers: { "retry-after": "3600" } });
  await sendToAll(who.client);
  await until(async () => (await account(who))?.state === "paused");
  const { pausedUntil } = (await account(who)) ?? {};
  expect(Math.abs((pausedUntil ?? 0) - site.server.core.clock.now() - 3_600_000)).toBeLessThan(60_000);
});

test("a recipient that Gmail refuses fails alone, and one that nobody can know of is sent no second time", async () => {
  const who = await someone(4);
  site.google.script.gmail = ({ recipients: [to] }) => {
    if (to === "lead1@in.test")
      return { status: 400, reason: "invalidArgument", message: "Invalid To header" };
    return to === "lead2@in.test" ? "cut" : null;
  };
  const id = await sendToAll(who.client);
  const { counts } = await untilCampaign(who.client, id, ({ state }) => state === "finished");
  expect(counts).toMatchObject({ sent: 2, failed: 1, uncertain: 1 });
  expect(takenBy()).toEqual(["lead0@in.test", "lead2@in.test", "lead3@in.test"]);
});

test("a server killed between a mail and Gmail's answer leaves it uncertain, and sends nobody a second mail", async () => {
  const folder = mkdtempSync(join(tmpdir(), "amplify-gmail-"));
  const serve = () => startServe({ folder, smtpPort: 1, environment: site.google.environment });
  let server = await serve();
  try {
    const visitor = createClient({ base: server.line });
    const body = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", password: goodPassword };
    await visitor("POST /amplify/auth/signup", { body });
    const { token, uid } = await visitor("POST /amplify/auth/login", {
      body: { username: body.email, password: goodPassword },
    });
    const client = createClient({ base: server.line, token });
    await connectGoogle({
      google: site.google,
      person: { client, uid, cookie: `amplify=${token}` },
      answer: { email },
    });
    await addLeads(client, 8);
    site.google.script.gmail = (_, count) => (count < 2 ? null : "mute");
    const id = await sendToAll(client);
    await until(() => site.google.mails.length >= 3);
    await server.kill();
    const takenBefore = site.google.mails.length;

    site.google.script.gmail = () => null;
    server = await serve();
    const after = createClient({ base: server.line, token });
    const { counts, total } = await untilCampaign(after, id, ({ state }) => state === "finished");
    expect(sum(counts)).toBe(total);
    expect(counts.failed + counts.deferred + counts.queued).toBe(0);
    expect(counts.uncertain).toBeGreaterThanOrEqual(1);
    expect(counts.uncertain).toBeLessThanOrEqual(providers.google.connections);
    expect(site.google.mails.length).toBeGreaterThan(takenBefore);
    expect(new Set(takenBy()).size).toBe(site.google.mails.length);
  } finally {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
