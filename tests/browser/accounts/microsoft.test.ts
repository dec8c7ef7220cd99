import { afterAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import type { Page } from "playwright-core";
import { oauthLimits } from "../../../contract/limits/accounts/oauth.ts";
import { hashOf } from "../../../server/oauth/visits.ts";
import { axeFindings } from "../../support/browser/axe.ts";
import { type VisitAnswer, visitProvider } from "../../support/browser/providerVisit.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { type MicrosoftServer, startMicrosoftServer } from "../../support/microsoft/microsoftServer.ts";
import type { TestPerson } from "../../support/server/testServer.ts";

const email = "ada@contoso.example";
let site: MicrosoftServer;
const pages = servesPages(async () => {
  site = await startMicrosoftServer();
  return site.server;
});
afterAll(() => site.microsoft.close());

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const visit = (page: Page, name: string | RegExp, answer: VisitAnswer) =>
  visitProvider(page, { name, at: "**/common/oauth2/v2.0/authorize*", answer });

async function openAddDialog(as: TestPerson) {
  const opened = await pages.open({ path: "/app#accounts", as, bypassCSP: true });
  const { page } = opened;
  await page.locator(".loader").waitFor({ state: "detached" });
  await button(page, "Add Credential").click();
  await dialog(page).getByLabel("Provider").selectOption("outlook");
  await dialog(page).getByRole("button", { name: "Connect with Microsoft" }).waitFor();
  return opened;
}

test("a Microsoft account is connected in Microsoft's window, stops when revoked, and goes on as itself alone", async () => {
  const person = await site.server.signUp();
  const { page, complaints } = await openAddDialog(person);
  // The way with a password stays, with the truth about it beside.
  await dialog(page).getByText("Microsoft switches off by default at the end of December 2026").waitFor();
  await dialog(page).getByLabel("App password").waitFor();
  expect(await axeFindings(page, "dialog[open]")).toEqual([]);
  await visit(page, "Connect with Microsoft", { as: email, press: "Allow" });
  await page.getByText(`${email} is connected and may send.`).waitFor();
  await page.getByText("Outlook, with permission to send").waitFor();
  expect(await page.locator("dialog[open]").count()).toBe(0);

  // Its address is Microsoft's to name, and it has no password.
  await page.getByRole("button", { name: /^Edit/ }).click();
  await dialog(page).getByText("The address that Microsoft connected.").waitFor();
  expect(await dialog(page).getByLabel("Email").getAttribute("readonly")).not.toBeNull();
  expect(await dialog(page).getByLabel("App password").count()).toBe(0);
  await button(page, "Cancel").click();

  await person.client("POST /amplify/leads", {
    body: { firstName: "Ann", lastName: "Lee", email: "ann@in.test", phone: "" },
  });
  site.microsoft.withdraw(email);
  await person.client("POST /email/send", {
    body: { subject: "Hi", html: "<p>Hi</p>", from: email, collection: "all" },
  });
  const card = page.locator(".account-card");
  await card.getByText("Needs reconnecting").waitFor();
  await card.getByText("Reconnect the account. Its campaigns wait until then.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await visit(page, /^Reconnect/, { as: "bob@contoso.example", press: "Allow" });
  await card.getByText(`You chose bob@contoso.example, but this account is ${email}.`).waitFor();
  await visit(page, /^Reconnect/, { press: "Allow" });
  await card.getByText("Ready to send.").waitFor();
  await page.getByText("1/1 Sent").waitFor();
  expect(site.microsoft.mails.map(({ recipients }) => recipients)).toEqual([["ann@in.test"]]);
  expect(complaints).toEqual([]);
});

test("a visit to Microsoft that is denied, closed early or blocked says so, and connects nothing", async () => {
  const person = await site.server.signUp();
  const { page, complaints } = await openAddDialog(person);
  await visit(page, "Connect with Microsoft", { press: "Deny" });
  await dialog(page).getByText("You did not allow it at Microsoft, so nothing was connected.").waitFor();

  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    button(page, "Connect with Microsoft").click(),
  ]);
  await popup.getByRole("heading", { name: "Choose an account" }).waitFor();
  expect(await button(page, "Waiting for Microsoft…").isDisabled()).toBe(true);
  await popup.close();
  await dialog(page).getByText("Microsoft's window was closed before it was done.").waitFor();

  await page.evaluate(() => {
    window.open = () => null;
  });
  await button(page, "Connect with Microsoft").click();
  await dialog(page).getByText("Your browser blocked Microsoft's window.").waitFor();
  expect(await axeFindings(page, "dialog[open]")).toEqual([]);
  expect(await site.accounts(person)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("an answer of Microsoft's that was used, forged, too late or another's is a page that says so, and connects nothing", async () => {
  const [person, other] = [await site.server.signUp(), await site.server.signUp()];
  const { page } = await pages.open({ path: "/app#accounts", as: person });
  const used = await site.begin(person, { email, deny: true });
  await page.goto(used.href);
  const forged = new URL(used);
  forged.searchParams.set("state", "forged");
  const others = await site.begin(other, { email });
  const late = await site.begin(person, { email });
  await makeOld(late);
  for (const back of [used, forged, others, late]) {
    expect((await page.goto(back.href))?.status()).toBe(403);
    await page.getByText("This link cannot be used").waitFor();
  }
  expect(await axeFindings(page)).toEqual([]);
  // The one whose it was can still use it.
  const theirs = await pages.open({ as: other });
  expect((await theirs.page.goto(others.href))?.status()).toBe(200);
  expect([(await site.accounts(person)).length, (await site.accounts(other)).length]).toEqual([0, 1]);
});

/** As if that visit had taken longer than one may. */
async function makeOld(back: URL): Promise<void> {
  const { database, clock } = site.server.core;
  const { oauthStates } = database.tables;
  const id = hashOf(`microsoft ${back.searchParams.get("state")}`);
  const { aged } = await database.atomically((write) => ({
    aged: write
      .update(oauthStates)
      .set({ createdAt: clock.now() - oauthLimits.stateMs - 1 })
      .where(eq(oauthStates.id, id))
      .returning({ id: oauthStates.id }),
  }));
  expect(aged).toHaveLength(1);
}
