import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeFindings } from "../../support/browser/axe.ts";
import { servesPages } from "../../support/browser/servesPages.ts";

const pages = servesPages();
const pageOf = (page: Page, name: string) => page.getByRole("region", { name: `Lead ${name}` });

async function openWithLeads() {
  const person = await pages.server.signUp();
  for (const firstName of ["Ann", "Bo", "Cy"])
    await person.client("POST /amplify/leads", {
      body: { firstName, lastName: "Lee", email: `${firstName}@in.test`, collection: ["friends"] },
    });
  await person.client("POST /amplify/collections", { body: { name: "family" } });
  const { page, complaints } = await pages.open({ as: person, path: "/app#leads", bypassCSP: true });
  await page.getByRole("row", { name: /Ann Lee/ }).waitFor();
  return { page, person, complaints };
}

test("a press on a row opens the lead's page, whose keys go on to the next and back to the row", async () => {
  const { page, complaints } = await openWithLeads();
  await page.getByRole("checkbox", { name: "Select Ann Lee" }).check();
  expect(await page.locator(".lead-page").count()).toBe(0);
  // The browser opens the link beside, and here nothing is opened.
  const [beside] = await Promise.all([
    page.context().waitForEvent("page"),
    page.getByRole("link", { name: "Ann Lee" }).click({ modifiers: ["Control"] }),
  ]);
  await pageOf(beside, "Ann Lee").waitFor();
  await beside.close();
  expect(await page.locator(".lead-page").count()).toBe(0);
  // The newest first: Cy, Bo, Ann.
  await page
    .getByRole("row", { name: /Bo Lee/ })
    .getByText("Bo Lee")
    .click();
  await pageOf(page, "Bo Lee").waitFor();
  await page.keyboard.press("j");
  await pageOf(page, "Ann Lee").waitFor();
  await page.keyboard.press("ArrowUp");
  await pageOf(page, "Bo Lee").waitFor();
  await page.keyboard.press("k");
  await pageOf(page, "Cy Lee").waitFor();
  const address = page.url();
  expect(address).toMatch(/#leads\/[\w-]+$/);
  await page.keyboard.press("Escape");
  await page.locator(".lead-page").waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.getAttribute("role"))).toBe("grid");
  // The row has the focus: Enter opens its page again, and the arrows of the table take the page along.
  await page.keyboard.press("Enter");
  await pageOf(page, "Cy Lee").waitFor();
  await page.goto("about:blank");
  await page.goto(address);
  await pageOf(page, "Cy Lee").waitFor();
  // On a phone it covers all: the keyboard reaches nothing below it, and everything again once it is closed.
  const designTab = page.getByRole("tab", { name: "Design" });
  await page.setViewportSize({ width: 390, height: 700 });
  await designTab.waitFor({ state: "hidden" });
  expect(await page.getByRole("banner").count()).toBe(0);
  await pageOf(page, "Cy Lee").press("Escape");
  await designTab.waitFor();
  expect(complaints).toEqual([]);
});

test("on a lead's page it is changed, put into collections and written about, and what others change is seen", async () => {
  const { page, person, complaints } = await openWithLeads();
  await page
    .getByRole("row", { name: /Ann Lee/ })
    .getByText("Ann Lee")
    .click();
  const region = page.locator(".lead-page");
  await region.getByRole("button", { name: "Add to a collection" }).click();
  await page.getByRole("menuitem", { name: "family" }).click();
  await region.getByRole("button", { name: "Take out of family" }).waitFor();
  await region.getByRole("button", { name: "Take out of friends" }).click();
  await region.getByRole("button", { name: "Take out of friends" }).waitFor({ state: "detached" });

  await region.getByLabel("Write a note").fill("Prefers a call\non Mondays");
  await region.getByLabel("Write a note").press("Control+Enter");
  await region.getByRole("listitem").getByText("Prefers a call").waitFor();
  // Where a button goes with what it did, the focus stays: in the field for the next note, on the list that lost one.
  await page.keyboard.type("Not this one");
  await region.getByRole("button", { name: "Add note" }).press("Enter");
  await region.getByRole("listitem").getByText("Not this one").waitFor();
  await region.getByLabel("Write a note").and(page.locator(":focus")).waitFor();
  await region.getByRole("button", { name: "Delete the note" }).first().press("Enter");
  await region.getByText("Not this one").waitFor({ state: "detached" });
  await region.getByRole("list", { name: "What happened" }).and(page.locator(":focus")).waitFor();
  const edit = region.getByRole("button", { name: "Edit", exact: true });
  await edit.focus();
  await page.keyboard.press("Enter");
  // The keys go on in what has come in its place, and back on the button after it.
  await region.getByLabel("First name").and(page.locator(":focus")).waitFor();
  await region.getByLabel("Last name").fill("Smith");
  await page.keyboard.press("Enter");
  await edit.and(page.locator(":focus")).waitFor();
  await pageOf(page, "Ann Smith").waitFor();
  await page.getByRole("row", { name: /Ann Smith/ }).waitFor();
  const [lead] = (await person.client("GET /amplify/leads")) as { collection: string[] }[];
  expect(lead?.collection).toEqual(["family"]);
  expect(await axeFindings(page, ".lead-page")).toEqual([]);
  expect(complaints).toEqual([]);
});

