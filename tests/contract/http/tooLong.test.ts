import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";

let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
});
afterAll(() => server.close());

async function messageOf(path: string, body: object): Promise<string> {
  const response = await fetch(server.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: person.token },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(400);
  return ((await response.json()) as { message: string }).message;
}

const lead = { firstName: "Ann", lastName: "Lee", email: "ann@example.com" };
const send = { subject: "Hi", html: "<p>Hi</p>", from: "ada@sender.test", collection: "all" };
const long = "a".repeat(600);

const cases: [string, string, object, string][] = [
  [
    "collection's name of 300 letters",
    "/amplify/collections",
    { name: "a".repeat(300) },
    "A collection name has at most 60 characters",
  ],
  [
    "template's name",
    "/templates",
    { name: long, html: "<p>Hi</p>" },
    "A template name has at most 120 characters",
  ],
  ["lead's first name", "/amplify/leads", { ...lead, firstName: long }, "A name has at most 200 characters"],
  ["lead's last name", "/amplify/leads", { ...lead, lastName: long }, "A name has at most 200 characters"],
  [
    "lead's phone number",
    "/amplify/leads",
    { ...lead, phone: "1".repeat(51) },
    "A phone number has at most 50 characters",
  ],
  ["subject", "/email/send", { ...send, subject: long }, "A subject has at most 500 characters"],
  [
    "test mail's subject",
    "/email/send/test",
    { ...send, subject: long },
    "A subject has at most 500 characters",
  ],
];
for (const [what, path, body, message] of cases)
  test(`a ${what} that is too long is not called missing`, async () => {
    expect(await messageOf(path, body)).toBe(message);
  });

test("what is missing is still asked for in the specification's words", async () => {
  expect(await messageOf("/amplify/collections", { name: " " })).toBe("Please enter a collection name");
  expect(await messageOf("/email/send", { ...send, subject: " " })).toBe("Please fill all the fields");
});
