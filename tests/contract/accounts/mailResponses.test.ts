import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import {
  type ImapStandIn,
  imapPassword,
  imapUser,
  startImapStandIn,
} from "../../support/imap/imapStandIn.ts";
import { bounceOf, complaintOf, headerIn, replyTo } from "../../support/inbound/mailsBack.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { type AcceptedMail, type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { until } from "../../support/until.ts";
import { unzip } from "../../support/unzip.ts";

let server: TestServer;
let smtp: ScriptedSmtp;
let imap: ImapStandIn;
let ada: TestPerson;
let from: string;
let people = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  smtp = await startScriptedSmtp();
  imap = await startImapStandIn({ security: "none" });
  ada = await server.signUp();
  people += 1;
  from = `news${people}@shop.example`;
  const { _id: id } = await ada.client("POST /amplify/auth/credentials", {
    body: {
      provider: "smtp",
      appEmail: from,
      appPassword: "stored-password",
      alias: `Shop <${from}>`,
      host: "127.0.0.1",
      port: smtp.port,
      security: "none",
    },
  });
  const place = { host: "127.0.0.1", port: imap.port, security: "none" } as const;
  await ada.client("PUT /amplify/auth/credentials/{id}/reading", {
    params: { id },
    body: { ...place, user: imapUser, password: imapPassword },
  });
  const reading = async () => (await ada.client("GET /amplify/auth/readings"))[0];
  await until(async () => (await reading())?.lookedAt !== null);
});
afterEach(async () => {
  await imap.close();
  await smtp.close();
});

const addLeads = (...emails: string[]) =>
  ada.client("POST /amplify/leads/bulk", {
    body: { leads: emails.map((email) => ({ firstName: "Ann", lastName: "Lee", email })) },
  });
const campaign = (id: string) => ada.client("GET /amplify/campaigns/{id}", { params: { id } });
const mailsTo = (email: string) => smtp.accepted.filter(({ to }) => to.includes(email));
function mailTo(email: string): AcceptedMail {
  const mail = mailsTo(email).at(-1);
  if (mail === undefined) throw new Error("nothing was sent");
  return mail;
}

async function leads(query: { filter?: "suppressed" } = {}) {
  const found = await ada.client("GET /amplify/leads", { query: { ...query, page: 1 } });
  return "items" in found ? found.items : found;
}

const counts = async () => (await leads()).map(({ emailCount }) => emailCount).sort();
const suppressed = async () => (await leads({ filter: "suppressed" })).map(({ email }) => email);

async function send(subject = "Three things"): Promise<string> {
  const body = { subject, html: "<p>Hi</p>", from, collection: "all" };
  const { campaignId } = await ada.client("POST /email/send", { body });
  await until(async () => (await campaign(campaignId)).state === "finished");
  return campaignId;
}

const gone = { status: "5.1.1", words: "550 5.1.1 No such user here" };
const full = { status: "4.2.2", words: "452 4.2.2 The mailbox is full" };

test("nothing that a mail shows, links and all, tells its Message-ID, by which it could be reported as returned", async () => {
  await addLeads("ann@customer.example");
  const html =
    '<p>Hi, <a href="https://shop.example/{{email}}">look</a> or <a href="{{unsubscribeUrl}}">leave</a></p>';
  await ada.client("POST /email/send", { body: { subject: "Hi", html, from, collection: "all" } });
  await until(() => mailsTo("ann@customer.example").length === 1);
  const [mail] = mailsTo("ann@customer.example");
  if (mail === undefined) throw new Error("no mail came");
  const raw = Buffer.from(mail.raw).toString("latin1");
  const shown = raw.slice(raw.indexOf("\r\n\r\n")).replaceAll("=\r\n", "");
  // Its three kinds of links are there.
  for (const path of ["/u/", "/c/", "/o/"]) expect(shown).toContain(path);
  const [id = ""] = headerIn(mail, "Message-ID").replace("<", "").split("@");
  expect(id).toMatch(/^[\da-f]{8}-/);
  const bytes = (shown.match(/[\w-]{16,}/g) ?? []).map((word) => Buffer.from(word, "base64url"));
  const readings = [shown, ...bytes.flatMap((each) => [each.toString("latin1"), each.toString("hex")])];
  for (const spelling of [id, id.replaceAll("-", "")])
    expect(readings.filter((text) => text.includes(spelling))).toEqual([]);
});

