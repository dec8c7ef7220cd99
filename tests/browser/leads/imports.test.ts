import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { utils, write } from "xlsx";
import { axeFindings, axeFindingsInBothThemes } from "../../support/browser/axe.ts";
import { resizeTo } from "../../support/browser/faultsAtEveryWidth.ts";
import { servesPages } from "../../support/browser/servesPages.ts";
import { writesAllTheTime } from "../../support/db/writesAllTheTime.ts";
import { startTestServer, type TestPerson } from "../../support/server/testServer.ts";
import { until } from "../../support/until.ts";

const pages = servesPages(() => startTestServer({ AMPLIFY_PLANS: "off" }, { islands: true }));

/** The import dialog of a new person, in a page whose policy lets axe in. */
async function openImport() {
  const person = await pages.server.signUp();
  const { page } = await pages.open({ as: person, path: "/app", bypassCSP: true });
  await button(page, "Import").click();
  await page.getByLabel("File").waitFor();
  return { page, person };
}

async function enter(page: Page): Promise<void> {
  await page.goto(`${pages.server.url}/app`);
  await page.locator(".loader").waitFor({ state: "detached" });
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog");
const emailsOf = async ({ client }: TestPerson) =>
  ((await client("GET /amplify/leads")) as { email: string }[]).map(({ email }) => email).sort();

const longRows = 100_000;

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
  await dialog(page).getByText("Left out: no first name or no email").waitFor();
  // With each step what was pressed is gone; the focus stands where the next one begins.
  await dialog(page).locator("p.step-begin:focus").waitFor();
  await button(page, "Import 3 rows").press("Enter");
  await dialog(page).getByText("2 added, 0 updated, 0 skipped, 1 rejected.").waitFor();
  await dialog(page).locator("section.step-begin:focus").waitFor();
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
  // The sheet is read on the server: nothing can be chosen for it, or imported, before it is there.
  const { promise: isLate, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(/amplify\/imports\/[^/]+\?/, (route) => isLate.then(() => route.continue()));
  await page.getByLabel("File").setInputFiles(asFile("book.xlsx", write(book, { type: "buffer" })));
  await page.getByLabel("Sheet").selectOption("People");
  expect(await page.getByLabel("First name").isDisabled()).toBe(true);
  expect(await page.locator(".actions button[data-variant=primary]").isDisabled()).toBe(true);
  arrive();
  await button(page, "Import 2 rows").waitFor();
  await page.getByLabel("First name").selectOption("Who");
  await page.getByLabel("Email").selectOption("Where");
  await page.getByLabel("Unsubscribed").selectOption("Left");
  await button(page, "Import 2 rows").click();
  await dialog(page).getByText("2 added, 0 updated, 0 skipped, 0 rejected, 1 opted out.").waitFor();
  const leads = (await person.client("GET /amplify/leads")) as { email: string; optout: boolean }[];
  expect(leads.filter(({ optout }) => optout).map(({ email }) => email)).toEqual(["bob@in.test"]);
});

test("a long import goes on while the page is reloaded, is watched again, and stops at a press", async () => {
  const { page, person } = await openImport();
  await page.getByLabel("File").setInputFiles(asFile("long.csv", csvOf(longRows)));
  await button(page, `Import ${longRows.toLocaleString("en")} rows`).waitFor();
  // However slow the page is reloaded here, somebody else writes meanwhile, and the import is slower.
  const other = writesAllTheTime(pages.server.core.database);
  try {
    await button(page, `Import ${longRows.toLocaleString("en")} rows`).click();
    await dialog(page).getByRole("progressbar").waitFor();
    await enter(page);
    const inside = async () =>
      ((await person.client("GET /amplify/leads", { query: { page: 1 } })) as { total: number }).total;
    await until(async () => (await inside()) > 0);
    await page.locator(".activity-open").click();
    await button(page, "Stop").click();
    const bar = page.locator(".activities");
    await bar.getByText(/Stopped: [\d,]+ added/).waitFor();
    const [, added = ""] = /([\d,]+) added/.exec((await bar.textContent()) ?? "") ?? [];
    await page.getByRole("button", { name: `All ${added}` }).waitFor();
    const total = await inside();
    expect(total.toLocaleString("en")).toBe(added);
    expect(total).toBeLessThan(longRows);
  } finally {
    await other.stop();
  }
});

