import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { textsIn } from "../../../contract/texts/language.ts";
import { titleTexts } from "../../../contract/texts/pages/titles.ts";
import { routes } from "../../../pages/routes.ts";
import { closeContexts, sharedChromium } from "../../support/browser/chromium.ts";
import { fixtureIslands, type ServedPages, servePages } from "../../support/browser/servePages.ts";
import { TwoIslands } from "../../support/browser/TwoIslands.tsx";

let browser: Browser;
let pages: ServedPages;
let fixtures: ServedPages;

beforeAll(async () => {
  browser = await sharedChromium();
  pages = await servePages();
  fixtures = await servePages({ folder: fixtureIslands, extra: { "/two": TwoIslands } });
});

afterAll(async () => {
  await closeContexts(browser);
  await pages.stop();
  await fixtures.stop();
});

/** Opens an address and keeps what the page asked for and complained about. */
async function visit(url: string, options: BrowserContextOptions & { signedIn?: boolean } = {}) {
  const { signedIn, ...rest } = options;
  const context = await browser.newContext(rest);
  if (signedIn) await context.addCookies([{ name: "session", value: "alice", url }]);
  const page = await context.newPage();
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  page.on("console", (message) => {
    // No API is there for the workspace to call; what a missing one looks like is not asked here.
    const isMissingApi = /^(Failed to load resource|WebSocket connection)/.test(message.text());
    if (["error", "warning"].includes(message.type()) && !isMissingApi) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  // A verification that fails, as one that nobody answers does here, would sign out and leave the page.
  const standing = { status: "AMFR", role: "user" };
  await page.route("**/amplify/auth/verify", (route) =>
    route.fulfill({ json: { ...standing, data: standing } }),
  );
  await page.goto(url, { waitUntil: "load" });
  return { page, asked, complaints, close: () => context.close() };
}

async function islandsAwake(page: Page) {
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[data-island]")].every((marker) => marker.hasAttribute("data-hydrated")),
  );
}

for (const [path, { access, about }] of Object.entries(routes)) {
  test(`${path} loads under the strict policy without a complaint`, async () => {
    const { page, asked, complaints, close } = await visit(pages.base + path, {
      signedIn: access === "signedIn",
    });
    await islandsAwake(page);
    expect(new URL(page.url()).pathname).toBe(path);
    // As the server sends it: the workspace then names its tab there.
    expect(await (await page.request.get(page.url())).text()).toContain(
      `<title>${about(textsIn("en")(titleTexts)).title}</title>`,
    );
    expect(complaints).toEqual([]);

    const held = await page.locator("[data-island]").count();
    const scripts = asked.filter((name) => name.endsWith(".js") && !name.startsWith("/static/site-"));
    if (held === 0) expect(scripts).toEqual([]);
    else expect(scripts.length).toBeGreaterThan(0);
    await close();
  });
}

test("a page loads the bundles of the islands it holds, once each, and no others", async () => {
  const { page, asked, complaints, close } = await visit(`${fixtures.base}/two`);
  await islandsAwake(page);
  const scripts = asked.filter((name) => name.endsWith(".js"));
  expect(scripts.filter((name) => name.includes("Counter"))).toHaveLength(1);
  expect(scripts.filter((name) => /Echo|Mismatched/.test(name))).toEqual([]);
  expect(new Set(scripts).size).toBe(scripts.length);
  expect(asked.filter((name) => name.endsWith(".css")).some((name) => name.includes("Counter"))).toBe(true);

  await page.getByRole("button", { name: "Count" }).last().click();
  expect(await page.locator("output").allTextContents()).toEqual(["1", "11"]);
  expect(complaints).toEqual([]);
  await close();
});

test("a policy that the page broke would be heard", async () => {
  const { page, complaints, close } = await visit(`${pages.base}/`);
  await page.evaluate(() => {
    const paragraph = document.createElement("p");
    paragraph.setAttribute("style", "color: red");
    document.body.append(paragraph);
  });
  await page.waitForFunction(() => document.querySelector("p[style]") !== null);
  expect(complaints.join(" ")).toContain("Content Security Policy");
  await close();
});

test("without a choice the page follows the system; a choice outlives the visit without any script", async () => {
  const { page, asked, close } = await visit(`${pages.base}/terms`, {
    colorScheme: "dark",
    javaScriptEnabled: false,
  });
  const ground = () => page.locator("html").evaluate((html) => getComputedStyle(html).backgroundColor);
  const dark = await ground();
  expect(await page.getByRole("button", { name: /^Switch to/ }).count()).toBe(1);
  await page.getByRole("button", { name: "Switch to light theme" }).click();
  await page.waitForURL(`${pages.base}/terms`);
  expect(await page.locator("html").getAttribute("data-theme")).toBe("light");
  const light = await ground();
  expect(await page.getByRole("button", { name: /^Switch to/ }).count()).toBe(1);
  expect(light).not.toBe(dark);

  await page.goto(`${pages.base}/`);
  expect(await ground()).toBe(light);
  await page.getByRole("button", { name: "Switch to dark theme" }).click();
  expect(await ground()).toBe(dark);
  expect(asked.filter((name) => name.endsWith(".js"))).toEqual([]);
  await close();
});

test("fonts on a page weigh at most 60 kB and come from this server", async () => {
  const { page, asked, close } = await visit(`${pages.base}/`);
  await page.evaluate(() => document.fonts.ready);
  const fonts = asked.filter((name) => name.endsWith(".woff2"));
  const sizes = await Promise.all(
    [...new Set(fonts)].map(async (name) => (await (await fetch(pages.base + name)).bytes()).length),
  );
  expect(fonts).toHaveLength(2);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
  expect(await page.evaluate(() => document.fonts.check('16px "Instrument Sans"'))).toBe(true);
  await close();
});
