import { afterAll, beforeAll, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { createHash } from "node:crypto";
import { rateLimits } from "../../../contract/limits/http.ts";
import { passwordResetLimits } from "../../../contract/limits/identity.ts";
import { exact } from "../../../contract/texts/en/exact.ts";
import { createPasswordResetStore } from "../../../db/stores/identity/passwordResets.ts";
import { createLinks } from "../../../server/identity/passwordResets.ts";
import { startTestServer, type TestServer } from "../../support/server/testServer.ts";
import { watchedSocket } from "../../support/server/watchedSocket.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { send } from "../../support/smtp/send.ts";
import { until } from "../../support/until.ts";

// Passwords are hashed at their full cost, many at once, on a machine that does other work too.
setDefaultTimeout(60_000);

let server: TestServer;
let smtp: ScriptedSmtp;
const newer = "Newer-Horse-8";

beforeAll(async () => {
  smtp = await startScriptedSmtp();
  server = await startTestServer(mailing());
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

/** The settings of a server that mails links by the scripted SMTP server. */
function mailing({ port } = smtp): Record<string, string> {
  const from = encodeURIComponent("Our Amplify <amplify@server.test>");
  return {
    AMPLIFY_SYSTEM_SMTP: `smtp://amplify:s3cret-word@127.0.0.1:${port}?from=${from}`,
    PUBLIC_URL: "https://mail.example.com",
  };
}

const post = (path: string, body: unknown) => send(server.url + path, { body: JSON.stringify(body) });
const ask = (email: string) => post("/amplify/auth/forgot", { email });
const use = (token: string, password = newer) => post("/amplify/auth/reset", { token, password });
const logIn = (username: string, password: string) => post("/amplify/auth/login", { username, password });

/** The text of the mails that somebody got. */
function mailsTo(email: string): string[] {
  return smtp.accepted
    .filter((mail) => mail.to.includes(email))
    .map((mail) => Buffer.from(mail.raw).toString("latin1").replaceAll("=\r\n", ""));
}

async function linkFor(email: string): Promise<string> {
  const before = mailsTo(email).length;
  expect((await ask(email)).status).toBe(200);
  await until(() => mailsTo(email).length > before);
  return /https:\/\/mail\.example\.com\/reset#([\w-]{43})\r/.exec(mailsTo(email).at(-1) ?? "")?.[1] ?? "";
}

test("a mailed link sets a new password once, ends every session and closes its sockets with 4401", async () => {
  const ada = await server.signUp();
  const elsewhere = await server.logIn(ada);
  const socket = await watchedSocket(server.url, ada);

  const token = await linkFor(ada.email);
  expect(token).toHaveLength(43);
  const answer = await use(token);
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.headers.get("set-cookie")).toContain("Max-Age=0");
  expect(await socket.closed).toBe(4401);
  for (const { cookie } of [ada, elsewhere])
    expect(await send(`${server.url}/amplify/auth/me`, { cookie })).toMatchObject({ status: 401 });
  expect(await logIn(ada.email, ada.password)).toMatchObject({ status: 401 });
  expect(await logIn(ada.email, newer)).toMatchObject({ status: 200 });

  expect(await use(token, "Third-Horse-9")).toMatchObject({
    status: 400,
    json: { message: "This link has been used or is too old." },
  });
  expect(await logIn(ada.email, newer)).toMatchObject({ status: 200 });
});

test("the mail is plain text from the installation, says who and how long, and holds the link alone", async () => {
  const ada = await server.signUp();
  await linkFor(ada.email);
  const [mail = ""] = mailsTo(ada.email);
  expect(mail).toContain("From: Our Amplify <amplify@server.test>\r\n");
  expect(mail).toContain(`To: ${ada.email}\r\n`);
  expect(mail).toContain("Auto-Submitted: auto-generated\r\n");
  expect(mail).toContain("Content-Type: text/plain; charset=utf-8\r\n");
  expect(mail).toContain("Hello Ada,");
  expect(mail).not.toContain("List-Unsubscribe");
  expect(mail.match(/https?:/g)).toHaveLength(1);
});

test("an address with an account and one without get the same answer, and only the first gets a mail", async () => {
  const ada = await server.signUp();
  const [known, unknown] = [await ask(ada.email), await ask("nobody@example.com")];
  const plain = ({ status, text, headers }: typeof known) => ({
    status,
    text,
    type: headers.get("content-type"),
  });
  expect(plain(unknown)).toEqual(plain(known));
  expect(known.status).toBe(200);
  expect(await ask(` ${ada.email.toUpperCase()} `)).toMatchObject({ status: 200 });
  await until(() => mailsTo(ada.email).length === 2);
  expect(mailsTo("nobody@example.com")).toEqual([]);
});

test("the answer does not wait for the mail server, so its time tells nothing either", async () => {
  const ada = await server.signUp();
  smtp.script.greeting = "hang";
  const before = smtp.connectionCount();
  expect((await ask(ada.email)).status).toBe(200);
  await until(() => smtp.openConnections() > 0 && smtp.connectionCount() > before);
  smtp.script.greeting = undefined as never;
  smtp.dropAll();
});

test("nobody's mailbox is filled: three links an hour, and the fourth request is answered alike", async () => {
  const limited = await startTestServer({ ...mailing(), AMPLIFY_RATE_LIMITS: "on" });
  const [ada, eve] = [await limited.signUp(), await limited.signUp()];
  const asking = (email: string) =>
    send(`${limited.url}/amplify/auth/forgot`, { body: JSON.stringify({ email }) });
  const answers = [];
  for (let count = 1; count <= 4; count += 1) answers.push(await asking(ada.email));
  const unknown = await asking("nobody@example.com");
  for (const { status, text } of answers)
    expect({ status, text }).toEqual({ status: 200, text: unknown.text });
  // One mail after the other: whatever would still go to ada is out before this one.
  await asking(eve.email);
  await until(() => mailsTo(eve.email).length === 1 && mailsTo(ada.email).length >= 3);
  expect(mailsTo(ada.email)).toHaveLength(3);
  await limited.close();
});

test("a made-up, too old or broken link changes nothing; a weak password leaves the link good", async () => {
  const ada = await server.signUp();
  const old = "o".repeat(43);
  const createdAt = server.core.clock.now() - passwordResetLimits.linkMs - 1;
  const id = createHash("sha256").update(old).digest("base64url");
  await createPasswordResetStore(server.core.database).add({
    reset: { id, userId: ada.uid, createdAt },
    forgetBefore: 0,
  });
  for (const token of [old, "x".repeat(43), "", id, "x".repeat(1_000)])
    expect(await use(token)).toMatchObject({
      status: 400,
      json: { message: "This link has been used or is too old." },
    });

  const token = new URL(await createLinks(server.core).make(ada.uid)).hash.slice(1);
  expect(await use(token, "weak")).toMatchObject({
    status: 400,
    json: { message: exact.signupPassword },
  });
  expect(await use(token)).toMatchObject({ status: 200 });
});

test("two at once with one link: one of them sets the password", async () => {
  const ada = await server.signUp();
  const token = new URL(await createLinks(server.core).make(ada.uid)).hash.slice(1);
  const answers = await Promise.all(
    ["First-Horse-1", "Second-Horse-2"].map((password) => use(token, password)),
  );
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
});

test("a sign-in with the old password that is under way meanwhile opens no session that stays", async () => {
  for (let tries = 0; tries < 8; tries += 1) {
    const ada = await server.signUp();
    const token = new URL(await createLinks(server.core).make(ada.uid)).hash.slice(1);
    const [reset, ...signIns] = await Promise.all([
      use(token),
      logIn(ada.email, ada.password),
      logIn(ada.email, ada.password),
    ]);
    expect(reset.status).toBe(200);
    for (const { json } of signIns) {
      const authorization = String((json as { token?: string }).token);
      expect(await send(`${server.url}/amplify/auth/me`, { headers: { authorization } })).toMatchObject({
        status: 401,
      });
    }
  }
});

test("changing the password by hand leaves no link that undoes it", async () => {
  const ada = await server.signUp();
  const token = new URL(await createLinks(server.core).make(ada.uid)).hash.slice(1);
  await ada.client("POST /amplify/auth/password", {
    body: { currentPassword: ada.password, newPassword: newer },
  });
  expect(await use(token)).toMatchObject({ status: 400 });
});

test("whoever had guessed wrong too often may sign in once the mail has proved who they are", async () => {
  const limited = await startTestServer({ AMPLIFY_RATE_LIMITS: "on" });
  const ada = await limited.signUp();
  const at = (path: string, body: object) => send(limited.url + path, { body: JSON.stringify(body) });
  const enter = (password: string) => at("/amplify/auth/login", { username: ada.email, password });
  for (let count = 0; count < rateLimits.loginPerAccount.count; count += 1) await enter("wrong");
  expect(await enter(ada.password)).toMatchObject({ status: 429 });
  const token = new URL(await createLinks(limited.core).make(ada.uid)).hash.slice(1);
  expect(await at("/amplify/auth/reset", { token, password: newer })).toMatchObject({ status: 200 });
  expect(await enter(newer)).toMatchObject({ status: 200 });
  await limited.close();
});

test("without an account for its own mail the server says so to everybody", async () => {
  const bare = await startTestServer();
  const ada = await bare.signUp();
  const answers = await Promise.all(
    [ada.email, "nobody@example.com"].map((email) =>
      send(`${bare.url}/amplify/auth/forgot`, { body: JSON.stringify({ email }) }),
    ),
  );
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 503, json: { code: "unavailable" }, text: answers[0]?.text });
  await bare.close();
});

