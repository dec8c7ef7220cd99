import { afterAll, beforeAll, expect, test } from "bun:test";
import { keyScopes } from "../../../contract/identity/keys.ts";
import { panelsFor, tabsFor } from "../../../islands/Workspace/tabs.tsx";
import { openRawSocket } from "../../support/server/rawSocket.ts";
import { createMachine } from "../../support/server/runCli.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { send } from "../../support/smtp/send.ts";
import { until } from "../../support/until.ts";
import { startReceiver } from "../../support/webhooks/receiver.ts";

let server: TestServer;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
/** Of the smallest plan, as everybody is who signs up. */
let ada: TestPerson;
beforeAll(async () => {
  [server, receiver] = await Promise.all([
    startTestServer({ AMPLIFY_PLANS: "off" }, { islands: true }),
    startReceiver(),
  ]);
  ada = await server.signUp();
});
afterAll(() => Promise.all([server.close(), receiver.close()]));

test("where plans are turned off everybody has the API: keys, their sockets, agents", async () => {
  expect(await ada.client("GET /amplify/plan")).toMatchObject({ api: true, hasPlans: false });
  expect((await ada.client("GET /amplify/account")).hasPlans).toBe(false);
  const { key } = await ada.client("POST /amplify/api/keys", {
    body: { name: "Program", scopes: [...keyScopes] },
  });
  const headers = { authorization: `Bearer ${key}` };
  expect((await send(`${server.url}/amplify/collections`, { headers })).status).toBe(200);
  const asked = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const { status } = await send(`${server.url}/mcp`, {
    method: "POST",
    body: JSON.stringify(asked),
    headers: {
      ...headers,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
  });
  expect(status).toBe(200);
  const port = Number(new URL(server.url).port);
  const socket = await openRawSocket({ port, path: `/ws/${ada.uid}`, headers });
  socket.end();
  expect(socket.status).toContain("101");
});

test("and webhooks, which are told", async () => {
  await ada.client("POST /amplify/api/webhooks", {
    body: { name: "CRM", url: receiver.url, types: ["lead.created"] },
  });
  await ada.client("POST /amplify/leads", {
    body: { firstName: "Ann", lastName: "Lee", email: "ann@in.test", collection: [] },
  });
  await until(() => receiver.took.length === 1);
  expect(JSON.parse(receiver.took[0]?.body ?? "")).toMatchObject({ type: "lead.created" });
});

test("and its tab, which the workspace's page is told", async () => {
  const { text } = await send(`${server.url}/app`, { cookie: ada.cookie });
  expect(text).toContain("&quot;hasPlans&quot;:false");
  const person = { uid: ada.uid, status: "AMFR", role: "user" };
  expect(tabsFor({ ...person, hasPlans: false }).map(({ key }) => key)).toContain("api");
  expect(tabsFor({ ...person, hasPlans: true }).map(({ key }) => key)).not.toContain("api");
  const [api] = panelsFor({ ...person, hasPlans: false }).filter(({ key }) => key === "api");
  expect(api?.Panel).toBe(tabsFor({ ...person, hasPlans: false }).at(-1)?.Panel);
});

test("and the terminal names nobody's plan", async () => {
  const machine = createMachine({ AMPLIFY_SERVER: server.url });
  try {
    await machine.logIn(ada);
    const { stdout } = await machine.run(["whoami"]);
    expect(stdout).toContain(`<${ada.email}>, at ${server.url}`);
  } finally {
    machine.remove();
  }
});