test("a note and an edit that were begun stand there again once somebody is back at that lead, after a reload too", async () => {
  const { page, person } = await openWithLeads();
  const row = (name: string) => page.getByRole("row", { name }).getByText(name);
  await row("Ann Lee").click();
  const ann = pageOf(page, "Ann Lee");
  await ann.getByLabel("Write a note").fill("Half a thou");
  await ann.getByRole("button", { name: "Edit", exact: true }).click();
  await ann.getByLabel("Last name").fill("Smith");
  await row("Cy Lee").click();
  const cy = pageOf(page, "Cy Lee");
  await cy.getByRole("button", { name: "Edit", exact: true }).waitFor();
  expect(await cy.getByLabel("Write a note").inputValue()).toBe("");
  await cy.getByRole("button", { name: "Close" }).click();
  await row("Ann Lee").click();
  expect(await ann.getByLabel("Write a note").inputValue()).toBe("Half a thou");
  await page.reload();
  await ann.getByRole("button", { name: "Save lead" }).waitFor();
  expect(await ann.getByLabel("Last name").inputValue()).toBe("Smith");
  expect(await ann.getByLabel("Write a note").inputValue()).toBe("Half a thou");
  await ann.getByRole("button", { name: "Save lead" }).click();
  const smith = pageOf(page, "Ann Smith");
  // Where the answer to a note is lost, it is the same note that is added again.
  let isLost = false;
  await page.route("**/notes", async (route) => {
    if (isLost || route.request().method() !== "POST") return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await smith.getByRole("button", { name: "Add note" }).click();
  await smith.getByText("The server cannot be reached").waitFor();
  await smith.getByRole("button", { name: "Add note" }).click();
  await smith.getByRole("button", { name: "Add note" }).waitFor({ state: "detached" });
  await smith.getByRole("listitem").getByText("Half a thou").waitFor();
  expect(await smith.getByRole("listitem").getByText("Half a thou").count()).toBe(1);
  await page.unroute("**/notes");
  const leads = (await person.client("GET /amplify/leads")) as { lastName: string }[];
  expect(leads.map(({ lastName }) => lastName)).toContain("Smith");
  // Nothing is left of what was kept, or given up.
  await smith.getByRole("button", { name: "Edit", exact: true }).click();
  await smith.getByLabel("Last name").fill("Miller");
  await smith.getByRole("button", { name: "Cancel" }).click();
  await row("Cy Lee").click();
  await row("Ann Smith").click();
  await smith.getByRole("button", { name: "Edit", exact: true }).waitFor();
  expect(await smith.getByLabel("Write a note").inputValue()).toBe("");
});

test("a lead that somebody else deletes while it is read stays to be read, and can be changed again once it is back", async () => {
  const { page, person } = await openWithLeads();
  const elsewhere = await pages.server.logIn(person);
  await page
    .getByRole("row", { name: /Ann Lee/ })
    .getByText("Ann Lee")
    .click();
  const region = pageOf(page, "Ann Lee");
  await region.getByLabel("Write a note").fill("Half a thou");
  const id = new URL(page.url()).hash.replace("#leads/", "");
  const { deletionId } = await elsewhere.client("POST /amplify/leads/actions", {
    body: { action: "delete", which: { ids: [id] } },
  });
  await region.getByRole("alert").getByText("This lead was deleted.").waitFor();
  for (const name of ["Edit", "Add note", "Take out of friends"])
    expect([name, await region.getByRole("button", { name, exact: true }).isDisabled()]).toEqual([
      name,
      true,
    ]);
  expect(await region.getByLabel("Write a note").inputValue()).toBe("Half a thou");
  expect(await region.getByLabel("Write a note").isDisabled()).toBe(true);
  // Escape is still heard, though what had the focus is not to be used.
  await page.locator(".lead-page:focus").waitFor();
  expect(await axeFindings(page, ".lead-page")).toEqual([]);
  await elsewhere.client("POST /amplify/leads/deletions/{id}/undo", { params: { id: deletionId ?? "" } });
  await region.getByRole("alert").waitFor({ state: "detached" });
  await region.getByRole("button", { name: "Add note" }).click();
  await region.getByRole("listitem").getByText("Half a thou").waitFor();
});

test("what was saved at the end of a long form is read from its beginning, with Edit in sight and the focus on it", async () => {
  const { page, person } = await openWithLeads();
  for (const label of ["City", "Interest", "Company", "Size", "Branch"])
    await person.client("POST /amplify/fields", { body: { label, kind: "text" } });
  const leads = (await person.client("GET /amplify/leads")) as { _id: string; firstName: string }[];
  const id = leads.find(({ firstName }) => firstName === "Ann")?._id ?? "";
  for (let note = 0; note < 8; note++)
    await person.client("POST /amplify/leads/{id}/notes", {
      params: { id },
      body: { text: "Called.\n\nAgain." },
    });
  await page.reload();
  await page.setViewportSize({ width: 1024, height: 600 });
  await page
    .getByRole("row", { name: /Ann Lee/ })
    .getByText("Ann Lee")
    .click();
  const lead = pageOf(page, "Ann Lee");
  await lead.getByRole("button", { name: "Edit" }).click();
  await lead.getByLabel("City").fill("Oslo");
  await lead.getByRole("button", { name: "Save lead" }).click();
  const edit = lead.getByRole("button", { name: "Edit" });
  await edit.waitFor();
  const seen = await edit.evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    const above = document.elementFromPoint(x + width / 2, y + height / 2);
    return { hasFocus: document.activeElement === button, isUncovered: above === button };
  });
  expect(seen).toEqual({ hasFocus: true, isUncovered: true });
  expect(await lead.evaluate((element) => element.scrollTop)).toBe(0);
});
