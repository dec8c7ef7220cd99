import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { noticeLimits } from "../../../contract/limits/identity.ts";
import { recipientLimits } from "../../../contract/limits/recipients.ts";
import { goodPassword, startTestServer, type TestServer } from "../../support/server/testServer.ts";
import { sentDelivery } from "../../support/smtp/deliveries.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { until } from "../../support/until.ts";

// What the installation's own mailbox can be made to write, by somebody with an account, to people who have none.

setDefaultTimeout(60_000);

let server: TestServer;
let smtp: ScriptedSmtp;
beforeAll(async () => {
  smtp = await startScriptedSmtp();
  server = await startTestServer({
    AMPLIFY_SYSTEM_SMTP: `smtp://127.0.0.1:${smtp.port}?from=amplify@server.test`,
    PUBLIC_URL: "https://mail.example.com",
    AMPLIFY_RATE_LIMITS: "on",
  });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
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

test("whoever signs in on devices without end fills nobody's mailbox, and puts no links into our mails", async () => {
  const { count } = noticeLimits.perAccount;
  // Nobody proves an address when they sign up, so it may be a stranger's.
  const { email } = await server.signUp({ email: "stranger@example.com" });
  const logIn = async (device: string) => {
    const body = JSON.stringify({ username: email, password: goodPassword });
    const headers = { "content-type": "application/json", "user-agent": device };
    const answer = await fetch(`${server.url}/amplify/auth/login`, { method: "POST", headers, body });
    expect(answer.status).toBe(200);
  };
  for (let time = 0; time < count + 5; time += 1) await logIn(`Claim-it-at.evil.example.${time}`);
  const mails = await untilAllHaveLeft(email);
  expect(mails).toHaveLength(count);
  for (const mail of mails) {
    expect(mail).toContain("A program (Claim-it-at evil example");
    expect(mail).not.toContain("evil.example");
  }
  // What else they should know is still told.
  const { client } = await server.logIn({ email, password: goodPassword });
  const body = { currentPassword: goodPassword, newPassword: "Newer-Horse-8" };
  await client("POST /amplify/auth/password", { body });
  expect(await untilAllHaveLeft(email)).toHaveLength(count + 1);
});

test("so many of one workspace's recipients are mailed the way back in a day, then only those of others", async () => {
  const { count } = recipientLimits.returnMailsPerWorkspace;
  const owner = await server.signUp();
  const other = await server.signUp();
  const askedBack = async (workspaceId: string, email: string) => {
    const { id } = await sentDelivery(server.core, { workspaceId, email, provider: "smtp" });
    const link = `${server.url}/u/${server.core.secrets.sign("unsubscribe", id)}`;
    await fetch(link, { method: "POST" });
    return fetch(`${link}/return`, { method: "POST" });
  };
  const emails = Array.from({ length: count + 1 }, (_, one) => `bob${one}@example.com`);
  for (const email of emails)
    expect(await (await askedBack(owner.uid, email)).text()).toContain("is on its way");
  await askedBack(other.uid, "eve@example.com");
  await until(() => mailsTo("eve@example.com").length === 1);
  expect(emails.filter((email) => mailsTo(email).length === 1)).toHaveLength(count);
});