test("what is said of a row that is left out pushes nothing out of sight, and of a long dialog only the body scrolls", async () => {
  const { page } = await openImport();
  await resizeTo(page, { width: 1024, height: 768 });
  const text =
    "First name,Last name,Email,Phone,Unsubscribed\nNadia,Petrova,nadia@example.com,+359 2 555 0144,maybe\n,Berg,,,no";
  await page.getByLabel("File").setInputFiles(asFile("leads.csv", Buffer.from(text)));
  const frame = dialog(page).getByRole("region", { name: "The first leads of the file" });
  await frame.getByText("Left out: no first name or no email").waitFor();
  expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);

  // Its head, with Close, stays.
  await button(page, "Another file").click();
  const heading = ["First name", "Email", ...Array.from({ length: 40 }, (_, at) => `A long heading ${at}`)];
  await page
    .getByLabel("File")
    .setInputFiles(asFile("wide.csv", Buffer.from(`${heading.join()}\nAnn,ann@in.test`)));
  await button(page, "Import 1 row").waitFor();
  const room = await dialog(page).evaluate((element) => element.scrollHeight - element.clientHeight);
  expect(room).toBe(0);
});

test("a value that is neither yes nor no is asked about by keyboard, and on a phone the first leads are not pressed flat", async () => {
  const { page, person } = await openImport();
  await resizeTo(page, { width: 390, height: 844 });
  const text = "Name,Email,Opt-out\nAnn,ann@in.test,maybe\nBob,bob@in.test,15.01.2024\nCem,cem@in.test,nein";
  await page.getByLabel("File").setInputFiles(asFile("leads.csv", Buffer.from(text)));
  await dialog(page).getByText('1 value of "Opt-out" could not be read as yes or no: "maybe".').waitFor();
  expect(await button(page, "Import 3 rows").isDisabled()).toBe(true);
  const frame = dialog(page).getByRole("region", { name: "The first leads of the file" });
  expect((await frame.boundingBox())?.height).toBeGreaterThan(100);
  await page.getByLabel("They did not unsubscribe").focus();
  await page.keyboard.press("ArrowUp");
  await button(page, "Import 3 rows").press("Enter");
  await dialog(page).getByText("3 added, 0 updated, 0 skipped, 0 rejected, 2 opted out.").waitFor();
  const leads = (await person.client("GET /amplify/leads")) as { email: string; optout: boolean }[];
  expect(leads.filter(({ optout }) => !optout).map(({ email }) => email)).toEqual(["cem@in.test"]);
});

test("a workbook with notes, a title and blank rows is read where its leads are, and its headings can be moved", async () => {
  const { page } = await openImport();
  const book = Bun.file(`${import.meta.dir}/../../support/sheets/titled.xlsx`);
  await page.getByLabel("File").setInputFiles(asFile("titled.xlsx", Buffer.from(await book.arrayBuffer())));
  await dialog(page).getByText("titled.xlsx has 4 rows").waitFor();
  expect(await page.getByLabel("Sheet").inputValue()).toBe("Customers");
  const raw = page.getByRole("region", { name: "The file's first rows, as they stand" });
  await raw.getByRole("row", { name: /^1.*Customers, autumn mailing/ }).waitFor();
  expect(await axeFindings(page, "dialog[open]")).toEqual([]);
  await dialog(page).getByText("Left out: 1 row with something that is not an email address.").waitFor();
  await dialog(page).getByText("Left out: not an email address").waitFor();

  await page.getByLabel("Headings").selectOption("There are none");
  await dialog(page).getByText("titled.xlsx has 6 rows").waitFor();
  await page.getByLabel("Headings").selectOption("3");
  await dialog(page).getByText("titled.xlsx has 4 rows").waitFor();
  await button(page, "Import 4 rows").click();
  await dialog(page).getByText("2 added, 0 updated, 0 skipped, 2 rejected.").waitFor();
  const rejected = page.getByRole("region", { name: "Rejected rows" });
  await rejected.getByRole("row", { name: /^6 This is not an email address Bob · Ray/ }).waitFor();
});

test("a file that is no sheet is refused in words; one dropped on its place or beside it, and cells pasted anywhere, are read", async () => {
  const { page } = await openImport();
  const paste = (text: string) =>
    dialog(page)
      .getByRole("heading", { name: "Import", exact: true })
      .evaluate((inside, cells) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", cells);
        inside.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      }, text);
  await page
    .getByLabel("File")
    .setInputFiles(asFile("leads.xlsx", Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 1])));
  await dialog(page).getByRole("alert").waitFor();
  const drop = async (place: string) => {
    const dataTransfer = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["Name,Email\nAnn,ann@in.test"], "drop.csv"));
      return transfer;
    });
    await page.locator(place).dispatchEvent("drop", { dataTransfer });
    await dialog(page).getByText("drop.csv has 1 row").waitFor();
    await button(page, "Another file").click();
    await page.getByLabel("File").waitFor();
  };
  await drop(".file-drop");
  await paste("Ann\tLee\tann@in.test\n");
  await dialog(page).getByText("Pasted rows.csv has 1 row").waitFor();
  await button(page, "Another file").click();
  await page.getByLabel("File").waitFor();
  await drop("dialog[open] .dialog-head");
});

