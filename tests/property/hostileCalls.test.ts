import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq, getTableColumns } from "drizzle-orm";
import fc from "fast-check";
import { type KeyScope, keyScopes } from "../../contract/identity/keys.ts";
import { faultOf } from "../support/openApi/faultOf.ts";
import { type Hostile, hostileCalls } from "../support/openApi/hostileCalls.ts";
import {
  type OpenApiDocument,
  type Operation,
  operationsOf,
  reasonsOf,
} from "../support/openApi/operationsOf.ts";
import { startTestServer, type TestPerson, type TestServer } from "../support/server/testServer.ts";
import { until } from "../support/until.ts";

/** What somebody sends who wants the server to fall over, to mix callers up, or to answer what is another's. */
let server: TestServer;
let ada: TestPerson;
let operations: Operation[];
let reasons: string[];
/** Stands in what is Ada's, and may be in no answer to anybody else. */
const hers = "zzherszz";

beforeAll(async () => {
  server = await startTestServer({ AMPLIFY_PLANS: "off" });
  ada = await server.signUp();
  const document = (await (await fetch(`${server.url}/openapi.json`)).json()) as OpenApiDocument;
  operations = operationsOf(document);
  reasons = reasonsOf(document);
});
afterAll(() => server.close());

test("no call of any shape, by a session or a key of any scope, is answered with a fault or beside the document", async () => {
  const keys = await Promise.all(keyScopes.map(async (scope) => (await keyOf(ada, [scope])).key));
  const wrong = new Set<string>();
  const callers = [...keys, ada.token];
  let calls = 0;
  for (const operation of operations) {
    for (const hostile of hostileCalls(sampled(operation), operation)) {
      const token = callers[calls % callers.length] ?? "";
      calls += 1;
      const told = await made(operation, hostile, bearer(token));
      const fault = told.status === 500 ? "a fault" : faultOf(operation, told, { mayRefuse: true, reasons });
      if (fault !== null)
        wrong.add(
          `${operation.key} with ${hostile.what}: ${fault} at ${told.status} ${told.text.slice(0, 200)}`,
        );
    }
    // Some of the calls end sessions, this one's too.
    if (await isSignedOut()) {
      ada = await server.logIn(ada);
      callers.splice(keys.length, 1, ada.token);
    }
  }
  expect(calls).toBeGreaterThan(10 * operations.length);
  expect([...wrong]).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect({}).not.toHaveProperty("polluted");
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
}, 600_000);

