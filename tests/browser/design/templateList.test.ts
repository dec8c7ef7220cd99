import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import {
  button,
  choose,
  elsewhere,
  openDesign,
  person,
  servesDesignTab,
  someTemplate,
} from "../../support/browser/designTab.ts";

servesDesignTab({ hasPublic: true });

const namesShown = (page: Page) =>
  page.getByRole("region", { name: "My Templates" }).locator(".template-name").allTextContents();

test("the newest template comes first, unless somebody wants another order, which is remembered", async () => {
  for (const name of ["B letter", "A letter", "C letter"])
    await person.client("POST /templates", { body: { name, html: "<p>One</p>" } });
  const { page } = await openDesign();
  await button(page, "C letter").waitFor();
  expect(await namesShown(page)).toEqual(["C letter", "A letter", "B letter"]);
  await page.getByLabel("Order").selectOption("By name");
  expect(await namesShown(page)).toEqual(["A letter", "B letter", "C letter"]);
  await page.reload();
  await button(page, "C letter").waitFor();
  expect(await namesShown(page)).toEqual(["A letter", "B letter", "C letter"]);
});

test("templates stand by name as collections do: batch 2 before batch 10, in whatever language the browser is", async () => {
  const names = ["batch 10", "batch 2", "Äpfel", "zebra", "apples"];
  for (const name of names) await person.client("POST /templates", { body: { name, html: "<p>One</p>" } });
  // Swedish puts ä behind z.
  const { page } = await openDesign({ locale: "sv-SE" });
  await page.getByLabel("Order").selectOption("By name");
  await button(page, "zebra").first().waitFor();
  const shown = (await namesShown(page)).filter((name) => names.includes(name));
  expect(shown).toEqual(["Äpfel", "apples", "batch 2", "batch 10", "zebra"]);
});

test("a search without hits says so once, and leads back to all of them", async () => {
  await person.client("POST /templates", { body: { name: "B letter", html: "<p>One</p>" } });
  const { page } = await openDesign();
  const search = page.getByLabel("Search templates");
  await search.fill("nowhere");
  await page.getByText("No template has “nowhere” in its name.").waitFor();
  await button(page, "Show all templates").click();
  await button(page, "B letter").first().waitFor();
  expect(await search.inputValue()).toBe("");
  expect(await search.evaluate((input) => input === document.activeElement)).toBe(true);
});

test("of five hundred templates only those in view are drawn, and any of them is found", async () => {
  const many = Array.from({ length: 500 }, (_, at) => ({ name: `Many ${at}`, html: "<p>One of many</p>" }));
  const ids: string[] = [];
  for (const body of many) ids.push((await person.client("POST /templates", { body }))._id);
  const { page } = await openDesign();
  const frames = page.locator(".template-thumb iframe");
  await frames.first().waitFor();
  expect(await page.locator(".template-open").count()).toBeGreaterThan(500);
  expect(await frames.count()).toBeLessThan(40);
  await page.locator(".template-open").last().scrollIntoViewIfNeeded();
  await page.locator("li:last-child .template-thumb iframe").last().waitFor();
  await page.getByLabel("Search templates").fill("many 499");
  await page.getByText("1 found").waitFor();
  await button(page, "Many 499").click();
  await page.getByLabel("HTML", { exact: true }).waitFor();
  expect(await page.getByLabel("HTML", { exact: true }).inputValue()).toContain("One of many");
  // The next test's lists are short again.
  for (const id of ids) await person.client("DELETE /templates/{id}", { params: { id } });
});

test("what stood over the lists leaves the focus where one goes on, also where its template is gone meanwhile", async () => {
  const template = await someTemplate();
  const other = await someTemplate();
  const { page } = await openDesign();
  const focused = page.locator(":focus");
  await choose(page, template, "Rename");
  await page.getByLabel("Name", { exact: true }).waitFor();
  const { client } = await elsewhere();
  await client("DELETE /templates/{id}", { params: { id: template._id } });
  await button(page, template.name).waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await button(page, "New template").and(focused).waitFor();

  await page.route("**/templates/*", (route) => route.abort());
  await button(page, `Delete ${other.name}`).click();
  await button(page, "Dismiss").press("Enter");
  await button(page, "Dismiss").first().waitFor({ state: "detached" });
  await button(page, "New template").and(focused).waitFor();
});
