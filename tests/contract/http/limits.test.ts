import { afterAll, beforeAll, expect, test } from "bun:test";
import { rateLimits } from "../../../contract/limits/http.ts";
import { goodPassword, startTestServer, type TestServer } from "../../support/server/testServer.ts";
import { send } from "../../support/smtp/send.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ AMPLIFY_RATE_LIMITS: "on", TRUST_PROXY: "127.0.0.1, ::1,10.0.0.0/8" });
});
afterAll(() => server.close());

/** Through the trusted proxy: the last address it did not write itself is the client's. */
const from = (address: string) => ({ "x-forwarded-for": address });
const signUp = (email: string, headers: Record<string, string>) =>
  send(`${server.url}/amplify/auth/signup`, {
    body: JSON.stringify({ firstName: "Ada", lastName: "Lovelace", email, password: goodPassword }),
    headers,
  });

test("an address signs up five people an hour; its neighbours are not held to account", async () => {
  const { count } = rateLimits.signupPerAddress;
  for (let n = 0; n < count; n++)
    expect(await signUp(`a${n}@example.com`, from("203.0.113.1"))).toMatchObject({ status: 201 });
  const late = await signUp("late@example.com", from("203.0.113.1"));
  expect(late).toMatchObject({ status: 429, json: { code: "rate_limited" } });
  expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
  // What the client itself puts in front is not believed, only what the proxies added.
  expect(await signUp("late@example.com", from("198.51.100.9, 203.0.113.1, 10.1.2.3"))).toMatchObject({
    status: 429,
  });
  expect(await signUp("late@example.com", from("203.0.113.2"))).toMatchObject({ status: 201 });
});

test("visitors are told apart also by a proxy that writes their ports behind their addresses", async () => {
  const { count } = rateLimits.signupPerAddress;
  for (let n = 0; n < count; n++)
    expect(await signUp(`port${n}@example.com`, from(`203.0.113.40:${4000 + n}`))).toMatchObject({
      status: 201,
    });
  for (const same of ["203.0.113.40:5000", "203.0.113.40"])
    expect(await signUp("late@example.com", from(same))).toMatchObject({ status: 429 });
  for (const [n, other] of ["203.0.113.41:4000", "[2001:db8::1]:4000", "[2001:db8:1::1]"].entries())
    expect(await signUp(`other${n}@example.com`, from(other))).toMatchObject({ status: 201 });
});

test("one household of IPv6 addresses counts as one", async () => {
  for (let n = 0; n < rateLimits.signupPerAddress.count; n++)
    expect(await signUp(`six${n}@example.com`, from(`2001:db8:1:2::${n + 1}`))).toMatchObject({
      status: 201,
    });
  expect(await signUp("six@example.com", from("2001:db8:1:2:ffff::1"))).toMatchObject({ status: 429 });
});

test("whoever has a whole site of IPv6 asks as often as sixteen households, and no household uses that up alone", async () => {
  const { devicePerAddress, signupPerAddress, householdsPerSite } = rateLimits;
  const household = (site: string, n: number) => from(`2001:db8:${site}:${n.toString(16)}::1`);
  const ask = async (headers: Record<string, string>) =>
    (await send(`${server.url}/amplify/auth/device`, { body: JSON.stringify({ name: "Program" }), headers }))
      .status;
  const { count } = devicePerAddress;
  for (let n = 0; n < count; n++) expect(await ask(household("a", 0))).toBe(201);
  // What one household is refused is not its neighbours' trouble.
  for (let n = 0; n < count; n++) expect(await ask(household("a", 0))).toBe(429);
  for (let n = count; n < count * householdsPerSite; n++) expect(await ask(household("a", n))).toBe(201);
  expect(await ask(household("a", 0xfffe))).toBe(429);
  expect(await ask(household("b", 1))).toBe(201);

  const { email } = await server.signUp();
  const taken = signupPerAddress.count * householdsPerSite;
  for (let n = 0; n < taken; n++) expect((await signUp(email, household("c", n))).status).toBe(409);
  expect((await signUp(email, household("c", 0xfffe))).status).toBe(429);
}, 60_000);

test("what somebody mistypes while signing up costs them none of the five", async () => {
  const mistyped = (fields: object) =>
    send(`${server.url}/amplify/auth/signup`, {
      body: JSON.stringify({
        firstName: "Ada",
        lastName: "Lovelace",
        email: "typo@example.com",
        password: goodPassword,
        ...fields,
      }),
      headers: from("203.0.113.77"),
    });
  const faults = [{ password: "weak" }, { password: "Password1!" }, { firstName: "A" }, { email: "nobody" }];
  for (const fault of [...faults, ...faults]) expect(await mistyped(fault)).toMatchObject({ status: 400 });
  expect(await mistyped({})).toMatchObject({ status: 201 });
});

