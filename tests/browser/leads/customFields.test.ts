import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeFindings } from "../../support/browser/axe.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { walkTo } from "../../support/browser/walkTo.ts";
import type { TestPerson } from "../../support/server/testServer.ts";

const pages = servesPages();

const dialog = (page: Page) => page.getByRole("dialog");
const inDialog = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true });
const button = (page: Page, name: string) =>
  page.locator("#panel-leads").getByRole("button", { name, exact: true });
const sheet = "First name,Email,Company,Seats,Note\nAnn,ann@in.test,Acme,12,x\nBen,ben@in.test,Zed,many,y\n";

async function openLeads(): Promise<{ page: Page; person: TestPerson }> {
  const person = await pages.server.signUp();
  await person.client("POST /amplify/leads/bulk", {
    body: { leads: [{ firstName: "Eve", lastName: "Lee", email: "eve@in.test" }] },
  });
  const { page } = await pages.open({
    as: person,
    path: "/app",
    bypassCSP: true,
    viewport: { width: 1440, height: 900 },
  });
  return { page, person };
}

async function openFields(page: Page): Promise<void> {
  await button(page, "Columns").click();
  await button(page, "Custom fields…").click();
}

test("a field is added, filled in, shown, deleted and brought back", async () => {
  const { page, person } = await openLeads();
  await openFields(page);
  await dialog(page).getByText("There are none yet").waitFor();
  await inDialog(page, "Add a field").click();
  await inDialog(page, "Add a field").click();
  await dialog(page).getByRole("alert").getByText("Please enter a name for the field").waitFor();
  await dialog(page).getByLabel("Name").fill("Tier");
  await dialog(page).getByLabel("Kind").selectOption("Choice");
  await dialog(page).getByLabel("Choices").fill("Gold\nSilver");
  expect(await axeFindings(page)).toEqual([]);
  await inDialog(page, "Add a field").click();
  await dialog(page).getByText("Choice, {{tier}} in mails").waitFor();
  await person.client("POST /amplify/fields", { body: { label: "Seats", kind: "number" } });
  await inDialog(page, "Done").click();
  await page.reload();
  await page.getByRole("columnheader", { name: "Tier" }).waitFor();

  await page.getByRole("button", { name: "Edit Eve Lee" }).click();
  await dialog(page).getByLabel("Tier").selectOption("Gold");
  await dialog(page).getByLabel("Seats").fill("1,234");
  await inDialog(page, "Save lead").click();
  await dialog(page).getByRole("alert").getByText("Seats has to be a number").waitFor();
  await dialog(page).getByLabel("Seats").fill("1.234,5");
  expect(await axeFindings(page)).toEqual([]);
  await inDialog(page, "Save lead").click();
  await page.getByRole("row", { name: /Eve Lee eve@in\.test .*Gold/ }).waitFor();
  // One field is shown until somebody chooses more.
  await button(page, "Columns").click();
  await page.getByLabel("Seats").check();
  await page.keyboard.press("Escape");
  await page.getByRole("row", { name: /Eve Lee eve@in\.test .*Gold 1234\.5/ }).waitFor();

  await openFields(page);
  await dialog(page).getByRole("button", { name: "Delete Tier" }).click();
  await dialog(page).getByText("Tier deleted. Its values go with it in ten minutes.").waitFor();
  await inDialog(page, "Undo").click();
  await dialog(page).getByText("Choice, {{tier}} in mails").waitFor();
  await inDialog(page, "Done").click();
  await page.getByRole("row", { name: /Gold/ }).waitFor();
});

test("fields are added, renamed, deleted and brought back by keyboard alone", async () => {
  const { page } = await openLeads();
  const { keyboard } = page;
  const press = async (name: string) => {
    await walkTo(page, page.getByRole("button", { name, exact: true }));
    await keyboard.press("Enter");
  };
  const focused = (name: string) => page.locator(`:focus[aria-label="${name}"]`).waitFor();
  await walkTo(page, button(page, "Filter"));
  await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  await press("Custom fields…");
  await dialog(page).getByText("There are none yet").waitFor();
  await press("Add a field");
  await page.locator("input:focus").waitFor();
  await keyboard.type("Tier");
  await keyboard.press("Enter");
  await dialog(page).getByText("Text, {{tier}} in mails").waitFor();
  await page.locator(":focus").getByText("Add a field").waitFor();

  await press("Change Tier");
  await page.locator("input:focus").waitFor();
  await keyboard.press("End");
  await keyboard.type("s");
  await keyboard.press("Enter");
  await focused("Change Tiers");
  await press("Delete Tiers");
  await page.locator(":focus").getByText("Undo").waitFor();
  await keyboard.press("Enter");
  await focused("Delete Tiers");
  await keyboard.press("Escape");
  await dialog(page).waitFor({ state: "detached" });
});

