import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { themeColors } from "../../../islands/_runtime/themeColors.ts";
import { routes } from "../../../pages/routes.ts";
import { servesPages, type VisitOptions } from "../../support/browser/servesPages.ts";
import type { TestPerson } from "../../support/server/testServer.ts";

const pages = servesPages();
let ada: TestPerson;
beforeAll(async () => {
  ada = await pages.server.signUp();
});

type Visit = { page: Page; asked: string[]; complaints: string[] };

/** What a page asks for and complains about, warnings too, is kept. */
async function open(options: VisitOptions = {}): Promise<Visit> {
  const { page, complaints } = await pages.open(options);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("console", (message) => {
    if (message.type() === "warning") complaints.push(message.text());
  });
  return { page, asked, complaints };
}

const forVisitors = Object.entries(routes).flatMap(([path, { access }]) =>
  access === "signedIn" ? [] : [path],
);

test("no page for visitors asks another host for anything or complains, read to its end", async () => {
  const { page, asked, complaints } = await open();
  for (const path of forVisitors) {
    await page.goto(pages.server.url + path);
    // Pictures load when they come near; after all of them have, everything has been asked for.
    await page.evaluate(async () => {
      for (const image of document.images) image.loading = "eager";
      const shown = [...document.images].filter((image) => image.checkVisibility());
      await Promise.all(shown.map((image) => image.decode()));
      await document.fonts.ready;
    });
  }
  expect(asked.filter((url) => !url.startsWith(pages.server.url) && !url.startsWith("data:"))).toEqual([]);
  expect(asked.some((url) => url.includes("/static/workspace-light-"))).toBe(true);
  expect(complaints).toEqual([]);
});

test("a picture is loaded in the theme that is shown, has its room before it comes, and words for it", async () => {
  const { page, asked } = await open({ colorScheme: "dark" });
  await page.goto(pages.server.url);
  const pictures = await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    const shown = [...document.images].filter((image) => image.checkVisibility());
    await Promise.all(shown.map((image) => image.decode()));
    return shown.map((image) => ({
      alt: image.alt.length > 20,
      // What the attributes promise against what the file is: a difference would make the page jump.
      off: Math.abs(image.width / image.height / (image.naturalWidth / image.naturalHeight) - 1),
    }));
  });
  expect(pictures).toHaveLength(4);
  for (const { alt, off } of pictures) {
    expect(alt).toBe(true);
    expect(off).toBeLessThan(0.01);
  }
  expect(asked.some((url) => url.includes("workspace-dark-"))).toBe(true);
});

test("a narrow screen gets the product as it is on a phone", async () => {
  // A page that knows the larger picture shows it to nobody, and names it among what it asked for; this one is nobody else's.
  const { page, asked } = await open({ viewport: { width: 390, height: 800 }, userAgent: "Narrow" });
  await page.goto(pages.server.url);
  await page
    .getByAltText(/^The workspace/)
    .locator("visible=true")
    .scrollIntoViewIfNeeded();
  await page.waitForFunction(() =>
    [...document.images].some((image) => image.currentSrc.includes("workspace-phone-light")),
  );
  expect(asked.some((url) => url.includes("workspace-light-"))).toBe(false);
});

test("the theme changes in place by keyboard, in every tab, and is remembered under its key", async () => {
  const { page } = await open({ colorScheme: "light" });
  await page.goto(`${pages.server.url}/terms`);
  const other = await page.context().newPage();
  await other.goto(`${pages.server.url}/privacy`);
  await page.evaluate(() => {
    document.body.dataset.stayed = "yes";
  });
  await page.getByRole("button", { name: "Switch to dark theme" }).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  expect(await page.evaluate(() => document.body.dataset.stayed)).toBe("yes");
  expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("dark");
  const bars = await page
    .locator('meta[name="theme-color"]')
    .evaluateAll((metas) => metas.map((meta) => meta.getAttribute("content")));
  expect(bars).toEqual([themeColors.dark, themeColors.dark]);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe(
    "Switch to light theme",
  );
  await other.waitForFunction(() => document.documentElement.dataset.theme === "dark");
  // The server has it too: the next document comes in it.
  const next = await page.goto(`${pages.server.url}/contact`);
  expect(await next?.text()).toContain('data-theme="dark"');
});

