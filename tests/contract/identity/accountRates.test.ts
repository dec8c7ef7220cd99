import { afterAll, beforeAll, expect, test } from "bun:test";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";

let smtp: ScriptedSmtp;
let server: TestServer;
beforeAll(async () => {
  smtp = await startScriptedSmtp({ auth: "535 5.7.8 Bad credentials" });
  server = await startTestServer({ AMPLIFY_RATE_LIMITS: "on" });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

async function call(person: TestPerson, to: { method: string; path: string; user?: string }) {
  const response = await fetch(`${server.url}/amplify/auth/credentials${to.path}`, {
    method: to.method,
    headers: { "content-type": "application/json", authorization: person.token },
    ...(to.user === undefined
      ? {}
      : {
          body: JSON.stringify({
            provider: "smtp",
            appEmail: "ada@sender.test",
            appPassword: "a guess",
            alias: "Ada <ada@sender.test>",
            host: "127.0.0.1",
            port: smtp.port,
            security: "none",
            user: to.user,
          }),
        }),
  });
  return { status: response.status, retryAfter: response.headers.get("retry-after") };
}

test("one person fails to sign in twenty times in ten minutes, and then nothing is connected to for them", async () => {
  const person = await server.signUp();
  const guess = (n: number) => call(person, { method: "POST", path: "", user: `user${n}` });
  for (let n = 0; n < 20; n++) expect((await guess(n)).status).toBe(400);
  const asked = smtp.connectionCount();
  const late = await guess(20);
  expect(late.status).toBe(429);
  expect(Number(late.retryAfter)).toBeGreaterThan(0);
  expect(smtp.connectionCount()).toBe(asked);
});

test("one person changes, tests and resumes accounts sixty times in ten minutes", async () => {
  const person = await server.signUp();
  const ways = [
    { method: "PUT", path: "/no-such-account", user: "ada" },
    { method: "POST", path: "/no-such-account/test" },
    { method: "POST", path: "/no-such-account/resume" },
  ];
  for (let n = 0; n < 20; n++) for (const way of ways) expect((await call(person, way)).status).toBe(404);
  for (const way of [...ways, { method: "POST", path: "", user: "ada" }])
    expect((await call(person, way)).status).toBe(429);
  // Looking is not trying.
  expect((await call(person, { method: "GET", path: "" })).status).toBe(200);
});

test("one mailbox is not guessed at by several people together", async () => {
  const people = [await server.signUp(), await server.signUp()];
  const guess = (n: number) => {
    const person = people[n % 2];
    if (person === undefined) throw new Error("nobody");
    return call(person, { method: "POST", path: "", user: "victim" });
  };
  for (let n = 0; n < 10; n++) expect((await guess(n)).status).toBe(400);
  const asked = smtp.connectionCount();
  expect((await guess(0)).status).toBe(429);
  expect((await guess(1)).status).toBe(429);
  expect(smtp.connectionCount()).toBe(asked);
});

test("test mails in a loop end after ten, and trying accounts does not use them up", async () => {
  const person = await server.signUp();
  const appEmail = "ada@sandbox.example";
  const body = { provider: "sandbox", appEmail, alias: `Ada <${appEmail}>` } as const;
  await person.client("POST /amplify/auth/credentials", { body });
  const mail = () => person.client("POST /email/send/test", { body: { html: "<p>Hi</p>", from: appEmail } });
  for (let n = 0; n < 10; n++) expect((await mail()).message).toContain("Test email sent to");
  await expect(mail()).rejects.toMatchObject({ status: 429, code: "rate_limited" });
  const { items } = await person.client("GET /amplify/sandbox/mails", { query: {} });
  expect(items).toHaveLength(10);
});
