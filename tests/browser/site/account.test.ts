import { afterAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { createLinks } from "../../../server/identity/passwordResets.ts";
import { axeFindingsInBothThemes } from "../../support/browser/axe.ts";
import { resizeTo } from "../../support/browser/faultsAtEveryWidth.ts";
import { servesPages, type VisitOptions } from "../../support/browser/servesPages.ts";
import { goodPassword, startTestServer } from "../../support/server/testServer.ts";
import { type ScriptedSmtp, startScriptedSmtp } from "../../support/smtp/scriptedSmtp.ts";
import { unzip } from "../../support/unzip.ts";

const newer = "Newer-Horse-8";
let smtp: ScriptedSmtp;
const pages = servesPages(async () => {
  smtp = await startScriptedSmtp();
  const from = `smtp://127.0.0.1:${smtp.port}?from=amplify@pages.server.test`;
  return startTestServer({ AMPLIFY_SYSTEM_SMTP: from }, { islands: true });
});
afterAll(() => smtp.close());

async function openPage(path: string, options: VisitOptions = {}) {
  const visit = await pages.open({ ...options, path });
  await awake(visit.page);
  return visit;
}

async function awake(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[data-island]")].every((marker) => marker.hasAttribute("data-hydrated")),
  );
}

/** Presses Tab until what has the focus is named so; fails when the page has gone round without it. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = page.locator(":focus");
    if ((await focused.count()) === 0) continue;
    const seen = await focused.evaluate((element) => {
      const labels = "labels" in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
      const words = labels.map((label) => label.textContent ?? "").join(" ");
      return (element.getAttribute("aria-label") ?? (words || element.textContent) ?? "").trim();
    });
    if (typeof name === "string" ? seen === name : name.test(seen)) return;
  }
  throw new Error(`Tab never reached ${name}`);
}

const focusedLabel = (page: Page) =>
  page.locator(":focus").evaluate((element) => (element as HTMLInputElement).labels?.[0]?.textContent);

test("an account is made and entered by keyboard alone, and each fault takes the focus to its field", async () => {
  const { page, complaints } = await openPage("/signup");
  await tabTo(page, "First name");
  await page.keyboard.type("Ada");
  await page.keyboard.press("Enter");
  await page.getByText("First and last name must be at least 2 characters").waitFor();
  expect(await focusedLabel(page)).toBe("Last name");
  await page.keyboard.type("Lovelace");
  await tabTo(page, "Email");
  await page.keyboard.type("keyboard@example.com");
  await tabTo(page, "Password");
  await page.keyboard.type("weak");
  await page.keyboard.press("Enter");
  await page.getByText("Password must be at least 8 characters").waitFor();
  expect(await focusedLabel(page)).toBe("Password");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(goodPassword);
  await page.getByText("5 of 5 rules hold.").waitFor({ state: "attached" });
  await tabTo(page, "Show password");
  await page.keyboard.press("Space");
  expect(await page.getByLabel("Password", { exact: true }).getAttribute("type")).toBe("text");
  await tabTo(page, "Confirm password");
  await page.keyboard.type(goodPassword);
  await page.keyboard.press("Enter");

  await page.waitForURL("**/login");
  await awake(page);
  await page.getByText("Your account is ready").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe("keyboard@example.com");
  await tabTo(page, "Password");
  await page.keyboard.type("wrong");
  await page.keyboard.press("Enter");
  await page.getByText("Invalid Credentials").waitFor();
  expect(await focusedLabel(page)).toBe("Password");
  // What was typed is selected, so typing begins anew.
  await page.keyboard.type(goodPassword);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/app*");
  expect(complaints).toEqual([]);
});

