import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeFindings } from "../../support/browser/axe.ts";
import { resizeTo } from "../../support/browser/faultsAtEveryWidth.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { startTestServer, type TestPerson } from "../../support/server/testServer.ts";

const pages = servesPages(() => startTestServer({}, { islands: true }));

async function withApi(): Promise<TestPerson> {
  const person = await pages.server.signUp();
  await pages.server.grant(person, { status: "AMPR" });
  return pages.server.logIn(person);
}

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

test("a key is made, shown once, used, found in the log of requests, and revoked", async () => {
  const person = await withApi();
  const { page, complaints } = await pages.open({ as: person, path: "/app#api/keys", bypassCSP: true });
  await page.getByText("No key yet").waitFor();
  await press(page, "New key");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Read").uncheck();
  await press(page, "Make the key");
  await dialog.getByText("Please name the key").waitFor();
  await dialog.getByText("Please choose what the key may do").waitFor();
  await dialog.getByLabel("Name").fill("Monthly cron");
  await dialog.getByLabel("Read").check();
  await dialog.getByText("Keep it to less").click();
  await dialog.getByLabel("Only from these addresses").fill("nowhere");
  await press(page, "Make the key");
  await dialog.getByText("“nowhere” is neither an address nor a range").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByLabel("Only from these addresses").fill("127.0.0.1\n::1");
  await press(page, "Make the key");
  const key = await dialog.getByLabel("The key").inputValue();
  expect(key).toMatch(/^amk_[\w-]{43}$/);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "I have copied it" }).press("Enter");
  await page.getByText("Only 2 addresses").waitFor();
  // What had opened the dialog went with the empty list: who goes on by keyboard does so at the list's title.
  await page.waitForFunction(() => document.activeElement?.textContent === "Keys");
  expect(await page.content()).not.toContain(key);

  const { url } = pages.server;
  const answered = await fetch(`${url}/amplify/leads?search=secret`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(answered.status).toBe(200);
  const id = answered.headers.get("x-request-id") ?? "";
  await page.getByRole("tab", { name: "Requests" }).click();
  const row = page.getByRole("row", { name: id });
  while ((await row.count()) === 0) {
    await press(page, "Look again");
    await page.waitForTimeout(100);
  }
  expect(await row.textContent()).toContain("/amplify/leads");
  // All of it is seen, and all of the tabs and filters.
  for (const width of [1024, 390]) {
    await resizeTo(page, { width, height: 844 });
    for (const shown of [".table-frame", ".tabs-list", ".request-filters"]) {
      const beyond = await page
        .locator(`#panel-api ${shown}:visible`)
        .first()
        .evaluate((element) => [
          element.scrollWidth - element.clientWidth,
          Math.max(0, element.getBoundingClientRect().right - innerWidth),
        ]);
      expect({ width, shown, beyond }).toEqual({ width, shown, beyond: [0, 0] });
    }
  }
  await resizeTo(page, { width: 1280, height: 720 });
  await page.getByLabel("Answer").selectOption("4xx");
  await page.getByText("No request matches.").waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("tab", { name: "Keys" }).click();
  await press(page, "Revoke: Monthly cron");
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await page.getByText("No key yet").waitFor();
  const dead = await fetch(`${url}/amplify/leads`, { headers: { authorization: `Bearer ${key}` } });
  expect(dead.status).toBe(401);
  expect(complaints).toEqual([]);
});

test("a waiting program is let in once its code was compared, and one that nobody knows is not", async () => {
  const person = await withApi();
  // As a link that was cut off may end: no code, and the form is there all the same.
  const { page, complaints } = await pages.open({ as: person, path: "/approve#NONE-%E", bypassCSP: true });
  await press(page, "Continue");
  await page.getByText("This code is not known, has been used, or is too old").waitFor();
  const body = { name: "amplify on laptop" };
  const { deviceCode, userCode } = await pages.server.client("POST /amplify/auth/device", { body });
  await page.getByLabel("Code").fill(userCode.toLowerCase());
  await press(page, "Continue");
  await page.getByText("amplify on laptop").waitFor();
  await page.getByText(userCode).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // What was pressed has gone each time, and the next Tab goes on from what stands in its place.
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  expect(await focused()).toStartWith("amplify on laptop");
  await page.getByLabel("Send").uncheck();
  await press(page, "Approve");
  await page.getByText("Approved. You can go back to the terminal.").waitFor();
  expect(await focused()).toStartWith("Approved.");
  await pages.server.client("POST /amplify/auth/device/key", { body: { deviceCode } });
  const [key] = await person.client("GET /amplify/api/keys");
  expect(key).toMatchObject({ name: "amplify on laptop", scopes: ["read", "write"] });
  // The link of another program in the same tab.
  await page.evaluate(() => window.location.assign("#BCDF-GHJK"));
  await page.getByLabel("Code").waitFor();
  expect(await page.getByLabel("Code").inputValue()).toBe("BCDF-GHJK");
  // The one refusal that the test asked for.
  expect(complaints.filter((complaint) => !complaint.includes("404"))).toEqual([]);
});

