import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { read, utils } from "xlsx";
import { exact } from "../../../contract/texts/en/exact.ts";
import { axeFindingsInBothThemes } from "../../support/browser/axe.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import type { TestPerson } from "../../support/server/testServer.ts";

const pages = servesPages();

const threeLeads = [
  { firstName: "Ann", lastName: "Lee", email: "ann@recipients.example", collection: ["spring"] },
  { firstName: "Ben", lastName: "Ode", email: "ben@recipients.example", collection: ["spring", "autumn"] },
  { firstName: "=Cem", lastName: "Öz", email: "cem@recipients.example", phone: "+43 1", collection: [] },
];

/** The Leads tab of somebody new, who has three leads. */
async function openLeads({
  ready = false,
}: {
  /** With a sandbox account and a template. */
  ready?: boolean;
} = {}): Promise<{ page: Page; person: TestPerson }> {
  const person = await pages.server.signUp();
  await person.client("POST /amplify/leads/bulk", { body: { leads: threeLeads } });
  if (ready) {
    const account = {
      provider: "sandbox",
      appEmail: "me@sandbox.example",
      alias: "Me <me@sandbox.example>",
    } as const;
    await person.client("POST /amplify/auth/credentials", { body: account });
    await person.client("POST /templates", {
      body: { name: "News", design: null, html: "<p>Dear {{firstName}}</p>" },
    });
  }
  const { page } = await pages.open({ as: person, path: "/app", bypassCSP: true });
  return { page, person };
}

const dialog = (page: Page) => page.getByRole("dialog");
const button = (page: Page, name: string) =>
  page.locator("#panel-leads").getByRole("button", { name, exact: true });
