import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { utils, write } from "xlsx";
import { axeFindings } from "../support/axe.ts";
import { openChromium } from "../support/chromium.ts";
import { startTestServer, type TestPerson, type TestServer } from "../support/testServer.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(60_000);

let browser: Browser;
let server: TestServer;
let context: BrowserContext | undefined;

beforeAll(async () => {
  server = await startTestServer({ AMPLIFY_PLANS: "off" }, { islands: true });
  browser = await openChromium();
}, 60_000);
afterEach(() => context?.close());
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** The import dialog of a new person, in a page whose policy lets axe in. */
async function openImport(colorScheme: "light" | "dark" = "light") {
  const person = await server.signUp();
  context = await browser.newContext({ colorScheme, bypassCSP: true });
  const [name = "", value = ""] = person.cookie.split(/=(.*)/s);
  await context.addCookies([{ name, value, url: server.url }]);
  const page = await context.newPage();
  await enter(page);
  await button(page, "Import").click();
  await page.getByLabel("File").waitFor();
  return { page, person };
}

async function enter(page: Page): Promise<void> {
  await page.goto(`${server.url}/app`);
  await page.locator(".loader").waitFor({ state: "detached" });
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const emailsOf = async ({ client }: TestPerson) =>
  ((await client("GET /amplify/leads")) as { email: string }[]).map(({ email }) => email).sort();

function csvOf(count: number): Buffer {
  const rows = Array.from({ length: count }, (_, index) => `Lead${index},lead${index}@in.test`);
  return Buffer.from(["First name,Email", ...rows].join("\n"));
}
const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer });

test("pasted rows come in by keyboard alone, and the import is undone as a whole", async () => {
  const { page, person } = await openImport();
  await page.getByLabel("Or paste rows").focus();
  await page.keyboard.insertText("Ann\tLee\tann@in.test\nBob\tRay\tbob@in.test\n\tNobody\tno@in.test");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await dialog(page).getByText("Left out: no first name or no e-mail").waitFor();
  await button(page, "Import 3 rows").press("Enter");
  await dialog(page).getByText("2 added, 0 updated, 0 skipped, 1 rejected.").waitFor();
  expect(await emailsOf(person)).toEqual(["ann@in.test", "bob@in.test"]);

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Save the rejected rows as CSV" }).press("Enter");
  expect(await Bun.file(await (await download).path()).text()).toContain("Nobody");

  await button(page, "Undo the import").press("Enter");
  await dialog(page).getByText("deletes the 2 leads that it added").waitFor();
  await button(page, "Undo the import").press("Enter");
  await dialog(page).getByText("The import was undone.").waitFor();
  expect(await emailsOf(person)).toEqual([]);
});

test("a workbook's sheet is chosen, its columns are corrected, and an opted-out row stays opted out", async () => {
  const { page, person } = await openImport();
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([["Nothing"], ["here"]]), "Notes");
  const rows = [
    ["Who", "Where", "Left"],
    ["Ann", "ann@in.test", ""],
    ["Bob", "bob@in.test", "yes"],
  ];
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), "People");
  await page.getByLabel("File").setInputFiles(asFile("book.xlsx", write(book, { type: "buffer" })));
  await page.getByLabel("Sheet").selectOption("People");
  await button(page, "Import 2 rows").waitFor();
  await page.getByLabel("First name").selectOption("Who");
  await page.getByLabel("E-mail").selectOption("Where");
  await page.getByLabel("Unsubscribed").selectOption("Left");
  await button(page, "Import 2 rows").click();
  await dialog(page).getByText("2 added, 0 updated, 0 skipped, 0 rejected, 1 opted out.").waitFor();
  const leads = (await person.client("GET /amplify/leads")) as { email: string; optout: boolean }[];
  expect(leads.filter(({ optout }) => optout).map(({ email }) => email)).toEqual(["bob@in.test"]);
});

test("a long import goes on while the page is reloaded, is watched again, and stops at a press", async () => {
  const { page, person } = await openImport();
  await page.getByLabel("File").setInputFiles(asFile("long.csv", csvOf(250_000)));
  await button(page, "Import 250,000 rows").click();
  await dialog(page)
    .getByText(/of 250,000 rows/)
    .waitFor();
  await enter(page);
  const bar = page.getByRole("region", { name: "Importing" });
  await button(page, "Stop").click();
  await bar.getByText(/Stopped: [\d,]+ added/).waitFor();
  const [, added = ""] = /([\d,]+) added/.exec((await bar.textContent()) ?? "") ?? [];
  await page.getByRole("button", { name: `All ${added}` }).waitFor();
  const { total } = (await person.client("GET /amplify/leads", { query: { page: 1 } })) as { total: number };
  expect(total.toLocaleString("en")).toBe(added);
  expect(total).toBeLessThan(250_000);
});

test("a file dropped on the dialog is read, and one that is no sheet is refused in words", async () => {
  const { page } = await openImport();
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["Name,Email\nAnn,ann@in.test"], "drop.csv"));
    return transfer;
  });
  await page
    .getByLabel("File")
    .setInputFiles(asFile("leads.xlsx", Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 1])));
  await dialog(page).getByRole("alert").waitFor();
  await page.locator(".drop-area").dispatchEvent("drop", { dataTransfer: dropped });
  await dialog(page).getByText("drop.csv has 1 row").waitFor();
});

for (const colorScheme of ["light", "dark"] as const)
  test(`axe finds nothing on any step of an import in the ${colorScheme} theme`, async () => {
    const { page } = await openImport(colorScheme);
    expect(await axeFindings(page)).toEqual([]);
    await page
      .getByLabel("File")
      .setInputFiles(asFile("two.csv", Buffer.from("Name,Email\nAnn,a@in.test\nBob,no")));
    await button(page, "Import 2 rows").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await button(page, "Import 2 rows").click();
    await button(page, "Undo the import").click();
    expect(await axeFindings(page)).toEqual([]);
    await button(page, "Import another file").click();
    await dialog(page).getByRole("heading", { name: "Earlier imports" }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await until(async () => (await dialog(page).count()) === 0);
    expect(await axeFindings(page)).toEqual([]);
  });
