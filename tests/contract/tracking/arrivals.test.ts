import { afterAll, beforeAll, expect, test } from "bun:test";
import PostalMime from "postal-mime";
import { type SendingServer, startSendingServer } from "../../support/smtp/sendingServer.ts";

let sending: SendingServer;
beforeAll(async () => {
  // Each mail is taken, and the line breaks before that is said: nobody knows whether it arrived.
  sending = await startSendingServer({ smtp: { dot: { accept: true, next: "drop" } } });
});
afterAll(() => sending.close());

const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36" };
const ask = (url: string, init: RequestInit = {}) =>
  fetch(url, { redirect: "manual", headers: browser, ...init });

/** A mail whose end nobody knows, with its links as its reader has them. */
async function doubtedMail(name: string) {
  await sending.addLeads(1, name);
  const email = `${name}0@in.test`;
  const id = await sending.send([email], `Hello ${name}`);
  await sending.untilCounts(id, ({ uncertain }) => uncertain === 1);
  const raw = sending.smtp.accepted.find(({ to }) => to.includes(email))?.raw;
  const { html = "" } = await PostalMime.parse(raw ?? "");
  const link = (kind: string) => new RegExp(`http[^"]*/${kind}/[\\w.-]+`).exec(html)?.[0] ?? "";
  const mailsTo = () => sending.smtp.accepted.filter(({ to }) => to.includes(email)).length;
  return { id, email, link, mailsTo };
}

test.each(["o", "u"] as const)(
  "a mail in doubt whose /%s/ its reader uses has arrived, and does not go again",
  async (kind) => {
    const { id, link, mailsTo } = await doubtedMail(`reader-${kind}`);
    expect((await ask(link(kind), kind === "u" ? { method: "POST" } : {})).status).toBe(200);
    const known = await sending.untilCounts(id, ({ sent, uncertain }) => sent === 1 && uncertain === 0);
    expect(known.state).toBe("finished");
    const { retried } = await sending.person.client("POST /amplify/campaigns/{id}/retry", {
      params: { id },
      body: { states: ["uncertain"] },
    });
    expect([retried, mailsTo()]).toEqual([0, 1]);
  },
);

test("one that somebody lets go once more stays where it is when its reader opens it before its turn", async () => {
  const { id, link, mailsTo } = await doubtedMail("reader-again");
  const { client } = sending.person;
  const [account] = await client("GET /amplify/auth/credentials");
  const params = { id: account?._id ?? "" };
  const limit = (perDay: number | null) =>
    client("PUT /amplify/auth/credentials/{id}", { params, body: { perDay, appPassword: "" } });
  await limit(1);
  await client("POST /amplify/campaigns/{id}/retry", { params: { id }, body: { states: ["uncertain"] } });
  await sending.untilCounts(id, ({ queued }) => queued === 1);
  await ask(link("o"));
  await sending.untilCounts(id, ({ sent }, { state }) => sent === 1 && state === "finished");
  await limit(null);
  expect(mailsTo()).toBe(1);
});

test("one that its server says it did not take goes on being tried, whoever followed its links meanwhile", async () => {
  const { id, link } = await doubtedMail("reader-deferred");
  sending.smtp.script.rcpt = "450 4.2.0 Later";
  await sending.person.client("POST /amplify/campaigns/{id}/retry", {
    params: { id },
    body: { states: ["uncertain"] },
  });
  await sending.untilCounts(id, ({ deferred }) => deferred === 1);
  await ask(link("o"));
  expect((await sending.campaign(id)).counts).toMatchObject({ sent: 0, deferred: 1 });
  sending.smtp.script.rcpt = () => null;
});

test("a program that looks, and a look at the page, prove nothing", async () => {
  const { id, link } = await doubtedMail("reader-scanned");
  await ask(link("o"), { headers: { "user-agent": "Mozilla/5.0" } });
  await ask(link("u"));
  expect((await sending.campaign(id)).counts).toMatchObject({ sent: 0, uncertain: 1 });
});