test("a theme that only the browser remembers is there before anything is painted", async () => {
  const { page } = await open({ colorScheme: "light" });
  await page.addInitScript(() => {
    localStorage.setItem("theme", "dark");
    // The body's arrival is the first moment at which something could be painted.
    new MutationObserver((_, observer) => {
      if (document.body === null) return;
      document.documentElement.dataset.before = document.documentElement.dataset.theme ?? "none";
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  const answer = await page.goto(`${pages.server.url}/terms`);
  expect(await answer?.text()).not.toContain("data-theme");
  expect(await page.evaluate(() => document.documentElement.dataset.before)).toBe("dark");
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === "theme")?.value).toBe("dark");
});

/** What a page holds for who runs no script: that it needs one, whether it holds an island, and the paths it leads to. */
async function withoutScript(page: string): Promise<{ says: number; islands: number; paths: Set<string> }> {
  // To whoever reads on behalf of scripts, what stands in there is text.
  const html = page.replaceAll(/(<\/?)noscript/g, "$1no-script");
  const [says, islands, links] = await Promise.all(
    ["no-script .notice", "[data-island]", 'a[href^="/"]'].map(async (selector) => {
      const hrefs: string[] = [];
      const found = {
        element: (each: { getAttribute(name: string): string | null }) =>
          void hrefs.push(each.getAttribute("href") ?? ""),
      };
      await new HTMLRewriter().on(selector, found).transform(new Response(html)).text();
      return hrefs;
    }),
  );
  const paths = new Set(links?.map((href) => href.replace(/#.*/, "")));
  return { says: says?.length ?? 0, islands: islands?.length ?? 0, paths };
}

test("without JavaScript every page links fully, and those that need it say so", async () => {
  for (const path of forVisitors) {
    // That this is seen is asked of the pages of the account (account.test.ts).
    const { says, islands, paths } = await withoutScript(await (await fetch(pages.server.url + path)).text());
    // Its island finds and tries calls; all that it tells is there without.
    const isWhole = path === "/api";
    expect({ path, says }).toEqual({ path, says: islands > 0 && !isWhole ? 1 : 0 });
    expect(paths.size).toBeGreaterThan(0);
    for (const target of paths) expect([...Object.keys(routes), "/openapi.json"]).toContain(target);
  }
  const { page } = await open({ javaScriptEnabled: false });
  await page.goto(pages.server.url);
  await page.getByRole("link", { name: "Pricing" }).first().click();
  await page.getByRole("heading", { level: 1, name: /^Start free/ }).waitFor();
  expect(await page.getByRole("link", { name: "Upgrade to Premium" }).getAttribute("href")).toStartWith(
    "mailto:support@amplify.example?subject=Upgrade%20request%3A%20Premium",
  );
});

test("the front page is walked by keyboard: past the header, and to every way in, in view", async () => {
  const { page } = await open();
  await page.goto(pages.server.url);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const reached: string[] = [];
  for (let press = 0; press < 5; press++) {
    await page.keyboard.press("Tab");
    reached.push(
      await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const { top, bottom } = element.getBoundingClientRect();
        const ringed = getComputedStyle(element).outlineStyle === "solid";
        return `${element.textContent} ${top >= 0 && bottom <= innerHeight && ringed}`;
      }),
    );
  }
  expect(reached).toEqual([
    "Create account true",
    "Login true",
    "Create account true",
    "Login true",
    "Contact us true",
  ]);
});

test("a plan says that it is yours, and larger ones are upgrades", async () => {
  const { page } = await open({ as: ada });
  await page.goto(`${pages.server.url}/pricing`);
  const free = page.locator(".plan", { hasText: "$0" });
  await free.getByText("This is your plan").waitFor();
  expect(await free.getByRole("link").count()).toBe(0);
  expect(await page.getByRole("link", { name: /^Upgrade to/ }).count()).toBe(2);
  expect(await page.getByRole("banner").getByRole("link", { name: "App", exact: true }).count()).toBe(1);
});

test("the workspace is covered until the saved uid has been verified", async () => {
  const { page } = await open({ as: ada });
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  const asked: unknown[] = [];
  await page.route("**/amplify/auth/verify", async (route) => {
    asked.push(route.request().postDataJSON());
    await allowed;
    await route.continue();
  });
  await page.addInitScript((uid) => localStorage.setItem("uid", uid), ada.uid);
  const answer = await page.goto(`${pages.server.url}/app`);
  // It stands in the server's HTML already, so no unverified workspace flashes.
  expect(await answer?.text()).toContain("Authenticating...");
  await page.locator("[data-hydrated]").waitFor({ state: "attached" });
  expect(await page.getByText("Authenticating...").isVisible()).toBe(true);
  allow();
  await page.getByText("Authenticating...").waitFor({ state: "detached" });
  expect(asked).toEqual([{ uid: ada.uid }]);
});

test("a saved uid that is not the session's signs out, there and here, and says why", async () => {
  const grace = await pages.server.signUp();
  const { page } = await open({ as: grace });
  await page.goto(`${pages.server.url}/terms`);
  await page.evaluate(() => localStorage.setItem("uid", "somebody-else"));
  await page.goto(`${pages.server.url}/app`);
  await page.waitForURL("**/login");
  await page.getByRole("alert").getByText("Failed to verify user").waitFor();
  expect(await page.evaluate(() => localStorage.getItem("uid"))).toBeNull();
  await page.goto(`${pages.server.url}/app`);
  expect(new URL(page.url()).pathname).toBe("/");
});

test("a server that cannot be reached signs nobody out, and what could not be loaded is there once it can", async () => {
  const { page } = await open({ as: ada });
  await page.route("**/amplify/**", (route) => route.abort());
  await page.goto(`${pages.server.url}/app`);
  await page.getByText("Authenticating...").waitFor({ state: "detached" });
  expect(new URL(page.url()).pathname).toBe("/app");
  await page.getByRole("button", { name: "Try again" }).first().waitFor();
  await page.unroute("**/amplify/**");
  await page.getByRole("button", { name: "Try again" }).first().waitFor({ state: "detached" });
});