const inDialog = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });
const row = (page: Page, name: string | RegExp) => page.getByRole("row", { name });
const more = async (page: Page, item: string) => {
  await button(page, "More").click();
  await page.getByRole("menuitem", { name: item }).click();
};
const change = async (page: Page, item: string) => {
  await page.getByRole("button", { name: /^Change / }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

test("a lead is added and changed; an address that is taken, or is none, is refused at its place", async () => {
  const { page } = await openLeads();
  await button(page, "Add Lead").press("Enter");
  await dialog(page).getByLabel("First name").and(page.locator(":focus")).waitFor();
  for (const words of ["Dee", "Fox", "dee@"]) {
    await page.keyboard.type(words);
    await page.keyboard.press(words === "dee@" ? "Enter" : "Tab");
  }
  await dialog(page).getByRole("alert").getByText(exact.signupEmail).waitFor();
  await dialog(page).getByLabel("Email").fill("ANN@recipients.example");
  await inDialog(page, "Add Lead").click();
  await dialog(page).getByRole("alert").getByText("A lead with this email already exists").waitFor();
  await dialog(page).getByLabel("Email").fill("dee@recipients.example");
  await dialog(page).getByLabel("autumn").check();
  await inDialog(page, "Add Lead").click();
  await row(page, /Dee Fox dee@recipients.example autumn/).waitFor();
  await button(page, "Add Lead").and(page.locator(":focus")).waitFor();
  await page.getByRole("button", { name: "autumn 2" }).waitFor();

  await page.getByLabel("Edit Ann Lee").click();
  await dialog(page).getByLabel("Last name").fill("");
  await inDialog(page, "Save lead").click();
  await dialog(page).getByRole("alert").getByText(exact.fillAllFields).waitFor();
  await dialog(page).getByLabel("Last name").fill("Lea");
  await dialog(page).getByLabel("Yes").check();
  await inDialog(page, "Save lead").click();
  await row(page, /Ann Lea ann@recipients.example spring Yes/).waitFor();
});

test("a lead is deleted at one press and comes back at another, also after a reload", async () => {
  const { page } = await openLeads();
  await page.getByLabel("Delete Ben Ode").click();
  await page.getByRole("region", { name: "Deleted leads" }).getByText("1 lead deleted.").waitFor();
  await row(page, /Ben Ode/).waitFor({ state: "detached" });
  // A page that is loaded anew still knows the way back.
  await page.reload();
  await page.locator(".loader").waitFor({ state: "detached" });
  await button(page, "Undo").press("Enter");
  await row(page, /Ben Ode ben@recipients.example autumn, spring/).waitFor();
  await page.locator("[role=grid]:focus").waitFor();
});

test("picked leads join a collection, leave it, and are opted out", async () => {
  const { page, person } = await openLeads();
  await page.getByLabel("Select Ann Lee").check();
  await page.getByLabel("Select =Cem Öz").check();
  await more(page, "Add to a collection…");
  await dialog(page).getByLabel("Collection", { exact: true }).selectOption("A new collection…");
  await inDialog(page, "Add to the collection").click();
  await dialog(page).getByRole("alert").getByText("Please enter a collection name").waitFor();
  await dialog(page).getByLabel("Name of the new collection").fill("Spring");
  await inDialog(page, "Add to the collection").click();
  await dialog(page).getByRole("alert").getByText(exact.collectionTaken).waitFor();
  await dialog(page).getByLabel("Name of the new collection").fill("Winter");
  await inDialog(page, "Add to the collection").click();
  await page.getByRole("button", { name: "winter 2" }).click();
  await row(page, /Ann Lee ann@recipients.example spring, winter/).waitFor();
  await page.getByLabel("Select all 2 leads").check();
  await more(page, "Take out of winter");
  await page.getByRole("button", { name: "winter 0" }).waitFor();
  await page.getByRole("heading", { name: "Nobody in winter yet" }).waitFor();
  await page.getByRole("button", { name: "All 3" }).click();
  await page.getByLabel("Select Ben Ode").check();
  await more(page, "Opt out");
  await page.getByText("1 lead opted out.").waitFor();
  const { items } = (await person.client("GET /amplify/leads", { query: { filter: "optedOut" } })) as {
    items: { email: string }[];
  };
  expect(items.map(({ email }) => email)).toEqual(["ben@recipients.example"]);
});

test("a collection is added, renamed, merged and deleted; its leads stay", async () => {
  const { page } = await openLeads();
  await button(page, "Add a collection").click();
  await dialog(page).getByLabel("Name").fill("All");
  await inDialog(page, "Add collection").click();
  await dialog(page).getByRole("alert").getByText(exact.collectionReserved).waitFor();
  await dialog(page).getByLabel("Name").fill("Summer");
  await inDialog(page, "Add collection").click();
  await page.getByRole("button", { name: "summer 0", pressed: true }).waitFor();
  // Each is said too: who hears the page does not see which chip has come or gone.
  const said = (sentence: string) =>
    page.locator(".toast-tray").getByText(sentence, { exact: true }).waitFor();
  await said("The collection “summer” is added.");
  await change(page, "Rename…");
  await dialog(page).getByLabel("Name").fill("Autumn");
  await inDialog(page, "Save name").click();
  await dialog(page).getByRole("alert").getByText(exact.collectionTaken).waitFor();
  await dialog(page).getByLabel("Name").fill("Late Summer");
  await inDialog(page, "Save name").click();
  await page.getByRole("button", { name: "late summer 0", pressed: true }).waitFor();
  await said("The collection is now called “late summer”.");
  await page.getByRole("button", { name: "spring 2" }).click();
  await change(page, "Merge into…");
  await dialog(page).getByRole("combobox").selectOption("late summer");
  await dialog(page).locator('button[type="submit"]').click();
  await page.getByRole("button", { name: "late summer 2", pressed: true }).waitFor();
  await said("“spring” is now part of “late summer”.");
  expect(await page.getByRole("button", { name: /^spring/ }).count()).toBe(0);
  await change(page, "Delete…");
  await dialog(page).getByText("Its 2 leads stay under All.").waitFor();
  await inDialog(page, "Delete").click();
  await page.getByRole("button", { name: "All 3", pressed: true }).waitFor();
  await said("The collection “late summer” is deleted. Its leads are still here.");
  await row(page, /Ann Lee/).waitFor();
});

test("picked leads are exported as CSV and as XLSX, which a spreadsheet reads and runs nothing of", async () => {
  const { page } = await openLeads();
  await page.getByLabel("Select Ann Lee").check();
  await page.getByLabel("Select =Cem Öz").check();
  for (const format of ["CSV", "XLSX"] as const) {
    const saved = page.waitForEvent("download");
    await more(page, `Export as ${format}`);
    const file = await saved;
    expect(file.suggestedFilename()).toEndWith(`.${format.toLowerCase()}`);
    const book = read(await Bun.file(await file.path()).arrayBuffer(), { type: "array", codepage: 65_001 });
    const [sheet] = Object.values(book.Sheets);
    const rows = utils.sheet_to_json<Record<string, unknown>>(sheet ?? {}, { raw: false });
    const texts = rows.map((found) => Object.values(found).join("|"));
    expect(texts).toHaveLength(2);
    expect(texts[0]).toContain("Ann|Lee|ann@recipients.example");
    expect(texts[1]).toContain("'=Cem|Öz|cem@recipients.example");
  }
});

test("Back with a dialog open leaves a page that can be pressed, and the dialog stands again with what was typed", async () => {
  const { page } = await openLeads();
  await page.getByRole("tab", { name: "Accounts" }).click();
  await page.getByRole("tab", { name: "Leads" }).click();
  await page.getByRole("button", { name: "Add Lead", exact: true }).click();
  await page.getByLabel("First name").fill("Dora");
  await page.goBack();
  await page.getByRole("tab", { name: "Design" }).click();
  await page.getByRole("heading", { name: "Design", level: 2 }).waitFor();
  await page.getByRole("tab", { name: "Leads" }).click();
  await page.getByRole("dialog", { name: "Add Lead" }).waitFor();
  expect(await page.getByLabel("First name").inputValue()).toBe("Dora");
});

test("a test mail is filled in for the lead that is picked, or for one that is looked for", async () => {
  const { page, person } = await openLeads({ ready: true });
  await page.getByLabel("Select Ben Ode").check();
  await button(page, "Send Test Email").click();
  await inDialog(page, "Send test").click();
  await dialog(page).getByRole("alert").getByText(exact.selectTemplate).waitFor();
  await dialog(page).getByLabel("Template", { exact: true }).selectOption("News");
  const field = dialog(page).getByRole("combobox", { name: "Filled in for" });
  expect(await field.inputValue()).toBe("Ben Ode (ben@recipients.example)");
  await field.click();
  await page.getByRole("option", { name: "Your own name and address" }).waitFor();
  await field.fill("lee");
  await page.getByRole("option", { name: "Ann Lee ann@recipients.example" }).waitFor();
  await page.getByRole("option", { name: /Ben Ode/ }).waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  expect(await field.inputValue()).toBe("Ann Lee (ann@recipients.example)");
  await field.press("ArrowDown");
  await page.getByRole("listbox").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("listbox").waitFor({ state: "hidden" });
  expect(await field.inputValue()).toBe("Ann Lee (ann@recipients.example)");
  await inDialog(page, "Send test").click();
  await dialog(page).waitFor({ state: "detached" });
  await page.goto(`${pages.server.url}/sandbox`);
  await page
    .getByRole("link", { name: /News|Test/ })
    .first()
    .click();
  await page.frameLocator("iframe").getByText("Dear Ann").waitFor();
  expect(await page.locator("body").textContent()).toContain(person.email);
});

async function openChoice(page: Page): Promise<void> {
  await dialog(page).getByRole("combobox", { name: "Filled in for" }).click();
  await page.getByRole("option", { name: /Ann Lee/ }).waitFor();
}

// The import's is looked at step by step in its own tests.
test("axe finds nothing in any dialog of the Leads tab, in either theme", async () => {
  const { page } = await openLeads({ ready: true });
  await page.getByRole("button", { name: "spring 2" }).click();
  // Until then a row may move away from under the press.
  await row(page, /=Cem/).waitFor({ state: "detached" });
  await page.getByLabel("Select Ben Ode").check();
  const openings: [string, () => Promise<void>][] = [
    ["Add Lead", () => button(page, "Add Lead").click()],
    ["Edit Lead", () => page.getByLabel("Edit Ben Ode").click()],
    ["Send Email", () => button(page, "Send Email").click()],
    [
      "Send Test Email",
      () =>
        button(page, "Send Test Email")
          .click()
          .then(() => openChoice(page)),
    ],
    ["Add a collection", () => button(page, "Add a collection").click()],
    ["Rename the collection", () => change(page, "Rename…")],
    ["Merge the collection", () => change(page, "Merge into…")],
    ["Delete the collection", () => change(page, "Delete…")],
    ["Add to a collection", () => more(page, "Add to a collection…")],
  ];
  for (const [name, open] of openings) {
    await open();
    await page.getByRole("dialog", { name, exact: true }).waitFor();
    await dialog(page).locator(".skeleton").first().waitFor({ state: "detached" });
    // What lies behind it was looked at without it (site/axe.test.ts).
    const found = await axeFindingsInBothThemes(page, "dialog[open]");
    expect({ name, found }).toEqual({ name, found: [] });
    if (name === "Send Test Email") await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
  }
});

test("what was added and its answer lost is the person's own where it is added again", async () => {
  const { page, person } = await openLeads();
  const twice = async (path: string, press: () => Promise<void>) => {
    let isLost = false;
    await page.route(`**${path}`, async (route) => {
      if (isLost || route.request().method() !== "POST") return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    await press();
    await page.getByRole("alert").getByText("The server cannot be reached").waitFor();
    await press();
    await page.getByText("The server cannot be reached").waitFor({ state: "detached" });
    await page.unroute(`**${path}`);
  };
  await button(page, "Add Lead").click();
  for (const [label, value] of Object.entries({
    "First name": "Dee",
    "Last name": "Fox",
    Email: "dee@in.test",
  }))
    await dialog(page).getByLabel(label).fill(value);
  await twice("/amplify/leads", () => inDialog(page, "Add Lead").click());
  await dialog(page).waitFor({ state: "detached" });
  await button(page, "Add a collection").click();
  await dialog(page).getByLabel("Name").fill("winter");
  await twice("/amplify/collections", () => inDialog(page, "Add collection").click());
  await dialog(page).waitFor({ state: "detached" });
  await button(page, "Columns").click();
  await page.getByRole("button", { name: "Custom fields…" }).click();
  await inDialog(page, "Add a field").click();
  await dialog(page).getByLabel("Name").fill("Town");
  await twice("/amplify/fields", () => inDialog(page, "Add a field").click());
  await dialog(page).getByText("Town", { exact: true }).waitFor();
  const fields = await person.client("GET /amplify/fields");
  expect(fields.map(({ label }) => label)).toEqual(["Town"]);
  // What is taken is refused as ever.
  await page.keyboard.press("Escape");
  await button(page, "Add a collection").click();
  await dialog(page).getByLabel("Name").fill("winter");
  await inDialog(page, "Add collection").click();
  await dialog(page).getByText("already").waitFor();
});