test("asking again and again from one address is refused for a while", async () => {
  const limited = await startTestServer({
    AMPLIFY_RATE_LIMITS: "on",
    AMPLIFY_SYSTEM_SMTP: "smtp://127.0.0.1:9?from=amplify@server.test",
  });
  const body = JSON.stringify({ email: "nobody@example.com" });
  const { count } = rateLimits.passwordResetPerAddress;
  for (let tries = 0; tries < count; tries += 1)
    expect((await send(`${limited.url}/amplify/auth/forgot`, { body })).status).toBe(200);
  const refused = await send(`${limited.url}/amplify/auth/forgot`, { body });
  expect(refused).toMatchObject({ status: 429, json: { code: "rate_limited" } });
  expect(refused.headers.get("retry-after")).not.toBeNull();
  await limited.close();
});

test("neither a link nor the account's password reaches a log, also when the mail is refused", async () => {
  const logged: string[] = [];
  const spy = spyOn(console, "error").mockImplementation((...parts) => void logged.push(parts.join(" ")));
  // Its own: it would say so of a mail to somebody else too, which an earlier test has not waited for.
  const refusing = await startScriptedSmtp();
  const own = await startTestServer(mailing(refusing));
  try {
    const ada = await own.signUp();
    refusing.script.rcpt = `550 5.1.1 no such user ${ada.email}`;
    await send(`${own.url}/amplify/auth/forgot`, { body: JSON.stringify({ email: ada.email }) });
    await until(() => logged.some((line) => line.includes("AMPLIFY_SYSTEM_SMTP")));
    for (const secret of ["s3cret-word", "/reset#", ada.email])
      expect(logged.join("\n")).not.toContain(secret);
  } finally {
    await own.close();
    await refusing.close();
    spy.mockRestore();
  }
});
