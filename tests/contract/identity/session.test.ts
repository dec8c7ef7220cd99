import { afterAll, beforeAll, expect, test } from "bun:test";
import { exact } from "../../../contract/texts/en/exact.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { send } from "../../support/smtp/send.ts";

let server: TestServer;
let person: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  person = await server.signUp();
});
afterAll(() => server.close());

const unauthorized = { status: 401, text: '{"message":"Unauthorized"}' };
const me = (headers: Record<string, string>) => send(`${server.url}/amplify/auth/me`, { headers });
const post = (path: string, request: { body?: unknown; cookie?: string; headers?: Record<string, string> }) =>
  send(server.url + path, { ...request, method: "POST", body: JSON.stringify(request.body ?? {}) });
const cookieOf = (headers: Headers) => headers.get("set-cookie")?.split(";")[0] ?? "";

test("the token is taken with and without Bearer, and anything else is as if absent", async () => {
  const uid = { json: { uid: person.uid }, status: 200 };
  for (const authorization of [person.token, `Bearer ${person.token}`, `bearer  ${person.token}`])
    expect(await me({ authorization })).toMatchObject(uid);
  for (const authorization of [
    "site",
    "Bearer",
    "Basic YTpi",
    `${person.token}x`,
    "undefined",
    "x".repeat(6_000),
  ]) {
    expect(await me({ authorization })).toMatchObject(unauthorized);
    expect(await me({ authorization, cookie: person.cookie })).toMatchObject(uid);
  }
});

test("the cookie is for no script, for this site and for every path", async () => {
  const { headers } = await post("/amplify/auth/login", {
    body: { username: person.email, password: person.password },
  });
  const cookie = headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/^amplify=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
});

test("on https the cookie is bound to the host and never travels in the clear", async () => {
  const secure = await startTestServer({ PUBLIC_URL: "https://mail.example.com" });
  const { email, password, cookie } = await secure.signUp();
  const { headers } = await send(`${secure.url}/amplify/auth/login`, {
    body: JSON.stringify({ username: email, password }),
  });
  expect(headers.get("set-cookie")).toMatch(
    /^__Host-amplify=[\w-]{43}; .*Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
  const withCookie = (name: string) =>
    send(`${secure.url}/amplify/auth/me`, { cookie: cookie.replace(/^[^=]+/, name) });
  expect(await withCookie("__Host-amplify")).toMatchObject({ status: 200 });
  expect(await withCookie("amplify")).toMatchObject(unauthorized);
  await secure.close();
});

test("a session that was planted before signing in is dead afterwards", async () => {
  const planted = await server.signUp();
  const { headers } = await post("/amplify/auth/login", {
    body: { username: person.email, password: person.password },
    cookie: planted.cookie,
  });
  expect(cookieOf(headers)).not.toBe(planted.cookie);
  expect(await me({ cookie: planted.cookie })).toMatchObject(unauthorized);
  expect(await me({ cookie: cookieOf(headers) })).toMatchObject({ json: { uid: person.uid } });
});

test("signing out ends the session for the cookie and the token, and no other", async () => {
  const [here, there] = [await server.logIn(person), await server.logIn(person)];
  const ended: string[] = [];
  server.running.identity.onSessionsEnded((ids) => ended.push(...ids));
  const { headers, json } = await post("/amplify/auth/logout", { cookie: here.cookie });
  expect(headers.get("set-cookie")).toStartWith("amplify=; Max-Age=0");
  expect(json).toEqual({ message: "You are signed out" });
  expect(await me({ cookie: here.cookie })).toMatchObject(unauthorized);
  expect(await me({ authorization: here.token })).toMatchObject(unauthorized);
  expect(await me({ cookie: there.cookie })).toMatchObject({ status: 200 });
  expect(ended).toHaveLength(1);
  expect(await post("/amplify/auth/logout", { cookie: here.cookie })).toMatchObject({ status: 200 });
});

test("a new password ends every session but the one that comes with it", async () => {
  const one = await server.signUp();
  const other = await server.logIn(one);
  const ended: string[] = [];
  server.running.identity.onSessionsEnded((ids) => ended.push(...ids));
  const body = { currentPassword: one.password, newPassword: "Newer-Horse-8" };
  const changed = await post("/amplify/auth/password", { body, cookie: one.cookie });
  expect(changed).toMatchObject({ status: 200, json: { uid: one.uid } });
  expect(ended).toHaveLength(2);
  for (const cookie of [one.cookie, other.cookie]) expect(await me({ cookie })).toMatchObject(unauthorized);
  expect(await me({ cookie: cookieOf(changed.headers) })).toMatchObject({ status: 200 });
  await server.logIn({ email: one.email, password: body.newPassword });
  await expect(server.logIn(one)).rejects.toThrow("401");
});

test("a password is changed only by who knows it, for a strong one, and guessing is bounded", async () => {
  const guarded = await startTestServer({ AMPLIFY_RATE_LIMITS: "on" });
  try {
    const { cookie, password } = await guarded.signUp();
    const change = (currentPassword: string, newPassword: string) =>
      send(`${guarded.url}/amplify/auth/password`, {
        body: JSON.stringify({ currentPassword, newPassword }),
        cookie,
      });
    expect(await change(password, "weak")).toMatchObject({
      status: 400,
      json: { message: exact.signupPassword },
    });
    for (let n = 0; n < 5; n++)
      expect(await change("wrong", "Newer-Horse-8")).toMatchObject({
        status: 401,
        json: { code: "invalid_credentials" },
      });
    expect(await change(password, "Newer-Horse-8")).toMatchObject({ status: 429 });
  } finally {
    await guarded.close();
  }
});

test("verify answers for one's own uid only and leaves the session as it was", async () => {
  const verify = (uid: unknown) => post("/amplify/auth/verify", { body: { uid }, cookie: person.cookie });
  const stranger = await server.signUp();
  expect(await verify(stranger.uid)).toMatchObject(unauthorized);
  expect(await verify("")).toMatchObject(unauthorized);
  expect(await verify({ $ne: 1 })).toMatchObject({ status: 400 });
  expect(await verify(person.uid)).toMatchObject({
    status: 200,
    json: { data: { status: "AMFR", role: "user" } },
  });
});

test("what an operator grants holds at once", async () => {
  const one = await server.signUp();
  const overview = () => send(`${server.url}/amplify/api/overview`, { cookie: one.cookie });
  expect(await overview()).toMatchObject({ status: 403 });
  await server.grant(one, { status: "AMPR" });
  expect(await overview()).toMatchObject({ status: 200 });
});
