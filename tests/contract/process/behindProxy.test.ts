import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "../../../contract/client.ts";
import { bodyLimits } from "../../../contract/limits/http.ts";
import { kib, mib } from "../../../contract/limits/units.ts";
import {
  freePort,
  isInstalled,
  proxies,
  type StartedProxy,
  startProxy,
  type WebProxy,
} from "../../support/server/proxies.ts";
import { goodPassword, startTestServer, type TestServer } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

for (const proxy of proxies) {
  // Neither comes with the project: on a machine without them there is nothing to try.
  const why = isInstalled(proxy) ? "" : " (it or openssl is not installed here)";
  describe.skipIf(!isInstalled(proxy))(`behind ${proxy.name}${why}`, () => {
    const started = startedBefore(proxy);
    test("somebody signs up, gets a cookie for https alone, and follows a send by socket", () =>
      signsUpAndSends(started()));
    test("a file of nine megabytes is taken, and what is too large is refused in Amplify's words", () =>
      uploads(started()));
    test("Amplify knows where a visitor is, whatever they write of it themselves", () =>
      knowsVisitors(started()));
    test("a method that nobody knows is refused, and takes no server out of use where several share the work", () =>
      goesOn(started()));
  });
}

async function goesOn({ proxy }: Started): Promise<void> {
  expect((await proxy.call("/", { method: "FOO" })).status).toBeGreaterThanOrEqual(400);
  expect((await proxy.call("/healthz")).status).toBe(200);
}

type Started = { server: TestServer; proxy: StartedProxy };

/** A server whose address is the proxy's, for the tests of one `describe`. */
function startedBefore(proxy: WebProxy): () => Started {
  const folder = mkdtempSync(join(tmpdir(), `amplify-${proxy.name}-`));
  let started: Started | null = null;
  beforeAll(async () => {
    const port = await freePort();
    const server = await startTestServer({
      PUBLIC_URL: `https://localhost:${port}`,
      TRUST_PROXY: "127.0.0.1",
    });
    started = { server, proxy: startProxy(proxy, { folder, port, server: server.url }) };
    const { call } = started.proxy;
    await until(async () => (await call("/healthz").catch(() => null))?.status === 200);
  }, 30_000);
  afterAll(async () => {
    await started?.proxy.end();
    await started?.server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    if (started === null) throw new Error(`${proxy.name} was not started`);
    return started;
  };
}

async function signsUpAndSends({ server, proxy }: Started): Promise<void> {
  const json = { "content-type": "application/json", origin: proxy.url };
  const email = "ada@example.com";
  const person = { firstName: "Ada", lastName: "Lovelace", email, password: goodPassword };
  const signedUp = await proxy.call("/amplify/auth/signup", { headers: json, body: JSON.stringify(person) });
  expect(signedUp.status).toBe(201);
  const body = JSON.stringify({ username: email, password: goodPassword });
  const { headers, text } = await proxy.call("/amplify/auth/login", { headers: json, body });
  const cookie = String(headers["set-cookie"]);
  expect(cookie).toMatch(/; HttpOnly/);
  expect(cookie).toMatch(/; Secure/);
  expect(headers["strict-transport-security"]).toMatch(/^max-age=31536000/);
  const { uid, token } = JSON.parse(text);

  const messages: string[] = [];
  const socket = new WebSocket(`${proxy.url.replace("https", "wss")}/ws/${uid}`, {
    headers: { cookie: cookie.split(";")[0] ?? "", origin: proxy.url },
    tls: { ca: proxy.ca },
  } as never);
  socket.onmessage = ({ data }) => messages.push(String(data));
  await new Promise((opened, failed) => {
    socket.onopen = opened;
    socket.onerror = failed;
  });
  const client = createClient({ base: server.url, token });
  await client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", alias: `Ada <${email}>`, appEmail: email },
  });
  await client("POST /amplify/leads", {
    body: { firstName: "Ann", lastName: "Lee", email: "ann@in.test", phone: "" },
  });
  await client("POST /email/send", {
    body: { subject: "Hi", html: "<p>Hi</p>", from: email, collection: "all" },
  });
  await until(() => messages.some((message) => message.includes("1/1 Sent")));
  socket.close();
}

async function uploads({ server, proxy }: Started): Promise<void> {
  const { token } = await server.signUp();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" };
  const row = `Ann,Lee,ann@in.test,${"x".repeat(kib)}\n`;
  const rowCount = (9 * mib) / kib;
  const file = `firstName,lastName,email,note\n${row.repeat(rowCount)}`;
  const uploaded = await proxy.call("/amplify/imports?name=leads.csv", { headers, body: file });
  expect([uploaded.status, JSON.parse(uploaded.text)]).toMatchObject([201, { name: "leads.csv", rowCount }]);

  const body = "x".repeat(bodyLimits.jsonBytes + kib);
  const json = { ...headers, "content-type": "application/json" };
  const refused = await proxy.call("/amplify/leads", { headers: json, body });
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([413, { code: "too_large" }]);
}

async function knowsVisitors({ server, proxy }: Started): Promise<void> {
  const headers = { "content-type": "application/json", "x-forwarded-for": "203.0.113.9" };
  const body = JSON.stringify({ username: "nobody@example.com", password: "Wrong-Horse-7" });
  expect((await proxy.call("/amplify/auth/login", { headers, body })).status).toBe(401);
  const told = () => server.logged.map((line) => JSON.parse(line)).filter(({ log }) => log === "security");
  await until(() => told().some(({ from }) => from === "127.0.0.2"));
  expect(told().some(({ from }) => from === "203.0.113.9")).toBe(false);
}
