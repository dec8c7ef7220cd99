import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { createClient } from "../../../contract/client.ts";
import { exact } from "../../../contract/texts/en/exact.ts";
import { createLinks } from "../../../server/identity/passwordResets.ts";
import {
  goodPassword,
  startTestServer,
  type TestPerson,
  type TestServer,
} from "../../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { send } from "../../support/smtp/send.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(60_000);

let server: TestServer;
let smtp: ScriptedSmtp;
beforeAll(async () => {
  smtp = await startScriptedSmtp();
  server = await startTestServer({
    AMPLIFY_SYSTEM_SMTP: `smtp://127.0.0.1:${smtp.port}?from=amplify@server.test`,
    PUBLIC_URL: "https://mail.example.com",
  });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1";

const logIn = ({ email, password }: Pick<TestPerson, "email" | "password">, device: string) =>
  send(`${server.url}/amplify/auth/login`, {
    body: JSON.stringify({ username: email, password }),
    headers: { "user-agent": device },
  });

const signUp = (email: string) =>
  server.client("POST /amplify/auth/signup", {
    body: { firstName: "Ada", lastName: "Lovelace", email, password: goodPassword },
  });

const mailsTo = (email: string) =>
  smtp.accepted
    .filter(({ to }) => to.includes(email))
    .map(({ raw }) => raw.toString().replaceAll("=\r\n", "").replaceAll("=3D", "="));

/** Mails leave one after another, so once this one has come, all before it have. */
async function untilAllHaveLeft(email: string): Promise<string[]> {
  const before = mailsTo(email).length;
  await server.client("POST /amplify/auth/forgot", { body: { email } });
  await until(() => mailsTo(email).some((mail, index) => index >= before && mail.includes("/reset#")));
  return mailsTo(email).filter((mail) => !mail.includes("/reset#"));
}

test("a sign-in from another device than one is signed in on is told by mail, one from the same is not", async () => {
  const person = { email: "devices@example.com", password: goodPassword };
  await signUp(person.email);
  for (const device of [firefox, firefox, safari, firefox, safari])
    expect((await logIn(person, device)).status).toBe(200);
  expect((await logIn({ ...person, password: "Wrong-Horse-7" }, "curl/8.7.1")).status).toBe(401);
  const mails = await untilAllHaveLeft(person.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain("Subject: A sign-in from a new device");
  expect(mails[0]).toContain("Safari on iPhone");
  expect(mails[0]).toContain("https://mail.example.com/account");
});

/** Signs in on a device, and out again at the end of the day. */
async function spendDay(person: Pick<TestPerson, "email" | "password">, device: string): Promise<void> {
  const { json } = await logIn(person, device);
  const { token } = json as { token: string };
  await createClient({ base: server.url, token })("POST /amplify/auth/logout");
}

test("whoever signs out each evening is told of no device as a new one that they had the day before", async () => {
  const person = { email: "evenings@example.com", password: goodPassword };
  await signUp(person.email);
  // The telephone stays signed in.
  await logIn(person, safari);
  for (let day = 0; day < 3; day += 1) await spendDay(person, firefox);
  const mails = await untilAllHaveLeft(person.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain("Firefox on Linux");
});

test("a new device is told of also where nobody is signed in just then", async () => {
  const person = { email: "night@example.com", password: goodPassword };
  await signUp(person.email);
  await spendDay(person, firefox);
  await logIn(person, safari);
  const mails = await untilAllHaveLeft(person.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toContain("Safari on iPhone");
});

test("a new password forgets every device but the one that it was set on", async () => {
  const person = { email: "forgets@example.com", password: goodPassword };
  await signUp(person.email);
  await spendDay(person, safari);
  const { json } = await logIn(person, firefox);
  const { token } = json as { token: string };
  await send(`${server.url}/amplify/auth/password`, {
    body: JSON.stringify({ currentPassword: goodPassword, newPassword: "Newer-Horse-8" }),
    headers: { authorization: token, "user-agent": firefox },
  });
  const before = await untilAllHaveLeft(person.email);
  for (const device of [firefox, safari]) await logIn({ ...person, password: "Newer-Horse-8" }, device);
  const told = (await untilAllHaveLeft(person.email)).slice(before.length);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain("Safari on iPhone");
});

test("a changed password is told by mail, whether the old one was known or a link was used", async () => {
  const { email } = await server.signUp({ email: "changes@example.com" });
  const { client, uid } = await server.logIn({ email, password: goodPassword });
  await client("POST /amplify/auth/password", {
    body: { currentPassword: goodPassword, newPassword: "Newer-Horse-8" },
  });
  const [token = ""] = (await createLinks(server.core).make(uid)).split("#").slice(1);
  await server.client("POST /amplify/auth/reset", { body: { token, password: "Newest-Horse-9" } });
  const mails = await untilAllHaveLeft(email);
  expect(mails).toHaveLength(2);
  for (const mail of mails) {
    expect(mail).toContain("Subject: Your password was changed");
    expect(mail).toContain("https://mail.example.com/forgot");
    expect(mail).not.toContain("Horse");
  }
});

test("whose password was changed is told that API keys go on, where there are any", async () => {
  const { email } = await server.signUp({ email: "programs@example.com" });
  const change = async (currentPassword: string, newPassword: string) => {
    const { client } = await server.logIn({ email, password: currentPassword });
    await client("POST /amplify/auth/password", { body: { currentPassword, newPassword } });
  };
  await change(goodPassword, "Newer-Horse-8");
  await server.grant({ email }, { status: "AMEX" });
  const { client } = await server.logIn({ email, password: "Newer-Horse-8" });
  await client("POST /amplify/api/keys", { body: { name: "Shop", scopes: ["read"] } });
  await change("Newer-Horse-8", "Newest-Horse-9");
  const mails = (await untilAllHaveLeft(email)).filter((mail) => mail.includes("Your password was changed"));
  expect(mails.map((mail) => mail.includes("https://mail.example.com/app#api"))).toEqual([false, true]);
});

test("a new key is told by mail to whom it acts for, however it came to be, and a refused one is not", async () => {
  const person = { email: "keys@example.com", password: goodPassword };
  await server.signUp(person);
  await server.grant(person, { status: "AMEX" });
  const { client } = await server.logIn(person);
  const { key } = await client("POST /amplify/api/keys", {
    body: { name: "claim.example.net", scopes: ["read"] },
  });
  const over = { name: "Over", scopes: ["read" as const], expiresAt: 1 };
  await expect(client("POST /amplify/api/keys", { body: over })).rejects.toMatchObject({ status: 400 });
  const { deviceCode, userCode } = await server.client("POST /amplify/auth/device", {
    body: { name: "laptop" },
  });
  await client("POST /amplify/api/approvals/{code}", {
    params: { code: userCode },
    body: { approve: true, scopes: ["read"] },
  });
  await server.client("POST /amplify/auth/device/key", { body: { deviceCode } });

  const mails = await untilAllHaveLeft(person.email);
  expect(mails).toHaveLength(2);
  // Whoever named it chose the words: no mail program makes a link of them.
  expect(mails[0]).toContain(`claim example net=E2=80=9D, which ends in ${key.slice(-4)}`);
  expect(mails[1]).toContain("laptop=E2=80=9D");
  for (const mail of mails) {
    expect(mail).toContain("Subject: A new API key");
    expect(mail).toContain("https://mail.example.com/app#api");
    expect(mail).not.toContain(key);
  }
});

test("where a webhook delivers to is told by mail once it is added or its address changes, and of nothing else", async () => {
  const person = { email: "hooks@example.com", password: goodPassword };
  await server.signUp(person);
  await server.grant(person, { status: "AMEX" });
  const { client } = await server.logIn(person);
  const hook = { name: "claim.example.net", url: "https://127.0.0.1/first?secret=s3cr3t" };
  const types: ["delivery.sent"] = ["delivery.sent"];
  const { _id: id } = await client("POST /amplify/api/webhooks", { body: { ...hook, types } });
  const change = (body: { name?: string; url?: string }) =>
    client("PUT /amplify/api/webhooks/{id}", { params: { id }, body });
  await change({ name: "Shop" });
  await change({ url: hook.url });
  expect(await untilAllHaveLeft(person.email)).toHaveLength(1);
  await change({ url: "https://localhost:8443/second" });
  const mails = await untilAllHaveLeft(person.email);
  expect(mails).toHaveLength(2);
  expect(mails[0]).toContain("claim example net");
  expect(mails[0]).toContain("127 0 0 1");
  expect(mails[1]).toContain("localhost:8443");
  for (const mail of mails) {
    expect(mail).toContain("Subject: Where a webhook delivers to");
    expect(mail).toContain("https://mail.example.com/app#api");
    expect(mail).not.toContain("s3cr3t");
  }
});

test("a password that others guess is refused at sign-up, at a change and by a link, after the rules of form", async () => {
  const names = { firstName: "Grace", lastName: "Hopper", email: "grace@example.com" };
  const signup = (password: string, more = {}) =>
    send(`${server.url}/amplify/auth/signup`, { body: JSON.stringify({ ...names, password, ...more }) });
  const common = {
    status: 400,
    json: {
      message:
        "This password is one of the first that others try. Choose one that nobody would guess, such as a few words of your own.",
    },
  };
  const own = {
    status: 400,
    json: { message: "This password is your own name or address. Choose one that nobody would guess." },
  };
  expect(await signup("Password1!")).toMatchObject(common);
  expect(await signup("Hopper1906!")).toMatchObject(own);
  expect(await signup("Password1!", { email: "none" })).toMatchObject({
    json: { message: exact.signupEmail },
  });
  expect(await signup("password")).toMatchObject({ json: { message: exact.signupPassword } });
  // Whether the address has an account is not told by it.
  await signUp("taken@example.com");
  expect(await signup("Password1!", { email: "taken@example.com" })).toMatchObject(common);

  const { client, uid } = await server.signUp({ email: "weak@example.com" });
  const change = client("POST /amplify/auth/password", {
    body: { currentPassword: goodPassword, newPassword: "Welcome1!" },
  });
  await expect(change).rejects.toMatchObject({
    status: 400,
    message:
      "This password is one of the first that others try. Choose one that nobody would guess, such as a few words of your own.",
  });
  const [token = ""] = (await createLinks(server.core).make(uid)).split("#").slice(1);
  const reset = (password: string) =>
    send(`${server.url}/amplify/auth/reset`, { body: JSON.stringify({ token, password }) });
  expect(await reset("Lovelace1!")).toMatchObject(own);
  // The link was not used up by that.
  expect((await reset("Newer-Horse-8")).status).toBe(200);
});