test("an import keeps a column as a new field, says what does not fit, and finds the field again", async () => {
  const { page, person } = await openLeads();
  await button(page, "Import").click();
  const file = { name: "sheet.csv", mimeType: "text/csv", buffer: Buffer.from(sheet) };
  await dialog(page).getByLabel("File").setInputFiles(file);
  await dialog(page).getByText("3 columns are left out unless you keep them.").waitFor();
  await inDialog(page, "Keep all columns").click();
  expect(await dialog(page).getByLabel("Company").inputValue()).toBe("new:text");
  await dialog(page).getByLabel("Seats").selectOption("New: number");
  await dialog(page).getByText("1 cell is no number and will be left out.").waitFor();
  await dialog(page).getByLabel("Note").selectOption("Leave out");
  await dialog(page).getByText("“Note” is left out unless you keep it.").waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await inDialog(page, "Import 2 rows").click();
  await dialog(page).getByText("1 cell did not fit the field").waitFor();
  const page1 = (await person.client("GET /amplify/leads", { query: { search: "ann@" } })) as {
    items: { fields: object }[];
  };
  expect(page1.items[0]?.fields).toEqual({ company: "Acme", seats: 12 });
  await inDialog(page, "Import another file").click();
  await dialog(page).getByLabel("File").setInputFiles(file);
  expect(await dialog(page).getByLabel("Company").inputValue()).toBe("key:company");
});

test("a file of leads that was saved here says what becomes of its collections when it is imported again", async () => {
  const { page, person } = await openLeads();
  await person.client("POST /amplify/leads/bulk", {
    body: { leads: [{ firstName: "Ann", email: "ann@example.com", collection: ["spring", "crm"] }] },
  });
  const body = { format: "csv", which: { matching: {} } } as const;
  const saved = (await person.client("POST /amplify/leads/export", { body })) as unknown as Response;
  await button(page, "Import").click();
  await dialog(page)
    .getByLabel("File")
    .setInputFiles({ name: "leads.csv", mimeType: "text/csv", buffer: Buffer.from(await saved.text()) });
  const column = dialog(page).getByLabel("Collections", { exact: true });
  await column.waitFor();
  const hint = page.locator(`[id="${await column.getAttribute("aria-describedby")}"]`);
  expect(await hint.textContent()).toContain("Nobody joins the collections that are named here");
});

test("more columns than there is room for are scrolled to, beside the name, and all can be chosen", async () => {
  const { page, person } = await openLeads();
  const labels = Array.from({ length: 30 }, (_, nth) => `Field number ${nth}`);
  for (const label of labels) await person.client("POST /amplify/fields", { body: { label, kind: "text" } });
  await page.reload();
  await button(page, "Columns").click();
  for (const label of labels) await page.getByRole("checkbox", { name: label, exact: true }).check();
  await button(page, "Custom fields…").click();
  await inDialog(page, "Close").click();
  const grid = page.getByRole("grid", { name: "Leads" });
  const column = (name: string) => grid.getByRole("columnheader", { name, exact: true });
  const boxOf = async (name: string) => {
    const box = await column(name).boundingBox();
    if (box === null) throw new Error(`${name} is not shown`);
    return box;
  };
  for (const label of labels) expect((await boxOf(label)).width).toBeGreaterThanOrEqual(100);
  await grid.focus();
  const last = labels.at(-1) ?? "";
  while ((await boxOf(last)).x > 1_300) await page.keyboard.press("ArrowRight");
  const frame = await page.locator(".lead-grid").boundingBox();
  const name = await page.getByRole("rowheader", { name: "Eve Lee" }).boundingBox();
  expect(name?.x).toBe((frame?.x ?? 0) + 1);
  expect((await boxOf("Name")).x).toBe((frame?.x ?? 0) + 1);
});
