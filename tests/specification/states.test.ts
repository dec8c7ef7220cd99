import { describe, expect, test } from "bun:test";
import type { BrowserContext, Page, Route } from "playwright-core";
import { servesPages } from "../support/browser/servesPages.ts";
import { googleStandIn } from "../support/google/googleStandIn.ts";
import { startTestServer } from "../support/server/testServer.ts";

/** The specification's states, waits and failures (its sections 4, 6, 8 and 9), as text of this file's own. */
const pages = servesPages(async () =>
  startTestServer((await googleStandIn()).environment, { islands: true }),
);

const somethingWrong = "Something went wrong, sorry for the inconvenience. Please try again later.";
const isTold = (page: Page, sentence: string) => page.getByText(sentence).first().waitFor();

/** The waits that a page asks its timers for, in milliseconds. */
async function waitsOf(context: BrowserContext): Promise<(page: Page) => Promise<number[]>> {
  await context.addInitScript(() => {
    const waits: number[] = [];
    const noted = (timer: (run: () => void, wait: number) => unknown) => (run: () => void, wait: number) => {
      waits.push(wait);
      return timer(run, wait);
    };
    const { setTimeout, setInterval } = window;
    Object.assign(window, { waits, setTimeout: noted(setTimeout), setInterval: noted(setInterval) });
  });
  return (page) => page.evaluate(() => (window as unknown as { waits: number[] }).waits);
}

async function workspace(route?: { path: string; answer(route: Route): unknown }) {
  const ada = await pages.server.signUp();
  const { page, context } = await pages.open({ as: ada });
  const waits = await waitsOf(context);
  if (route) await page.route(`**${route.path}`, (each) => route.answer(each) as Promise<void>);
  await page.goto(`${pages.server.url}/app`);
  return { ada, page, context, waits: () => waits(page) };
}

const json = (status: number, body: unknown) => (route: Route) =>
  route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) });

describe("entering the workspace", () => {
  test("'Authenticating...' stands while the session is verified, and the loader is looked at every 500 ms", async () => {
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
    const { page, waits } = await workspace({
      path: "/amplify/auth/verify",
      answer: async (route) => {
        await allowed;
        await route.continue();
      },
    });
    await page.getByText("Authenticating...").waitFor();
    allow();
    await page.locator(".loader").waitFor({ state: "detached" });
    expect(await waits()).toContain(500);
  });

  test.each([
    ["with the server's message", json(401, { message: "Your session was ended" }), "Your session was ended"],
    ["with 'Failed to verify user' where it gives none", json(401, {}), "Failed to verify user"],
    ["for any other failure too", json(500, {}), "Failed to verify user"],
  ])("a verification that fails signs out, %s", async (_, answer, sentence) => {
    const { page } = await workspace({ path: "/amplify/auth/verify", answer });
    await page.waitForURL((url) => !url.pathname.startsWith("/app"));
    await isTold(page, sentence);
    const told = await page.getByRole("alert").textContent();
    expect(told?.match(/Failed to verify user/g)).toHaveLength(1);
    expect(await page.evaluate(() => localStorage.getItem("uid"))).toBeNull();
  });

  test("a verification that is never answered for want of a network signs nobody out", async () => {
    const { page } = await workspace({
      path: "/amplify/auth/verify",
      answer: (route) => route.abort("internetdisconnected"),
    });
    await page.locator(".loader").waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/app");
  });

  test("data that cannot be loaded says the server's message, or that something went wrong", async () => {
    const told = await workspace({
      path: "/amplify/leads?*",
      answer: json(503, { message: "Back at noon" }),
    });
    await isTold(told.page, "Back at noon");
    const silent = await workspace({ path: "/amplify/leads?*", answer: json(500, {}) });
    await isTold(silent.page, somethingWrong);
    const cut = await workspace({
      path: "/amplify/leads?*",
      answer: (route) => route.abort("internetdisconnected"),
    });
    await isTold(cut.page, somethingWrong);
  });

  test("a session that has ended meanwhile says 'Unauthorized'", async () => {
    const { ada, page } = await workspace();
    await page.locator(".loader").waitFor({ state: "detached" });
    await ada.client("POST /amplify/auth/logout", {});
    await isTold(page, "Unauthorized");
  });
});

