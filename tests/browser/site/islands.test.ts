import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { textsIn } from "../../../contract/texts/language.ts";
import { titleTexts } from "../../../contract/texts/pages/titles.ts";
import { routes } from "../../../pages/routes.ts";
import { fixtureIslands, servePages } from "../../support/browser/servePages.ts";
import { servesPages, type VisitOptions } from "../../support/browser/servesPages.ts";
import { TwoIslands } from "../../support/browser/TwoIslands.tsx";

const pages = servesPages(servePages);
const fixtures = servesPages(() => servePages({ folder: fixtureIslands, extra: { "/two": TwoIslands } }));

/** Opens an address and keeps what the page asked for and complained about. */
async function visit(
  path: string,
  { of = pages, signedIn, ...options }: VisitOptions & { of?: typeof pages; signedIn?: boolean } = {},
) {
  const { page, context } = await of.open(options);
  const url = of.server.url + path;
  if (signedIn) await context.addCookies([{ name: "session", value: "alice", url }]);
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
  return { page, asked, complaints };
}

async function islandsAwake(page: Page) {
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[data-island]")].every((marker) => marker.hasAttribute("data-hydrated")),
  );
}

for (const [path, { access, about }] of Object.entries(routes)) {
  test(`${path} loads under the strict policy without a complaint`, async () => {
    const { page, asked, complaints } = await visit(path, {
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
  });
}

test("a page loads the bundles of the islands it holds, once each, and no others", async () => {
  const { page, asked, complaints } = await visit("/two", { of: fixtures });
  await islandsAwake(page);
  const scripts = asked.filter((name) => name.endsWith(".js"));
  expect(scripts.filter((name) => name.includes("Counter"))).toHaveLength(1);
  expect(scripts.filter((name) => /Echo|Mismatched/.test(name))).toEqual([]);
  expect(new Set(scripts).size).toBe(scripts.length);
  expect(asked.filter((name) => name.endsWith(".css")).some((name) => name.includes("Counter"))).toBe(true);

  await page.getByRole("button", { name: "Count" }).last().click();
  expect(await page.locator("output").allTextContents()).toEqual(["1", "11"]);
  expect(complaints).toEqual([]);
});

test("a policy that the page broke would be heard", async () => {
  const { page, complaints } = await visit("/");
  await page.evaluate(() => {
    const paragraph = document.createElement("p");
    paragraph.setAttribute("style", "color: red");
    document.body.append(paragraph);
  });
  await page.waitForFunction(() => document.querySelector("p[style]") !== null);
  expect(complaints.join(" ")).toContain("Content Security Policy");
});

test("without a choice the page follows the system; a choice outlives the visit without any script", async () => {
  const { page, asked } = await visit("/terms", {
    colorScheme: "dark",
    javaScriptEnabled: false,
  });
  const ground = () => page.locator("html").evaluate((html) => getComputedStyle(html).backgroundColor);
  const dark = await ground();
  expect(await page.getByRole("button", { name: /^Switch to/ }).count()).toBe(1);
  await page.getByRole("button", { name: "Switch to light theme" }).click();
  await page.waitForURL(`${pages.server.url}/terms`);
  expect(await page.locator("html").getAttribute("data-theme")).toBe("light");
  const light = await ground();
  expect(await page.getByRole("button", { name: /^Switch to/ }).count()).toBe(1);
  expect(light).not.toBe(dark);

  await page.goto(`${pages.server.url}/`);
  expect(await ground()).toBe(light);
  await page.getByRole("button", { name: "Switch to dark theme" }).click();
  expect(await ground()).toBe(dark);
  expect(asked.filter((name) => name.endsWith(".js"))).toEqual([]);
});

test("fonts on a page weigh at most 60 kB and come from this server", async () => {
  const { page, asked } = await visit("/");
  await page.evaluate(() => document.fonts.ready);
  const fonts = asked.filter((name) => name.endsWith(".woff2"));
  const sizes = await Promise.all(
    [...new Set(fonts)].map(async (name) => (await (await fetch(pages.server.url + name)).bytes()).length),
  );
  expect(fonts).toHaveLength(2);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
  expect(await page.evaluate(() => document.fonts.check('16px "Instrument Sans"'))).toBe(true);
});
