import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeFindingsInBothThemes } from "../../support/browser/axe.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { startTestServer, type TestPerson } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

const pages = servesPages(() => startTestServer({ AMPLIFY_PLANS: "off" }, { islands: true }));
const count = 350;

async function openLeads(): Promise<{ page: Page; person: TestPerson }> {
  const person = await pages.server.signUp();
  const leads = Array.from({ length: count }, (_, index) => ({
    firstName: `Lead${String(index).padStart(3, "0")}`,
    lastName: index % 2 === 0 ? "Even" : "Odd",
    email: `lead${index}@recipients.example`,
    collection: index % 10 === 0 ? ["tens"] : [],
  }));
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
  const { page } = await pages.open({ as: person, path: "/app", bypassCSP: true });
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await page.getByRole("row", { name: /Lead000/ }).waitFor();
  return { page, person };
}

const grid = (page: Page) => page.getByRole("grid", { name: "Leads" });
const bar = (page: Page) => page.getByRole("region", { name: "Selected leads" });
const totalOf = async ({ client }: TestPerson, query: { collection?: string } = {}) =>
  ((await client("GET /amplify/leads", { query: { page: 1, ...query } })) as { total: number }).total;

test("a long list has few rows in the page, and its last lead is one key away", async () => {
  const { page } = await openLeads();
  expect(await grid(page).getAttribute("aria-rowcount")).toBe(String(count + 1));
  expect(await page.locator(".lead-grid tbody tr").count()).toBeLessThan(60);
  expect(await page.locator(".lead-grid").evaluate((frame) => frame.scrollTop)).toBe(0);
  await grid(page).focus();
  await page.keyboard.press("End");
  await page.getByRole("row", { name: /Lead349 Odd/ }).waitFor();
  await page.keyboard.press("Home");
  await page.getByRole("row", { name: /Lead000 Even/ }).waitFor();
});

test("the table ends with the window, on a phone above what is under way, and gives room to the bar of picked leads", async () => {
  const { page, person } = await openLeads();
  await person.client("PUT /amplify/start", { body: { putAway: true } });
  await page.reload();
  await page.getByRole("row", { name: /Lead000/ }).waitFor();
  const gap = () =>
    page.evaluate(() => {
      const endOf = (selector: string) =>
        document.querySelector(selector)?.getBoundingClientRect().bottom ?? 0;
      const room = document.querySelector(".workspace-content");
      return {
        below: endOf(".workspace-content") - endOf(".lead-grid"),
        scrolls: (room?.scrollHeight ?? 0) > (room?.clientHeight ?? 0),
      };
    });
  expect(await gap()).toEqual({ below: 24, scrolls: false });
  await page.getByLabel(/^Select Lead000/).check();
  await bar(page).waitFor();
  expect((await gap()).below).toBeGreaterThan(60);
  expect((await gap()).scrolls).toBe(false);
  await bar(page).getByRole("button", { name: "Clear" }).press("Enter");
  // The bar is gone with the button: the table has the focus, and not the page's beginning.
  await page.locator("[role=grid]:focus").waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await until(async () => (await gap()).below === 56);
  expect((await gap()).scrolls).toBe(false);
  // The narrowest phone shows all columns that a phone has, with their words.
  await page.setViewportSize({ width: 320, height: 700 });
  const wide = (selector: string) =>
    page.locator(selector).evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
  await until(async () => (await wide(".lead-grid")).every((over) => over === 0));
  expect((await wide(".lead-grid thead [data-align=end]")).filter((over) => over > 0)).toEqual([]);
});

test("rows are picked by keyboard, over parts of the list that nobody has looked at too", async () => {
  const { page, person } = await openLeads();
  await grid(page).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await bar(page).getByText("1 of 350 selected").waitFor();
  await page.keyboard.press("Shift+End");
  await bar(page).getByText("349 of 350 selected").waitFor();
  await bar(page).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Add to a collection…" }).click();
  await page.getByRole("button", { name: "Add to the collection" }).click();
  await page.getByRole("button", { name: `tens ${count}` }).waitFor();
  expect(await totalOf(person, { collection: "tens" })).toBe(count);
});