describe("in the workspace", () => {
  test("the sidebar is open, then minimal", async () => {
    const { page } = await workspace();
    await page.locator(".loader").waitFor({ state: "detached" });
    const toggle = page.getByRole("button", { name: /sidebar/i });
    const width = async () => (await page.getByRole("tablist").first().boundingBox())?.width ?? 0;
    const open = await width();
    await toggle.click();
    await page.waitForFunction(
      (before) => (document.querySelector('[role="tablist"]')?.clientWidth ?? before) < before - 50,
      open,
    );
    await toggle.click();
    await page.waitForFunction(
      (before) => (document.querySelector('[role="tablist"]')?.clientWidth ?? 0) >= before - 1,
      Math.floor(open),
    );
  });

  test("what is stored under 'site' goes along as the Authorization header", async () => {
    const { page, context } = await workspace();
    await page.locator(".loader").waitFor({ state: "detached" });
    await context.addInitScript(() => localStorage.setItem("site", "shop-7"));
    const asked = page.waitForRequest((request) => request.url().includes("/amplify/leads"));
    await page.reload();
    expect((await asked).headers().authorization).toBe("shop-7");
    await page.locator(".loader").waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe("/app");
  });
});

test("the socket is opened at /ws/{uid} on entering, and again 2 seconds after it has closed", async () => {
  const ada = await pages.server.signUp();
  const { page, context } = await pages.open({ as: ada });
  const waits = await waitsOf(context);
  const opened: string[] = [];
  const first = Promise.withResolvers<{ close(): Promise<void> }>();
  await page.routeWebSocket(/\/ws\//, (socket) => {
    opened.push(new URL(socket.url()).pathname);
    first.resolve(socket);
  });
  await page.goto(`${pages.server.url}/app`);
  await page.locator(".loader").waitFor({ state: "detached" });
  await (await first.promise).close();
  while (opened.length < 2) await page.waitForTimeout(50);
  expect(opened).toEqual([`/ws/${ada.uid}`, `/ws/${ada.uid}`]);
  expect(await waits(page)).toContain(2000);
});

test("Google's window is looked at every second; closed by its person, it says to open it again", async () => {
  const { page, context } = await pages.open();
  const waits = await waitsOf(context);
  await page.goto(`${pages.server.url}/login`);
  const popup = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Continue with Google" }).click();
  const opened = await popup;
  // Chromium may lose a request to close a window whose first page is on its way: it goes to the process that the page of
  // another site replaces, and the window stays open.
  await opened.waitForURL((url) => url.protocol !== "about:");
  await opened.close();
  await isTold(page, "Please open the popup again to continue");
  expect(await waits(page)).toContain(1000);
});

describe("an account", () => {
  async function adding(answer: (route: Route) => unknown) {
    const opened = await workspace();
    const { page } = opened;
    await page.locator(".loader").waitFor({ state: "detached" });
    await page.getByRole("tab", { name: "Accounts" }).click();
    await page.route("**/amplify/auth/credentials", (route) =>
      route.request().method() === "POST" ? (answer(route) as Promise<void>) : route.continue(),
    );
    await page.getByRole("button", { name: "Add Credential" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Provider").selectOption("sandbox");
    return { page, dialog };
  }

  test.each([
    ["the server's message", json(409, { message: "You have it already" }), "You have it already"],
    ["'Failed to add credential' where there is none", json(500, {}), "Failed to add credential"],
  ])("that cannot be added says %s", async (_, answer, sentence) => {
    const { page, dialog } = await adding(answer);
    await dialog.getByLabel("Email").fill("ada@shop.example");
    await fillAlias(dialog);
    await dialog.getByRole("button", { name: "Add Credential" }).click();
    await isTold(page, sentence);
  });

  test("that Google does not give says 'Failed to fetch google credential'", async () => {
    const { page } = await workspace();
    await page.locator(".loader").waitFor({ state: "detached" });
    await page.route("**/auth/authorize/scope*", json(500, {}));
    await page.getByRole("tab", { name: "Accounts" }).click();
    await page.getByRole("button", { name: "Add Credential" }).first().click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /Google/ })
      .click();
    await isTold(page, "Failed to fetch google credential");
  });
});

/** The sender's name as the form asks for it. */
async function fillAlias(dialog: ReturnType<Page["getByRole"]>): Promise<void> {
  await dialog.getByLabel("Sender name").fill("Ada");
}
