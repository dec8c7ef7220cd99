import { beforeAll, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { servesPages } from "../../support/browser/servesPages.ts";
import type { TestPerson } from "../../support/server/testServer.ts";

const pages = servesPages();
let person: TestPerson;

beforeAll(async () => {
  person = await pages.server.signUp();
  const leads = [
    { firstName: "Ann", lastName: "Lee", email: "ann@recipients.example", collection: ["spring"] },
    { firstName: "Ben", lastName: "Ode", email: "ben@recipients.example", collection: [] },
  ];
  await person.client("POST /amplify/leads/bulk", { body: { leads } });
});

const viewport = { width: 1440, height: 900 };
/** The workspace of the one person of this file. */
const openWorkspace = async () => (await pages.open({ as: person, path: "/app", viewport })).page;
const loaded = (page: Page) => page.locator(".loader").waitFor({ state: "detached" });
const reload = async (page: Page) => {
  await page.reload();
  await loaded(page);
};
const row = (page: Page, name: RegExp) => page.getByRole("row", { name });

test("the sidebar stays as wide as it was left", async () => {
  const page = await openWorkspace();
  await page.getByRole("button", { name: "Make the sidebar minimal" }).click();
  await reload(page);
  await page.getByRole("button", { name: "Open the sidebar" }).click();
  await reload(page);
  await page.getByRole("button", { name: "Make the sidebar minimal" }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem("sidebar"))).toBeNull();
});

test("the tab is in the address and in memory, and the address comes first", async () => {
  const page = await openWorkspace();
  await page.getByRole("tab", { name: "Accounts" }).click();
  expect(new URL(page.url()).hash).toBe("#accounts");
  expect(await page.evaluate(() => localStorage.getItem("activeTab"))).toBe("accounts");
  await page.goto(`${pages.server.url}/app`);
  await loaded(page);
  await page.getByRole("tab", { name: "Accounts", selected: true }).waitFor();
  await page.goto(`${pages.server.url}/app#design`);
  await reload(page);
  await page.getByRole("tab", { name: "Design", selected: true }).waitFor();
  await page.getByRole("tab", { name: "Leads" }).click();
  await page.goBack();
  await page.getByRole("tab", { name: "Design", selected: true }).waitFor();
});

test("the collection is remembered, and is All once it has been deleted elsewhere", async () => {
  const page = await openWorkspace();
  await page.getByRole("button", { name: "spring 1" }).click();
  await row(page, /Ben Ode/).waitFor({ state: "detached" });
  await reload(page);
  await page.getByRole("button", { name: "spring 1", pressed: true }).waitFor();
  await row(page, /Ann Lee/).waitFor();
  expect(await row(page, /Ben Ode/).count()).toBe(0);
  const [spring] = await person.client("GET /amplify/collections");
  await person.client("DELETE /amplify/collections/{id}", { params: { id: spring?._id ?? "" } });
  await reload(page);
  await page.getByRole("button", { name: "All 2", pressed: true }).waitFor();
  await row(page, /Ben Ode/).waitFor();
  expect(await page.evaluate(() => localStorage.getItem("collection"))).toBe("all");
});

test("what leads are searched for is there after a reload, and gone once it was taken out", async () => {
  const page = await openWorkspace();
  const search = page.getByLabel("Search leads").first();
  await search.fill("ann");
  await row(page, /Ben Ode/).waitFor({ state: "detached" });
  await reload(page);
  await row(page, /Ann Lee/).waitFor();
  await row(page, /Ben Ode/).waitFor({ state: "detached" });
  expect(await search.inputValue()).toBe("ann");
  await search.fill("");
  await row(page, /Ben Ode/).waitFor();
  await reload(page);
  await row(page, /Ben Ode/).waitFor();
  expect(await search.inputValue()).toBe("");
});

test("the order and the columns that were chosen are there again", async () => {
  const page = await openWorkspace();
  const headings = () => page.locator(".lead-grid thead th").allTextContents();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByLabel("Phone").uncheck();
  await page.getByLabel("Added").check();
  await page.keyboard.press("Escape");
  const ordered = (order: string) => page.locator(`[aria-sort="${order}"]`).filter({ hasText: "Email" });
  await page.getByRole("button", { name: "Email", exact: true }).click();
  await ordered("ascending").waitFor();
  await page.getByRole("button", { name: "Email", exact: true }).click();
  await ordered("descending").waitFor();
  const chosen = await headings();
  expect(chosen).toEqual([
    "",
    "Name",
    "Email",
    "Collections",
    "Opted out",
    "Sent",
    "Opened",
    "Added",
    "Actions",
  ]);
  await reload(page);
  await page.getByRole("columnheader", { name: "Added" }).waitFor();
  expect(await headings()).toEqual(chosen);
  await ordered("descending").waitFor();
  await page.locator("#lead-row-0").getByText("Ben Ode").waitFor();
});