test("the box above the others picks the hundred on screen, and everything at one more press", async () => {
  const { page, person } = await openLeads();
  const box = page.locator(".lead-grid thead input");
  await page.getByLabel("Select leads 1 to 100 of 350").check();
  await bar(page).getByText("100 of 350 selected").waitFor();
  await page.getByRole("status").getByText("100 of 350 selected").waitFor({ state: "attached" });
  await page.getByLabel("Select Lead003 Odd").uncheck();
  await bar(page).getByText("99 of 350 selected").waitFor();
  expect(await box.evaluate((element: HTMLInputElement) => element.indeterminate)).toBe(true);
  await page.locator(".lead-grid").evaluate((frame) => {
    frame.scrollTop = frame.scrollHeight / 2;
  });
  // Pressed at once, whether its rows are there yet or not.
  await page.getByLabel("Select leads 101 to 200 of 350").check();
  await bar(page).getByText("199 of 350 selected").waitFor();
  // Another order keeps what is picked; another search begins anew.
  await page.getByRole("button", { name: "Email", exact: true }).click();
  await page.getByLabel("Select Lead000 Even").waitFor();
  expect(await page.getByLabel("Select Lead000 Even").isChecked()).toBe(true);
  await bar(page).getByRole("button", { name: "Select all 350" }).click();
  await bar(page).getByText("All 350 leads are selected").waitFor();
  await page.getByLabel("Select Lead000 Even").uncheck();
  await bar(page).getByText("349 of the 350 leads are selected").waitFor();
  await bar(page).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByText("Delete 349 leads, all but 1?").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "All 1", exact: true }).waitFor();
  expect(await totalOf(person)).toBe(1);
  await page.getByRole("row", { name: /Lead000 Even/ }).waitFor();
});

test("Shift and a click pick all rows since the last one, or let them go again", async () => {
  const { page } = await openLeads();
  await page.getByLabel("Select Lead002 Even").click();
  // Anywhere in its cell is as good as the box itself.
  const corner = { position: { x: 2, y: 2 } };
  await page.locator("#lead-row-7 .cell-check").click({ modifiers: ["Shift"], ...corner });
  await bar(page).getByText("6 of 350 selected").waitFor();
  await page.getByLabel("Select Lead004 Even").click();
  await page.getByLabel("Select Lead006 Even").click({ modifiers: ["Shift"] });
  await bar(page).getByText("3 of 350 selected").waitFor();
  await page.getByLabel("Search leads").fill("even");
  await bar(page).waitFor({ state: "detached" });
});

test("everything that a search finds is deleted after a question and comes back at a press", async () => {
  const { page, person } = await openLeads();
  await page.getByLabel("Search leads").fill("odd");
  await page.locator(`[aria-rowcount="${count / 2 + 1}"]`).waitFor();
  await grid(page).focus();
  await page.keyboard.press("Control+a");
  await bar(page).getByText("All 175 leads that were found are selected").waitFor();
  await bar(page).getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("region", { name: "Deleted leads" }).getByText("175 leads deleted.").waitFor();
  expect(await totalOf(person)).toBe(count / 2);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: `All ${count}` }).waitFor();
  expect(await totalOf(person)).toBe(count);
});

test("axe finds nothing in the grid, its bars and its menus, in either theme", async () => {
  const { page } = await openLeads();
  await page.getByRole("button", { name: /^tens/ }).click();
  await page.getByRole("row", { name: /Lead010/ }).waitFor();
  await grid(page).focus();
  await page.keyboard.press("Space");
  // The grid and its bars are the same below each menu.
  for (const [name, within] of [
    ["Columns", ""],
    ["Change tens", ":popover-open"],
    ["More", ":popover-open"],
  ] as const) {
    await page.getByRole("button", { name, exact: true }).click();
    expect({ name, found: await axeFindingsInBothThemes(page, within) }).toEqual({ name, found: [] });
    await page.keyboard.press("Escape");
  }
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of ["Sent", "Opened"]) {
      await page.getByRole("button", { name, exact: true }).click();
      await page.waitForFunction(headingsFit);
    }
  }
});

function headingsFit(): boolean {
  return [...document.querySelectorAll(".lead-grid th > button")].every((button) => {
    const [inner, outer] = [button.getBoundingClientRect(), button.parentElement?.getBoundingClientRect()];
    return outer !== undefined && inner.left >= outer.left && inner.right <= outer.right;
  });
}

test("the person's menu names no plan, and leads to none, where there are none", async () => {
  const { page, complaints } = await pages.open({ as: await pages.server.signUp(), path: "/app" });
  await page.getByRole("button", { name: /: your menu$/ }).click();
  await page.getByRole("menuitem", { name: "Settings" }).waitFor();
  await page.getByText("0 leads", { exact: true }).waitFor();
  expect(await page.locator(".person-menu").textContent()).not.toMatch(/plan/i);
  expect(complaints).toEqual([]);
});
