import { afterAll, beforeAll, expect, test } from "bun:test";
import { Refusal } from "../../../contract/errors.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";

let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  server = await startTestServer({ AMPLIFY_PRIVATE_HOSTS: "off" });
  person = await server.signUp();
  await server.grant(person, { status: "AMPR" });
  await person.client("POST /amplify/auth/credentials", {
    body: {
      provider: "sandbox",
      appEmail: "shop@sender.test",
      appPassword: "",
      alias: "Shop <shop@sender.test>",
    },
  });
});
afterAll(() => server.close());

async function refusalOf(method: string, path: string, body?: unknown) {
  const answer = await fetch(server.url + path, {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${person.token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, ...((await answer.json()) as { message: string; field?: string }) };
}

const mail = { subject: "Receipt", text: "Thank you", to: [{ email: "ada@example.com" }] };
const lead = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com" };

test("a refusal of a broken rule says where in the call it is, also where its sentence does not", async () => {
  const mails = "/email/transactional";
  const file = { name: "a.txt", content: "aGk=" };
  const calls: [field: string, method: string, path: string, body?: unknown][] = [
    ["to.1.email", "POST", mails, { ...mail, to: [...mail.to, { email: "nobody@" }] }],
    ["subject", "POST", mails, { ...mail, subject: undefined }],
    ["html", "POST", mails, { ...mail, text: undefined }],
    ["attachments.1.name", "POST", mails, { ...mail, attachments: [file, { ...file, name: "a/b" }] }],
    ["attachments.0.content", "POST", mails, { ...mail, attachments: [{ ...file, content: "?" }] }],
    ["lastName", "POST", "/amplify/leads", { ...lead, lastName: undefined }],
    ["email", "POST", "/amplify/leads", { ...lead, email: "ada@" }],
    ["from", "POST", "/email/send", { subject: "News", html: "<p>Hello</p>", leads: ["ada@example.com"] }],
    ["name", "POST", "/templates", { html: "<p>Hello</p>" }],
    ["limit", "GET", "/amplify/leads?limit=1000"],
    ["sort", "GET", "/amplify/leads?sort=shoe&limit=5"],
  ];
  for (const [field, method, path, body] of calls)
    expect({ path, ...(await refusalOf(method, path, body)) }).toMatchObject({ path, status: 400, field });
});

test("a rule over what only the server knows says so too", async () => {
  await refusalOf("POST", "/amplify/leads", lead);
  await refusalOf("POST", "/amplify/collections", { name: "friends" });
  const mails = "/email/transactional";
  const send = {
    subject: "News",
    html: "<p>Hello</p>",
    from: "shop@sender.test",
    leads: ["ada@example.com"],
  };
  const hook = { name: "Hook", url: "http://203.0.113.7/", types: ["lead.created"] };
  const name = "Sync";
  const calls: [field: string, path: string, body: object][] = [
    ["email", "/amplify/leads", lead],
    ["fields.shoe", "/amplify/leads", { ...lead, email: "bo@example.com", fields: { shoe: 42 } }],
    ["name", "/amplify/collections", { name: "Friends" }],
    ["from", "/email/send", { ...send, from: "you@sender.test" }],
    ["leads", "/email/send", { ...send, leads: ["nobody@example.com"] }],
    ["collection", "/email/send", { ...send, leads: undefined, collection: "foes" }],
    ["templateId", "/email/send", { ...send, html: undefined, templateId: "none" }],
    ["template", mails, { ...mail, text: undefined, template: "none" }],
    ["to.1.email", mails, { ...mail, to: [...mail.to, ...mail.to] }],
    ["to.0.values", mails, { ...mail, text: "Hello {{who}}" }],
    ["url", "/amplify/api/webhooks", hook],
    ["addresses.1", "/amplify/api/keys", { name, scopes: ["read"], addresses: ["203.0.113.7", "home"] }],
    ["expiresAt", "/amplify/api/keys", { name, scopes: ["read"], expiresAt: 1 }],
    [
      "newPassword",
      "/amplify/auth/password",
      { currentPassword: person.password, newPassword: "Password1!" },
    ],
  ];
  for (const [field, path, body] of calls)
    expect({ path, ...(await refusalOf("POST", path, body)) }).toMatchObject({ path, field });
});

test("a rule over the call as a whole, and every other refusal, names no field", async () => {
  expect(await refusalOf("POST", "/amplify/collections", [])).not.toHaveProperty("field");
  expect(await refusalOf("GET", "/amplify/leads/nobody")).not.toHaveProperty("field");
});

test("a call that means all unless it is told which takes nothing that it does not know", async () => {
  for (const [path, body] of [
    ["/amplify/campaigns/none/retry", { states: ["failed"], deliveries: ["one"] }],
    ["/amplify/campaigns/none/uncertain", { decision: "again", ids: ["one"] }],
    ["/amplify/api/webhooks/none/redeliver", { since: 1 }],
  ] as const) {
    const unknown = Object.keys(body).at(-1);
    expect({ path, ...(await refusalOf("POST", path, body)) }).toMatchObject({
      path,
      status: 400,
      message: `There is no “${unknown}” here`,
    });
  }
});

test("the client hands the field on", async () => {
  const refusal = await person
    .client("POST /amplify/leads", { body: { ...lead, email: "ada@" } })
    .catch((e) => e);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal.field).toBe("email");
});

test("a method that a path does not take is answered with those that it takes, to a key too", async () => {
  const { key } = await person.client("POST /amplify/api/keys", { body: { name: "Sync", scopes: ["read"] } });
  const asked = async (method: string, path: string, token = person.token) => {
    const answer = await fetch(server.url + path, { method, headers: { authorization: `Bearer ${token}` } });
    return {
      status: answer.status,
      allow: answer.headers.get("allow"),
      ...((await answer.json()) as object),
    };
  };
  const told = {
    status: 405,
    allow: "GET,POST,HEAD",
    code: "method_not_allowed",
    message: "This path takes GET, POST, HEAD",
  };
  for (const token of [person.token, key, "nobody"])
    expect(await asked("PUT", "/amplify/leads", token)).toEqual(told);
  expect(await asked("POST", "/amplify/leads/some")).toMatchObject({
    status: 405,
    allow: "GET,PUT,DELETE,HEAD",
  });
  expect(await asked("PUT", "/amplify/nothing")).toMatchObject({
    status: 404,
    allow: null,
    code: "not_found",
  });
});
