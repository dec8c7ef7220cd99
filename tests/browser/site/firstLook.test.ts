import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { atWork } from "../../support/browser/atWork.ts";
import { servesPages } from "../../support/browser/servesPages.ts";

const pages = servesPages();

/** What the workspace needs to show the first tab, and to know who is there. */
const firstCalls = [
  "/amplify/auth/verify",
  "/amplify/auth/credentials",
  "/amplify/collections",
  "/amplify/leads",
  "/amplify/start",
  "/templates/summaries",
];

test("the first data are asked for together, before any code that is shown later, and no other tab's is fetched", async () => {
  const as = await atWork(pages, 0);
  const { page } = await pages.open({ as });
  const waited = new Set(firstCalls);
  const askedAll = Promise.withResolvers<void>();
  // No call is answered before all are asked: one that waited for another's answer would wait for ever.
  await page.route(/\/(amplify|templates)\//, async (route) => {
    waited.delete(new URL(route.request().url()).pathname);
    if (waited.size === 0) askedAll.resolve();
    await askedAll.promise;
    await route.continue();
  });
  const code = fetchedCode(page);
  const forbidden = await forbiddenOn(page);
  const answer = await page.goto(`${pages.server.url}/app`);
  const html = (await answer?.text()) ?? "";
  const fetchedLater = () => [...code].filter((path) => !html.includes(path));
  await askedAll.promise;
  expect(fetchedLater()).toEqual([]);

  // Behind the loader the dialogs of the first tab come, so that the first press finds them; of other tabs nothing does.
  await page.locator(".loader").waitFor({ state: "detached" });
  await page.waitForFunction(() => document.querySelector('link[href*="/dialogs-"]') !== null);
  const sheets = fetchedLater().filter((path) => path.endsWith(".css"));
  expect(sheets.map((path) => /([a-z-]+)-[^-]+\.css$/.exec(path)?.[1]).sort()).toEqual([
    "dialogs",
    "start",
    "templates",
  ]);
  expect([...code].filter((path) => path.endsWith(".js")).length).toBeLessThan(24);
  expect(forbidden).toEqual([]);
});

test("a tab whose code cannot be fetched says so in its place, keeps the others, and comes by itself with the server", async () => {
  const { page } = await pages.open({ as: await atWork(pages, 0), path: "/app#leads" });
  await page.getByRole("row", { name: /Ann Lee/ }).waitFor();
  await page.route("**/static/**", (route) => route.abort());
  await page.getByRole("tab", { name: "Campaigns" }).click();
  const why = page.getByText("This part of the page could not be loaded.");
  await why.waitFor();
  // What opens over the page says so there, and closes.
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Not loaded" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.getByRole("tab", { name: "Leads" }).click();
  await page.getByRole("row", { name: /Ann Lee/ }).waitFor();
  await page.getByRole("tab", { name: "Campaigns" }).click();
  await why.waitFor();
  await page.unroute("**/static/**");
  await page.getByRole("heading", { name: "Campaigns", level: 2 }).waitFor();
  expect(await why.count()).toBe(0);
});

test("without a network no code is asked for in vain, which Firefox and Safari would not ask for again, and it comes by itself", async () => {
  const { page, context } = await pages.open({ as: await atWork(pages, 0), path: "/app#leads" });
  await page.getByRole("row", { name: /Ann Lee/ }).waitFor();
  const code = fetchedCode(page);
  await context.setOffline(true);
  await page.getByRole("tab", { name: "Campaigns" }).click();
  await page.getByText("This part of the page could not be loaded.").waitFor();
  expect([...code].filter((path) => path.endsWith(".js"))).toEqual([]);
  await context.setOffline(false);
  await page.getByRole("heading", { name: "Campaigns", level: 2 }).waitFor();
});

/** The paths of scripts and stylesheets that a page asks for, as it does. */
function fetchedCode(page: Page): Set<string> {
  const paths = new Set<string>();
  page.on("request", (request) => {
    if (["script", "stylesheet"].includes(request.resourceType())) paths.add(new URL(request.url()).pathname);
  });
  return paths;
}

/** What a page tried that its policy forbids. Firefox writes each down as an error; Chromium says nothing where a script caught it. */
async function forbiddenOn(page: Page): Promise<string[]> {
  const forbidden: string[] = [];
  await page.exposeFunction("toldForbidden", (what: string) => void forbidden.push(what));
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      (window as unknown as { toldForbidden(what: string): void }).toldForbidden(
        `${effectiveDirective} ${blockedURI}`,
      ),
    ),
  );
  return forbidden;
}
