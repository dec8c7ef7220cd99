import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeFindings } from "../../support/browser/axe.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import type { TestPerson } from "../../support/server/testServer.ts";

const pages = servesPages();

const panel = (page: Page) => page.locator("#panel-leads");
const button = (page: Page, name: string | RegExp) =>
  panel(page).getByRole("button", { name, exact: typeof name === "string" });
const filter = (page: Page) => page.getByRole("region", { name: "Filter leads" });
const rows = (page: Page) => page.getByRole("grid").locator("tbody tr");

const leads = [
  { firstName: "Ann", lastName: "Lee", email: "ann@in.test", fields: { town: "Vienna", seats: 12 } },
  { firstName: "Ben", lastName: "Lee", email: "ben@out.test", fields: { town: "Graz", seats: 3 } },
  { firstName: "Cem", lastName: "Kaya", email: "cem@in.test", fields: { town: "vienna" }, optout: true },
  { firstName: "Dora", lastName: "Moss", email: "dora@in.test" },
];

async function openLeads(): Promise<{ page: Page; person: TestPerson }> {
  const person = await pages.server.signUp();
  await person.client("POST /amplify/fields", { body: { label: "Town", kind: "text" } });
  await person.client("POST /amplify/fields", { body: { label: "Seats", kind: "number" } });
  await person.client("POST /amplify/leads/bulk", {
    body: { leads: leads.map((lead) => ({ ...lead, collection: ["spring"] })) },
  });
  const { page } = await pages.open({
    as: person,
    path: "/app",
    bypassCSP: true,
    viewport: { width: 1440, height: 900 },
  });
  return { page, person };
}

