import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createMachine, type Machine } from "../support/server/runCli.ts";
import { startTestServer, type TestPerson, type TestServer } from "../support/server/testServer.ts";
import { until } from "../support/until.ts";

// Each test starts programs one after the other, which takes its time on a busy machine.
setDefaultTimeout(60_000);

let server: TestServer;
let person: TestPerson;
let machine: Machine;

beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
  await server.grant(person, { status: "AMEX" });
  await person.client("POST /amplify/collections", { body: { name: "shop" } });
  machine = createMachine({ AMPLIFY_SERVER: server.url, AMPLIFY_TOKEN: person.token }, { isResident: true });
});
afterAll(async () => {
  machine.remove();
  await server.close();
});

test("a key is made, printed once, listed without it, used in AMPLIFY_TOKEN, and revoked", async () => {
  expect((await machine.run(["keys"])).stdout).toStartWith("There is no key yet.");
  const made = await machine.run(["keys", "add", "Cron", "--scope", "read", "write", "--expires", "30"]);
  const key = made.stdout.trim();
  expect([made.code, key]).toEqual([0, expect.stringMatching(/^amk_[\w-]{43}$/)]);
  expect((await machine.run(["keys", "--help"])).stdout).toMatch(/^ {2}list +List the API keys/m);
  const listed = await machine.run(["keys", "list"]);
  expect(listed.stdout).toContain("read, write");
  expect(listed.stdout).not.toContain("amk_");
  const by = { env: { AMPLIFY_TOKEN: key } };
  expect((await machine.run(["collections"], by)).stdout).toContain("shop");
  const beyond = await machine.run(["keys"], by);
  expect([beyond.code === 0, beyond.stderr]).toEqual([false, expect.stringContaining("only for people")]);
  expect((await machine.run(["keys", "revoke", "cron"])).code).not.toBe(0);
  expect(await machine.run(["keys", "revoke", "cron", "--yes"])).toMatchObject({
    code: 0,
    stdout: "Cron is revoked.\n",
  });
  const dead = await machine.run(["collections"], by);
  expect([dead.code === 0, dead.stderr]).toEqual([false, expect.stringContaining("This key was revoked")]);
});

test("for programs a key is an event, with what it is kept to", async () => {
  const bounds = ["--collection", "shop", "--address", "127.0.0.1"];
  const made = await machine.run(["keys", "add", "Shop", "--json", "--scope", "send", ...bounds]);
  expect(made.events).toMatchObject([
    {
      event: "key",
      name: "Shop",
      scopes: ["send"],
      addresses: ["127.0.0.1"],
      collections: [expect.any(String)],
    },
  ]);
  expect((await machine.run(["keys", "add", "None", "--scope", "admin"])).stderr).toContain("is not a scope");
});

test("login shows a code, waits for somebody to approve it in a browser, and keeps the key it is given", async () => {
  const fresh = createMachine({ AMPLIFY_SERVER: server.url });
  try {
    const login = fresh.start(["login", "--json"]);
    await until(() => login.stdout().includes("userCode"));
    const { userCode, verificationUriComplete } = JSON.parse(login.stdout().split("\n")[0] ?? "");
    expect(verificationUriComplete).toBe(`${server.url}/approve#${userCode}`);
    const params = { code: userCode.toLowerCase().replace("-", " ") };
    const waiting = await person.client("GET /amplify/api/approvals/{code}", { params });
    expect(waiting.name).toStartWith("amplify on ");
    const body = { approve: true, scopes: ["read" as const] };
    await person.client("POST /amplify/api/approvals/{code}", { params, body });
    expect(await login.exited).toBe(0);
    expect(login.stdout()).not.toContain("amk_");
    expect((await fresh.run(["whoami"])).stdout).toContain(person.email);
    await expect(person.client("GET /amplify/api/approvals/{code}", { params })).rejects.toMatchObject({
      status: 404,
    });
  } finally {
    fresh.remove();
  }
});

test("login ends where it was refused, and the code is dead", async () => {
  const { client } = server;
  const { deviceCode, userCode } = await client("POST /amplify/auth/device", { body: { name: "laptop" } });
  const fetching = () => client("POST /amplify/auth/device/key", { body: { deviceCode } });
  const reasonOf = async () => (await fetching().catch((error) => error)).reason.code;
  expect(await reasonOf()).toBe("device_waiting");
  expect(await reasonOf()).toBe("device_slow_down");
  const params = { code: userCode };
  await person.client("POST /amplify/api/approvals/{code}", { params, body: { approve: false } });
  expect(await reasonOf()).toBe("device_denied");
  expect(await reasonOf()).toBe("device_code_dead");
});