test("from a forgotten password to the workspace by way of the mail", async () => {
  const ada = await pages.server.signUp();
  const { page, complaints } = await openPage("/login");
  await tabTo(page, "Forgot your password?");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/forgot");
  await awake(page);
  await tabTo(page, "Email");
  await page.keyboard.type(ada.email);
  await page.keyboard.press("Enter");
  await page.getByText("a mail with a link is on its way").waitFor();
  await smtp.until(() => smtp.accepted.some((mail) => mail.to.includes(ada.email)));
  const mail = smtp.accepted.find((one) => one.to.includes(ada.email));
  const text = Buffer.from(mail?.raw ?? [])
    .toString()
    .replaceAll("=\r\n", "");
  const link = /http:\S+\/reset#\S+/.exec(text)?.[0] ?? "";

  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.url()} ${request.headers().referer ?? ""}`));
  await page.goto(link);
  await awake(page);
  await tabTo(page, "New password");
  await page.keyboard.type(newer);
  await tabTo(page, "Confirm password");
  await page.keyboard.type(newer);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/login");
  await page.getByText("Your password is changed").waitFor();
  const token = new URL(link).hash.slice(1);
  expect(token).toHaveLength(43);
  expect(asked.filter((address) => address.includes(token))).toEqual([]);
  expect(asked.length).toBeGreaterThan(3);

  await awake(page);
  await page.getByLabel("Email").fill(ada.email);
  await page.getByLabel("Password", { exact: true }).fill(newer);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/app*");
  await page.goto(link);
  await awake(page);
  await page.getByLabel("New password").fill(newer);
  await page.getByLabel("Confirm password").fill(newer);
  await page.keyboard.press("Enter");
  await page.getByText("This link has been used or is too old.").waitFor();
  expect(complaints).toEqual([]);
});

test("one's own account by keyboard: a new password, an export, and everything deleted", async () => {
  const ada = await pages.server.signUp();
  for (const _ of ["one more", "and another"]) await pages.server.logIn(ada);
  await ada.client("POST /amplify/leads", {
    body: { firstName: "Ann", lastName: "Lee", email: "ann@recipients.example" },
  });
  const { page, complaints } = await openPage("/app", { as: ada });
  await page.locator(".loader").waitFor({ state: "detached" });
  await tabTo(page, /: your menu$/);
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Settings" }).waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === "See the plans and upgrade");
  await page.keyboard.press("s");
  await page.waitForFunction(() => document.activeElement?.textContent === "Settings");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/account");
  await page.locator(".sessions li").nth(2).waitFor();
  // Its button goes with the session that ended, and the focus stays with the list.
  await tabTo(page, /^Sign out of /);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.getByText("Signed out there").waitFor();
  await page.locator(".sessions:focus").waitFor();
  expect(await page.locator(".sessions li").count()).toBe(2);
  // Those above it again.
  await page.reload();
  await page.locator(".sessions li").nth(1).waitFor();

  await tabTo(page, "Current password");
  await page.keyboard.type(ada.password);
  await tabTo(page, "New password");
  await page.keyboard.type(newer);
  await tabTo(page, "Confirm password");
  await page.keyboard.type(newer);
  await page.keyboard.press("Enter");
  await page.getByText("Your password is changed").waitFor();
  await page.locator(".sessions li").nth(1).waitFor({ state: "detached" });
  expect(await page.locator(".sessions li").count()).toBe(1);

  await tabTo(page, "Download everything");
  const coming = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const saved = await (await coming).path();
  expect(unzip(await Bun.file(saved).bytes())["leads.csv"]).toContain("ann@recipients.example");

  await tabTo(page, "Delete my account…");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 lead", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  expect(await page.locator(":focus").textContent()).toBe("Delete my account…");
  await page.keyboard.press("Enter");
  await dialog.waitFor();
  expect(await focusedLabel(page)).toBe("Your password");
  await page.keyboard.type(newer);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/login");
  await page.getByText("Your account and everything kept with it are deleted.").waitFor();
  await page.goto(`${pages.server.url}/account`);
  expect(new URL(page.url()).pathname).toBe("/");
  expect(complaints).toEqual([]);
});

/** Every state of these pages worth looking at. */
const views: { name: string; path: string; signedIn?: true; act?: (page: Page) => Promise<void> }[] = [
  {
    name: "sign-up with a half-typed password",
    path: "/signup",
    async act(page) {
      await page.getByLabel("First name").fill("Ada");
      await page.getByLabel("Last name").fill("Lovelace");
      await page.getByLabel("Password", { exact: true }).fill("Right1");
      await page.getByRole("button", { name: "Show password" }).click();
      await page.getByRole("button", { name: "Sign up with Google" }).click();
      await page.getByRole("button", { name: "Create Account" }).click();
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "a mail is on its way",
    path: "/forgot",
    async act(page) {
      await page.getByLabel("Email").fill("nobody@example.com");
      await page.getByRole("button", { name: "Send me a link" }).click();
      await page.getByText("on its way").waitFor();
    },
  },
  { name: "a new password", path: "/reset#token" },
  { name: "a broken link", path: "/reset" },
  {
    name: "the account",
    path: "/account",
    signedIn: true,
    act: async (page) => page.locator(".sessions").waitFor(),
  },
  {
    name: "the account with a fault",
    path: "/account",
    signedIn: true,
    async act(page) {
      await page.getByRole("button", { name: "Change password" }).click();
      await page.getByRole("alert").waitFor();
    },
  },
  {
    name: "the deletion",
    path: "/account",
    signedIn: true,
    async act(page) {
      await page.getByRole("button", { name: "Delete my account…" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
];

/** One walk through all of them serves whoever asks something of each: getting there is most of what it costs. */
async function walk() {
  const as = await pages.server.signUp();
  const seen: { name: string; found: string[]; small: string[]; tooWide: number[] }[] = [];
  for (const { name, path, signedIn, act } of views) {
    const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true, bypassCSP: true };
    const { page, close } = await openPage(path, signedIn ? { ...phone, as } : phone);
    await act?.(page);
    const small = await page.evaluate(() =>
      [...document.querySelectorAll("main button, main a.button, main .input")]
        .filter((element) => element.checkVisibility() && !element.classList.contains("visually-hidden"))
        .filter((element) => element.getBoundingClientRect().height < 42)
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    const tooWide: number[] = [];
    for (const width of [390, 1024, 1440]) {
      await resizeTo(page, { width, height: 800 });
      if ((await page.evaluate(() => document.documentElement.scrollWidth)) !== width) tooWide.push(width);
    }
    seen.push({ name, found: await axeFindingsInBothThemes(page), small, tooWide });
    await close();
  }
  return seen;
}

let walked: ReturnType<typeof walk> | undefined;
const everyView = () => {
  walked ??= walk();
  return walked;
};

test("axe finds nothing on the account's pages in either theme", async () => {
  const faults = (await everyView()).filter(({ found }) => found.length > 0);
  expect(faults.map(({ name, found }) => ({ name, found }))).toEqual([]);
});

test("no such page is wider than its screen, and on a phone whatever is pressed is 44 pixels high", async () => {
  const faults = (await everyView()).filter(({ small, tooWide }) => small.length + tooWide.length > 0);
  expect(faults.map(({ name, small, tooWide }) => ({ name, small, tooWide }))).toEqual([]);
});

/** A search by words passes over noscript, which is real here. */
async function needsScript(page: Page): Promise<void> {
  const said = page.locator("noscript .notice");
  await said.waitFor();
  expect(await said.textContent()).toContain("needs JavaScript");
}

test("without script every one of these pages says what it needs, and who else can help", async () => {
  const { page } = await pages.open({ javaScriptEnabled: false });
  for (const path of ["/login", "/signup", "/forgot", "/reset"]) {
    await page.goto(pages.server.url + path);
    await needsScript(page);
  }
  const { page: own } = await pages.open({ javaScriptEnabled: false, as: await pages.server.signUp() });
  await own.goto(`${pages.server.url}/account`);
  await needsScript(own);

  const bare = await startTestServer({}, { islands: true });
  await page.goto(`${bare.url}/forgot`);
  await page.getByText("amplify users reset-password").waitFor();
  await bare.close();
});

test("the link that the command prints leads to the same page", async () => {
  const ada = await pages.server.signUp();
  const link = await createLinks(pages.server.core).make(ada.uid);
  const { page } = await openPage(link.slice(pages.server.url.length));
  await page.getByLabel("New password").fill(newer);
  await page.getByLabel("Confirm password").fill(newer);
  await page.getByRole("button", { name: "Set new password" }).click();
  await page.waitForURL("**/login");
});

test("moments are told in the page's language, by the clock that whoever reads is used to", async () => {
  const as = await pages.server.signUp();
  const told = async (locale: string) => {
    const { page, close } = await openPage("/account", { as, locale });
    const moment = page.getByText(/\b20\d\d,? .*\d:\d\d/).first();
    await moment.waitFor();
    const words = (await moment.textContent()) ?? "";
    await close();
    return words;
  };
  const month = /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b/;
  for (const [locale, clock] of [
    ["en-US", /\d:\d\d\s[AP]M/],
    ["de-DE", /\d\d:\d\d(?!\s[AP]M)/],
    ["en-GB", /\d \w+ 20\d\d, \d\d:\d\d(?!\s[ap]m)/],
  ] as const) {
    const words = await told(locale);
    expect(words).toMatch(month);
    expect(words).toMatch(clock);
  }
});
