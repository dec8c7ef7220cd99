import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { keyScopes } from "../../../contract/identity/keys.ts";
import { createIdempotencyStore } from "../../../db/stores/keys/idempotency.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { send } from "../../support/smtp/send.ts";
import { tinyPng } from "../../support/templates/tinyPng.ts";
import { until } from "../../support/until.ts";

let server: TestServer;
let ada: TestPerson;
let key: { _id: string; key: string };
beforeAll(async () => {
  server = await startTestServer({ AMPLIFY_RATE_LIMITS: "on" });
  ada = await server.signUp();
  await server.grant(ada, { status: "AMEX" });
  key = await newKey();
});
afterAll(() => server.close());

const newKey = () => ada.client("POST /amplify/api/keys", { body: { name: "Cron", scopes: [...keyScopes] } });

type Asked = { by?: string; method?: string; body?: unknown; named?: string };

function call(path: string, { by = key.key, method, body, named }: Asked = {}) {
  return send(server.url + path, {
    ...(method === undefined ? {} : { method }),
    headers: {
      authorization: `Bearer ${by}`,
      ...(named === undefined ? {} : { "idempotency-key": named }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const reasonOf = ({ status, json }: { status: number; json: unknown }) => [
  status,
  (json as { reason?: string }).reason,
];

describe("limits", () => {
  test("each key has its own, which every answer tells of, and a refusal says when to come back", async () => {
    const busy = await newKey();
    const first = await call("/amplify/collections", { by: busy.key });
    expect(first.headers.get("ratelimit-policy")).toBe('"key";q=300;w=60');
    expect(first.headers.get("ratelimit")).toMatch(/^"key";r=299;t=(60|59)$/);
    const refusedCall = await call("/amplify/leads/none", { by: busy.key });
    expect([refusedCall.status, refusedCall.headers.get("ratelimit")]).toEqual([
      404,
      expect.stringContaining("r=298"),
    ]);
    await Promise.all(Array.from({ length: 298 }, () => call("/healthz", { by: busy.key })));
    const over = await call("/amplify/collections", { by: busy.key });
    expect(over.status).toBe(429);
    expect(over.headers.get("ratelimit")).toStartWith('"key";r=0;t=');
    expect(Number(over.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await call("/amplify/collections")).status).toBe(200);
    expect(
      (await send(`${server.url}/amplify/collections`, { cookie: ada.cookie })).headers.get("ratelimit"),
    ).toBeNull();
  });
});

test("transactional mails by a key are counted apart, as many as a person may send, and leave it its other calls", async () => {
  const [shop, other] = [await newKey(), await newKey()];
  const mail = { by: shop.key, body: { subject: "Receipt", text: "Thank you", to: [] } };
  const first = await call("/email/transactional", mail);
  expect(first.headers.get("ratelimit-policy")).toBe('"transactional";q=1200;w=60');
  expect(first.headers.get("ratelimit")).toStartWith('"transactional";r=1199;t=');
  const more = await Promise.all(Array.from({ length: 400 }, () => call("/email/transactional", mail)));
  // Nobody is named, which is refused as such; it is counted all the same.
  expect(new Set(more.map(({ status }) => status))).toEqual(new Set([400]));
  const list = await call("/amplify/collections", { by: shop.key });
  expect(list.headers.get("ratelimit")).toStartWith('"key";r=299;t=');
  const beside = await call("/email/transactional", { ...mail, by: other.key });
  expect(beside.headers.get("ratelimit")).toStartWith('"transactional";r=798;t=');
});

describe("an Idempotency-Key", () => {
  const collections = async () => (await ada.client("GET /amplify/collections")).map(({ name }) => name);

  test("has a thing done once, and the first answer told again", async () => {
    const asked = { body: { name: "once" }, named: "a-1" };
    const first = await call("/amplify/collections", asked);
    expect([first.status, first.headers.get("idempotency-replayed")]).toEqual([201, null]);
    const again = await call("/amplify/collections", asked);
    expect(again).toMatchObject({ status: 201, json: first.json as object });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(reasonOf(await call("/amplify/collections", { body: { name: "twice" }, named: "a-1" }))).toEqual([
      422,
      "idempotency_another",
    ]);
    expect(reasonOf(await call("/amplify/segments/none/restore", { method: "POST", named: "a-1" }))).toEqual([
      422,
      "idempotency_another",
    ]);
    expect(await collections()).toContain("once");
    expect(await collections()).not.toContain("twice");
  });

  test("is each caller's own, and what was refused may be mended under it", async () => {
    const other = await newKey();
    expect((await call("/amplify/collections", { body: { name: "own" }, named: "b" })).status).toBe(201);
    const theirs = await call("/amplify/collections", { by: other.key, body: { name: "own" }, named: "b" });
    expect(theirs.status).toBe(409);
    expect(theirs.headers.get("idempotency-replayed")).toBeNull();
    const mended = await call("/amplify/collections", { by: other.key, body: { name: "mine" }, named: "b" });
    expect(mended.status).toBe(201);
    for (const named of ["x".repeat(256), "a b", ""])
      expect(reasonOf(await call("/amplify/collections", { body: { name: "n" }, named }))).toEqual([
        400,
        "idempotency_key_wrong",
      ]);
  });

  test("of several at once has one done", async () => {
    const asked = { body: { name: "race" }, named: "c" };
    const sent = await Promise.all(Array.from({ length: 8 }, () => call("/amplify/collections", asked)));
    const done = sent.filter(({ status }) => status === 201);
    const early = sent.filter(({ status }) => status === 409);
    expect(done.filter(({ headers }) => headers.get("idempotency-replayed") === null)).toHaveLength(1);
    expect(done.length + early.length).toBe(8);
    for (const refusal of early) expect(reasonOf(refusal)).toEqual([409, "idempotency_running"]);
  });

  test("whose process ended before its answer is told that nobody knows, and nothing is done again", async () => {
    const asked = { body: { name: "lost" }, named: "d" };
    expect((await call("/amplify/collections", asked)).status).toBe(201);
    const { database } = server.core;
    const { idempotentCalls } = database.tables;
    // As a process leaves it that is killed once the thing is done.
    const rows = await database.read.select().from(idempotentCalls);
    const row = rows.find(({ body }) => body?.includes('"lost"'));
    if (row === undefined) throw new Error("nothing was kept");
    const store = createIdempotencyStore(database);
    await store.forget(row);
    const dead = { ...row, status: null, body: null, contentType: null, runner: "gone", createdAt: 1 };
    await store.begin({ ...dead, createdAt: server.core.clock.now() - 3_600_000 }, 0);
    expect(reasonOf(await call("/amplify/collections", asked))).toEqual([409, "idempotency_unknown"]);
    expect((await collections()).filter((name) => name === "lost")).toHaveLength(1);
  });
});

test("an Idempotency-Key is the same call's in whatever order its fields stand, and another's where a list has another order", async () => {
  const bulk = (body: object) => call("/amplify/leads/bulk", { body, named: "a-2" });
  const lead = { firstName: "Eva", email: "eva@in.test", collection: ["spring", "autumn"] };
  const turned = Object.fromEntries(Object.entries(lead).reverse());
  expect((await bulk({ leads: [lead], existing: "skip" })).status).toBe(200);
  const again = await bulk({ existing: "skip", leads: [turned] });
  expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
  const other = { ...lead, collection: ["autumn", "spring"] };
  expect(reasonOf(await bulk({ leads: [other], existing: "skip" }))).toEqual([422, "idempotency_another"]);
});

test("an Idempotency-Key of a send and of a transactional mail says which answer is told again, and is none where it has not the documented form", async () => {
  const from = "robin@sandbox.test";
  await ada.client("POST /amplify/auth/credentials", {
    body: { provider: "sandbox", appEmail: from, alias: `Robin <${from}>` },
  });
  await ada.client("POST /amplify/leads", {
    body: { firstName: "Bo", lastName: "Lind", email: "bo@in.test" },
  });
  const letter = { subject: "Hi", html: "<p>Hi</p>" };
  for (const [path, body] of [
    ["/email/send", { ...letter, from, leads: ["bo@in.test"] }],
    ["/email/transactional", { ...letter, to: [{ email: "bo@in.test" }] }],
  ] as const) {
    const ask = (named: string) => call(path, { body, named });
    for (const wrong of ["", "news 1", "é", "x".repeat(256)])
      expect(reasonOf(await ask(wrong))).toEqual([400, "idempotency_key_wrong"]);
    const first = await ask("news-1");
    expect([first.status < 300, first.headers.get("idempotency-replayed")]).toEqual([true, null]);
    const again = await ask("news-1");
    expect(again).toMatchObject({ status: first.status, json: first.json as object });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  }
});

test("an Idempotency-Key that a program left empty is refused, and not taken for none", async () => {
  const body = { name: "unsafe" };
  const asked = ada.client("POST /amplify/collections", { body }, { idempotencyKey: "" });
  await expect(asked).rejects.toMatchObject({ reason: { code: "idempotency_key_wrong" } });
  expect((await ada.client("GET /amplify/collections")).map(({ name }) => name)).not.toContain("unsafe");
});

describe("an Idempotency-Key of an upload", () => {
  const upload = (path: string, body: FormData | Uint8Array<ArrayBuffer> | ReadableStream, named: string) =>
    fetch(server.url + path, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key.key}`,
        "idempotency-key": named,
        ...(body instanceof FormData ? {} : { "content-type": "application/octet-stream" }),
      },
      body,
    });
  const answerOf = async (sent: Promise<Response>) => {
    const answer = await sent;
    const json = (await answer.json()) as { reason?: string };
    return { status: answer.status, replayed: answer.headers.get("idempotency-replayed"), json };
  };

  test("is about a form's files and fields, however they are written", async () => {
    const pictured = (last: number, name = "a.png") => {
      const made = new FormData();
      made.set("file", new File([new Uint8Array([...tinyPng.slice(0, -1), last])], name));
      return answerOf(upload("/amplify/images", made, "picture"));
    };
    const first = await pictured(tinyPng.at(-1) ?? 0);
    expect(first).toMatchObject({ status: 201, replayed: null });
    expect(await pictured(tinyPng.at(-1) ?? 0)).toEqual({ ...first, replayed: "true" });
    for (const other of [pictured(7), pictured(tinyPng.at(-1) ?? 0, "b.png")])
      expect(await other).toMatchObject({ status: 422, json: { reason: "idempotency_another" } });
  });

  test("is about all bytes of a file that comes in pieces, however they come", async () => {
    const file = (last: string) =>
      new TextEncoder().encode(`email\n${"a@example.com\n".repeat(20_000)}${last}`);
    const send = (body: Uint8Array<ArrayBuffer> | ReadableStream) =>
      answerOf(upload("/amplify/imports?name=a.csv", body, "pieces"));
    const first = await send(file("b@example.com"));
    expect(first).toMatchObject({ status: 201, replayed: null });
    expect(await send(file("b@example.com"))).toEqual({ ...first, replayed: "true" });
    expect(await send(new Blob([file("b@example.com")]).stream())).toEqual({ ...first, replayed: "true" });
    expect(await send(file("c@example.com"))).toMatchObject({
      status: 422,
      json: { reason: "idempotency_another" },
    });
    expect((await ada.client("GET /amplify/imports")).length).toBe(1);
  });
});

test("who calls again while the first call is still under way is told when to ask once more", async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const file = writable.getWriter();
  const upload = (body: BodyInit) =>
    fetch(`${server.url}/amplify/imports?name=slow.csv`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key.key}`,
        "content-type": "application/octet-stream",
        "idempotency-key": "slow",
      },
      body,
    });
  const bytes = new TextEncoder().encode("email\na@example.com\n");
  const first = upload(readable);
  await file.write(bytes);
  // It is noted, and not over before its file is.
  const { read, tables } = server.core.database;
  const isUnderWay = async () => {
    const rows = await read.select().from(tables.idempotentCalls);
    return rows.some(({ status, runner }) => status === null && runner !== "gone");
  };
  await until(isUnderWay);
  const early = await upload(bytes);
  expect([early.status, early.headers.get("retry-after")]).toEqual([409, "1"]);
  expect(await early.json()).toMatchObject({ reason: "idempotency_running" });
  await file.close();
  expect((await first).status).toBe(201);
  expect((await upload(bytes)).headers.get("idempotency-replayed")).toBe("true");
});

describe("the log of requests", () => {
  test("has a key's calls and nobody else's, finds them, and holds no query, body or secret", async () => {
    const logged = await newKey();
    const answered = await call("/amplify/leads?search=canary-query", { by: logged.key });
    await call("/amplify/leads/none", { by: logged.key });
    await call("/amplify/collections", { by: logged.key, body: { name: "canary-body" } });
    await send(`${server.url}/amplify/fields`, { cookie: ada.cookie });
    const page = (query: object) =>
      ada.client("GET /amplify/api/requests", { query: { keyId: logged._id, ...query } });
    await until(async () => (await page({})).items.length === 3);
    const { items } = await page({});
    expect(items.map(({ method, path, status }) => [method, path, status])).toEqual([
      ["POST", "/amplify/collections", 201],
      ["GET", "/amplify/leads/none", 404],
      ["GET", "/amplify/leads", 200],
    ]);
    expect(items[2]).toMatchObject({
      _id: answered.headers.get("x-request-id"),
      keyName: "Cron",
      address: "127.0.0.1",
    });
    const text = JSON.stringify(await ada.client("GET /amplify/api/requests"));
    for (const secret of ["canary", logged.key.slice(4)]) expect(text).not.toContain(secret);
    expect((await page({ status: "4xx" })).items).toHaveLength(1);
    expect((await page({ method: "POST" })).items).toHaveLength(1);
    expect((await page({ path: "LEADS/" })).items).toHaveLength(1);
    expect((await page({ path: "%" })).items).toHaveLength(0);
    const first = await page({ pageSize: 2 });
    const second = await page({ pageSize: 2, before: first.next ?? "" });
    expect([first.items.length, second.items.length, second.next]).toEqual([2, 1, null]);
    const eve = await server.signUp();
    await server.grant(eve, { status: "AMPR" });
    expect((await eve.client("GET /amplify/api/requests")).items).toEqual([]);
  });
});
