import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { rateLimits } from "../../../contract/limits/http.ts";
import { exact } from "../../../contract/texts/en/exact.ts";
import {
  goodPassword,
  startTestServer,
  type TestPerson,
  type TestServer,
} from "../../support/server/testServer.ts";
import { type Sent, send } from "../../support/smtp/send.ts";

let server: TestServer;
/** One that counts wrong passwords, as an installation does unless told otherwise. */
let guarded: TestServer;
let person: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  guarded = await startTestServer({ AMPLIFY_RATE_LIMITS: "on" });
  person = await server.signUp();
});
afterAll(async () => {
  await server.close();
  await guarded.close();
});

const refusedAlike = { status: 401, text: '{"message":"Invalid Credentials","code":"invalid_credentials"}' };

function logIn(body: unknown, headers: Record<string, string> = {}, { url } = server): Promise<Sent> {
  return send(`${url}/amplify/auth/login`, { body: JSON.stringify(body), headers });
}

function storePasswordHash(uid: string, passwordHash: string | null) {
  const { database } = server.core;
  const { users } = database.tables;
  return database.atomically((write) => ({
    changed: write.update(users).set({ passwordHash }).where(eq(users.id, uid)).returning({ id: users.id }),
  }));
}

test("a wrong password and an unknown address are refused alike", async () => {
  const wrong = await logIn({ username: person.email, password: "wrong" });
  const unknown = await logIn({ username: "nobody@example.com", password: "wrong" });
  expect(wrong).toMatchObject(refusedAlike);
  expect(unknown).toMatchObject(refusedAlike);
});

test("an account without a password, or with a broken hash, is refused like any other", async () => {
  const { uid, email } = await server.signUp();
  for (const hash of [null, "", "not a hash", "$argon2id$v=19$m=19456,t=2,p=1$x"]) {
    await storePasswordHash(uid, hash);
    expect(await logIn({ username: email, password: goodPassword })).toMatchObject(refusedAlike);
  }
});