test("axe finds nothing on any step of an import, in either theme", async () => {
  const { page } = await openImport();
  expect(await axeFindingsInBothThemes(page, "dialog[open]")).toEqual([]);
  await page
    .getByLabel("File")
    .setInputFiles(asFile("two.csv", Buffer.from("Name,Email,Opt-out\nAnn,a@in.test,?\nBob,no,")));
  await button(page, "Import 2 rows").waitFor();
  expect(await axeFindingsInBothThemes(page, "dialog[open]")).toEqual([]);
  await page.getByLabel("They unsubscribed").check();
  expect(await axeFindingsInBothThemes(page, "dialog[open]")).toEqual([]);
  await button(page, "Import 2 rows").click();
  await button(page, "Undo the import").click();
  expect(await axeFindingsInBothThemes(page, "dialog[open]")).toEqual([]);
  await button(page, "Import another file").click();
  await dialog(page).getByRole("heading", { name: "Earlier imports" }).waitFor();
  expect(await axeFindingsInBothThemes(page, "dialog[open]")).toEqual([]);
});

test("a long address, and the long text that links to it, leave the dialog as wide as it is, with its buttons in reach", async () => {
  const { page } = await openImport();
  const address = `${"a-very-long-name-".repeat(3)}@${"a-very-long-domain-".repeat(3)}.in.test`;
  const text = `First name,Last name,Email\nBo,Kim,Send an e-mail to Bo who runs the shop by the harbour <${address}>`;
  await page.getByLabel("File").setInputFiles(asFile("long.csv", Buffer.from(text)));
  const start = button(page, "Import 1 row");
  const first = dialog(page).locator(".import-first");
  await first.getByText("Send an e-mail to Bo who runs the shop by the harbour").waitFor();
  for (const width of [1440, 1024, 390]) {
    await resizeTo(page, { width, height: 844 });
    const right = await start.evaluate((element) => element.getBoundingClientRect().right);
    const edge = await dialog(page).evaluate((element) => element.getBoundingClientRect().right);
    expect(right).toBeLessThan(edge);
    const frame = first.locator(".table-frame");
    expect(await frame.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  }
  // Beside a name that fills the table an address of the usual length is still in one piece.
  await resizeTo(page, { width: 1440, height: 844 });
  await button(page, "Another file").click();
  const company = `${"Heirs of a house that deals in paper ".repeat(4)},Lee,ann@office.in.test,no`;
  const named = `First name,Last name,Email,Unsubscribed\n${company}`;
  await page.getByLabel("File").setInputFiles(asFile("named.csv", Buffer.from(named)));
  const lines = await first.getByText("ann@office.in.test").evaluate((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return words.getClientRects().length;
  });
  expect(lines).toBe(1);
});

test("on a phone neither why a row was left out nor the result of an earlier import is cut off", async () => {
  const { page } = await openImport();
  await page.getByLabel("Or paste rows").fill("Ann\tLee\tann@in.test\n\tNobody\tno@in.test");
  await button(page, "Read the pasted rows").click();
  await resizeTo(page, { width: 390, height: 844 });
  const first = page.locator(".import-first .table-frame[data-blocks]");
  expect(await first.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0);
  await button(page, "Import 2 rows").click();
  await dialog(page).getByText("1 added, 0 updated, 0 skipped, 1 rejected.").waitFor();
  const why = page.getByRole("region", { name: "Rejected rows" });
  expect(await why.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0);
  await button(page, "Import another file").click();
  const list = page.getByRole("region", { name: "Earlier imports" });
  await list.getByRole("cell", { name: "1 added, 0 updated, 0 skipped, 1 rejected" }).waitFor();
  const { hidden, details } = await list.evaluate((frame) => ({
    hidden: frame.scrollWidth - frame.clientWidth,
    details: frame.querySelector("button")?.getBoundingClientRect().right ?? 0,
  }));
  expect(hidden).toBe(0);
  expect(details).toBeGreaterThan(0);
  expect(details).toBeLessThan(390);
});

test("where fingers are all there is, nothing is said of keys or of dropping, and what is missing is in sight", async () => {
  const as = await pages.server.signUp();
  const { page } = await pages.open({
    as,
    path: "/app",
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await button(page, "More").first().click();
  await page.getByRole("menuitem", { name: "Import", exact: true }).click();
  await dialog(page).getByText("Choose a spreadsheet").waitFor();
  expect(await dialog(page).textContent()).not.toMatch(/Drop|Ctrl/);
  await page.getByLabel("Or paste rows").fill("Name,Place\nAnn,Rome");
  await button(page, "Read the pasted rows").click();
  const missing = dialog(page).getByText("Choose which column has the email addresses.");
  await missing.waitFor();
  const end = await button(page, "Import 1 row").boundingBox();
  const said = await missing.boundingBox();
  expect((said?.y ?? 844) + (said?.height ?? 0)).toBeLessThan(end?.y ?? 0);
});