test("whoever is signed out as a program's link is opened signs in, and is back at its code", async () => {
  const person = await withApi();
  const body = { name: "amplify on laptop" };
  const { verificationUriComplete, userCode } = await pages.server.client("POST /amplify/auth/device", {
    body,
  });
  const { pathname, hash } = new URL(verificationUriComplete);
  const { page, complaints } = await pages.open({ path: `${pathname}${hash}`, bypassCSP: true });
  await page.waitForURL(/\/login\?to=approve#/);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await press(page, "Sign in");
  await page.waitForURL(/\/approve#/);
  expect(await page.getByLabel("Code").inputValue()).toBe(userCode);
  // Nor is the code lost with a session that ends meanwhile.
  await page.context().clearCookies();
  await press(page, "Continue");
  await page.getByText("your session has ended").waitFor();
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await press(page, "Sign in");
  await page.waitForURL(/\/approve#/);
  expect(await page.getByLabel("Code").inputValue()).toBe(userCode);
  // Nothing but the name of a page of ours leads anywhere.
  await page.context().clearCookies();
  await page.goto(`${pages.server.url}/login?to=${encodeURIComponent("/evil.example")}`);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await press(page, "Sign in");
  await page.waitForURL(`${pages.server.url}/app`);
  expect(complaints).toEqual([]);
});

test("a code that is decided elsewhere makes way for another, and one outlives a sign-up and the skip link", async () => {
  const person = await withApi();
  const asking = () =>
    pages.server.client("POST /amplify/auth/device", { body: { name: "amplify on laptop" } });
  const { userCode } = await asking();
  const { page, context, complaints } = await pages.open({ as: person, path: `/approve#${userCode}` });
  await press(page, "Continue");
  await page.getByText("amplify on laptop").waitFor();
  await person.client("POST /amplify/api/approvals/{code}", {
    params: { code: userCode },
    body: { approve: false },
  });
  await press(page, "Approve");
  await page.getByText("This code is not known, has been used, or is too old").waitFor();
  const field = page.getByLabel("Code");
  await page.waitForFunction(() => document.activeElement?.tagName === "INPUT");
  const next = await asking();
  await field.fill(next.userCode);
  await press(page, "Continue");
  await page.getByText(next.userCode).waitFor();
  // The skip link's address is no code, also where the page is loaded with it.
  await page.goto("about:blank");
  await page.goto(`${pages.server.url}/approve#main`);
  await field.fill("");
  expect(await field.inputValue()).toBe("");
  await page.reload();
  await page.getByRole("button", { name: "Continue" }).and(page.locator(":disabled")).waitFor();
  expect(await field.inputValue()).toBe("");

  // Whoever is new here comes to the code by way of both pages.
  await context.clearCookies();
  await page.goto(`${pages.server.url}/approve#${next.userCode}`);
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Login" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Sign up" }).click();
  await page.getByLabel("First name").fill("Nora");
  await page.getByLabel("Last name").fill("Lee");
  await page.getByLabel("Email").fill("nora@elsewhere.test");
  await page.getByLabel("Password", { exact: true }).fill("Quiet-lark-27");
  await page.getByLabel("Confirm password").fill("Quiet-lark-27");
  await press(page, "Create Account");
  await page.waitForURL(/\/login\?to=approve#/);
  expect(new URL(page.url()).hash).toBe(`#${next.userCode}`);
  expect(complaints).toEqual([]);
});

test("a key is copied also where the browser offers no clipboard, as over plain http, and else it is said", async () => {
  const person = await withApi();
  const { page, complaints } = await pages.open({ as: person });
  // What Chromium lacks on addresses that are neither https nor this machine.
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.goto(`${pages.server.url}/app#api/keys`);
  await press(page, "New key");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Cron");
  await press(page, "Make the key");
  const key = await dialog.getByLabel("The key").inputValue();
  await dialog.getByRole("button", { name: "Copy", exact: true }).press("Enter");
  await dialog.getByRole("button", { name: "Copied", exact: true }).waitFor();
  // A browser that lets no page copy anything leaves it to the person.
  await page.evaluate(() => Object.assign(document, { execCommand: () => false }));
  await dialog.getByRole("button", { name: "Copied", exact: true }).click();
  await dialog.getByRole("button", { name: "Select it to copy", exact: true }).waitFor();
  await page.getByRole("button", { name: "I have copied it" }).click();

  await page.getByRole("tab", { name: "Requests" }).click();
  await page.getByLabel("Path").first().focus();
  await page.keyboard.press("Control+v");
  expect(await page.getByLabel("Path").first().inputValue()).toBe(key);
  expect(complaints).toEqual([]);
});