test("leads are filtered by a question, which is kept as a segment, changed, deleted and brought back", async () => {
  const { page } = await openLeads();
  await rows(page).nth(3).waitFor();
  await button(page, "Filter").click();
  await filter(page).getByText("Every lead is shown").waitFor();
  expect(await axeFindings(page)).toEqual([]);

  await filter(page).getByRole("button", { name: "Add a condition" }).click();
  await filter(page).getByText("Fill in every condition").waitFor();
  // Nobody is left out while the condition says nothing yet.
  expect(await rows(page).count()).toBe(4);
  await filter(page).getByLabel("What it is about").selectOption("Town");
  await filter(page).getByLabel("Value").fill("VIENNA");
  await filter(page).getByText("2 leads match.").waitFor();
  await rows(page).nth(2).waitFor({ state: "detached" });
  expect(await rows(page).allInnerTexts()).toEqual([
    expect.stringContaining("Cem Kaya"),
    expect.stringContaining("Ann Lee"),
  ]);
  expect(await axeFindings(page)).toEqual([]);

  await filter(page).getByRole("button", { name: "Save as segment" }).click();
  await filter(page).getByLabel("Name of the segment").fill("Viennese");
  await page.keyboard.press("Enter");
  await filter(page).getByRole("button", { name: "Viennese", exact: true, pressed: true }).waitFor();
  // The form has gone with its field: one goes on at what was saved.
  await filter(page).locator('[data-go-on]:has-text("Viennese"):focus').waitFor();

  await filter(page).getByRole("button", { name: "Add a condition" }).click();
  await filter(page).getByLabel("What it is about").last().selectOption("Opted out");
  await filter(page).getByText("1 lead matches.").waitFor();
  await filter(page).getByRole("button", { name: "Save changes to Viennese" }).click();
  await filter(page).getByRole("button", { name: "Save changes to Viennese" }).waitFor({ state: "detached" });
  await filter(page).getByRole("button", { name: "Done" }).click();
  await filter(page).getByRole("button", { name: "Remove: Opted out" }).click();
  await rows(page).nth(1).waitFor();
  await filter(page).getByRole("button", { name: "Clear" }).click();
  await rows(page).nth(3).waitFor();

  await button(page, "Filter").click();
  await filter(page).getByRole("button", { name: "Viennese", exact: true }).click();
  await rows(page).nth(1).waitFor({ state: "detached" });
  await filter(page).getByRole("button", { name: "More for Viennese" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await filter(page).getByText("The segment “Viennese” was deleted.").waitFor();
  await rows(page).nth(3).waitFor();
  // Undo has the focus, and says with its name what was deleted.
  const undo = filter(page).getByRole("button", { name: "Undo" });
  await undo.and(page.locator(":focus")).waitFor();
  const description = await undo.evaluate(
    (button) => document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent ?? "",
  );
  expect(description).toBe("The segment “Viennese” was deleted.");
  await undo.click();
  await filter(page).getByRole("button", { name: "Viennese", exact: true }).waitFor();
});

test("what is done to everybody whom a question finds is done to nobody else", async () => {
  const { page, person } = await openLeads();
  await button(page, "Filter").click();
  await filter(page).getByRole("button", { name: "Add a condition" }).click();
  await filter(page).getByLabel("What it is about").selectOption("Domain of the email");
  await filter(page).getByLabel("Value").fill("in.test");
  await filter(page).getByText("3 leads match.").waitFor();
  await rows(page).nth(3).waitFor({ state: "detached" });
  await page.getByRole("grid").focus();
  await page.keyboard.press("Space");
  await button(page, "Select all 3 found").click();
  await button(page, "More").click();
  await page.getByRole("menuitem", { name: "Opt out" }).click();
  await page.getByText("2 leads opted out.").waitFor();
  const { items } = (await person.client("GET /amplify/leads", { query: { filter: "optedOut" } })) as {
    items: { firstName: string }[];
  };
  expect(items.map(({ firstName }) => firstName).sort()).toEqual(["Ann", "Cem", "Dora"]);
});

test("groups are made, filled in and taken away by keyboard alone", async () => {
  const { page } = await openLeads();
  await button(page, "Filter").focus();
  await page.keyboard.press("Enter");
  await filter(page).getByText("Every lead is shown").waitFor();
  await filter(page).getByRole("button", { name: "Add a group" }).focus();
  await page.keyboard.press("Enter");
  // What was added has the focus: how the group's conditions are joined.
  const group = filter(page).getByRole("group", { name: "Group of conditions that match" });
  await group.getByLabel("Group of conditions that match").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("n");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await group.getByLabel("What it is about").and(page.locator(":focus")).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type("ann");
  await filter(page).getByText("3 leads match.").waitFor();
  await group.getByRole("button", { name: "Remove the group" }).focus();
  await page.keyboard.press("Enter");
  await filter(page).getByText("Every lead is shown").waitFor();
  await rows(page).nth(3).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Add a condition");
});

test("a segment that asks for a deleted field says so and cannot be picked", async () => {
  const { page, person } = await openLeads();
  const fields = await person.client("GET /amplify/fields");
  const field = fields.find(({ key }) => key === "town")?._id ?? "";
  const of = [{ about: "field" as const, kind: "text" as const, field, op: "is" as const, value: "Vienna" }];
  await person.client("POST /amplify/segments", {
    body: { name: "Viennese", question: { match: "all", of } },
  });
  const chip = filter(page).getByRole("button", { name: /^Viennese/ });
  const note = chip.getByText("cannot be used");
  await button(page, "Filter").click();
  await chip.click();
  await person.client("DELETE /amplify/fields/{id}", { params: { id: field } });
  // As another tab says it. Of the one whose leads are shown just now it is read as well as its name.
  await page.evaluate(() => new BroadcastChannel("amplify-changes").postMessage(["segments"]));
  await note.waitFor();
  const inkOf = (element: Element) => getComputedStyle(element).color;
  expect(await note.evaluate(inkOf)).toBe(await chip.evaluate(inkOf));
  await page.reload();
  await button(page, "Filter").click();
  await note.waitFor();
  expect(await chip.isDisabled()).toBe(true);
  expect(await axeFindings(page)).toEqual([]);
});

test("a number that is asked for again without an answer may be old, which is said, and is asked for once more", async () => {
  const { page, person } = await openLeads();
  const { client } = await pages.server.logIn(person);
  await button(page, "Filter").click();
  await filter(page).getByRole("button", { name: "Add a condition" }).click();
  await filter(page).getByLabel("What it is about").selectOption("Town");
  await filter(page).getByLabel("Value").fill("Vienna");
  await filter(page).getByText("2 leads match.").waitFor();
  await page.route("**/segments/count", (route) => route.abort());
  const eve = { firstName: "Eve", lastName: "Lee", email: "eve@in.test", fields: { town: "Vienna" } };
  await client("POST /amplify/leads", { body: eve });
  const old = filter(page).getByText("this number may be old");
  await old.waitFor();
  expect(await filter(page).getByText("2 leads match.").count()).toBe(1);
  await page.unroute("**/segments/count");
  await filter(page).getByRole("button", { name: "Try again" }).click();
  await filter(page).getByText("3 leads match.").waitFor();
  expect(await old.count()).toBe(0);
});

test("a press that takes what was pressed away leaves the focus where the filter goes on", async () => {
  const { page } = await openLeads();
  const focused = page.locator(":focus");
  const press = (name: string) => filter(page).getByRole("button", { name, exact: true }).press("Enter");
  const token = filter(page).getByRole("button", { name: "Change: Opted out" });
  await button(page, "Filter").press("Enter");
  await press("Opted out");
  await token.and(focused).waitFor();
  await press("Clear");
  await filter(page).getByRole("button", { name: "Add a condition" }).and(focused).waitFor();
  await press("Opted out");
  await press("Done");
  await press("Clear");
  await button(page, "Filter").and(focused).waitFor();
});
