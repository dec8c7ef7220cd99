import { afterAll, beforeAll, expect, test } from "bun:test";
import PostalMime from "postal-mime";
import { Refusal } from "../../../contract/errors.ts";
import type { Lead } from "../../../contract/schemas/lead.ts";
import type { TransactionalDetail } from "../../../contract/schemas/transactional.ts";
import { type SendingServer, startSendingServer } from "../../support/smtp/sendingServer.ts";
import { until } from "../../support/until.ts";

let all: SendingServer;

beforeAll(async () => {
  all = await startSendingServer();
  await all.server.grant(all.person, { status: "AMPR" });
});
afterAll(() => all.close());

type Body = Record<string, unknown>;
const letter = {
  subject: "Your order {{number}}",
  html: "<p>Dear {{firstName|friend}}, {{number}} is on its way.</p>",
};

/** A call over the wire, with its headers. */
async function ask(body: Body, headers: Record<string, string> = {}) {
  const answer = await fetch(`${all.server.url}/email/transactional`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${all.person.token}`,
      ...headers,
    },
    body: JSON.stringify({ ...letter, ...body }),
  });
  return { status: answer.status, json: await answer.json() };
}

const one = (id: string): Promise<TransactionalDetail> =>
  all.person.client("GET /email/transactional/{id}", { params: { id } });
async function settled(id: string, state: string): Promise<TransactionalDetail> {
  await until(async () => (await one(id)).state === state);
  return one(id);
}
const mailTo = async (email: string) => {
  const raw = all.smtp.accepted.filter(({ to }) => to.includes(email)).map(({ raw }) => raw);
  return Promise.all(raw.map((text) => new PostalMime().parse(text)));
};

test("a mail of text alone, without HTML or a template, goes out as that and with its attachments", async () => {
  for (const attachments of [[], [{ name: "a.txt", type: "text/plain", content: "aGk=" }]]) {
    const email = `plain${attachments.length}@in.test`;
    const body = {
      html: undefined,
      text: "Dear {{firstName|friend}},\nyour code: {{number}} <3\n",
      attachments,
    };
    const { status, json } = await ask({ ...body, to: [{ email }], values: { number: 7 }, trackOpens: true });
    expect(status).toBe(202);
    await settled(json.mails[0].id, "sent");
    const [mail] = await mailTo(email);
    expect(mail?.html).toBeUndefined();
    expect(mail?.text?.trimEnd()).toBe("Dear friend,\nyour code: 7 <3");
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual(attachments.map(({ name }) => name));
    const raw = String(all.smtp.accepted.find(({ to }) => to.includes(email))?.raw);
    expect(/^Content-Type: (\S+);/m.exec(raw)?.[1]).toBe(
      attachments.length === 0 ? "text/plain" : "multipart/mixed",
    );
  }
  const blank = await ask({ html: " ", text: " \n", to: [{ email: "none@in.test" }] });
  expect(blank).toMatchObject({ status: 400, json: { reason: "fields_missing" } });
});

test("a text part that is given and empty is made from the HTML", async () => {
  const { json } = await ask({ text: " \n", to: [{ email: "empty@in.test" }], values: { number: 7 } });
  await settled(json.mails[0].id, "sent");
  const [mail] = await mailTo("empty@in.test");
  expect(mail?.text?.trimEnd()).toBe("Dear friend, 7 is on its way.");
});

test("what a program gives as a part of a link stays as it gave it", async () => {
  const html = '<p>{{number}} <a href="https://app.test/{{path}}">Go</a></p>';
  const to = [{ email: "link@in.test" }];
  const { json } = await ask({ html, to, values: { number: 7, path: "reset/1?to=a%2Bb" } });
  await settled(json.mails[0].id, "sent");
  const [mail] = await mailTo("link@in.test");
  expect(mail?.html).toContain('href="https://app.test/reset/1?to=a%2Bb"');
  expect(mail?.text).toContain("https://app.test/reset/1?to=a%2Bb");
});

test("a transactional mail arrives with its values escaped, its attachments whole, and no way out of anything", async () => {
  const pdf = Buffer.from(Array.from({ length: 3_000 }, (_, index) => index % 256));
  const { status, json } = await ask({
    to: [
      { email: "Ann@In.Test", name: "Ann Ö. Lee", values: { firstName: "<b>Ann</b>" } },
      { email: "bob@in.test" },
    ],
    values: { Number: 7 },
    replyTo: "desk@sender.test",
    attachments: [
      { name: "Rechnung für März.pdf", type: "application/pdf", content: pdf.toString("base64") },
      { name: "empty.txt", type: "text/plain", content: "" },
    ],
  });
  expect(status).toBe(202);
  expect(json.mails).toMatchObject([
    { email: "ann@in.test", state: "queued", reason: null },
    { email: "bob@in.test", state: "queued" },
  ]);
  const shown = await settled(json.mails[0].id, "sent");
  expect(shown).toMatchObject({ kind: "transactional", attempts: 1, mayRetry: false });
  expect(shown.history.map(({ what }) => what)).toEqual(["accepted", "tried", "sent"]);
  const [mail] = await mailTo("ann@in.test");
  expect(mail).toMatchObject({
    subject: "Your order 7",
    to: [{ address: "ann@in.test", name: "Ann Ö. Lee" }],
    replyTo: [{ address: "desk@sender.test" }],
    messageId: shown.messageId,
  });
  expect(mail?.html?.trim()).toBe("<p>Dear &lt;b&gt;Ann&lt;/b&gt;, 7 is on its way.</p>");
  expect(mail?.text?.trim()).toBe("Dear <b>Ann</b>, 7 is on its way.");
  expect(mail?.headers.some(({ key }) => key === "list-unsubscribe")).toBe(false);
  const [first, second] = mail?.attachments ?? [];
  expect(first).toMatchObject({ filename: "Rechnung für März.pdf", mimeType: "application/pdf" });
  expect(Buffer.from(first?.content as ArrayBuffer).equals(pdf)).toBe(true);
  expect(second).toMatchObject({ filename: "empty.txt", mimeType: "text/plain" });
  await settled(json.mails[1].id, "sent");
  const [other] = await mailTo("bob@in.test");
  expect(other?.html).toContain("Dear friend, 7");
  expect(await all.person.client("GET /amplify/campaigns")).toEqual([]);
});

test("a transactional mail is asked for once under one key, however often that is repeated, and the key is no other call's", async () => {
  const body = { to: [{ email: "once@in.test" }], values: { number: 1, shop: "Ulm" } };
  const key = { "idempotency-key": "order-1" };
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask(body, key)));
  await settled(answers[0]?.json.mails[0].id, "sent");
  answers.push(await ask(body, key), await ask({ ...body, values: { shop: "Ulm", number: 1 } }, key));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await mailTo("once@in.test")).toHaveLength(1);
  expect(await ask({ ...body, values: { number: 2 } }, key)).toMatchObject({ status: 422 });
});

test("a transactional mail is refused before anything is queued where a value is missing, a recipient is there twice, or a file is too large", async () => {
  const to = [{ email: "fine@in.test", values: { number: 1 } }, { email: "none@in.test" }];
  const tooLarge = { name: "a.bin", type: "application/x-bin", content: "AAAA".repeat(500_001) };
  for (const [body, said] of [
    [{ to }, "{{number}}"],
    [{ to: [to[0], to[0]] }, "twice"],
    [{ to: [to[0]], attachments: [tooLarge] }, "a.bin"],
    [{ to: [to[0]], attachments: [{ name: "a", type: "multipart/mixed", content: "" }] }, "application/pdf"],
    [{ to: [to[0]], attachments: [{ name: "a\r\nB: c", type: "text/plain", content: "" }] }, "file's name"],
    [{ to: [to[0]], attachments: [{ name: "a", type: "text/plain", content: "no" }] }, "base64"],
  ] as const) {
    const { status, json } = await ask(body);
    expect({ status, body: JSON.stringify(body).slice(0, 80) }).toMatchObject({ status: 400 });
    expect(json.message).toContain(said);
  }
  expect(await all.person.client("GET /email/transactional", { query: { email: "fine@in.test" } })).toEqual({
    items: [],
    next: null,
  });
});

test("a value by a name that no merge field can have is refused: the mail would show its braces", async () => {
  for (const name of ["order number", "1st", "naïve", "__proto__", ""]) {
    const values = JSON.parse(`{"number":7,${JSON.stringify(name)}:"x"}`);
    for (const place of [{ values }, { to: [{ email: "braces@in.test", values }] }])
      expect(await ask({ to: [{ email: "braces@in.test" }], ...place })).toMatchObject({
        status: 400,
        json: { reason: "value_name_invalid", params: { name } },
      });
  }
});

test("a transactional mail goes to whoever wants no campaigns, and to nobody who takes none of its kind", async () => {
  const { client } = all.person;
  await all.addLeads(1, "optedout");
  const email = "optedout0@in.test";
  const found = await client("GET /amplify/leads", { query: { search: email, page: 1 } });
  const [lead] = "items" in found ? found.items : found;
  const { firstName, lastName, phone } = lead as Lead;
  await client("PUT /amplify/leads/{id}", {
    params: { id: lead?._id ?? "" },
    body: { firstName, lastName, phone, email, collection: [], optout: true },
  });
  const kind = "receipt";
  const { json } = await ask({ to: [{ email, values: { number: 1 } }], kind });
  await settled(json.mails[0].id, "sent");
  const { id } = await client("POST /email/suppressions", { body: { email, kind, cause: "asked" } });
  const second = await ask({ to: [{ email, values: { number: 2 } }], kind });
  expect(second.json.mails).toMatchObject([{ state: "refused", cause: { code: "kind_suppressed" } }]);
  expect(await one(second.json.mails[0].id)).toMatchObject({ state: "suppressed", mayRetry: false });
  const another = await ask({ to: [{ email, values: { number: 3 } }] });
  await settled(another.json.mails[0].id, "sent");
  await client("POST /email/suppressions", { body: { email, cause: "bounced" } });
  expect((await ask({ to: [{ email, values: { number: 4 } }] })).json.mails[0].state).toBe("refused");
  expect(await client("GET /email/suppressions", { query: { email } })).toMatchObject({
    items: [
      { kind: "*", cause: "bounced", email },
      { kind, cause: "asked" },
    ],
  });
  await client("DELETE /email/suppressions/{id}", { params: { id } });
  expect((await client("GET /email/suppressions", { query: { email } })).items).toHaveLength(1);
});

test("a transactional mail is found in the log by state, kind, address and time, page by page", async () => {
  const { client } = all.person;
  const list = (query: object) => client("GET /email/transactional", { query });
  const first = await list({ pageSize: 2 });
  expect(first.items).toHaveLength(2);
  const rest = await list({ pageSize: 200, before: first.next ?? "" });
  expect(rest.next).toBeNull();
  const everything = [...first.items, ...rest.items];
  expect(new Set(everything.map(({ id }) => id)).size).toBe(everything.length);
  expect((await list({ state: "suppressed" })).items.every(({ state }) => state === "suppressed")).toBe(true);
  expect((await list({ kind: "receipt" })).items).toHaveLength(2);
  expect((await list({ since: Date.now() + 60_000 })).items).toEqual([]);
});

test("a transactional mail that is tried again has as long as its caller gave it, not as others have", async () => {
  all.smtp.script.rcpt = "550 5.1.1 Nobody here";
  const to = [{ email: "late@in.test" }];
  const { json } = await ask({ to, values: { number: 7 }, ttlSeconds: 60 });
  const { id } = json.mails[0];
  await settled(id, "failed");
  delete all.smtp.script.rcpt;
  await all.person.client("POST /email/transactional/{id}/retry", { params: { id }, body: {} });
  const { createdAt, expiresAt } = await settled(id, "sent");
  expect(expiresAt).toBeGreaterThan(createdAt + 60_000);
  expect(expiresAt).toBeLessThan(Date.now() + 60_001);
});

test("a transactional mail is nobody else's", async () => {
  const stranger = await all.server.signUp();
  await all.server.grant(stranger, { status: "AMPR" });
  const [mail] = (await all.person.client("GET /email/transactional", {})).items;
  const id = mail?.id ?? "";
  for (const call of [
    stranger.client("GET /email/transactional/{id}", { params: { id } }),
    stranger.client("POST /email/transactional/{id}/retry", { params: { id }, body: {} }),
    stranger.client("DELETE /email/suppressions/{id}", { params: { id } }),
  ]) {
    const refusal = await call.then(
      () => null,
      (error) => error,
    );
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal.status).toBe(404);
  }
  expect((await stranger.client("GET /email/transactional", {})).items).toEqual([]);
});

test("a transactional mail goes from the account that `from` names, and is refused where that is none of one's own", async () => {
  const second = "desk@sandbox.test";
  await all.person.client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: second, appPassword: "", alias: `Desk <${second}>` },
  });
  const to = [{ email: "from@in.test" }];
  const fine = { to, subject: "Hello", html: "<p>Hello</p>" };
  for (const from of [second, second.toUpperCase(), `Desk <${second}>;${second}`]) {
    const { status, json } = await ask({ ...fine, from });
    expect({ from, status }).toEqual({ from, status: 202 });
    expect(await one(json.mails[0].id)).toMatchObject({ from: `Desk <${second}>` });
  }
  const before = (await all.person.client("GET /email/transactional", { query: {} })).items.length;
  const accounts = await all.person.client("GET /amplify/auth/credentials");
  const account = accounts.find(({ appEmail }) => appEmail !== second)?._id;
  for (const wrong of [
    { from: "boss@elsewhere.test" },
    { from: `Somebody <${second}>;${second}` },
    // The id is that of the other account.
    { from: second, account },
  ]) {
    const { status, json } = await ask({ ...fine, ...wrong });
    expect({ wrong, status, ...json }).toMatchObject({ wrong, status: 400, reason: "sender_unknown" });
  }
  expect((await ask({ ...fine, from: 5 })).status).toBe(400);
  expect((await all.person.client("GET /email/transactional", { query: {} })).items).toHaveLength(before);
});

test("a transactional mail that waits for its account's day says why, and when it goes on", async () => {
  const from = "slow@sandbox.test";
  const { _id: account } = await all.person.client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: from, appPassword: "", alias: `Slow <${from}>`, perDay: 1 },
  });
  const said = { subject: "Hello", html: "<p>Hello</p>", account };
  const first = await ask({ ...said, to: [{ email: "first@in.test" }] });
  const { sentAt } = await settled(first.json.mails[0].id, "sent");
  const { id } = (await ask({ ...said, to: [{ email: "second@in.test" }] })).json.mails[0];
  await until(async () => (await one(id)).waitingCause !== null);
  const { state, waitingCause, nextAt } = await one(id);
  expect({ state, waitingCause }).toMatchObject({ state: "queued", waitingCause: { code: "own_limit" } });
  expect(nextAt).toBeGreaterThan((sentAt ?? 0) + 23 * 60 * 60_000);
});

test("a mail that names the unsubscribe link is told that it has none, or leads to the address that its sender gives", async () => {
  const html = '<p>Bye. <a href="{{unsubscribeUrl}}">No more of these</a></p>';
  const named = (unsubscribeUrl?: string) =>
    ask({
      html,
      subject: "Bye",
      to: [{ email: "leaver@in.test" }],
      ...(unsubscribeUrl === undefined ? {} : { values: { unsubscribeUrl } }),
    });
  expect(await named()).toMatchObject({ status: 400, json: { reason: "way_out_missing" } });
  for (const wrong of ["", "javascript:alert(1)", "https://"])
    expect(await named(wrong)).toMatchObject({ status: 400, json: { reason: "way_out_not_address" } });
  const { status, json } = await named("https://shop.test/mails?who=7&of=receipts");
  expect(status).toBe(202);
  await settled(json.mails[0].id, "sent");
  const [mail] = await mailTo("leaver@in.test");
  expect(mail?.html).toContain('href="https://shop.test/mails?who=7&amp;of=receipts"');
  expect(mail?.text).toContain("https://shop.test/mails?who=7&of=receipts");
  expect(mail?.headers.some(({ key }) => key.startsWith("list-unsubscribe"))).toBe(false);
});