test("the sixth wrong password has to wait, whatever address is claimed, and so has the right one", async () => {
  const { email } = await guarded.signUp();
  const attempt = (password: string, n: number) =>
    logIn({ username: email, password }, { "x-forwarded-for": `203.0.113.${n}` }, guarded);
  for (let n = 1; n <= rateLimits.loginPerAccount.count; n++)
    expect(await attempt("wrong", n)).toMatchObject({ status: 401 });
  for (const password of ["wrong", goodPassword]) {
    const late = await attempt(password, 99);
    expect(late).toMatchObject({ status: 429, json: { code: "rate_limited" } });
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  const other = await guarded.signUp();
  expect(other.token).not.toBe("");
});

test("a right password forgives the wrong ones before it", async () => {
  const { email } = await guarded.signUp();
  for (let round = 0; round < 2; round++) {
    for (let n = 1; n < rateLimits.loginPerAccount.count; n++)
      expect(await logIn({ username: email, password: "wrong" }, {}, guarded)).toMatchObject({ status: 401 });
    expect(await logIn({ username: email, password: goodPassword }, {}, guarded)).toMatchObject({
      status: 200,
    });
  }
});

test("wrong passwords are not counted where rate limits are off", async () => {
  const { email } = await server.signUp();
  for (let n = 0; n < 2 * rateLimits.loginPerAccount.count; n++)
    expect(await logIn({ username: email, password: "wrong" })).toMatchObject({ status: 401 });
});

test("missing, blank and oddly shaped fields get the specification's sentence", async () => {
  const odd = [
    {},
    { username: "", password: "" },
    { username: "   ", password: "x" },
    { username: person.email },
    { username: { $ne: 1 }, password: { $ne: 1 } },
    { username: [person.email], password: ["x"] },
    { username: person.email, password: "x".repeat(1024 * 1024) },
    { username: null, password: 7 },
  ];
  for (const body of odd)
    expect(await logIn(body)).toMatchObject({
      status: 400,
      json: { message: exact.loginRequired, code: "bad_request" },
    });
});

test("sign-up names the first broken rule in the specification's order", async () => {
  const good = { firstName: "Ada", lastName: "Lovelace", email: "rules@example.com", password: goodPassword };
  const broken: [object, string][] = [
    [{}, exact.signupNames],
    [{ ...good, firstName: "A", password: "x" }, exact.signupNames],
    [{ ...good, password: "password", firstName: "A<b>" }, exact.signupPassword],
    [{ ...good, password: "x".repeat(1024 * 1024) }, exact.signupPassword],
    [{ ...good, firstName: "A<b>", lastName: "<>" }, exact.signupFirstName],
    [{ ...good, lastName: "L".repeat(21), email: "x" }, exact.signupLastName],
    [{ ...good, email: "a@b,c@d" }, exact.signupEmail],
    [{ ...good, confirmPassword: "other" }, exact.signupMismatch],
  ];
  for (const [body, message] of broken)
    expect(await send(`${server.url}/amplify/auth/signup`, { body: JSON.stringify(body) })).toMatchObject({
      status: 400,
      json: { message },
    });
});

test("a name is written as its language writes it, marks that belong to letters with it", async () => {
  const answers = async (firstName: string) => {
    const body = {
      firstName,
      lastName: "ราตรี",
      email: `${crypto.randomUUID()}@in.test`,
      password: goodPassword,
    };
    const { status, json } = await send(`${server.url}/amplify/auth/signup`, { body: JSON.stringify(body) });
    return status === 201 ? "taken" : (json as { message: string }).message;
  };
  for (const name of ["हिन्दी", "தமிழ்", "שָׁלוֹם", "Q\u0303ue"])
    expect([name, await answers(name)]).toEqual([name, "taken"]);
  // A variation selector and a joiner are marks too, and nobody sees them.
  for (const name of ["Ada\ufe0f", "A\u034fda"])
    expect([name, await answers(name)]).toEqual([name, exact.signupFirstName]);
});

test("nobody signs up as more than a free user, or twice", async () => {
  const fields = {
    firstName: "Zoe\u0308",
    lastName: "O_Neil 2",
    email: "Zoe@Example.com",
    password: goodPassword,
  };
  const asked = {
    ...fields,
    status: "AMEX",
    role: "admin",
    uid: "mine",
    _id: "mine",
    id: "mine",
    createdAt: 0,
  };
  const made = await send(`${server.url}/amplify/auth/signup`, { body: JSON.stringify(asked) });
  expect(made.status).toBe(201);
  expect(made.json).not.toMatchObject({ uid: "mine" });
  const zoe = await server.logIn({ email: "zoe@example.com", password: goodPassword });
  expect(await zoe.client("GET /amplify/auth/me")).toMatchObject({ status: "AMFR", role: "user" });
  const again = await send(`${server.url}/amplify/auth/signup`, { body: JSON.stringify(fields) });
  expect(again).toMatchObject({
    status: 409,
    json: { message: "An account with this email already exists", code: "conflict" },
  });
});

test("two sign-ups with one address at once make one account", async () => {
  const fields = { firstName: "Ada", lastName: "Twice", email: "twice@example.com", password: goodPassword };
  const both = await Promise.all(
    [1, 2].map(() => send(`${server.url}/amplify/auth/signup`, { body: JSON.stringify(fields) })),
  );
  expect(both.map((sent) => sent.status).sort()).toEqual([201, 409]);
});

test("a flood of sign-ins is turned away and leaves the other routes alone", async () => {
  const flood = Array.from({ length: 64 }, (_, n) =>
    logIn({ username: `flood${n}@example.com`, password: "x" }),
  );
  expect(await send(`${server.url}/healthz`)).toMatchObject({ status: 200 });
  const answers = await Promise.all(flood);
  const turnedAway = answers.filter((sent) => sent.status === 503 || sent.status === 429);
  expect(turnedAway.length).toBeGreaterThan(0);
  for (const sent of turnedAway) expect(Number(sent.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(answers.filter((sent) => ![401, 429, 503].includes(sent.status))).toEqual([]);
});
