import { afterAll, afterEach, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeFindings } from "../../support/browser/axe.ts";
import { type VisitAnswer, visitProvider } from "../../support/browser/providerVisit.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { comeBack, type GoogleServer, startGoogleServer } from "../../support/google/googleServer.ts";
import { somePerson } from "../../support/google/googleStandIn.ts";
import type { TestPerson } from "../../support/server/testServer.ts";

const email = "ada@gmail.example";
let site: GoogleServer;
const pages = servesPages(async () => {
  site = await startGoogleServer();
  return site.server;
});
afterEach(() => {
  site.google.script.gmail = () => null;
  site.google.script.pageHeaders = {};
});
afterAll(() => site.google.close());

const openPage = (path: string, as?: TestPerson) => pages.open({ path, bypassCSP: true, ...(as && { as }) });

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function openAddDialog(page: Page): Promise<void> {
  await page.locator(".loader").waitFor({ state: "detached" });
  await button(page, "Add Credential").click();
  await dialog(page).getByRole("button", { name: "Connect with Google" }).waitFor();
}

const visit = (page: Page, name: string | RegExp, answer: VisitAnswer) =>
  visitProvider(page, { name, at: "**/o/oauth2/v2/auth*", answer });

test("a Google account is connected in Google's own window, and a campaign goes out through it", async () => {
  const person = await site.server.signUp();
  const leads = ["Ann", "Bo", "Cem"].map((firstName) => ({
    firstName,
    lastName: "Lee",
    email: `${firstName.toLowerCase()}@in.test`,
  }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
  await person.client("POST /templates", {
    body: { name: "Spring", html: "<p>Dear {{firstName}}</p>", design: null },
  });
  const { page, complaints } = await openPage("/app#accounts", person);
  await openAddDialog(page);
  expect(await axeFindings(page)).toEqual([]);
  await visit(page, "Connect with Google", { as: email, press: "Allow" });
  await page.getByText(`${email} is connected and may send.`).waitFor();
  await page.getByRole("heading", { name: email }).waitFor();
  await page.getByText("Google, with permission to send").waitFor();
  expect(await page.locator("dialog[open]").count()).toBe(0);

  await page.getByRole("tab", { name: "Leads" }).click();
  await button(page, "Send Email").click();
  await dialog(page).getByLabel("Subject").fill("Hello {{firstName}}");
  await dialog(page).getByLabel("Template", { exact: true }).selectOption({ label: "Spring" });
  await button(page, "Send to 3").click();
  await page.getByText("3/3 Sent").waitFor();
  const taken = site.google.mails.map(({ recipients, email: mail }) => ({
    to: recipients.join(),
    subject: mail.subject,
    hasWords: mail.html?.includes(`Dear ${mail.subject?.replace("Hello ", "")}`),
    oneClick: mail.headers.find(({ key }) => key === "list-unsubscribe-post")?.value,
  }));
  expect(taken.toSorted((one, other) => one.to.localeCompare(other.to))).toEqual(
    ["Ann", "Bo", "Cem"].map((name) => ({
      to: `${name.toLowerCase()}@in.test`,
      subject: `Hello ${name}`,
      hasWords: true,
      oneClick: "List-Unsubscribe=One-Click",
    })),
  );
  expect(complaints).toEqual([]);
});

test("a visit that is denied, closed by hand or blocked says so, and connects nothing", async () => {
  const person = await site.server.signUp();
  const { page, complaints } = await openPage("/app#accounts", person);
  await openAddDialog(page);
  await visit(page, "Connect with Google", { press: "Deny" });
  await dialog(page).getByText("You did not allow it at Google, so nothing was connected.").waitFor();

  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    button(page, "Connect with Google").click(),
  ]);
  await popup.getByRole("heading", { name: "Choose an account" }).waitFor();
  expect(await button(page, "Waiting for Google…").isDisabled()).toBe(true);
  await popup.close();
  await dialog(page).getByText("Please open the popup again to continue").waitFor();

  // What a browser that blocks windows does.
  await page.evaluate(() => {
    window.open = () => null;
  });
  await button(page, "Connect with Google").click();
  await dialog(page).getByText("Your browser blocked Google's window.").waitFor();
  expect(await axeFindings(page, "dialog[open]")).toEqual([]);
  expect(await site.accounts(person)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("where Google's page cuts the tie between the windows, the account is connected all the same", async () => {
  const person = await site.server.signUp();
  site.google.script.pageHeaders = { "cross-origin-opener-policy": "same-origin" };
  const { page } = await openPage("/app#accounts", person);
  await openAddDialog(page);
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    button(page, "Connect with Google").click(),
  ]);
  await popup.getByRole("heading", { name: "Choose an account" }).waitFor();
  // To the page that opened it, such a window looks closed.
  await dialog(page).getByText("Please open the popup again to continue").waitFor();
  await popup.getByRole("button", { name: "Allow" }).click();
  await page.getByText(`${email} is connected and may send.`).waitFor();
  expect(await page.locator("dialog[open]").count()).toBe(0);
  await popup.getByText("You can close this window.").waitFor();
});

test("an account whose permission was taken back is reconnected from its card, as itself and as no other", async () => {
  const person = await site.server.signUp();
  await site.connect(person, { email });
  await person.client("POST /amplify/leads", {
    body: { firstName: "Ann", lastName: "Lee", email: "ann@in.test", phone: "" },
  });
  site.google.withdraw(email);
  await person.client("POST /email/send", {
    body: { subject: "Hi", html: "<p>Hi</p>", from: email, collection: "all" },
  });
  const { page, complaints } = await openPage("/app#accounts", person);
  const card = page.locator(".account-card");
  await card.getByText("Needs reconnecting").waitFor();
  await card.getByText("Reconnect the account. Its campaigns wait until then.").waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await visit(page, /^Reconnect/, { as: "bob@gmail.example", press: "Allow" });
  await card.getByText(`You chose bob@gmail.example, but this account is ${email}.`).waitFor();
  // Google is told whom to offer.
  await visit(page, /^Reconnect/, { press: "Allow" });
  await card.getByText("Ready to send.").waitFor();
  await page.getByText("1/1 Sent").waitFor();
  expect(await site.accounts(person)).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test("a day's limit that is reached while one looks on is seen on the account's card", async () => {
  const person = await site.server.signUp();
  await site.connect(person, { email });
  await person.client("POST /amplify/leads", {
    body: { firstName: "Ann", lastName: "Lee", email: "ann@in.test", phone: "" },
  });
  const { page, complaints } = await openPage("/app#accounts", person);
  const card = page.locator(".account-card");
  await card.getByText("Ready to send.").waitFor();
  site.google.script.gmail = () => ({
    status: 403,
    reason: "dailyLimitExceeded",
    message: "Daily limit exceeded",
  });
  await person.client("POST /email/send", {
    body: { subject: "Hi", html: "<p>Hi</p>", from: email, collection: "all" },
  });
  await card.getByText("Gmail answered 403: Daily limit exceeded. It goes on by itself").waitFor();
  await card.getByText("Paused", { exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("somebody new signs up with Google and is in the workspace at once", async () => {
  site.google.people.push({ ...somePerson("grace@gmail.example"), givenName: "Grace", familyName: "Hopper" });
  const { page, complaints } = await openPage("/signup");
  await visit(page, "Sign up with Google", { as: "grace@gmail.example", press: "Allow" });
  await page.waitForURL("**/app*");
  await page.locator(".loader").waitFor({ state: "detached" });
  expect(await page.evaluate(() => localStorage.getItem("uid"))).toBeTruthy();
  const me = await page.evaluate(async () => (await fetch("/amplify/auth/me")).json());
  expect(me).toMatchObject({
    email: "grace@gmail.example",
    firstName: "Grace",
    lastName: "Hopper",
    status: "AMFR",
  });
  expect(complaints).toEqual([]);
});

test("somebody whose Workspace gives the address continues with Google into the account that has it", async () => {
  const known = await site.server.signUp({ email: "known@gmail.example" });
  site.google.people.push({ ...somePerson("known@gmail.example"), workspace: "gmail.example" });
  const { page, complaints } = await openPage("/login");
  await visit(page, "Continue with Google", { as: "known@gmail.example", press: "Allow" });
  await page.waitForURL("**/app*");
  expect(await page.evaluate(() => localStorage.getItem("uid"))).toBe(known.uid);
  expect(complaints).toEqual([]);
});

test("an account at another address is tied to Google with its password, once, and then without", async () => {
  const known = await site.server.signUp({ email: "known@third.example" });
  site.google.people.push(somePerson("known@third.example"));
  const { page, complaints } = await openPage("/signup");
  await visit(page, "Sign up with Google", { as: "known@third.example", press: "Allow" });
  await page.waitForURL("**/login");
  await page.getByText("There is an account with this email already.").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe("known@third.example");
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel("Password", { exact: true }).fill("Wrong-Horse-7");
  await button(page, "Sign in and add Google").click();
  await page.getByText("Invalid Credentials").waitFor();
  expect(await page.evaluate(() => localStorage.getItem("uid"))).toBeFalsy();
  await page.getByLabel("Password", { exact: true }).fill(known.password);
  await button(page, "Sign in and add Google").click();
  await page.waitForURL("**/app*");
  expect(await page.evaluate(() => localStorage.getItem("uid"))).toBe(known.uid);

  const later = await openPage("/login");
  await visit(later.page, "Continue with Google", { as: "known@third.example", press: "Allow" });
  await later.page.waitForURL("**/app*");
  expect(await later.page.evaluate(() => localStorage.getItem("uid"))).toBe(known.uid);
  // A wrong password is a 401, which a browser reports.
  expect([...complaints, ...later.complaints].filter((text) => !text.includes("401"))).toEqual([]);
});

test("whoever does not know the password goes on without Google, or makes the visit again when it is too late", async () => {
  await site.server.signUp({ email: "forgot@third.example" });
  site.google.people.push(somePerson("forgot@third.example"));
  const { page } = await openPage("/login");
  await visit(page, "Continue with Google", { as: "forgot@third.example", press: "Allow" });
  await button(page, "Sign in without Google").click();
  await button(page, "Sign in").waitFor();
  await button(page, "Continue with Google").waitFor();
  await visit(page, "Continue with Google", { as: "forgot@third.example", press: "Allow" });
  await button(page, "Sign in and add Google").waitFor();
  await page.context().clearCookies();
  await page.getByLabel("Password", { exact: true }).fill("Right-Horse-7");
  await button(page, "Sign in and add Google").click();
  await page.getByText("Too much time has passed since your visit to Google.").waitFor();
  await button(page, "Continue with Google").waitFor();
});

test("a sign-in that is denied, unverified or closed says so and signs nobody in", async () => {
  site.google.people.push({ ...somePerson("eve@gmail.example"), verified: false });
  const { page, complaints } = await openPage("/login");
  await visit(page, "Continue with Google", { press: "Deny" });
  await page.getByText("You did not allow it at Google, so you are not signed in.").waitFor();
  await visit(page, "Continue with Google", { as: "eve@gmail.example", press: "Allow" });
  await page.getByText("Google has not verified the email address of this account").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const [popup] = await Promise.all([
    page.waitForEvent("popup"),
    button(page, "Continue with Google").click(),
  ]);
  await popup.getByRole("heading", { name: "Choose an account" }).waitFor();
  await popup.close();
  await page.getByText("Please open the popup again to continue").waitFor();
  expect(new URL(page.url()).pathname).toBe("/login");
  expect(complaints).toEqual([]);
});

test("a link that comes back from Google a second time is a page that says so, and can be read without its opener", async () => {
  const { page } = await openPage("/login");
  const { authorization_url } = await page.evaluate(async () =>
    (await fetch("/auth/google/sign-in", { method: "POST" })).json(),
  );
  site.google.people.push(somePerson("twice@gmail.example"));
  const back = await site.google.consent(authorization_url, { email: "twice@gmail.example" });
  expect((await comeBack(back)).status).toBe(403);
  // With nobody to tell, the page goes on by itself.
  await page.goto(back.href);
  await page.waitForURL("**/app*");
  const again = await page.goto(back.href);
  expect(again?.status()).toBe(403);
  await page.getByText("This link cannot be used").waitFor();
  expect(await axeFindings(page)).toEqual([]);
});
