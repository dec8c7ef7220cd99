import { expect, test } from "bun:test";
import { atWork } from "../../support/browser/atWork.ts";
import { axeFindings } from "../../support/browser/axe.ts";
import { servesPages } from "../../support/browser/servesPages.ts";

const pages = servesPages();

const places = [
  { path: "/account", title: "Settings", height: 900, width: 1440 },
  { path: "/account", title: "Settings", height: 844, width: 390 },
  { path: "/sandbox", title: "Sandbox mailbox", height: 900, width: 1440 },
  { path: "/sandbox", title: "Sandbox mailbox", height: 844, width: 390 },
];

for (const { path, title, height, width } of places) {
  test(`${path} at ${width} pixels keeps the workspace around it: its tabs, no page that scrolls, nothing of the site`, async () => {
    const { page, complaints } = await pages.open({
      as: await atWork(pages, 0),
      path,
      viewport: { width, height },
    });
    await page.getByRole("heading", { level: 1, name: title }).waitFor();
    if (path === "/account") await page.getByRole("heading", { name: "Delete your account" }).waitFor();
    expect(await page.getByRole("contentinfo").count()).toBe(0);
    const found = await page.evaluate(() => {
      const scrolls = document.documentElement.scrollHeight > innerHeight;
      window.scrollTo(0, 500);
      document.querySelector(".workspace-content")?.scrollTo(0, 5000);
      const bottom = (selector: string) =>
        document.querySelector(selector)?.getBoundingClientRect().bottom ?? 0;
      return {
        scrolls: scrolls || window.scrollY > 0,
        header: document.querySelector("header.header")?.getBoundingClientRect().top,
        sidebarEnds: bottom(".sidebar"),
        lastIsReached: bottom(".workspace-content > :last-child") <= innerHeight,
      };
    });
    expect(found).toEqual({ scrolls: false, header: 0, sidebarEnds: height, lastIsReached: true });
    expect(await axeFindings(page)).toEqual([]);

    // The specification, section 2: 'App' when signed in and off /app.
    expect(await page.getByRole("link", { name: "App", exact: true }).getAttribute("href")).toBe("/app");
    const side = page.getByRole("navigation", { name: "Workspace" });
    const here = side.locator('[aria-current="page"]');
    expect([await here.textContent(), await here.isVisible()]).toEqual([title, width > 720]);
    await side.getByRole("link", { name: "Accounts" }).click();
    await page.locator('#tab-accounts[aria-selected="true"]').waitFor();
    expect(complaints).toEqual([]);
  });
}

test("somebody on Free has no link to the API beside their work, and a visitor no frame at all", async () => {
  const { page } = await pages.open({ as: await atWork(pages, 0), path: "/account" });
  const side = page.getByRole("navigation", { name: "Workspace" });
  await side.getByRole("link", { name: "Campaigns" }).waitFor();
  expect(await side.getByRole("link", { name: "API" }).count()).toBe(0);
  const visitor = await pages.open({ path: "/pricing" });
  expect(await visitor.page.getByRole("navigation", { name: "Workspace" }).count()).toBe(0);
});

test("a key whose name has no space leaves its button on the screen of a phone", async () => {
  const as = await atWork(pages, 0);
  await pages.server.grant(as, { status: "AMPR" });
  await as.client("POST /amplify/api/keys", { body: { name: "n".repeat(60), scopes: ["read"] } });
  await pages.server.grant(as, { status: "AMFR" });
  const { page } = await pages.open({ as, path: "/account", viewport: { width: 390, height: 844 } });
  const button = await page.getByRole("button", { name: /^Revoke: n/ }).boundingBox();
  expect(button).not.toBeNull();
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThan(390);
});
