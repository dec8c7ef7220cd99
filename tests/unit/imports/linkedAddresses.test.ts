import { expect, setDefaultTimeout, test } from "bun:test";
import { type CellObject, utils, write } from "xlsx";
import { leadFromRow } from "../../../contract/imports/columns.ts";
import { eachDatabase } from "../../support/db/databases.ts";
import { deskBeforeEach } from "../../support/leads/importDesk.ts";
import { scopeNamed } from "../../support/leads/leadBook.ts";
import { openSheets } from "../../support/sheets/openSheets.ts";
import { textRow, workbookOf } from "../../support/sheets/workbook.ts";

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

const ada = scopeNamed("ada");
const sheets = openSheets();
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A workbook whose cells link to these targets, by their references, as Excel, LibreOffice and Google write it. */
function linking(rows: readonly string[], links: Readonly<Record<string, string>>): Uint8Array {
  const places = Object.entries(links).map(([ref], nth) => `<hyperlink ref="${ref}" r:id="l${nth}"/>`);
  const targets = Object.values(links).map(
    (target, nth) =>
      `<Relationship Id="l${nth}" Type="${relations}/hyperlink" Target="${target}" TargetMode="External"/>`,
  );
  const xml = `<?xml version="1.0"?><worksheet ${main} xmlns:r="${relations}"><sheetData>${rows.join("")}</sheetData><hyperlinks>${places.join("")}</hyperlinks></worksheet>`;
  return workbookOf({
    sheets: [{ xml }],
    more: { "xl/worksheets/_rels/sheet1.xml.rels": `<Relationships>${targets.join("")}</Relationships>` },
  });
}

const bytes = linking(
  [
    textRow(1, ["First name", "Email", "Site", "Phone"]),
    textRow(2, ["Ann", "Write to Ann", "home", "0170 1234"]),
    textRow(3, ["Bea", "bea@in.test", "home"]),
    textRow(4, ["Cem", "his page", "home"]),
    textRow(5, ["Dan", "Dan", "home"]),
  ],
  {
    A2: "mailto:other@in.test",
    B2: "mailto:ann%2Bnews@in.test?subject=Hi",
    B3: "mailto:former@in.test",
    D2: "mailto:line9@in.test",
    B4: "https://cem.test/",
    B5: "mailto:dan@in.test,eve@in.test",
  },
);

eachDatabase("a workbook whose addresses are only linked to", (open) => {
  const desk = deskBeforeEach(open);

  test("is imported with them where the cell shows none, and its preview has both", async () => {
    const job = await desk().upload(ada, new Blob([bytes as Uint8Array<ArrayBuffer>]), {
      name: "linked.xlsx",
    });
    expect(job.preview.map(([name, email]) => [name, email])).toEqual([
      ["Ann <other@in.test>", "Write to Ann <ann+news@in.test>"],
      ["Bea", "bea@in.test"],
      ["Cem", "his page"],
      ["Dan", "Dan"],
    ]);
    const choice = { columns: job.guess, collection: "all", existing: "update" as const };
    const done = await desk().over(ada, await desk().files.start(ada, { id: job._id, choice }));
    expect(done.report).toMatchObject({ added: 2, rejected: 2 });
    const { items } = await desk().leads.page(ada, { sort: "email", order: "asc" });
    expect(items.map(({ firstName, email, phone }) => [firstName, email, phone])).toEqual([
      ["Ann", "ann+news@in.test", "0170 1234"],
      ["Bea", "bea@in.test", ""],
    ]);
    const [ann = []] = job.preview;
    const row = Object.fromEntries(job.columns.map((column, nth) => [column, ann[nth] ?? ""]));
    const shown = leadFromRow(row, job.guess);
    expect(shown).toMatchObject({ firstName: "Ann", email: "ann+news@in.test", phone: "0170 1234" });
  });
});

/** As SheetJS writes it; no other program that writes such files was at hand. */
function bySheetJs(bookType: "xlsx" | "biff8"): Uint8Array {
  const sheet = utils.aoa_to_sheet([
    ["First name", "Email"],
    ["Ann", "Write to Ann"],
    ["Bea", "bea@in.test"],
    ["Cem", "his page"],
  ]);
  for (const [ref, Target] of [
    ["A2", "mailto:other@in.test"],
    ["B2", "mailto:ann%2Bnews@in.test?subject=Hi"],
    ["B3", "mailto:former@in.test"],
    ["B4", "https://cem.test/"],
  ] as const)
    (sheet[ref] as CellObject).l = { Target };
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet);
  return new Uint8Array(write(book, { type: "array", bookType, compression: true }));
}

