import { afterAll, beforeAll, expect, test } from "bun:test";
import { axeFindings } from "../../support/browser/axe.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import {
  type ImapStandIn,
  imapPassword,
  imapUser,
  startImapStandIn,
} from "../../support/imap/imapStandIn.ts";
import { startTestServer } from "../../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";

let smtp: ScriptedSmtp;
let imap: ImapStandIn;
const pages = servesPages(() => startTestServer({}, { islands: true }));
beforeAll(async () => {
  smtp = await startScriptedSmtp();
  imap = await startImapStandIn({ security: "none" });
});
afterAll(async () => {
  await smtp.close();
  await imap.close();
});

test("a mailbox is read once somebody says so, whose card tells at once how that stands, and no more when they turn it off", async () => {
  const person = await pages.server.signUp();
  const server = { host: "127.0.0.1", port: smtp.port, security: "none" } as const;
  await person.client("POST /amplify/auth/credentials", {
    body: {
      provider: "smtp",
      appEmail: imapUser,
      appPassword: "right",
      alias: `Ada <${imapUser}>`,
      ...server,
    },
  });
  const { page, complaints } = await pages.open({ as: person, path: "/app#accounts", bypassCSP: true });
  const card = page.locator(".account-card", { hasText: imapUser });
  const dialog = page.getByRole("dialog");
  await card.getByText("Answers are not read.").waitFor();
  expect(imap.connectionCount()).toBe(0);
  await card.getByRole("button", { name: /^Read answers to/ }).click();
  await dialog.getByText(/Nothing in the mailbox is changed/).waitFor();
  expect(await axeFindings(page, "dialog[open]")).toEqual([]);
  await dialog.getByLabel("Port").fill(String(imap.port));
  await dialog.getByLabel("Security").selectOption("none");
  await dialog.getByRole("button", { name: "Read answers" }).click();
  // The account's own password goes to no port that it was not entered for.
  await dialog.getByText(/please enter its password/).waitFor();
  expect(imap.connectionCount()).toBe(0);
  await dialog.getByLabel("Password of the mailbox").fill(imapPassword);
  await dialog.getByRole("button", { name: "Read answers" }).click();
  // Told by the socket, since whoever reads does so a moment later.
  await card.getByText(/^Answers are read/).waitFor();
  imap.script.signIn = () => "[AUTHENTICATIONFAILED] Invalid credentials";
  const [account] = await person.client("GET /amplify/auth/credentials");
  imap.cut();
  await card.getByText(/It is looked at again|Answers are not read\. The mailbox/).waitFor();
  await card.getByRole("button", { name: /^Answers to/ }).click();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await card.getByText("Answers are not read.", { exact: true }).waitFor();
  const readings = await person.client("GET /amplify/auth/readings");
  expect(readings).toMatchObject([{ credentialId: account?._id, state: "off" }]);
  // What the server refuses the page's console tells, too.
  expect(complaints.filter((one) => !one.includes("403"))).toEqual([]);
});
