import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { routes } from "../../../pages/routes.ts";
import { atWork } from "../../support/browser/atWork.ts";
import { servesPages } from "../../support/browser/servesPages.ts";

const pages = servesPages();

/** The workspace of somebody whose browser writes letters of this size where others have 16 pixels. */
async function open(lettersPx: number, width: number): Promise<Page> {
  const { page, context } = await pages.open({
    as: await atWork(pages),
    viewport: { width, height: 900 },
  });
  const protocol = await context.newCDPSession(page);
  await protocol.send("Page.setFontSizes", { fontSizes: { standard: lettersPx, fixed: lettersPx } });
  await page.goto(`${pages.server.url}/app`);
  await page.locator(".loader").waitFor({ state: "detached" });
  return page;
}

/** What of these shows less than it holds, or stands over the edge of the window. */
const cutIn = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all
      .filter((element) => element.getClientRects().length > 0)
      .filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return element.scrollWidth > element.clientWidth + 1 || left < 0 || right > innerWidth;
      })
      .map((element) => element.textContent),
  );

for (const width of [1440, 1024])
  test(`with letters twice as large nothing is cut off or lies over another in ${width} pixels`, async () => {
    const page = await open(32, width);
    for (const tab of ["Leads", "Design", "Accounts", "Campaigns"]) {
      await page.getByRole("tab", { name: tab }).click();
      await page.locator(".panel:not([hidden]) h2").first().waitFor();
      expect([tab, await cutIn(page, ".workspace-content, .header, .panel-head button")]).toEqual([tab, []]);
    }
    // What is drawn grows with what is written.
    const drawn = await page
      .locator(".sidebar svg:visible, .header svg:visible, .panel svg:visible")
      .evaluateAll((all) => all.map((icon) => icon.getBoundingClientRect().height));
    expect(drawn.length).toBeGreaterThan(5);
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(2 * 12);
    await page.getByRole("tab", { name: "Leads" }).click();
    const rows = page.locator("tbody .lead-row");
    await rows.first().waitFor();
    // Two lines each: a name and the address below it.
    const heights = await rows.evaluateAll((all) => all.map((row) => row.clientHeight));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(2 * 32);
    expect(await cutIn(page, ".lead-grid thead th")).toEqual([]);

    await page.getByRole("tab", { name: "Campaigns" }).click();
    const names = page.locator(".campaign-name");
    await names.first().waitFor();
    expect(await cutIn(page, ".campaign-name")).toEqual([]);
  });

test("with letters half as large again the editor's palette holds the names of its blocks", async () => {
  const page = await open(24, 1440);
  await page.getByRole("tab", { name: "Design" }).click();
  await page.getByRole("button", { name: "New template", exact: true }).click();
  await page.getByRole("button", { name: "Add Unsubscribe footer" }).waitFor();
  expect(await cutIn(page, ".editor-palette button")).toEqual([]);
});

test("at 1024 pixels a campaign's name has more room than any figure beside it, its state below it", async () => {
  const page = await open(16, 1024);
  await page.getByRole("tab", { name: "Campaigns" }).click();
  const row = page.locator(".campaign-table tbody tr").first();
  await row.waitFor();
  const boxOf = async (column: string) => {
    const box = await row.locator(`[data-column=${column}]`).boundingBox();
    return box ?? { x: 0, y: 0, width: 0, height: 0 };
  };
  const [name, state, became] = [await boxOf("campaign"), await boxOf("state"), await boxOf("became")];
  expect(name.width).toBeGreaterThan(240);
  expect(state.y).toBeGreaterThanOrEqual(name.y + name.height - 1);
  expect(became.x).toBeGreaterThanOrEqual(name.x + name.width - 1);
});

test("with letters nearly twice as large a phone's tabs and the head of the leads stay beside each other", async () => {
  const page = await open(30, 390);
  await page.locator("tbody .lead-row").first().waitFor();
  const wordsOf = (selector: string) =>
    page.locator(selector).evaluateAll((all) =>
      all.map((element) => {
        const words = document.createRange();
        words.selectNodeContents(element);
        const { left, right } = words.getBoundingClientRect();
        return { left, right };
      }),
    );
  const tabs = await wordsOf(".sidebar [role=tab]");
  expect(tabs).toHaveLength(4);
  const lefts = [...tabs.slice(1).map(({ left }) => left), 390];
  expect(tabs.filter(({ right }, place) => right > (lefts[place] ?? 0))).toEqual([]);
  expect(await cutIn(page, ".lead-head button, .lead-tools .button")).toEqual([]);
  const room = await page.locator(".lead-tools .search").evaluate((search) => search.clientWidth);
  expect(room).toBeGreaterThan(390 / 2);
  const { width, height } = (await page.locator(".person-button").boundingBox()) ?? { width: 0, height: 1 };
  expect(width).toBe(height);
});

test("with letters twice as large nothing in the workspace is wider than the narrowest phone", async () => {
  const page = await open(32, 320);
  for (const place of ["leads", "design", "accounts", "campaigns", "campaigns/calendar"]) {
    await page.goto(`${pages.server.url}/app#${place}`);
    await page.locator(".panel:not([hidden]) h2").first().waitFor();
    expect([place, await cutIn(page, ".workspace-content, .header, .header button")]).toEqual([place, []]);
  }
  await page.locator(".sidebar [role=tab]").first().click();
  await page.getByRole("button", { name: "Send Email", exact: true }).click();
  await page.getByText("Merge field…").waitFor();
  expect(await cutIn(page, "dialog[open] .dialog-body, dialog[open] .button")).toEqual([]);
});

for (const width of [390, 320])
  test(`with letters half as large again no page for visitors is wider than ${width} pixels, and all of its head is to be seen`, async () => {
    const { page, context } = await pages.open({ viewport: { width, height: 900 } });
    const protocol = await context.newCDPSession(page);
    await protocol.send("Page.setFontSizes", { fontSizes: { standard: 24, fixed: 24 } });
    const open = Object.entries(routes).flatMap(([path, { access }]) =>
      access === "signedIn" ? [] : [path],
    );
    for (const path of open) {
      await page.goto(pages.server.url + path);
      const needed = await page.evaluate(() => document.documentElement.scrollWidth);
      expect([path, needed, await cutIn(page, ".header a, .header button, .entrance .button")]).toEqual([
        path,
        width,
        [],
      ]);
    }
  });
