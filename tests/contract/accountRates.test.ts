import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ScriptedSmtp, startScriptedSmtp } from "../support/scriptedSmtp.ts";
import { startTestServer, type TestPerson, type TestServer } from "../support/testServer.ts";

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
            ...{ host: "127.0.0.1", port: smtp.port, security: "none", user: to.user },
          }),
        }),
  });
  return { status: response.status, retryAfter: response.headers.get("retry-after") };
}

test("one person tries twenty accounts in ten minutes, whether they are added, changed, tested or resumed", async () => {
  const person = await server.signUp();
  const ways = [
    { method: "POST", path: "", user: "" },
    { method: "PUT", path: "/no-such-account", user: "" },
    { method: "POST", path: "/no-such-account/test" },
    { method: "POST", path: "/no-such-account/resume" },
  ];
  const statuses: number[] = [];
  for (let n = 0; n < 20; n++) {
    const way = ways[n % 4];
    if (way)
      statuses.push((await call(person, { ...way, ...(way.user === "" ? { user: `u${n}` } : {}) })).status);
  }
  expect(statuses).toEqual(Array.from({ length: 5 }, () => [400, 404, 404, 404]).flat());
  for (const way of ways) {
    const late = await call(person, way);
    expect(late.status).toBe(429);
    expect(Number(late.retryAfter)).toBeGreaterThan(0);
  }
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
