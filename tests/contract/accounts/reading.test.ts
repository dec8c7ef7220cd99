import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import {
  type ImapStandIn,
  imapPassword,
  imapUser,
  startImapStandIn,
} from "../../support/imap/imapStandIn.ts";
import { startTestServer, type TestPerson, type TestServer } from "../../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { until } from "../../support/until.ts";

let server: TestServer;
let smtp: ScriptedSmtp;
let imap: ImapStandIn;
let ada: TestPerson;
let accounts = 0;

beforeAll(async () => {
  server = await startTestServer();
  smtp = await startScriptedSmtp({ keep: false });
  ada = await server.signUp();
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});
beforeEach(async () => {
  imap = await startImapStandIn({ security: "none" });
});
afterEach(() => imap.close());

async function account(changes: { host?: string; provider?: "smtp" | "sandbox" } = {}): Promise<string> {
  accounts += 1;
  const appEmail = `ada${accounts}@example.com`;
  const sending = { host: "127.0.0.1", port: smtp.port, security: "none" } as const;
  const { _id } = await ada.client("POST /amplify/auth/credentials", {
    body: {
      provider: "smtp",
      appEmail,
      appPassword: "stored-password",
      alias: `Ada <${appEmail}>`,
      ...sending,
      ...changes,
    },
  });
  return _id;
}

const turnOn = (id: string, body: object = {}) =>
  ada.client("PUT /amplify/auth/credentials/{id}/reading", {
    params: { id },
    body: {
      host: "127.0.0.1",
      port: imap.port,
      security: "none",
      user: imapUser,
      password: imapPassword,
      ...body,
    },
  });
const stateOf = async (id: string) =>
  (await ada.client("GET /amplify/auth/readings")).find(({ credentialId }) => credentialId === id);

test("a mailbox is read from when a person turns it on until they turn it off, and seen to be so", async () => {
  const id = await account();
  expect(await stateOf(id)).toMatchObject({ state: "off", host: "127.0.0.1", port: 993, security: "tls" });
  expect(imap.connectionCount()).toBe(0);
  expect(await turnOn(id)).toMatchObject({ state: "waiting", user: imapUser, needs: "nothing" });
  await until(async () => (await stateOf(id))?.state === "reading");
  await until(async () => (await stateOf(id))?.lookedAt !== null);
  await ada.client("DELETE /amplify/auth/credentials/{id}/reading", { params: { id } });
  await until(() => imap.open() === 0);
  expect(await stateOf(id)).toMatchObject({ state: "off", since: null, lookedAt: null });
});

test("nothing is kept of a sign-in that the mailbox refuses, and what it said is told", async () => {
  const id = await account();
  await expect(turnOn(id, { password: "wrong" })).rejects.toMatchObject({
    code: "bad_request",
    reason: { code: "mailbox_sign_in_refused", reply: expect.stringContaining("Invalid credentials") },
  });
  expect((await stateOf(id))?.state).toBe("off");
});

test.each([
  ["another host", { host: "localhost", port: 993 }],
  ["a port that anybody may listen at", {}],
  ["another user name", { port: 993, user: "somebody@example.com" }],
])("the account's stored password does not go to %s", async (_, changes) => {
  const id = await account();
  await expect(turnOn(id, { user: "", password: "", ...changes })).rejects.toMatchObject({
    code: "password_required",
  });
  expect(imap.connectionCount()).toBe(0);
});

test("a mailbox' own password is typed again before it goes to another place, and not for the same one", async () => {
  const id = await account();
  await turnOn(id);
  await turnOn(id, { password: "" });
  const elsewhere = await startImapStandIn({ security: "none" });
  await expect(turnOn(id, { password: "", port: elsewhere.port })).rejects.toMatchObject({
    code: "password_required",
  });
  expect(elsewhere.connectionCount()).toBe(0);
  await elsewhere.close();
});

test("the sandbox has no mailbox to read, and somebody else's account none that is known", async () => {
  const id = await account({ provider: "sandbox" });
  expect(await stateOf(id)).toMatchObject({ needs: "none" });
  await expect(turnOn(id)).rejects.toMatchObject({ reason: { code: "reading_impossible" } });
  const stranger = await server.signUp();
  for (const call of ["PUT", "DELETE"] as const)
    await expect(
      stranger.client(`${call} /amplify/auth/credentials/{id}/reading`, {
        params: { id },
        body: {},
      } as never),
    ).rejects.toMatchObject({ code: "not_found" });
});

test("an account that goes takes the reading of its mailbox with it", async () => {
  const id = await account();
  await turnOn(id);
  await until(() => imap.open() === 1);
  await ada.client("DELETE /amplify/auth/credentials/{id}", { params: { id } });
  await until(() => imap.open() === 0);
});
