import { afterEach, beforeEach, expect, test } from "bun:test";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import {
  type ScriptedSmtp,
  type ScriptedSmtpOptions,
  startScriptedSmtp,
} from "../../support/smtp/scriptedSmtp.ts";

let opened: (TestServer | ScriptedSmtp)[] = [];
let person: TestPerson;
let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
  opened.push(server);
  person = await server.signUp();
});
afterEach(async () => {
  for (const each of opened) await each.close();
  opened = [];
});

async function smtpThat(script: ScriptedSmtpOptions): Promise<ScriptedSmtp> {
  const smtp = await startScriptedSmtp(script);
  opened.push(smtp);
  return smtp;
}

async function add({ port }: { port: number }, change: object = {}) {
  const response = await fetch(`${server.url}/amplify/auth/credentials`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: person.token },
    body: JSON.stringify({
      provider: "smtp",
      appEmail: "ada@sender.test",
      appPassword: "right",
      alias: "Ada <ada@sender.test>",
      host: "127.0.0.1",
      port,
      security: "none",
      ...change,
    }),
  });
  const body = (await response.json()) as { _id?: string; message?: string; advice?: string };
  return { status: response.status, ...body };
}
const stored = () => person.client("GET /amplify/auth/credentials");

test("a server that offers no sign-in is not called verified for an account with a password", async () => {
  const smtp = await smtpThat({ offerAuth: false });
  const refused = await add(smtp);
  expect(refused.status).toBe(400);
  expect(refused.message).toBe(
    `127.0.0.1:${smtp.port} offers no sign-in without encryption. Choose TLS with its port, usually 465, or STARTTLS with port 587. If the server asks for none, add the account without a password.`,
  );
  expect(await stored()).toEqual([]);
});

test("a server that offers a sign-in only after STARTTLS is asked for that in words", async () => {
  const smtp = await smtpThat({ offerAuth: false, tls: "starttls" });
  const refused = await add(smtp);
  expect(refused.status).toBe(400);
  expect(refused.message).toBe(
    `127.0.0.1:${smtp.port} offers no sign-in without encryption, but it offers STARTTLS: choose that.`,
  );
});

test("an account is tried as a send would begin, and nothing is sent", async () => {
  const smtp = await smtpThat({});
  expect(await add(smtp)).toMatchObject({ status: 201 });
  await smtp.until(() => smtp.openConnections() === 0);
  const said = smtp.conversations[0]?.lines.filter((line) => line.startsWith("C: ")) ?? [];
  expect(said.map((line) => line.replace(/^(C: (EHLO|AUTH PLAIN)) .*/, "$1"))).toEqual([
    "C: EHLO",
    "C: AUTH PLAIN",
    "C: MAIL FROM:<ada@sender.test>",
    "C: RSET",
    "C: QUIT",
  ]);
  expect(smtp.acceptedCount()).toBe(0);
});

test("a server that refuses the account's own address says so when the account is added, not in mid-campaign", async () => {
  const smtp = await smtpThat({ mail: "553 5.7.1 Sender address rejected: not owned by user" });
  const refused = await add(smtp);
  expect(refused.status).toBe(400);
  expect(refused.message).toBe(
    `127.0.0.1:${smtp.port} takes no mail from ada@sender.test. Check the email, or which addresses this sign-in may send from. The server said: 553 5.7.1 Sender address rejected: not owned by user`,
  );
  expect(await stored()).toEqual([]);
});

test("a server that wants a sign-in after all is asked for with the password", async () => {
  const smtp = await smtpThat({
    mail: ({ user }) => (user === "" ? "530 5.7.0 Authentication required" : null),
  });
  const refused = await add(smtp, { appPassword: "" });
  expect(refused.status).toBe(400);
  expect(refused.message).toBe(
    `127.0.0.1:${smtp.port} takes mail only after a sign-in: enter the password. The server said: 530 5.7.0 Authentication required`,
  );
  expect(await add(smtp)).toMatchObject({ status: 201 });
});

test("a server that takes nothing without encryption is told so, and nobody is asked for a password to send it in the clear", async () => {
  const smtp = await smtpThat({
    tls: "starttls",
    offerAuth: false,
    mail: "530 5.7.0 Must issue a STARTTLS command first",
  });
  const refused = await add(smtp, { appPassword: "" });
  expect(refused.status).toBe(400);
  expect(refused.message).toBe(
    `127.0.0.1:${smtp.port} takes mail only over an encrypted connection: choose STARTTLS. The server said: 530 5.7.0 Must issue a STARTTLS command first`,
  );
});

test("a server that takes no sender just now is busy, and the account is not called wrong", async () => {
  const smtp = await smtpThat({ mail: "451 4.3.2 Try again later" });
  expect(await add(smtp)).toMatchObject({
    status: 503,
    reason: "server_not_now",
    reply: "451 4.3.2 Try again later",
    message:
      "The server does not take this account just now. Try again later. The server said: 451 4.3.2 Try again later",
  });
});

test("a server that cannot forget a sender is still one that takes mail", async () => {
  const smtp = await smtpThat({ rset: "502 5.5.1 Not implemented" });
  expect(await add(smtp)).toMatchObject({ status: 201 });
});

test("whoever chose no encryption is told that the server offers some", async () => {
  const smtp = await smtpThat({ tls: "starttls" });
  const added = await add(smtp);
  const advice = "The server also offers STARTTLS: choose it, so that all that is sent to it is encrypted.";
  expect(added).toMatchObject({ status: 201, advice });
  const params = { id: added._id ?? "" };
  const { message } = await person.client("POST /amplify/auth/credentials/{id}/test", { params });
  expect(message).toBe(`SMTP server accepts the sign-in of ada@sender.test. Nothing was sent. ${advice}`);
  // A new limit needs no sign-in, so nothing new is known.
  const body = { appEmail: "ada@sender.test", perDay: 9 };
  const changed = await person.client("PUT /amplify/auth/credentials/{id}", { params, body });
  expect(changed).not.toHaveProperty("advice");
});

test("a relay that the installation names may ask for no sign-in, as whoever runs it knows", async () => {
  const smtp = await smtpThat({ offerAuth: false, tls: "starttls" });
  server = await startTestServer({ AMPLIFY_GOOGLE_SMTP: `smtp://127.0.0.1:${smtp.port}` });
  opened.push(server);
  person = await server.signUp();
  const added = await add(smtp, { provider: "google" });
  expect(added.status).toBe(201);
  expect(added).not.toHaveProperty("advice");
});
