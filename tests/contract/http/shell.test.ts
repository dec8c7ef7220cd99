import { afterAll, beforeAll, expect, test } from "bun:test";
import { endpoints } from "../../../contract/endpoints.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { send } from "../../support/smtp/send.ts";

let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
});
afterAll(() => server.close());

const get = (path: string, request: Parameters<typeof send>[1] = {}) => send(server.url + path, request);
const notFound = { status: 404, json: { code: "not_found" } };

test("a visitor is sent away from the workspace and from pages that are not there", async () => {
  for (const path of ["/app", "/dashboard", "/about", "/x/y?z=1", "/appx"]) {
    const sent = await get(path);
    expect({ path, status: sent.status, to: sent.headers.get("location") }).toEqual({
      path,
      status: 302,
      to: "/",
    });
  }
});

test("whoever mistypes an address in a browser is sent on as from any other", async () => {
  const headers = { accept: "text/html,*/*;q=0.8" };
  for (const path of ["/%", "/100%", "/caf%E9", "/a%2Fb"]) {
    const visitor = await get(path, { headers });
    expect([path, visitor.status, visitor.headers.get("location")]).toEqual([path, 302, "/"]);
    const known = await get(path, { headers, cookie: person.cookie });
    expect([path, known.status, known.headers.get("location")]).toEqual([path, 302, "/app"]);
  }
  expect(await get("/amplify/leads/%ff", { headers, cookie: person.cookie })).toMatchObject(notFound);
});

test("a signed-in person is sent to the workspace", async () => {
  for (const path of ["/login", "/signup", "/dashboard/leads", "/x"]) {
    const sent = await get(path, { cookie: person.cookie });
    expect({ path, status: sent.status, to: sent.headers.get("location") }).toEqual({
      path,
      status: 302,
      to: "/app",
    });
  }
});

test("what is not in the API is answered in JSON", async () => {
  const paths = [
    "/amplify/none",
    "/amplify",
    "/auth/none",
    "/email/none",
    "/files/x",
    "/templates/a/b",
    "/static/none.js",
  ];
  for (const path of paths) expect(await get(path)).toMatchObject(notFound);
  expect(await get("/none", { method: "POST", body: "{}" })).toMatchObject(notFound);
  expect(await get("/amplify/leads", { method: "PATCH", body: "{}" })).toMatchObject({
    status: 405,
    json: { code: "method_not_allowed" },
  });
  expect(await get("/ws/")).toMatchObject({ status: 401 });
});

test("no spelling of a path reaches a file or a fault", async () => {
  const paths = [
    "/%00",
    "/static/..%2fpackage.json",
    "/static/..%5cpackage.json",
    "/static/%00",
    "/static/....//package.json",
    "/amplify/leads/%ff",
    "/%E0%A4%A",
    "/amplify/%0d%0aset-cookie:x=1",
  ];
  for (const path of paths) {
    const sent = await get(path, { cookie: person.cookie });
    expect({ path, status: sent.status }).toEqual({ path, status: 404 });
  }
});

test("every answer carries the headers that keep a page to itself", async () => {
  for (const path of ["/", "/healthz", "/amplify/none", "/x", "/amplify/auth/me"]) {
    const { headers } = await get(path);
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: https:; connect-src 'self'; frame-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    for (const feature of ["camera", "microphone", "geolocation", "payment", "usb", "serial"])
      expect(headers.get("permissions-policy")?.split(", ")).toContain(`${feature}=()`);
    expect(headers.has("strict-transport-security")).toBe(false);
    expect(headers.has("x-powered-by")).toBe(false);
  }
  expect((await get("/amplify/auth/me", { cookie: person.cookie })).headers.get("cache-control")).toBe(
    "no-store",
  );
});

test("HEAD is answered like GET, without a body", async () => {
  for (const [path, status] of [
    ["/healthz", 200],
    ["/", 200],
    ["/amplify/auth/me", 401],
    ["/x", 302],
  ] as const)
    expect(await get(path, { method: "HEAD" })).toMatchObject({ status, text: "" });
});

test("a foreign Host changes nothing that is answered", async () => {
  const sent = await get("/openapi.json", { headers: { host: "evil.example" } });
  expect(sent.text).not.toContain("evil.example");
  expect(sent.json).toMatchObject({ servers: [{ url: server.url }] });
  const { headers } = await get("/app", { headers: { host: "evil.example" } });
  expect(headers.get("location")).toBe("/");
});

test("our own origins may write, under each name of this machine", async () => {
  const { port } = new URL(server.url);
  for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
    const headers = { origin: `http://${host}:${port}`, "sec-fetch-site": "same-origin" };
    const sent = await get("/amplify/auth/logout", { method: "POST", body: "{}", headers });
    expect({ host, status: sent.status }).toEqual({ host, status: 200 });
  }
  for (const origin of [
    `https://localhost:${port}`,
    "http://localhost",
    `http://localhost:${port}.evil.example`,
  ])
    expect(
      await get("/amplify/auth/logout", { method: "POST", body: "{}", headers: { origin } }),
    ).toMatchObject({
      status: 403,
    });
});

test("a preflight from another site gets no leave", async () => {
  const headers = { origin: "null", "access-control-request-method": "POST" };
  const sent = await get("/amplify/auth/login", { method: "OPTIONS", headers });
  expect([...sent.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
});

test("a link on another site opens a page and shows a call's answer, but a script there reads neither", async () => {
  const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  expect(await get("/pricing", { headers: link })).toMatchObject({ status: 200 });
  expect(await get("/amplify/auth/me", { headers: link, cookie: person.cookie })).toMatchObject({
    status: 200,
  });
  const frame = { ...link, "sec-fetch-dest": "iframe" };
  expect(await get("/amplify/auth/me", { headers: frame, cookie: person.cookie })).toMatchObject({
    status: 403,
  });
});

test("the OpenAPI document names every endpoint, how to sign in and where the server is", async () => {
  const { json } = await get("/openapi.json");
  const document = json as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string; security?: unknown[]; responses: object }>>;
    components: { securitySchemes: object };
  };
  const named = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(named.sort()).toEqual(Object.keys(endpoints).sort());
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(new Set(operations.map((operation) => operation.operationId)).size).toBe(operations.length);
  expect(document.components.securitySchemes).toMatchObject({
    cookie: { type: "apiKey", in: "cookie", name: "amplify" },
    bearer: { type: "http", scheme: "bearer" },
  });
  expect(document.paths["/amplify/auth/login"]?.post?.security).toEqual([]);
  expect(document.paths["/amplify/auth/me"]?.get?.responses).toHaveProperty("401");
  expect(document.paths["/email/send"]?.post).toMatchObject({
    parameters: [{ name: "Idempotency-Key", in: "header", required: false }],
    responses: { 409: {} },
  });
});

test("signing out closes the sockets of that session with 4401", async () => {
  const one = await server.signUp();
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/ws/${one.uid}`, {
    headers: { cookie: one.cookie },
  } as never);
  const closed = new Promise<number>((resolve) =>
    socket.addEventListener("close", (event) => resolve(event.code)),
  );
  await new Promise((resolve) => socket.addEventListener("open", resolve));
  await one.client("POST /amplify/auth/logout");
  expect(await closed).toBe(4401);
});
