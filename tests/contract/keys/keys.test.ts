import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { endpoints, methodAndPath } from "../../../contract/endpoints.ts";
import { type KeyScope, keyScopes } from "../../../contract/identity/keys.ts";
import { keyNeedOf } from "../../../contract/keyNeed.ts";
import { keyLimits } from "../../../contract/limits/identity.ts";
import { openRawSocket } from "../../support/server/rawSocket.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { send } from "../../support/smtp/send.ts";
import { until } from "../../support/until.ts";

let server: TestServer;
let ada: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  ada = await withApi();
});
afterAll(() => server.close());

async function withApi(): Promise<TestPerson> {
  const person = await server.signUp();
  await server.grant(person, { status: "AMEX" });
  return person;
}

type Wish = { scopes?: KeyScope[]; addresses?: string[]; expiresAt?: number };

async function keyOf(person: TestPerson, wish: Wish = {}): Promise<{ _id: string; key: string }> {
  const body = { name: "Program", scopes: [...keyScopes], ...wish };
  return person.client("POST /amplify/api/keys", { body });
}

function call(key: string, { method = "GET", path = "/amplify/leads/find", ...rest } = {}) {
  const headers = { authorization: `Bearer ${key}` };
  return send(server.url + path, { method, headers, ...rest });
}

const me = { path: "/amplify/auth/me" };
const reasonOf = ({ status, json }: { status: number; json: unknown }) => [
  status,
  (json as { reason?: string }).reason,
];

describe("a key", () => {
  test("is whoever made it, is told once, and is kept only as a hash", async () => {
    const { key, _id } = await keyOf(ada);
    expect(await call(key, me)).toMatchObject({ status: 200, json: { uid: ada.uid } });
    const { tables, read } = server.core.database;
    expect(JSON.stringify(await read.select().from(tables.apiKeys))).not.toContain(key.slice(4));
    expect((await send(`${server.url}/amplify/api/keys`, { cookie: ada.cookie })).text).not.toContain(key);
    const used = async () =>
      (await ada.client("GET /amplify/api/keys")).find((each) => each._id === _id)?.lastUsedAt;
    await until(async () => (await used()) !== null);
  });

  test("that is wrong, too short, revoked, expired or elsewhere is nobody, whatever cookie comes with it", async () => {
    const gone = await keyOf(ada);
    await ada.client("DELETE /amplify/api/keys/{id}", { params: { id: gone._id } });
    const soon = server.core.clock.now() + 250;
    const expired = await keyOf(ada, { expiresAt: soon });
    await until(() => server.core.clock.now() > soon);
    const elsewhere = await keyOf(ada, { addresses: ["203.0.113.0/24", "2001:db8::/32"] });
    const refusals = [
      [`amk_${"a".repeat(43)}`, 401, "key_unknown"],
      [`amk_${"a".repeat(39)}`, 401, "key_unknown"],
      ["amk_", 401, "key_unknown"],
      [gone.key, 401, "key_revoked"],
      [expired.key, 401, "key_expired"],
      [elsewhere.key, 403, "key_address_refused"],
    ] as const;
    for (const [key, status, reason] of refusals)
      for (const path of ["/amplify/auth/me", "/app", "/", "/healthz"])
        for (const authorization of [`Bearer ${key}`, key]) {
          const sent = await send(server.url + path, { headers: { authorization, cookie: ada.cookie } });
          expect([path, ...reasonOf(sent)]).toEqual([path, status, reason]);
        }
    expect((await call((await keyOf(ada, { addresses: ["127.0.0.0/8", "::1"] })).key, me)).status).toBe(200);
  });

  test("opens no page and signs nobody out", async () => {
    const { key } = await keyOf(ada);
    for (const path of ["/app", "/account", "/", "/sandbox"])
      expect(reasonOf(await call(key, { path }))).toEqual([403, "key_not_person"]);
    const headers = { authorization: `Bearer ${key}`, cookie: ada.cookie };
    for (const path of ["/logout", "/amplify/auth/logout"])
      expect(reasonOf(await send(server.url + path, { method: "POST", headers }))).toEqual([
        403,
        "key_not_person",
      ]);
    expect((await send(`${server.url}/amplify/auth/me`, { cookie: ada.cookie })).status).toBe(200);
  });

  test("is told of a call that is misspelt that there is none, and not that it is for people", async () => {
    const { key } = await keyOf(ada);
    for (const path of ["/amplify/lead", "/email", "/files/convert", "/templates/a/b"])
      expect((await call(key, { path })).status).toBe(404);
    expect((await call(key, { path: "/amplify/leads", method: "PATCH" })).status).toBe(405);
  });

  test("of somebody else is not found, and addresses that are none are refused", async () => {
    const { _id: id } = await keyOf(ada);
    const eve = await withApi();
    await expect(eve.client("DELETE /amplify/api/keys/{id}", { params: { id } })).rejects.toMatchObject({
      status: 404,
    });
    for (const address of ["nowhere", "10.0.0.0/33", "1.2.3", ""])
      await expect(keyOf(ada, { addresses: [address] })).rejects.toMatchObject({ status: 400 });
  });

  test("goes with the account of whoever made it", async () => {
    const bob = await withApi();
    const { key } = await keyOf(bob);
    const { email, password } = bob;
    await bob.client("POST /amplify/account/delete", { body: { email, password } });
    expect(reasonOf(await call(key, me))).toEqual([401, "key_unknown"]);
  });
});