test("a mail that comes back has failed in its server's words, and its address gets no more of them", async () => {
  await addLeads("ann@customer.example", "bob@customer.example");
  const id = await send();
  expect((await campaign(id)).counts).toMatchObject({ sent: 2, failed: 0 });
  const mail = mailTo("ann@customer.example");
  imap.mailbox.add({ raw: bounceOf(mail, { to: "ann@customer.example", ...gone }) });
  await until(async () => (await campaign(id)).counts.failed === 1);
  const { items } = await ada.client("GET /amplify/campaigns/{id}/deliveries", {
    params: { id },
    query: { state: "failed" },
  });
  expect(items).toMatchObject([
    { email: "ann@customer.example", cause: { code: "bounced", reply: gone.words } },
  ]);
  // By whatever it is looked at it is one of two, once its mails are counted.
  await server.grant(ada, { status: "AMPR" });
  const rowsBy = async (by: "step" | "account" | "domain") => {
    const found = await ada.client("GET /amplify/campaigns/{id}/breakdown", {
      params: { id },
      query: { by },
    });
    return found.rows.map(({ sent, failed }) => [sent, failed]);
  };
  await until(async () => String(await counts()) === "0,1");
  for (const by of ["step", "account", "domain"] as const) expect(await rowsBy(by)).toEqual([[1, 1]]);
  const { sum } = await ada.client("GET /amplify/campaigns/{id}/times", {
    params: { id },
    query: { by: "hour" },
  });
  expect(sum.sent).toBe(1);
  // The same once more, as after a mailbox was renumbered: nothing more follows from it.
  imap.mailbox.add({ raw: bounceOf(mail, { to: "ann@customer.example", ...gone }) });
  await addLeads("cay@customer.example");
  const next = await send("Once more");
  expect(mailsTo("ann@customer.example")).toHaveLength(1);
  expect((await campaign(next)).counts).toMatchObject({ sent: 2, skipped: 1 });
  const left = await ada.client("GET /amplify/campaigns/{id}/deliveries", {
    params: { id: next },
    query: { state: "skipped" },
  });
  expect(left.items).toMatchObject([{ cause: { code: "address_bounced" } }]);
  const [{ _id: account } = { _id: "" }] = await ada.client("GET /amplify/auth/credentials");
  const health = await ada.client("GET /amplify/auth/credentials/{id}/health", { params: { id: account } });
  expect(health.days.reduce((sum, { bounced }) => sum + bounced, 0)).toBe(1);
});

test("a campaign's mail that came back is not tried again in vain, and goes once its address takes mails again", async () => {
  await addLeads("ann@customer.example", "bob@customer.example");
  const id = await send();
  const mail = mailTo("ann@customer.example");
  imap.mailbox.add({ raw: bounceOf(mail, { to: "ann@customer.example", ...gone }) });
  await until(async () => (await campaign(id)).counts.failed === 1);
  const retry = (body: { states: ["failed"]; code?: "bounced" }) =>
    ada.client("POST /amplify/campaigns/{id}/retry", { params: { id }, body });
  const causes = () => ada.client("GET /amplify/campaigns/{id}/causes", { params: { id } });
  expect(await causes()).toMatchObject([{ code: "bounced", retry: null }]);
  const inVain = { message: "No mail of these can be tried again", retried: 0 };
  expect(await retry({ states: ["failed"] })).toEqual(inVain);
  expect(await retry({ states: ["failed"], code: "bounced" })).toEqual(inVain);
  expect(await campaign(id)).toMatchObject({ state: "finished", counts: { sent: 1, failed: 1, skipped: 0 } });
  const lead = (await leads()).find(({ email }) => email === "ann@customer.example");
  await ada.client("DELETE /amplify/leads/{id}/returned", { params: { id: lead?._id ?? "" } });
  expect(await causes()).toMatchObject([{ code: "bounced", retry: "failed" }]);
  expect((await retry({ states: ["failed"], code: "bounced" })).retried).toBe(1);
  await until(async () => (await campaign(id)).counts.sent === 2);
  await until(async () => !(await counts()).includes(0));
  expect(await counts()).toEqual([1, 1]);
});

