import { afterAll, afterEach, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { axeFindings } from "../../support/browser/axe.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { startTestServer, type TestPerson } from "../../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";

let smtp: ScriptedSmtp;
const pages = servesPages(async () => {
  smtp = await startScriptedSmtp();
  const relay = `smtp://127.0.0.1:${smtp.port}`;
  return startTestServer({ AMPLIFY_OUTLOOK_SMTP: relay, AMPLIFY_GOOGLE_SMTP: relay }, { islands: true });
});
afterEach(() => {
  smtp.script.auth = () => null;
  smtp.script.greeting = () => null;
});
afterAll(() => smtp.close());

/** The Accounts tab of somebody in a browser of their own. */
const openAccounts = (person: TestPerson) =>
  pages.open({ as: person, path: "/app#accounts", bypassCSP: true });

const dialog = (page: Page) => page.getByRole("dialog");
const cardOf = (page: Page, name: string) => page.locator(".account-card", { hasText: name });
const press = (within: Page | Locator, name: string | RegExp) => within.getByRole("button", { name }).click();

/** A connected SMTP account: the server takes its password now. */
async function connect(person: TestPerson): Promise<void> {
  const appEmail = "ada@sender.test";
  await person.client("POST /amplify/auth/credentials", {
    body: {
      provider: "smtp",
      appEmail,
      appPassword: "right",
      alias: `Ada <${appEmail}>`,
      host: "127.0.0.1",
      port: smtp.port,
      security: "none",
    },
  });
}

/** Adds an account of that server through the dialog, and leaves it at the answer. */
async function addByForm(page: Page, password: string): Promise<void> {
  await press(page, "Add Credential");
  await dialog(page).getByLabel("Provider").selectOption({ label: "SMTP server" });
  await dialog(page).getByLabel("Email").fill("ada@sender.test");
  await dialog(page).getByLabel("Host").fill("127.0.0.1");
  await dialog(page).getByLabel("Port").fill(String(smtp.port));
  await dialog(page).getByLabel("Security").selectOption("none");
  await dialog(page).getByLabel("Password").fill(password);
  await dialog(page).getByLabel("Sender name").fill("Ada");
  await press(dialog(page), "Add Credential");
}

test("an SMTP account with a wrong password is refused with what to do, and with the right one it is there", async () => {
  const person = await pages.server.signUp();
  smtp.script.auth = ({ password }) => (password === "right" ? null : "535 5.7.8 Bad credentials");
  const { page, complaints } = await openAccounts(person);
  expect(await axeFindings(page)).toEqual([]);
  await addByForm(page, "wrong");
  await dialog(page)
    .getByText("Check both with whoever runs the server. The server said: 535 5.7.8 Bad credentials")
    .waitFor();
  expect(await axeFindings(page, "dialog[open]")).toEqual([]);
  // What was typed is still there, so that one word is put right and not eight.
  expect(await dialog(page).getByLabel("Host").inputValue()).toBe("127.0.0.1");
  await dialog(page).getByLabel("Password").fill("right");
  await press(dialog(page), "Add Credential");
  const card = cardOf(page, "Ada <ada@sender.test>");
  await card.getByText("Ready to send.").waitFor();
  // This installation asks no DNS, which is said in place of a button that would change nothing.
  await card.getByText("DNS queries are switched off on this installation.").waitFor();
  expect(await card.getByRole("button", { name: /^Look/ }).count()).toBe(0);
  expect(await page.locator("dialog[open]").count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("a server that makes whoever signs in wait is said to, where they see it, and is added once it answers", async () => {
  const person = await pages.server.signUp();
  smtp.script.greeting = { reply: "220 at last", delayMs: 4_000 };
  const { page } = await openAccounts(person);
  await page.clock.install();
  await addByForm(page, "right");
  await dialog(page).getByRole("button", { name: "Signing in…" }).waitFor();
  await page.clock.runFor(5_000);
  const told = dialog(page).getByText("The server takes its time.");
  await told.waitFor();
  const isSeen = await told.evaluate((words) => {
    const { x, y, width, height } = words.getBoundingClientRect();
    return words.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isSeen).toBe(true);
  await cardOf(page, "Ada <ada@sender.test>").getByText("Ready to send.").waitFor();
});

test("a personal Outlook mailbox is refused with why, and with what works in its place", async () => {
  const person = await pages.server.signUp();
  smtp.script.auth = "535 5.7.139 Authentication unsuccessful, basic authentication is disabled.";
  const { page } = await openAccounts(person);
  await press(page, "Add Credential");
  await dialog(page).getByLabel("Provider").selectOption({ label: "Outlook" });
  const link = dialog(page).getByRole("link", { name: /How an administrator allows it/ });
  expect([await link.getAttribute("target"), await link.getAttribute("rel")]).toEqual([
    "_blank",
    "noopener noreferrer",
  ]);
  await dialog(page).getByLabel("Email").fill("ada@outlook.example");
  await dialog(page).getByLabel("App password").fill("whatever");
  await dialog(page).getByLabel("Sender name").fill("Ada");
  await press(dialog(page), "Add Credential");
  await dialog(page)
    .getByText(
      "Personal Outlook, Hotmail and Live accounts lost that in September 2024: connect yours with Microsoft where that is offered here, or use a Google account or an SMTP server instead.",
    )
    .waitFor();
  expect(await axeFindings(page, "dialog[open]")).toEqual([]);
  // Another provider begins afresh.
  await dialog(page).getByLabel("Provider").selectOption({ label: "SMTP server" });
  expect(await dialog(page).getByText("Hotmail").count()).toBe(0);
  expect(await person.client("GET /amplify/auth/credentials")).toEqual([]);
});

test("an account is edited with its provider locked, and its limits are set in a dialog of their own", async () => {
  const person = await pages.server.signUp();
  await connect(person);
  const { page, complaints } = await openAccounts(person);
  await press(page, "Edit Ada <ada@sender.test>");
  expect(await dialog(page).getByLabel("Provider").isDisabled()).toBe(true);
  // The first field that can be filled in; Close had it before, as the provider's takes none.
  await dialog(page).locator("input[name=appEmail]:focus").waitFor({ timeout: 5000 });
  expect(await axeFindings(page, "dialog[open]")).toEqual([]);
  await dialog(page).getByLabel("Sender name").fill("Countess");
  await press(dialog(page), "Save account");
  const card = cardOf(page, "Countess <ada@sender.test>");
  await card.waitFor();

  await press(page, "Limits of Countess <ada@sender.test>");
  await dialog(page).getByLabel("Mails in 24 hours").fill("0");
  await press(dialog(page), "Save limits");
  await dialog(page).getByText("A whole number from 1 to").waitFor();
  expect(await axeFindings(page, "dialog[open]")).toEqual([]);
  await dialog(page).getByLabel("Mails in 24 hours").fill("200");
  await dialog(page).getByLabel("Ramp-up: mails on the first day").fill("20");
  await press(dialog(page), "Save limits");
  await card.getByText("0 of 20 sent in the last 24 hours").waitFor();
  await card.getByText("Ramping up, 20 today.").waitFor();
  expect(complaints).toEqual([]);
});

test("a connection is tried with a press, and the card says how it went", async () => {
  const person = await pages.server.signUp();
  await connect(person);
  const { page, complaints } = await openAccounts(person);
  const card = cardOf(page, "Ada <ada@sender.test>");
  await press(card, /^Test/);
  await card.getByText("SMTP server accepts the sign-in of ada@sender.test. Nothing was sent.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  smtp.script.auth = "535 5.7.8 Bad credentials";
  await press(card, /^Test/);
  await card.getByRole("alert").getByText("The server refused this user name or password.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("an account that its server refuses in mid-campaign says what to do, and goes on once that is done", async () => {
  const person = await pages.server.signUp();
  await connect(person);
  await person.client("POST /amplify/leads", {
    body: { firstName: "Ann", lastName: "Lee", email: "ann@in.test", phone: "" },
  });
  smtp.script.auth = "535 5.7.8 Bad credentials";
  await person.client("POST /email/send", {
    body: { subject: "Hi", html: "<p>Hi</p>", from: "ada@sender.test", collection: "all" },
  });
  const { page, complaints } = await openAccounts(person);
  const card = cardOf(page, "Ada <ada@sender.test>");
  await card.getByText("Its campaigns wait until you resume it.").waitFor();
  await card.getByText("Check both with whoever runs the server.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await press(card, "Resume");
  await card.getByRole("alert").waitFor();
  smtp.script.auth = () => null;
  await press(card, "Resume");
  await card.getByText("Ready to send.").waitFor();
  await page.getByText("1/1 Sent").waitFor();
  expect(complaints).toEqual([]);
});

test("deleting an account asks first, says what becomes of its campaigns, and they pause", async () => {
  const person = await pages.server.signUp();
  await connect(person);
  await person.client("POST /amplify/leads", {
    body: { firstName: "Ann", lastName: "Lee", email: "ann@in.test", phone: "" },
  });
  // The account may not send just now, so its campaign is still there when the account goes.
  smtp.script.auth = "454 4.7.0 Temporary authentication failure";
  const { campaignId } = await person.client("POST /email/send", {
    body: { subject: "Hi", html: "<p>Hi</p>", from: "ada@sender.test", collection: "all" },
  });
  const { page, complaints } = await openAccounts(person);
  const card = cardOf(page, "Ada <ada@sender.test>");
  await press(card, /^Delete/);
  await dialog(page).getByText("Its campaigns pause where they are.").waitFor();
  expect(await axeFindings(page, "dialog[open]")).toEqual([]);
  await press(dialog(page), "Cancel");
  expect(await card.count()).toBe(1);
  await press(card, /^Delete/);
  await press(dialog(page), "Delete");
  await page.getByText("No accounts yet").waitFor();
  const campaign = await person.client("GET /amplify/campaigns/{id}", { params: { id: campaignId } });
  expect(campaign).toMatchObject({
    state: "paused",
    waiting: "Its account was removed. Send the rest from another account, or connect it again.",
    counts: { sent: 0, failed: 0 },
  });
  expect(complaints).toEqual([]);
});