test("a credential that is none is looked at alone, a good cookie beside it or not, and a site elsewhere calls nothing", async () => {
  const bob = await server.signUp();
  await filled(bob);
  const revoked = await keyOf(bob, [...keyScopes]);
  await bob.client("DELETE /amplify/api/keys/{id}", { params: { id: revoked._id } });
  const expired = await keyOf(bob, [...keyScopes], { expiresAt: server.core.clock.now() + 500 });
  const elsewhere = await keyOf(bob, [...keyScopes], { addresses: ["203.0.113.0/24"] });
  await until(
    async () =>
      (await fetch(`${server.url}/amplify/auth/me`, { headers: bearer(expired.key) })).status === 401,
  );
  const { cookie } = bob;
  const callers = [
    ["a wrong key beside a cookie", { ...bearer(`amk_${"a".repeat(43)}`), cookie }, [401]],
    ["a revoked key beside a cookie", { ...bearer(revoked.key), cookie }, [401]],
    ["an expired key beside a cookie", { ...bearer(expired.key), cookie }, [401]],
    ["a key from a wrong address beside a cookie", { ...bearer(elsewhere.key), cookie }, [403]],
    ["a key as a cookie", { cookie: `${cookie.split("=")[0]}=${elsewhere.key}` }, [401]],
    [
      "a cookie from elsewhere",
      { cookie, origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      [403],
    ],
  ] as const;
  const before = await rowsOf(bob);
  const wrong: string[] = [];
  for (const operation of operations.filter(({ needsSession }) => needsSession)) {
    const call = { ...sampled(operation), what: "" };
    for (const [who, headers, statuses] of callers) {
      const told = await made(operation, { ...call, bytes: bytesOf(operation, call.body) }, headers);
      const isRefused = (statuses as readonly number[]).includes(told.status) && !told.text.includes(hers);
      if (!isRefused) wrong.push(`${operation.key} by ${who}: ${told.status} ${told.text.slice(0, 200)}`);
      const fault = faultOf(operation, told, { mayRefuse: true, reasons });
      if (fault !== null) wrong.push(`${operation.key} by ${who}: ${fault}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await rowsOf(bob)).toEqual(before);
}, 600_000);

test("a key of another workspace sees and changes nothing of one, by whichever of its ids it asks", async () => {
  const [bob, eve] = [await server.signUp(), await server.signUp()];
  const ids = await filled(bob);
  const { key } = await keyOf(eve, [...keyScopes]);
  const before = await rowsOf(bob);
  const wrong: string[] = [];
  for (const operation of operations.filter(
    ({ needsSession, key: of }) => needsSession && of.includes("{id}"),
  ))
    for (const id of ids) {
      const call = sampled(operation);
      const path = withId(operation, call.path, id);
      const told = await made(
        operation,
        { ...call, path, what: "", bytes: bytesOf(operation, call.body) },
        bearer(key),
      );
      if (told.status < 400 && told.text.includes(hers))
        wrong.push(`${operation.key}: ${told.text.slice(0, 200)}`);
      const fault = faultOf(operation, told, { mayRefuse: true, reasons });
      if (fault !== null) wrong.push(`${operation.key}: ${fault}`);
    }
  expect(wrong).toEqual([]);
  expect(await rowsOf(bob)).toEqual(before);
}, 600_000);

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

function keyOf({ client }: TestPerson, scopes: KeyScope[], more: object = {}) {
  return client("POST /amplify/api/keys", { body: { name: "Key", scopes, ...more } });
}

/** One call that the document allows, the same each time. */
function sampled(operation: Operation) {
  const [call] = fc.sample(operation.validCalls, { numRuns: 1, seed: 14 });
  if (call === undefined) throw new Error(`${operation.key} allows no call`);
  return call;
}

function bytesOf({ bodyType }: Operation, body: unknown): string | undefined {
  if (body === undefined) return undefined;
  return bodyType === "application/json" ? JSON.stringify(body) : String(body);
}

function withId({ key }: Operation, path: string, id: string): string {
  const place = key.split(" ")[1]?.split("/").indexOf("{id}") ?? -1;
  return path
    .split("/")
    .map((part, index) => (index === place ? id : part))
    .join("/");
}

async function made(
  operation: Operation,
  { path, query, headers: own, type, bytes }: Hostile,
  headers: Record<string, string>,
) {
  const response = await fetch(`${server.url}${path}?${new URLSearchParams(query)}`, {
    method: operation.method,
    redirect: "manual",
    headers: {
      ...own,
      ...(operation.bodyType === null ? {} : { "content-type": type ?? operation.bodyType }),
      ...headers,
    },
    ...(bytes === undefined ? {} : { body: bytes }),
  });
  return {
    status: response.status,
    type: response.headers.get("content-type") ?? "",
    text: await response.text(),
  };
}

async function isSignedOut(): Promise<boolean> {
  return (await fetch(`${server.url}/amplify/auth/me`, { headers: bearer(ada.token) })).status === 401;
}

/** Something of each kind that has an id of its own. */
async function filled({ client }: TestPerson): Promise<string[]> {
  const lead = { firstName: hers, lastName: "Lind", email: `${hers}@in.test`, collection: [hers] };
  const appEmail = `${hers}@sandbox.test`;
  const made = [
    await client("POST /amplify/leads", { body: lead }),
    await client("POST /amplify/auth/credentials", {
      body: { provider: "sandbox", appEmail, alias: `Ada <${appEmail}>` },
    }),
    await client("POST /templates", {
      body: { name: hers, design: { body: { rows: [] } }, html: "<p>Hi</p>" },
    }),
    await client("POST /amplify/campaigns", { body: {} }),
    await client("POST /amplify/api/webhooks", {
      body: { name: hers, url: "https://127.0.0.1/", types: ["lead.created"] },
    }),
    await keyOf({ client } as TestPerson, ["read"]),
    ...(await client("GET /amplify/collections")),
  ];
  const { id } = await client("POST /email/suppressions", { body: { email: `${hers}@out.test` } });
  return [...made.map(({ _id }) => _id), id];
}

/** All that a workspace holds but the log of its calls, and when its keys were used. */
async function rowsOf({ uid }: TestPerson) {
  const { tables, read } = server.core.database;
  const held: Record<string, unknown> = {};
  for (const [name, table] of Object.entries(tables)) {
    const { workspaceId } = getTableColumns(table as typeof tables.leads);
    if (workspaceId === undefined || ["apiDays", "apiRequests"].includes(name)) continue;
    held[name] = await read
      .select()
      .from(table as typeof tables.leads)
      .where(eq(workspaceId, uid as never))
      .then((rows) => rows.map((row) => ({ ...row, lastUsedAt: null })));
  }
  return held;
}