test("a key that is refused is in the security log by how it begins, and a flood of them fills no log", async () => {
  const quiet = await startTestServer();
  try {
    const person = await quiet.signUp();
    await quiet.grant(person, { status: "AMEX" });
    const gone = await keyOf(person);
    await person.client("DELETE /amplify/api/keys/{id}", { params: { id: gone._id } });
    const elsewhere = await keyOf(person, { addresses: ["203.0.113.0/24"] });
    const wrong = `amk_${"w".repeat(43)}`;
    const refuse = (key: string) => send(`${quiet.url}/amplify/auth/me`, { headers: { authorization: key } });
    for (const key of [wrong, gone.key, elsewhere.key, "amk_hunter2"]) await refuse(key);
    const lines = () => quiet.logged.filter((line) => line.includes('"key_refused"'));
    const mine = { event: "key_refused", outcome: "refused", user: person.uid };
    expect(lines().map((line) => JSON.parse(line))).toMatchObject([
      { event: "key_refused", code: "key_unknown", begins: "amk_wwww", from: expect.any(String) },
      { ...mine, code: "key_revoked", begins: gone.key.slice(0, 8), key: gone._id },
      { ...mine, code: "key_address_refused", begins: elsewhere.key.slice(0, 8), key: elsewhere._id },
      { event: "key_refused", code: "key_unknown" },
    ]);
    for (let tried = 0; tried < keyLimits.refusedLogged.perAddress.count; tried += 1)
      expect((await refuse(wrong)).status).toBe(401);
    expect(lines()).toHaveLength(keyLimits.refusedLogged.perAddress.count);
    expect(lines().map((line) => JSON.parse(line).quietMs > 0)).toEqual(
      lines().map((_, index) => index === keyLimits.refusedLogged.perAddress.count - 1),
    );
    for (const told of [wrong, gone.key, elsewhere.key].map((key) => key.slice(0, 9)).concat("hunter"))
      expect(quiet.logged.join("\n")).not.toContain(told);
  } finally {
    await quiet.close();
  }
});

describe("what a key may", () => {
  test("each call wants the scope that its contract says, and what means a person wants a person", async () => {
    for (const scope of keyScopes) {
      const { key } = await keyOf(ada, { scopes: [scope] });
      for (const [name, endpoint] of Object.entries(endpoints as Record<string, Endpoint>)) {
        const need = keyNeedOf(name, endpoint);
        const { method, path } = methodAndPath(name);
        const sent = await call(key, { method, path: path.replace(/\{\w+\}/g, "none") });
        const { reason, params } = (sent.json ?? {}) as { reason?: string; params?: { scope?: string } };
        const told = reason === "key_without_scope" ? params?.scope : reason;
        const missing = need === scope && endpoint.readsToo && scope !== "read" ? "read" : null;
        const expected =
          need === "none" ? "key_not_person" : need === null || need === scope ? missing : need;
        if (expected !== null)
          expect({ name, status: sent.status, told }).toEqual({ name, status: 403, told: expected });
        else if (endpoint.access !== "admin")
          expect({ name, told: ["key_without_scope", "key_not_person"].includes(`${told}`) }).toEqual({
            name,
            told: false,
          });
      }
    }
  });

  test("that only writes, has nobody else told what it may not read: neither by a webhook nor by a server", async () => {
    const { client } = ada;
    const body = { name: "CRM", url: "https://127.0.0.1:1/hook", types: ["lead.created" as const] };
    const { _id } = await client("POST /amplify/api/webhooks", { body });
    const path = `/amplify/api/webhooks/${_id}`;
    const elsewhere = JSON.stringify({ url: "https://127.0.0.1:2/theirs" });
    const blind = await keyOf(ada, { scopes: ["write"] });
    const change = { method: "PUT", path, body: elsewhere };
    expect(reasonOf(await call(blind.key, change))).toEqual([403, "key_without_scope"]);
    expect(await client("GET /amplify/api/webhooks/{id}", { params: { id: _id } })).toMatchObject(body);
    const both = await keyOf(ada, { scopes: ["read", "write"] });
    expect((await call(both.key, change)).status).toBe(200);
    const document = await (await fetch(`${server.url}/openapi.json`)).json();
    for (const changed of ["/amplify/api/webhooks/{id}", "/amplify/auth/credentials/{id}"])
      expect(document.paths[changed].put.security).toContainEqual({ key: ["write", "read"] });
  });

  test("what sends says so in the document, and what only looks at a send does not", async () => {
    const document = await (await fetch(`${server.url}/openapi.json`)).json();
    expect(document.paths["/email/send"].post.security).toContainEqual({ key: ["send"] });
    expect(document.paths["/email/send/plan"].post.security).toContainEqual({ key: ["read"] });
    expect(document.paths["/amplify/auth/password"].post.security).toEqual([{ cookie: [] }, { bearer: [] }]);
    const senders = Object.entries(endpoints as Record<string, Endpoint>).filter(
      ([, { keyScope }]) => keyScope === "send",
    );
    expect(senders.map(([name]) => name)).toContain("POST /amplify/campaigns/{id}/start");
  });

  test("is nothing at once where the plan has no API any more", async () => {
    const bob = await withApi();
    const { key } = await keyOf(bob);
    expect((await call(key, me)).status).toBe(200);
    await server.grant(bob, { status: "AMFR" });
    for (const path of ["/amplify/auth/me", "/amplify/collections", "/amplify/api/overview", "/healthz"])
      expect(reasonOf(await call(key, { path }))).toEqual([403, "plan_without_api"]);
  });
});

