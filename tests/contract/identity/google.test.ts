import { afterAll, beforeAll, expect, test } from "bun:test";
import { SignJWT, UnsecuredJWT } from "jose";
import { type GoogleStandIn, googleStandIn } from "../../support/google/googleStandIn.ts";
import { startTestServer, type TestServer } from "../../support/server/testServer.ts";
import { watchedSocket } from "../../support/server/watchedSocket.ts";
import { type Sent, send } from "../../support/smtp/send.ts";

let google: GoogleStandIn;
let server: TestServer;
beforeAll(async () => {
  google = await googleStandIn();
  server = await startTestServer(google.environment, { islands: true });
});
afterAll(() => server.close());

const unauthorized = { status: 401, text: '{"message":"Unauthorized"}' };

function signIn(token: string | null, body: object = {}, at = server): Promise<Sent> {
  return send(`${at.url}/amplify/auth/store-google-user`, {
    body: JSON.stringify(body),
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
}

const me = (sent: Sent) =>
  send(`${server.url}/amplify/auth/me`, { cookie: sent.headers.get("set-cookie")?.split(";")[0] ?? "" });

test("a genuine token signs somebody in as who its claims say, not the body", async () => {
  const victim = await server.signUp();
  const token = await google.idToken({
    email: "New.Person@Example.com",
    given_name: "New",
    family_name: "Person",
  });
  const body = { email: victim.email, uid: victim.uid, firstName: "Eve", lastName: "Il", status: "AMEX" };
  const first = await signIn(token, body);
  expect(first).toMatchObject({ status: 200, json: { status: "AMFR", role: "user" } });
  expect(first.json).not.toMatchObject({ uid: victim.uid });
  expect((await me(first)).json).toMatchObject({
    email: "new.person@example.com",
    firstName: "New",
    lastName: "Person",
  });
  const again = await signIn(token);
  expect(again.json).toMatchObject({ uid: (first.json as { uid: string }).uid });
});

test("names that Google leaves out are taken from the body, without markup", async () => {
  const token = await google.idToken({
    email: "bare@example.com",
    given_name: undefined,
    family_name: undefined,
  });
  const sent = await signIn(token, { firstName: "Ba\r\nre<b>", lastName: "One" });
  expect((await me(sent)).json).toMatchObject({ firstName: "Bareb", lastName: "One" });
});

test("a token that Google did not sign for us, and now, is refused", async () => {
  const past = Math.floor(Date.now() / 1000) - 7_200;
  const secret = new TextEncoder().encode(google.publicKeyPem);
  const claims = { email: "x@example.com", email_verified: true, sub: "1", aud: google.clientId };
  const bad: Record<string, string | null> = {
    "no token": null,
    "no token at all": "",
    "not a token": "abc.def.ghi",
    "alg none": new UnsecuredJWT(claims)
      .setIssuer("https://accounts.google.com")
      .setExpirationTime("1h")
      .encode(),
    HS256: await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", kid: "stand-in-key" })
      .setIssuer("https://accounts.google.com")
      .setExpirationTime("1h")
      .sign(secret),
    "another key": await google.forgedToken(),
    "Google's key in another way": await google.otherWayToken(),
    "another audience": await google.idToken({ aud: "another.apps.example" }),
    "another issuer": await google.idToken({ iss: "https://accounts.google.com.evil.example" }),
    expired: await google.idToken({ iat: past, exp: past + 60 }),
    "no expiry": await google.idToken({ exp: undefined } as never),
    "no subject": await google.idToken({ sub: undefined } as never),
    "unverified address": await google.idToken({ email_verified: false }),
    "address without a word about it": await google.idToken({ email_verified: undefined }),
    "no address": await google.idToken({ email: undefined }),
  };
  for (const [why, token] of Object.entries(bad)) {
    const { status, text, headers } = await signIn(token);
    expect({ why, status, text, cookie: headers.get("set-cookie") }).toEqual({
      why,
      ...unauthorized,
      cookie: null,
    });
  }
});

test("whoever registered the address first loses password and sessions to its verified owner", async () => {
  const squatter = await server.signUp({ email: "victim@example.com" });
  const { closed } = await watchedSocket(server.url, squatter);
  const claims = { sub: "owner", email: "victim@example.com", hd: "example.com" };
  const owner = await signIn(await google.idToken(claims));
  expect(owner).toMatchObject({ status: 200, json: { uid: squatter.uid } });
  expect(await send(`${server.url}/amplify/auth/me`, { cookie: squatter.cookie })).toMatchObject(
    unauthorized,
  );
  expect(await closed).toBe(4401);
  await expect(server.logIn(squatter)).rejects.toThrow("401");
  expect((await me(owner)).status).toBe(200);
  // Signing in again changes nothing, and another Google account with that address is not the owner.
  expect(await signIn(await google.idToken({ sub: "owner", email: "victim@example.com" }))).toMatchObject({
    status: 200,
  });
  expect((await me(owner)).status).toBe(200);
  expect(await signIn(await google.idToken({ sub: "other", email: "victim@example.com" }))).toMatchObject({
    status: 409,
  });
});

test("whoever registered the address first keeps no key, none that was approved, and no webhook", async () => {
  const squatter = await server.signUp({ email: "kept@gmail.com" });
  await server.grant(squatter, { status: "AMEX" });
  const { client } = squatter;
  const { key } = await client("POST /amplify/api/keys", { body: { name: "Stays", scopes: ["read"] } });
  const body = { name: "Tells", url: "https://127.0.0.1:1/hook", types: ["lead.created" as const] };
  await client("POST /amplify/api/webhooks", { body });
  const { deviceCode, userCode } = await server.client("POST /amplify/auth/device", {
    body: { name: "Waits" },
  });
  await client("POST /amplify/api/approvals/{code}", {
    params: { code: userCode },
    body: { approve: true, scopes: ["read"] },
  });
  const asKey = () => send(`${server.url}/amplify/auth/me`, { headers: { authorization: `Bearer ${key}` } });
  expect(await asKey()).toMatchObject({ status: 200, json: { uid: squatter.uid } });

  const owner = await signIn(await google.idToken({ sub: "keeper", email: "kept@gmail.com" }));
  expect(owner).toMatchObject({ status: 200, json: { uid: squatter.uid } });
  expect(await asKey()).toMatchObject({ status: 401, json: { reason: "key_revoked" } });
  expect(
    await send(`${server.url}/amplify/auth/device/key`, { body: JSON.stringify({ deviceCode }) }),
  ).toMatchObject({ status: 400, json: { reason: "device_code_dead" } });
  const cookie = owner.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect(await send(`${server.url}/amplify/api/webhooks`, { cookie })).toMatchObject({
    json: [{ name: "Tells", state: "paused", pausedCause: { code: "webhook_of_former" } }],
  });
  // Nor does it gather what happens from now on.
  const { read, tables } = server.core.database;
  expect(await read.select().from(tables.webhookWants)).toEqual([]);
});

test("at Gmail nobody but the owner is asked for anything, at another address the account's password is", async () => {
  const atGmail = await server.signUp({ email: "victim@gmail.com" });
  const owner = await signIn(await google.idToken({ sub: "gmail owner", email: "victim@gmail.com" }));
  expect(owner).toMatchObject({ status: 200, json: { uid: atGmail.uid } });
  await expect(server.logIn(atGmail)).rejects.toThrow("401");

  for (const [name, hd] of [
    ["without a Workspace", undefined],
    ["of another Workspace", "elsewhere.example"],
  ] as const) {
    const email = `third-${hd ?? "party"}@other.example`;
    const person = await server.signUp({ email });
    const token = await google.idToken({ sub: name, email, hd });
    const asked = { status: 409, json: { message: expect.stringContaining("Enter its password once") } };
    expect([name, await signIn(token)]).toMatchObject([name, asked]);
    expect(await signIn(token, { password: "Wrong-Horse-7" })).toMatchObject({
      status: 401,
      json: { message: "Invalid Credentials" },
    });
    // Nothing has changed for whoever has the account.
    expect((await send(`${server.url}/amplify/auth/me`, { cookie: person.cookie })).status).toBe(200);
    expect(await signIn(token)).toMatchObject(asked);
    expect(await signIn(token, { password: person.password })).toMatchObject({
      status: 200,
      json: { uid: person.uid },
    });
    // Whoever knew both is one person: password and sessions stay, and Google alone is enough from now on.
    expect(await signIn(token)).toMatchObject({ status: 200, json: { uid: person.uid } });
    expect((await server.logIn(person)).uid).toBe(person.uid);
    expect((await send(`${server.url}/amplify/auth/me`, { cookie: person.cookie })).status).toBe(200);
    // A second Google account with that address is nobody's way in, whatever password comes with it.
    const second = await google.idToken({ sub: `a second one ${name}`, email, hd });
    for (const given of [{}, { password: person.password }])
      expect(await signIn(second, given)).toMatchObject({
        status: 409,
        json: { message: "This address already belongs to another Google account" },
      });
    expect(await signIn(token)).toMatchObject({ status: 200, json: { uid: person.uid } });
  }
});

test("without a Google client the answer says so, and without a token it is still 401", async () => {
  const plain = await startTestServer();
  const { cookie, uid } = await plain.signUp();
  expect(await signIn(await google.idToken(), {}, plain)).toMatchObject({
    status: 503,
    json: { code: "unavailable" },
  });
  expect(await signIn(null, {}, plain)).toMatchObject(unauthorized);
  expect(await send(`${plain.url}/auth/authorize/scope?uid=${uid}`, { cookie })).toMatchObject({
    status: 503,
  });
  await plain.close();
});

test("a Google that cannot be reached is unavailable, not a wrong token", async () => {
  const lost = await startTestServer({ ...google.environment, GOOGLE_BASE_URL: "http://127.0.0.1:1" });
  expect(await signIn(await google.idToken(), {}, lost)).toMatchObject({
    status: 503,
    json: { code: "unavailable" },
  });
  await lost.close();
});

type Connect = { url: URL; state: string };
async function connect(person: { cookie: string; uid: string }): Promise<Connect> {
  const { json } = await send(`${server.url}/auth/authorize/scope?uid=${person.uid}`, {
    cookie: person.cookie,
  });
  const url = new URL((json as { authorization_url: string }).authorization_url);
  return { url, state: url.searchParams.get("state") ?? "" };
}
const comeBack = (state: string, cookie?: string) =>
  send(`${server.url}/auth/google/callback?code=abc&state=${state}`, {
    headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
    ...(cookie === undefined ? {} : { cookie }),
  });

test("connecting asks Google for permission to send only, with PKCE and a state", async () => {
  const { url, state } = await connect(await server.signUp());
  expect(url.origin).toBe(google.url);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: google.clientId,
    redirect_uri: `${server.url}/auth/google/callback`,
    response_type: "code",
    scope: "openid email https://www.googleapis.com/auth/gmail.send",
    access_type: "offline",
    prompt: "consent",
    code_challenge_method: "S256",
  });
  expect(state).toMatch(/^[\w-]{43}$/);
  expect(url.searchParams.get("code_challenge")).toMatch(/^[\w-]{43}$/);
});