test("a program's mail that came back is not tried again in vain, and its address says so until somebody knows better", async () => {
  await server.grant(ada, { status: "AMPR" });
  const email = "ann@customer.example";
  const [{ id } = { id: "" }] = (
    await ada.client("POST /email/transactional", { body: { subject: "Bill", text: "Hi", to: [{ email }] } })
  ).mails;
  const mail = () => ada.client("GET /email/transactional/{id}", { params: { id } });
  const retry = () => ada.client("POST /email/transactional/{id}/retry", { params: { id }, body: {} });
  const known = async () =>
    (await ada.client("GET /email/suppressions", { query: { email } })).returned?.words ?? null;
  await until(async () => (await mail()).state === "sent");
  expect(await known()).toBeNull();
  imap.mailbox.add({ raw: bounceOf(mailTo(email), { to: email, ...gone }) });
  await until(async () => (await mail()).state === "failed");
  await expect(retry()).rejects.toThrow("Mails to this address came back");
  expect(await mail()).toMatchObject({ state: "failed", mayRetry: true, cause: { code: "bounced" } });
  expect(await known()).toBe(gone.words);
  await addLeads(email);
  const [lead] = (await ada.client("GET /amplify/leads")) as { _id: string }[];
  await ada.client("DELETE /amplify/leads/{id}/returned", { params: { id: lead?._id ?? "" } });
  expect(await known()).toBeNull();
  await retry();
  await until(() => mailsTo(email).length === 2);
});

test("a mailbox that is full for now is tried again, and after three in a row it is left alone", async () => {
  await addLeads("ann@customer.example");
  for (const round of [1, 2, 3]) {
    const id = await send(`Round ${round}`);
    const mail = mailTo("ann@customer.example");
    imap.mailbox.add({ raw: bounceOf(mail, { to: "ann@customer.example", ...full }) });
    await until(async () => (await campaign(id)).counts.failed === 1);
  }
  const body = { subject: "Round 4", html: "<p>Hi</p>", from, collection: "all" };
  await expect(ada.client("POST /email/send", { body })).rejects.toThrow("Mails to this address came back");
  expect(mailsTo("ann@customer.example")).toHaveLength(3);
});

test("what is about somebody else's mails, or about another account's, changes nothing", async () => {
  await addLeads("ann@customer.example");
  const id = await send();
  const mail = mailTo("ann@customer.example");
  const bounce = bounceOf(mail, { to: "ann@customer.example", ...gone });
  const ownId = headerIn(mail, "Message-ID");
  // The right id of a mail, behind another domain than it went out with.
  imap.mailbox.add({ raw: bounce.replaceAll(ownId, ownId.replace("@shop.example", "@other.example")) });
  imap.mailbox.add({ raw: bounce.replaceAll(ownId, "<0190b2c4-7d3e-7a11-8c55-1b2f3a4d5e6f@shop.example>") });
  const stranger = await server.signUp();
  await stranger.client("GET /amplify/campaigns");
  imap.mailbox.add({ raw: replyTo(mail, { by: from }) });
  imap.mailbox.add({
    raw: replyTo(mail, { by: "ann@customer.example", more: ["Auto-Submitted: auto-replied"] }),
  });
  // What comes last is dealt with last.
  imap.mailbox.add({ raw: replyTo(mail, { by: "ann@customer.example" }) });
  await until(async () => (await campaign(id)).replied === 1);
  expect((await campaign(id)).counts).toMatchObject({ sent: 1, failed: 0 });
});

test("who complains is never mailed again, and a campaign that is under way waits for its sender to think", async () => {
  await addLeads("ann@customer.example", "bob@customer.example");
  const id = await send();
  const mail = mailTo("ann@customer.example");
  imap.mailbox.add({ raw: complaintOf(mail) });
  await until(async () => (await campaign(id)).complained === 1);
  expect(await suppressed()).toEqual(["ann@customer.example"]);
  expect((await campaign(id)).counts).toMatchObject({ sent: 2 });
});