test("whoever tries the product on their own machine makes more than five accounts; through a proxy nobody does", async () => {
  const home = await startTestServer({ AMPLIFY_RATE_LIMITS: "on" });
  const make = (email: string, headers: Record<string, string> = {}) =>
    send(`${home.url}/amplify/auth/signup`, {
      body: JSON.stringify({ firstName: "Ada", lastName: "Lovelace", email, password: goodPassword }),
      headers,
    });
  const { count } = rateLimits.signupPerAddress;
  try {
    for (let n = 0; n <= count; n++) expect(await make(`h${n}@example.com`)).toMatchObject({ status: 201 });
    for (let n = 0; n < count; n++)
      expect(await make(`p${n}@example.com`, from("203.0.113.1"))).toMatchObject({ status: 201 });
    expect(await make("late@example.com", from("203.0.113.2"))).toMatchObject({ status: 429 });
    expect(await make("home@example.com")).toMatchObject({ status: 201 });
  } finally {
    await home.close();
  }
});

test("where people reach a server by an address of its own, nobody at its machine makes more than five accounts either", async () => {
  const open = await startTestServer({ AMPLIFY_RATE_LIMITS: "on", PUBLIC_URL: "https://mail.example.com" });
  const make = (email: string) =>
    send(`${open.url}/amplify/auth/signup`, {
      body: JSON.stringify({ firstName: "Ada", lastName: "Lovelace", email, password: goodPassword }),
    });
  try {
    for (let n = 0; n < rateLimits.signupPerAddress.count; n++)
      expect(await make(`o${n}@example.com`)).toMatchObject({ status: 201 });
    expect(await make("late@example.com")).toMatchObject({ status: 429 });
  } finally {
    await open.close();
  }
});

test("a person has 300 calls a minute, counted by person", async () => {
  const one = await server.logIn({ email: "a0@example.com", password: goodPassword });
  const two = await server.logIn({ email: "a1@example.com", password: goodPassword });
  const call = (cookie: string) => send(`${server.url}/amplify/auth/me`, { cookie });
  for (let n = 0; n < rateLimits.apiPerUser.count; n++) expect((await call(one.cookie)).status).toBe(200);
  expect(await call(one.cookie)).toMatchObject({ status: 429 });
  expect((await call(two.cookie)).status).toBe(200);
});

test("a person has ten files an hour read into rows, and the eleventh is told when to come again", async () => {
  const one = await server.logIn({ email: "a2@example.com", password: goodPassword });
  const two = await server.logIn({ email: "a3@example.com", password: goodPassword });
  const read = ({ cookie }: { cookie: string }) => {
    const body = new FormData();
    body.set("file", new File(["first name,email\nAnn,ann@in.test\n"], "leads.csv"));
    return fetch(`${server.url}/files/convert/excel-to-json`, { method: "POST", headers: { cookie }, body });
  };
  for (let n = 0; n < 10; n++) expect((await read(one)).status).toBe(200);
  const late = await read(one);
  expect(late.status).toBe(429);
  expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await read(two)).status).toBe(200);
});

test("looking at mails in small does not use up the calls that the page itself needs", async () => {
  const one = await server.logIn({ email: "a1@example.com", password: goodPassword });
  const { _id } = await one.client("POST /templates", { body: { name: "Seen often", html: "<p>Hi</p>" } });
  const look = () => fetch(`${server.url}/templates/${_id}/preview`, { headers: { cookie: one.cookie } });
  for (let n = 0; n < rateLimits.apiPerUser.count; n++) expect((await look()).status).toBe(200);
  expect((await send(`${server.url}/amplify/auth/me`, { cookie: one.cookie })).status).toBe(200);
  for (let n = rateLimits.apiPerUser.count; n < rateLimits.previewPerUser.count; n++) await look();
  expect((await look()).status).toBe(429);
});

test("mails of two megabytes, shown hundreds of times in a few seconds, held others up: sixty in ten seconds are", async () => {
  const one = await server.logIn({ email: "a1@example.com", password: goodPassword });
  const show = () => {
    const body = new FormData();
    body.set("html", "<p>Hi</p>");
    return fetch(`${server.url}/preview`, { method: "POST", headers: { cookie: one.cookie }, body });
  };
  for (let n = 0; n < 60; n++) expect((await show()).status).toBe(200);
  const refused = await show();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(10);
});

test("an account guessed at from many addresses is closed to all of them for a while", async () => {
  const guess = (n: number) =>
    send(`${server.url}/amplify/auth/login`, {
      body: JSON.stringify({ username: "a2@example.com", password: "wrong" }),
      headers: from(`203.0.113.${n}`),
    });
  const { count } = rateLimits.loginPerAccountAnywhere;
  for (let n = 0; n < count; n++) expect(await guess(10 + n)).toMatchObject({ status: 401 });
  expect(await guess(200)).toMatchObject({ status: 429 });
});