test("a key is seen and revoked without the API in the plan too, for good, and no other is made then", async () => {
  const bob = await withApi();
  const old = await keyOf(bob);
  const body = { name: "Another", scopes: [...keyScopes] };
  await server.grant(bob, { status: "AMFR" });
  expect(await bob.client("GET /amplify/api/keys")).toMatchObject([{ _id: old._id }]);
  expect(await bob.client("GET /amplify/account")).toMatchObject({ hasKeys: true });
  await expect(bob.client("POST /amplify/api/keys", { body })).rejects.toMatchObject({ code: "forbidden" });
  const cy = await server.signUp();
  await server.grant(cy, { status: "AMFR" });
  await expect(cy.client("GET /amplify/api/keys")).rejects.toMatchObject({ code: "forbidden" });
  await expect(cy.client("DELETE /amplify/api/keys/{id}", { params: { id: old._id } })).rejects.toMatchObject(
    { code: "forbidden" },
  );
  await expect(
    ada.client("DELETE /amplify/api/keys/{id}", { params: { id: old._id } }),
  ).rejects.toMatchObject({ code: "not_found" });
  await bob.client("DELETE /amplify/api/keys/{id}", { params: { id: old._id } });
  expect(await bob.client("GET /amplify/api/keys")).toEqual([]);
  expect(await bob.client("GET /amplify/account")).toMatchObject({ hasKeys: false });
  await server.grant(bob, { status: "AMPR" });
  expect(reasonOf(await call(old.key, me))).toEqual([401, "key_revoked"]);
});

describe("a key's socket", () => {
  const open = async (person: TestPerson, key: string) =>
    openRawSocket({
      port: Number(new URL(server.url).port),
      path: `/ws/${person.uid}`,
      headers: { authorization: `Bearer ${key}` },
    });
  const statusOf = async (person: TestPerson, key: string) => {
    const socket = await open(person, key);
    socket.end();
    return Number(socket.status.split(" ")[1]);
  };

  test("opens for one that reads everything, and for no other", async () => {
    expect(await statusOf(ada, (await keyOf(ada)).key)).toBe(101);
    expect(await statusOf(ada, (await keyOf(ada, { scopes: ["write", "send"] })).key)).toBe(403);
    expect(await statusOf(ada, `amk_${"b".repeat(43)}`)).toBe(401);
    const { _id } = await ada.client("POST /amplify/collections", { body: { name: "socket" } });
    const body = { name: "Kept", scopes: [...keyScopes], collections: [_id] };
    expect(await statusOf(ada, (await ada.client("POST /amplify/api/keys", { body })).key)).toBe(403);
  });

  test("closes with the key, and opens no more: revoked, expired, or of a plan without the API", async () => {
    const bob = await withApi();
    const revoked = await keyOf(bob);
    const expiring = await keyOf(bob, { expiresAt: server.core.clock.now() + 1_000 });
    const lasting = await keyOf(bob);
    const sockets = await Promise.all([revoked, expiring, lasting].map(({ key }) => open(bob, key)));
    const [first, second, third] = sockets.map((socket) => {
      const state = { isOpen: true };
      void socket.closed.then(() => {
        state.isOpen = false;
      });
      return state;
    });
    await bob.client("DELETE /amplify/api/keys/{id}", { params: { id: revoked._id } });
    await until(() => first?.isOpen === false);
    await until(() => second?.isOpen === false);
    expect(third?.isOpen).toBe(true);
    await server.grant(bob, { status: "AMFR" });
    await until(() => third?.isOpen === false);
    expect(await statusOf(bob, lasting.key)).toBe(403);
  });
});
