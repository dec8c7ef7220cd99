import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeFindings } from "../../support/browser/axe.ts";
import { resizeTo } from "../../support/browser/faultsAtEveryWidth.ts";
import { servesPages } from "../../support/browser/servesPages.ts";

const pages = servesPages();
const names = Array.from({ length: 18 }, (_, index) => `collection ${String(index + 1).padStart(2, "0")}`);

/** The Leads tab of somebody with eighteen collections. */
async function openMany(colorScheme: "light" | "dark" = "light"): Promise<Page> {
  const person = await pages.server.signUp();
  const lead = { firstName: "Ann", lastName: "Lee", email: "ann@recipients.example", collection: names };
  await person.client("POST /amplify/leads/bulk", { body: { leads: [lead] } });
  const { page } = await pages.open({ as: person, path: "/app", colorScheme, bypassCSP: true });
  await page.getByRole("row", { name: /Ann Lee/ }).waitFor();
  return page;
}

const focusedIn = (page: Page, selector: string) =>
  page.evaluate((inside) => document.activeElement?.closest(inside) !== null, selector);

/** What the Tab key stops at, on the way from where the focus is to the table. */
async function stopsToTable(page: Page): Promise<string[]> {
  const stops: string[] = [];
  while (!(await focusedIn(page, ".lead-grid")) && stops.length < 30) {
    await page.keyboard.press("Tab");
    stops.push(await page.evaluate(() => document.activeElement?.textContent ?? ""));
  }
  return stops;
}

test("eighteen collections are one stop on the way, and the table is soon reached by Tab", async () => {
  const page = await openMany();
  expect((await stopsToTable(page)).length).toBeLessThanOrEqual(10);

  // By the way past the header it is half as far, and the address still says what is shown.
  await page.reload();
  await page.locator(".loader").waitFor({ state: "detached" });
  const address = page.url();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect((await stopsToTable(page)).length).toBeLessThanOrEqual(5);
  expect(page.url()).toBe(address);
});

test("what has no room in the row of collections stands in a menu, and comes to the front when it is chosen", async () => {
  for (const width of [1440, 1024, 390]) {
    const page = await openMany(width === 1024 ? "dark" : "light");
    await resizeTo(page, { width, height: 844 });
    const bar = page.getByRole("toolbar", { name: "Collections" });
    expect((await bar.boundingBox())?.height).toBeLessThan(70);
    const seen = await bar.getByRole("button", { name: /^collection/ }).count();
    expect(seen).toBeLessThan(names.length);

    await bar.getByRole("button", { name: `${names.length - seen} more collections` }).click();
    await page.getByRole("menuitem", { name: "collection 18 (1)" }).click();
    const chosen = bar.getByRole("button", { name: /^collection 18/ });
    await chosen.and(page.locator('[aria-pressed="true"]')).waitFor();
    // The leads of before are dimmed until those of the collection are there.
    await page.locator('.lead-grid [aria-busy="true"]').waitFor({ state: "detached" });
    expect(await axeFindings(page)).toEqual([]);

    // Its own menu lies on the chip.
    const chip = await chosen.boundingBox();
    const menu = await bar.getByRole("button", { name: "Change collection 18" }).boundingBox();
    expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual((chip?.x ?? 0) + (chip?.width ?? 0));
    expect(menu?.x ?? 0).toBeGreaterThan(chip?.x ?? 0);
    await page.close();
  }
});

test("arrows go along the collections, to their menu and back", async () => {
  const page = await openMany();
  const bar = page.getByRole("toolbar", { name: "Collections" });
  await bar.getByRole("button", { name: /^All/ }).focus();
  await page.keyboard.press("ArrowRight");
  await bar
    .getByRole("button", { name: /^collection 01/ })
    .and(page.locator(":focus"))
    .waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await bar.getByRole("button", { name: "Change collection 01" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("End");
  await bar.getByRole("button", { name: "Add a collection" }).and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await bar.getByRole("button", { name: "Add a collection" }).and(page.locator(":focus")).waitFor();
});
