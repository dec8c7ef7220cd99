import { expect, setDefaultTimeout, test } from "bun:test";
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
    ...{
      A2: "mailto:other@in.test",
      B2: "mailto:ann%2Bnews@in.test?subject=Hi",
      B3: "mailto:former@in.test",
    },
    D2: "mailto:line9@in.test",
    ...{ B4: "https://cem.test/", B5: "mailto:dan@in.test,eve@in.test" },
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

test("a workbook that is converted has what its cells show", async () => {
  const { rows } = await sheets.convert({ name: "linked.xlsx", bytes });
  expect(rows[0]).toEqual({ "First name": "Ann", Email: "Write to Ann", Site: "home", Phone: "0170 1234" });
});
