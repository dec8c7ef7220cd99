import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { findAccount } from "../../../cli/find/findAccount.ts";
import type { Lead } from "../../../contract/schemas/lead.ts";
import { textsIn } from "../../../contract/texts/language.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { goodPassword } from "../../support/server/testServer.ts";
import { type SendingServer, sender, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

/** Every way to write an address that reaches the same mailbox; the first is the normal form. */
const plain = [
  "unsub@in.test",
  "UNSUB@IN.TEST",
  "unsub@ｉn.test",
  "unsub@ＩＮ.ｔｅｓｔ",
  "unsub@in.test.",
  "unsub@in。test",
  "unsub@in．test｡",
  "unsub@i\u00adn.test",
];
const munich = [
  "x@xn--mnchen-3ya.test",
  "X@XN--Mnchen-3YA.test",
  "x@münchen.test",
  "x@MÜNCHEN.test",
  "x@mu\u0308nchen.test",
  "x@münchen。test.",
];

let all: SendingServer;
beforeAll(async () => {
  all = await startSendingServer();
});
afterAll(() => all.close());
afterEach(async () => {
  for (const { _id } of await leads())
    await all.person.client("DELETE /amplify/leads/{id}", { params: { id: _id } });
});

async function leads(query: { search?: string } = {}): Promise<Lead[]> {
  const answer = await all.person.client("GET /amplify/leads", { query: { ...query, pageSize: 100 } });
  return Array.isArray(answer) ? answer : answer.items;
}

const add = (email: string) =>
  all.person.client("POST /amplify/leads", { body: { firstName: "Una", lastName: "Sub", email } });

const ended = (id: string) => all.untilCounts(id, (_, { state }) => state === "finished");

/** How many mails the sink accepted for this mailbox. */
function mailsTo(address: string): number {
  return all.smtp.accepted.filter(({ to }) => to.includes(address)).length;
}

/** Sends one mail there and follows the link at its end, as its reader does. */
async function optOutByLink(email: string): Promise<void> {
  const id = await all.send([email], `To be left, ${email}`);
  await ended(id);
  const raw = all.smtp.accepted.at(-1)?.raw.toString() ?? "";
  const link = /List-Unsubscribe: <([^>]+)>/.exec(raw)?.[1] ?? "";
  const answer = await fetch(link, { method: "POST", body: "List-Unsubscribe=One-Click" });
  expect(answer.status).toBe(200);
}

for (const spellings of [plain, munich]) {
  const [normal = "", ...others] = spellings;

  test(`whoever opted out as ${normal} is one lead and gets no mail, however the address is written`, async () => {
    await add(normal);
    await optOutByLink(normal);
    const before = mailsTo(normal);
    expect(before).toBe(1);

    for (const email of others) await expect(add(email)).rejects.toMatchObject({ code: "conflict" });
    const rows = others.map((email) => ({ firstName: "Una", lastName: "Sub", email }));
    expect(await all.person.client("POST /amplify/leads/bulk", { body: { leads: rows } })).toMatchObject({
      added: 0,
      updated: 1,
    });
    await importFile(others);
    expect(await leads()).toMatchObject([{ email: normal, optout: true }]);
    for (const email of others) {
      const sent = all.person.client("POST /email/send", {
        body: { subject: `Again ${email}`, html: "<p>Hi</p>", from: sender, leads: [email] },
      });
      // A send that reaches nobody is refused, and says why: the address was known as this lead's.
      await expect(sent).rejects.toThrow(`will not receive the email: ${normal}`);
    }
    expect(mailsTo(normal)).toBe(before);
  });

  test(`whoever opted out as ${normal} is still out after being deleted and added in another spelling`, async () => {
    for (const email of others) {
      const { email: stored, optout, _id } = await add(email);
      expect({ stored, optout }).toEqual({ stored: normal, optout: true });
      await all.person.client("DELETE /amplify/leads/{id}", { params: { id: _id } });
    }
  });
}

test("one campaign mails a mailbox once, however often and in whichever spellings it was imported", async () => {
  const spellings = ["twice@ｉn.test", "Twice@in.test", "twice@in.test."];
  await importFile(spellings);
  expect(await leads()).toHaveLength(1);
  await ended(await all.send(undefined, "To everybody"));
  expect(mailsTo("twice@in.test")).toBe(1);
  await ended(await all.send(spellings, "To three spellings"));
  expect(mailsTo("twice@in.test")).toBe(2);
});

test("a lead is found by its domain as people read it, and by any spelling of the address", async () => {
  await add("Ines@münchen.test");
  await importFile(["ivo@zürich.test", "ina@in.test"]);
  for (const [search, email] of [
    ["münchen", "ines@xn--mnchen-3ya.test"],
    ["MÜNCH", "ines@xn--mnchen-3ya.test"],
    ["ines@xn--mnchen-3ya.test", "ines@xn--mnchen-3ya.test"],
    ["ines@mu\u0308nchen.test", "ines@xn--mnchen-3ya.test"],
    ["zürich", "ivo@xn--zrich-kva.test"],
    ["ina@ｉn.test", "ina@in.test"],
  ] as const)
    expect([search, (await leads({ search })).map((lead) => lead.email)]).toEqual([search, [email]]);
});

test("a segment and a campaign's recipients are asked by any label of a domain as people read it", async () => {
  const { client } = all.person;
  await importFile(["ines@münchen.test", "ivo@post.münchen.test", "ina@in.test"]);
  const id = await all.send(undefined, "To be found");
  await ended(id);
  for (const [about, op, value, count] of [
    ["email", "contains", "München", 2],
    ["email", "containsNot", "mu\u0308nchen", 1],
    ["email", "ends", "@münchen.test", 1],
    ["domain", "contains", "münchen", 2],
    ["domain", "begins", "post.münchen", 1],
  ] as const) {
    const question = { match: "all" as const, of: [{ about, op, value }] };
    const answer = await client("POST /amplify/segments/count", { body: { question } });
    expect([op, value, answer.count]).toEqual([op, value, count]);
  }
  for (const [search, count] of [
    ["MÜNCHEN", 2],
    ["ines@münchen", 1],
    ["zürich", 0],
  ] as const) {
    const answer = await client("GET /amplify/campaigns/{id}/deliveries", {
      params: { id },
      query: { search },
    });
    expect([search, answer.items.length]).toEqual([search, count]);
  }
});

test("an account of a mailbox is one account, and sends under any spelling of its address", async () => {
  const { client } = all.person;
  const credential = (appEmail: string) =>
    client("POST /amplify/auth/credentials", {
      body: { provider: "sandbox", appEmail, alias: `Box <${appEmail}>` },
    });
  await credential("box@münchen.test");
  await expect(credential("box@xn--mnchen-3ya.test")).rejects.toMatchObject({ code: "conflict" });
  await add("reader@in.test");
  const { accepted } = await client("POST /email/send", {
    body: { subject: "Box", html: "<p>Hi</p>", from: "Box@MÜNCHEN.test", leads: ["reader@in.test"] },
  });
  expect(accepted).toBe(1);
  // As the terminal finds it.
  expect(await findAccount(client, "Box@MÜNCHEN.test", textsIn("en")(outputTexts))).toMatchObject({
    appEmail: "box@xn--mnchen-3ya.test",
  });
});

test("somebody signs up once, and signs in with any spelling of the address", async () => {
  const { server } = all;
  const signedUp = await server.signUp({ email: "Boss@München.test" });
  for (const email of ["boss@xn--mnchen-3ya.test", "boss@münchen.test", "BOSS@mu\u0308nchen.test."]) {
    expect((await server.logIn({ email, password: goodPassword })).uid).toBe(signedUp.uid);
    await expect(server.signUp({ email })).rejects.toMatchObject({ code: "conflict" });
  }
});

test("wrong passwords count together, in whichever spelling they are tried", async () => {
  const limited = await startSendingServer({ environment: { AMPLIFY_RATE_LIMITS: "on" } });
  try {
    await limited.server.signUp({ email: "guess@in.test" });
    const statuses: number[] = [];
    for (const username of [
      "guess@in.test",
      "guess@ｉn.test",
      "GUESS@in.test.",
      "guess@in。test",
      ...plain,
    ]) {
      const response = await fetch(`${limited.server.url}/amplify/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ username: username.replace(/unsub/i, "guess"), password: "Wrong-1!" }),
      });
      statuses.push(response.status);
    }
    expect(statuses.slice(0, 6)).toEqual([401, 401, 401, 401, 401, 429]);
  } finally {
    await limited.close();
  }
});

test("an accent that is a character of its own makes no other name, collection or search", async () => {
  const { client } = all.person;
  const [joined, apart] = ["Zoé", "Zoe\u0301"];
  await client("POST /amplify/collections", { body: { name: joined } });
  const twice = client("POST /amplify/collections", { body: { name: apart } });
  await expect(twice).rejects.toThrow("Collection already exists");
  const lead = { firstName: apart, lastName: "Sub", email: "zoe@in.test", collection: [apart, joined] };
  expect(await client("POST /amplify/leads", { body: lead })).toMatchObject({
    firstName: joined,
    collection: ["zoé"],
  });
  const row = { ...lead, email: "row@in.test" };
  await client("POST /amplify/leads/bulk", { body: { leads: [row] } });
  for (const search of [joined, apart]) expect(await leads({ search })).toHaveLength(2);
  const found = await client("GET /amplify/leads", { query: { collection: apart, pageSize: 10 } });
  expect(Array.isArray(found) ? found : found.items).toHaveLength(2);
});

/** Imports a file of addresses; whoever is not clearly an address is left out with a reason. */
async function importFile(emails: readonly string[]): Promise<void> {
  const { client } = all.person;
  const csv = ["First name,Email", ...emails.map((email) => `Una,${email}`)].join("\n");
  const uploaded = await fetch(`${all.server.url}/amplify/imports?name=leads.csv`, {
    method: "POST",
    headers: { authorization: all.person.token, "content-type": "application/octet-stream" },
    body: csv,
  });
  const job = (await uploaded.json()) as { _id: string; guess: never };
  await client("POST /amplify/imports/{id}/start", {
    params: { id: job._id },
    body: { columns: job.guess, collection: "all", existing: "update" },
  });
  const { imports } = all.server.core.database.tables;
  await until(async () => {
    const rows = await all.server.core.database.read.select().from(imports);
    return rows.some(({ id, state }) => id === job._id && state === "done");
  });
}