test("connecting is for one's own uid", async () => {
  const [one, other] = [await server.signUp(), await server.signUp()];
  const scope = (query: string) => send(`${server.url}/auth/authorize/scope${query}`, { cookie: one.cookie });
  expect(await scope(`?uid=${other.uid}`)).toMatchObject(unauthorized);
  for (const query of ["", "?uid="])
    expect(await scope(query)).toMatchObject({
      status: 400,
      json: { message: "Something went wrong, please try again" },
    });
});

test("a state comes back once, to the session that started it", async () => {
  const [one, other] = [await server.signUp(), await server.signUp()];
  const { state } = await connect(one);
  const elsewhere = await server.logIn(one);
  for (const cookie of [other.cookie, elsewhere.cookie, undefined])
    expect(await comeBack(state, cookie)).toMatchObject({ status: 403 });
  expect(await comeBack("forged", one.cookie)).toMatchObject({ status: 403 });
  expect(await comeBack("", one.cookie)).toMatchObject({ status: 403 });
  // The code is made up, so Google refuses it; but the state was good, and now it is used.
  expect(await comeBack(state, one.cookie)).toMatchObject({ status: 400 });
  expect(await comeBack(state, one.cookie)).toMatchObject({ status: 403 });
  const { database } = server.core;
  expect(await database.read.select().from(database.tables.credentials)).toEqual([]);
});