test("what went out before the rest was given to another account is still heard of in its own mailbox", async () => {
  await addLeads("ann@customer.example", "bob@customer.example", "cay@customer.example");
  const accounts = await ada.client("GET /amplify/auth/credentials");
  const params = { id: accounts[0]?._id ?? "" };
  await ada.client("PUT /amplify/auth/credentials/{id}", { params, body: { perDay: 2, appPassword: "" } });
  const other = `sales${people}@other.example`;
  const { _id: credentialId } = await ada.client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: other, appPassword: "", alias: `Sales <${other}>` },
  });
  const body = { subject: "Three things", html: "<p>Hi</p>", from, collection: "all" };
  const { campaignId: id } = await ada.client("POST /email/send", { body });
  await until(async () => (await campaign(id)).counts.sent === 2);
  await ada.client("POST /amplify/campaigns/{id}/pause", { params: { id } });
  await ada.client("POST /amplify/campaigns/{id}/account", { params: { id }, body: { credentialId } });
  await until(async () => (await campaign(id)).counts.sent === 3);
  const [first, second] = smtp.accepted;
  if (first === undefined || second === undefined) throw new Error("nothing was sent");
  imap.mailbox.add({ raw: bounceOf(first, { to: first.to[0] ?? "", ...gone }) });
  imap.mailbox.add({ raw: replyTo(second, { by: second.to[0] ?? "" }) });
  await until(async () => (await campaign(id)).replied === 1);
  expect((await campaign(id)).counts).toMatchObject({ sent: 2, failed: 1 });
});

test("each mail offers to be left by mail where its account is read, and who writes there is left alone", async () => {
  await addLeads("ann@customer.example");
  await send();
  const mail = mailTo("ann@customer.example");
  const [, subject = ""] = /<mailto:[^?>]+\?subject=([^>]+)>/.exec(headerIn(mail, "List-Unsubscribe")) ?? [];
  expect(headerIn(mail, "List-Unsubscribe")).toContain(`<mailto:${from}?subject=unsubscribe%20`);
  const asking = (words: string) =>
    [`From: <ann@customer.example>`, `To: ${from}`, `Subject: ${words}`, "", "", ""].join("\r\n");
  imap.mailbox.add({ raw: asking("unsubscribe bm90aGluZw.forged") });
  imap.mailbox.add({ raw: asking(decodeURIComponent(subject)) });
  await until(async () => (await suppressed()).length === 1);
});

test("what came back, and when, is in the person's archive", async () => {
  await addLeads("ann@customer.example", "bob@customer.example", "cay@customer.example");
  const id = await send();
  const [ann, bob, cay] = ["ann", "bob", "cay"].map((name) => mailsTo(`${name}@customer.example`)[0]);
  if (ann === undefined || bob === undefined || cay === undefined) throw new Error("nothing was sent");
  imap.mailbox.add({ raw: bounceOf(ann, { to: "ann@customer.example", ...gone }) });
  imap.mailbox.add({ raw: replyTo(bob, { by: "bob@customer.example" }) });
  imap.mailbox.add({ raw: complaintOf(cay) });
  await until(async () => {
    const { counts, replied, complained } = await campaign(id);
    return counts.failed === 1 && replied === 1 && complained === 1;
  });
  const exported = await fetch(`${server.url}/amplify/account/export`, { headers: { cookie: ada.cookie } });
  const files = await unzip(await exported.bytes());
  const cellsOf = (file: string, part: string) =>
    files[file]
      ?.split("\r\n")
      .find((line) => line.includes(part))
      ?.split(",");
  const moment = expect.stringMatching(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/);
  expect(cellsOf("deliveries.csv", "bob@")?.slice(-2)).toEqual([moment, ""]);
  expect(cellsOf("deliveries.csv", "cay@")?.slice(-2)).toEqual(["", moment]);
  expect(cellsOf("deliveries.csv", "ann@")?.slice(-2)).toEqual(["", ""]);
  const [account] = JSON.parse(files["accounts.json"] ?? "[]") as { reading: object | null }[];
  expect(account?.reading).toMatchObject({ state: "reading", since: moment, lookedAt: moment });
  expect(account?.reading).not.toHaveProperty("secret");
  const hash = server.core.secrets.hashAddress("ann@customer.example");
  // One in 64 begins as a formula does.
  const shown = hash.startsWith("-") ? `'${hash}` : hash;
  expect(cellsOf("bounced-addresses.csv", hash)).toEqual([shown, "1", moment, moment, gone.words]);
});
