import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { sharedChromium } from "../../support/browser/chromium.ts";
import { giveBack, takePage } from "../../support/browser/kept/keptPages.ts";
import { type ServedPages, servePages } from "../../support/browser/servePages.ts";

// A browser shares the machine with the other tests.
setDefaultTimeout(60_000);

let browser: Browser;
let pages: ServedPages;
const taken = new Set<BrowserContext>();

beforeAll(async () => {
  [browser, pages] = await Promise.all([sharedChromium(), servePages()]);
});
afterAll(async () => {
  await Promise.all([...taken].map((context) => context.close()));
  await pages.close();
});

/** Of a kind that no other test asks for. */
const options = { userAgent: "Kept", viewport: { width: 800, height: 600 } };
async function take() {
  const page = await takePage(browser, { server: pages.url, options });
  taken.add(page.context);
  return page;
}

/** Runs in the page: what it finds of an earlier visit. */
async function lookAround() {
  const databases = await indexedDB.databases();
  return {
    local: localStorage.length,
    session: sessionStorage.length,
    databases: databases.length,
    caches: (await caches.keys()).length,
    cookie: document.cookie,
    name: window.name,
    history: history.length,
    width: innerWidth,
    isDark: matchMedia("(prefers-color-scheme: dark)").matches,
    isPrinted: matchMedia("print").matches,
    added: "added" in window,
  };
}

async function leaveTraces(page: Page): Promise<void> {
  await page.evaluate(async () => {
    localStorage.setItem("a", "1");
    sessionStorage.setItem("a", "1");
    // biome-ignore lint/suspicious/noDocumentCookie: this is what a page may leave behind.
    document.cookie = "a=1";
    window.name = "a";
    Object.assign(window, { added: true });
    history.pushState({}, "", "/terms#a");
    await caches.open("a");
    await new Promise((resolve) => {
      indexedDB.open("a").onsuccess = resolve;
    });
  });
  await page.setViewportSize({ width: 390, height: 500 });
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
}

test("a page that goes on with the next test has nothing of the one before", async () => {
  const first = await take();
  await first.page.goto(`${pages.url}/terms`);
  const clean = await first.page.evaluate(lookAround);
  expect(clean).toMatchObject({ local: 0, session: 0, cookie: "", width: 800, isDark: false });
  await leaveTraces(first.page);
  expect(await first.page.evaluate(lookAround)).toMatchObject({ local: 1, session: 1, added: true });
  const heard: string[] = [];
  first.page.on("request", (request) => heard.push(request.url()));
  await first.page.route("**/terms", (route) => route.fulfill({ body: "stood in" }));
  await giveBack(first.context);

  heard.length = 0;
  const second = await take();
  expect(second.page).toBe(first.page);
  await second.page.goto(`${pages.url}/terms`);
  await second.page.getByRole("heading", { level: 1 }).waitFor();
  expect(await second.page.evaluate(lookAround)).toEqual(clean);
  expect(await second.context.cookies()).toEqual([]);
  expect(heard).toEqual([]);
  await giveBack(second.context);
});

test("what a window left that is closed again goes too, on this server and on another", async () => {
  const elsewhere = await servePages();
  const first = await take();
  const visit = async (page: Page, address: string) => {
    const [opened] = await Promise.all([
      page.waitForEvent("popup"),
      page.evaluate((to) => void window.open(to), address),
    ]);
    await opened.waitForLoadState();
    const found = await opened.evaluate(lookAround);
    await opened.evaluate(() => {
      localStorage.setItem("a", "1");
      // biome-ignore lint/suspicious/noDocumentCookie: this is what a page may leave behind.
      document.cookie = "a=1";
    });
    await opened.close();
    return found;
  };
  const nothing = { local: 0, session: 0, databases: 0, cookie: "" };
  await first.page.goto(`${pages.url}/terms`);
  expect(await visit(first.page, `${elsewhere.url}/terms`)).toMatchObject(nothing);
  expect(await visit(first.page, `${pages.url}/contact`)).toMatchObject({ ...nothing, cookie: "a=1" });
  await giveBack(first.context);

  const second = await take();
  expect(second.page).toBe(first.page);
  await second.page.goto(`${pages.url}/terms`);
  expect(await second.page.evaluate(lookAround)).toMatchObject(nothing);
  expect(await visit(second.page, `${elsewhere.url}/terms`)).toMatchObject(nothing);
  await giveBack(second.context);
  await elsewhere.close();
});

test("a page that cannot be put back is closed: of scripts, other tabs, clocks and other servers", async () => {
  const spending: ((page: Page) => Promise<unknown>)[] = [
    (page) => page.addInitScript(() => {}),
    (page) => page.context().addInitScript(() => {}),
    (page) => page.context().route("**/nothing", (route) => route.abort()),
    (page) => page.exposeFunction("called", () => {}),
    (page) => page.clock.install(),
    (page) => page.context().newPage(),
    (page) => page.evaluate(() => window.open("/terms")),
    (page) => page.goto(`${pages.url.replace("127.0.0.1", "localhost")}/terms`),
    (page) => page.close(),
  ];
  for (const spend of spending) {
    const { page, context } = await take();
    await page.goto(`${pages.url}/terms`);
    await spend(page);
    await giveBack(context);
    expect({ after: String(spend), isClosed: page.isClosed() }).toEqual({
      after: String(spend),
      isClosed: true,
    });
  }
});