/** A cell with a formula and what it came to, where a program has said that. */
const formula = (ref: string, text: string, value?: string) =>
  `<c r="${ref}" t="str"><f>${text}</f>${value === undefined ? "" : `<v>${value}</v>`}</c>`;
const linkOf = (address: string, shown: string) =>
  `HYPERLINK(&quot;mailto:${address}&quot;,&quot;${shown}&quot;)`;
const formulas = workbookOf({
  sheets: [
    {
      xml: `<?xml version="1.0"?><worksheet ${main}><sheetData>${[
        textRow(1, ["First name", "Email"]),
        `<row r="2"><c r="A2" t="inlineStr"><is><t>Ann</t></is></c>${formula("B2", linkOf("ann@in.test", "Write to Ann"), "Write to Ann")}</row>`,
        `<row r="3"><c r="A3" t="inlineStr"><is><t>Bea</t></is></c>${formula("B3", linkOf("bea@in.test?subject=Hi", "Bea &amp; Co"), "Bea &amp; Co")}</row>`,
        // An address that is put together is whatever the other cell says.
        `<row r="4"><c r="A4" t="inlineStr"><is><t>Cem</t></is></c>${formula("B4", "HYPERLINK(&quot;mailto:&quot;&amp;A4,&quot;Cem&quot;)", "Cem")}</row>`,
        `<row r="5">${formula("A5", linkOf("other@in.test", "Dan"), "Dan")}${formula("B5", linkOf("dan@in.test", "Dan"), "Dan")}</row>`,
        `<row r="6"><c r="A6" t="inlineStr"><is><t>Eve</t></is></c><c r="B6"><f>${linkOf("eve@in.test", "Eve")}</f></c></row>`,
      ].join("")}</sheetData></worksheet>`,
    },
  ],
});

eachDatabase("addresses behind the cells of", (open) => {
  const desk = deskBeforeEach(open);
  async function imported(bytes: Uint8Array, name: string) {
    const job = await desk().upload(ada, new Blob([bytes as Uint8Array<ArrayBuffer>]), { name });
    const choice = { columns: job.guess, collection: "all", existing: "update" as const };
    await desk().over(ada, await desk().files.start(ada, { id: job._id, choice }));
    const { items } = await desk().leads.page(ada, { sort: "email", order: "asc" });
    return { seen: job.preview.map((row) => row[1]), people: items.map((one) => [one.firstName, one.email]) };
  }

  test.each([
    ["linked.xlsx", "xlsx"],
    ["linked.xls", "biff8"],
  ] as const)("%s are taken in the column of addresses, where a cell shows none", async (name, bookType) => {
    expect(await imported(bySheetJs(bookType), name)).toEqual({
      seen: ["Write to Ann <ann+news@in.test>", "bea@in.test", "his page"],
      people: [
        ["Ann", "ann+news@in.test"],
        ["Bea", "bea@in.test"],
      ],
    });
  });

  test("formulas that link to them are taken, and nothing of one that puts an address together", async () => {
    expect(await imported(formulas, "formulas.xlsx")).toEqual({
      seen: [
        "Write to Ann <ann@in.test>",
        "Bea & Co <bea@in.test>",
        "Cem",
        "Dan <dan@in.test>",
        "Eve <eve@in.test>",
      ],
      people: [
        ["Ann", "ann@in.test"],
        ["Bea", "bea@in.test"],
        ["Dan", "dan@in.test"],
        ["Eve", "eve@in.test"],
      ],
    });
  });
});

test("a workbook that is converted has what its cells show", async () => {
  const { rows } = await sheets.convert({ name: "linked.xlsx", bytes });
  expect(rows[0]).toEqual({ "First name": "Ann", Email: "Write to Ann", Site: "home", Phone: "0170 1234" });
  const old = await sheets.convert({ name: "linked.xls", bytes: bySheetJs("biff8") });
  expect(old.rows[0]).toEqual({ "First name": "Ann", Email: "Write to Ann" });
  const calculated = await sheets.convert({ name: "formulas.xlsx", bytes: formulas });
  expect(calculated.rows.map(({ Email }) => Email)).toEqual([
    "Write to Ann",
    "Bea & Co",
    "Cem",
    "Dan",
    "#GETTING_DATA",
  ]);
});
