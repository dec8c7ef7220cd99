import { expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { CFB, utils, write } from "xlsx";
import { importLimits } from "../../../contract/limits/imports.ts";
import { eachDatabase } from "../../support/db/databases.ts";
import { deskBeforeEach } from "../../support/leads/importDesk.ts";
import { scopeNamed } from "../../support/leads/leadBook.ts";
import { textRow, workbookOf } from "../../support/sheets/workbook.ts";

const ada = scopeNamed("ada");

// Only so that a busy machine fails no test; nothing here measures time.
setDefaultTimeout(60_000);

const fixture = (name: string) => Bun.file(join(import.meta.dir, "../../support/sheets", name));

eachDatabase("sheets as people keep them", (open) => {
  const desk = deskBeforeEach(open);
  const again = (id: string, look: { sheet?: string; heading?: number | "none" }) =>
    desk().files.one({ ...ada, id }, { ...look, signal: new AbortController().signal });

  test.each(["titled.xlsx", "titled.xls", "titled.libreoffice.xlsx"])(
    "%s: the sheet with the addresses is taken, below its title, and rows have the numbers that people see",
    async (name) => {
      const job = await desk().upload(ada, fixture(name), { name });
      expect(job).toMatchObject({
        sheets: ["Notes", "Customers", "Archive"],
        sheet: "Customers",
        heading: 3,
        columns: ["First name", "Last name", "Email", "Company", "Since"],
        rowCount: 4,
        previewNumbers: [4, 6, 7, 10],
      });
      expect(job.firstRows?.slice(0, 3)).toEqual([
        { row: 1, cells: ["Customers, autumn mailing"] },
        { row: 3, cells: ["First name", "Last name", "Email", "Company", "Since"] },
        { row: 4, cells: ["Ann", "Lee", "ann@example.com", "Acme", "2024-01-15"] },
      ]);
      const { fits = [] } = job;
      const [firstName, , email, , since] = fits;
      expect([firstName?.filled, email?.filled, email?.unfit.address]).toEqual([3, 4, 1]);
      expect([since?.filled, since?.unfit.date]).toEqual([4, 1]);

      const choice = { columns: job.guess, collection: "all", existing: "update" as const };
      const done = await desk().over(ada, await desk().files.start(ada, { id: job._id, choice }));
      expect(done.report).toMatchObject({ added: 2, rejected: 2 });
      expect(done.report?.rejects).toMatchObject([
        {
          row: 6,
          text: "Bob · Ray · bob at example.com · Acme · 2024-01-15",
          cause: { code: "email_invalid" },
        },
        { row: 7, text: "Roe · roe@example.com · last year" },
      ]);
      const { file } = await desk().files.rejects(desk().keyOf(ada, done));
      expect(await new Response(file).text()).toContain(",last year,7,First name or email is missing");
    },
  );

  test("the headings can be said to be elsewhere, or nowhere, and another sheet is looked at afresh", async () => {
    const { _id: id } = await desk().upload(ada, fixture("titled.xlsx"), { name: "titled.xlsx" });
    const lower = await again(id, { heading: 4 });
    expect(lower).toMatchObject({ sheet: "Customers", heading: 4, rowCount: 3, previewNumbers: [6, 7, 10] });
    expect(lower.columns).toEqual(["Ann", "Lee", "ann@example.com", "Acme", "2024-01-15"]);
    expect(await again(id, { heading: "none" })).toMatchObject({ heading: null, rowCount: 6 });
    expect(await again(id, { sheet: "Archive" })).toMatchObject({
      sheet: "Archive",
      heading: 1,
      rowCount: 40,
      guess: { firstName: ["First name"], email: ["Email"] },
    });
    expect(await again(id, { heading: 1 })).toMatchObject({ sheet: "Archive", heading: 1 });
    await expect(again(id, { heading: 900 })).rejects.toMatchObject({ code: "bad_request" });
  });

  test("a list without headings loses no row to them, and is named by what it holds", async () => {
    const job = await desk().upload(
      ada,
      "Ann,Lee,+44 7700 900123,ann@example.com,x\n\nBob,,,bob@example.com,y\n",
    );
    expect(job).toMatchObject({
      heading: null,
      rowCount: 2,
      previewNumbers: [1, 3],
      columns: ["First name", "Last name", "Phone", "Email", "Column 5"],
      guess: { firstName: ["First name"], lastName: ["Last name"], phone: ["Phone"], email: ["Email"] },
    });
  });
});

eachDatabase("a sheet that hides rows, as a filter does", (open) => {
  const desk = deskBeforeEach(open);
  const xlsxOf = (xml: string) => new Blob([Buffer.from(workbookOf({ sheets: [{ xml }] }))]);
  const rows = [
    ["Name", "Email"],
    ["Ann", "ann@example.com"],
    ["Bob", "bob@example.com"],
    ["Cy", "cy@example.com"],
  ];

  test("says how many of the rows that would be imported they are", async () => {
    const shown = rows.map((cells, index) => textRow(index + 1, cells)).join("");
    const xml = shown.replace('r="2"', 'r="2" hidden="1"').replace('r="3"', 'r="3" hidden="0"');
    const job = await desk().upload(ada, xlsxOf(xml), { name: "a.xlsx" });
    expect([job.rowCount, job.hiddenRows]).toEqual([3, 1]);
    const all = await desk().upload(ada, xlsxOf(shown));
    expect([all.rowCount, all.hiddenRows]).toEqual([3, undefined]);
  });

  test("is also an .xls", async () => {
    const job = await desk().upload(ada, xlsHiding(rows, 2), { name: "a.xls" });
    expect([job.rowCount, job.hiddenRows]).toEqual([3, 1]);
  });
});

/** An .xls of these rows that hides one, counted from 0. SheetJS writes no record of a row: it is put in here. */
function xlsHiding(rows: readonly string[][], hidden: number): Blob {
  const book = { SheetNames: ["A"], Sheets: { A: utils.aoa_to_sheet(rows as string[][]) } };
  const file = CFB.read(write(book, { type: "buffer", bookType: "biff8" }), { type: "buffer" });
  const stream = Buffer.from(CFB.find(file, "Workbook")?.content ?? []);
  const [dimensions, row] = [0x0200, 0x0208];
  let at = 0;
  while (stream.readUInt16LE(at) !== dimensions) at += 4 + stream.readUInt16LE(at + 2);
  const record = Buffer.alloc(4 + 16);
  record.writeUInt16LE(row, 0);
  record.writeUInt16LE(16, 2);
  record.writeUInt16LE(hidden, 4);
  // fDyZero (MS-XLS section 2.4.221): the row is hidden.
  record.writeUInt16LE(0x20, 4 + 12);
  const whole = CFB.utils.cfb_new();
  CFB.utils.cfb_add(whole, "/Workbook", Buffer.concat([stream.subarray(0, at), record, stream.subarray(at)]));
  return new Blob([CFB.write(whole, { type: "buffer" }) as ArrayBuffer]);
}

eachDatabase("columns as people call them", (open) => {
  const desk = deskBeforeEach(open);

  test("headings that nobody knows are the fullest row above the first address, and the addresses tell their column", async () => {
    const rows =
      "Kunden 2024;;;\nRufname;Zuname;Anschrift;Ort\n;Ohne;;Bern\nAnn;Lee;ann@example.com;Rom\nBo;Li;bo@;\nCy;Lo;cy@example.com;\n";
    const job = await desk().upload(ada, rows);
    expect(job).toMatchObject({
      heading: 2,
      columns: ["Rufname", "Zuname", "Anschrift", "Ort"],
      rowCount: 4,
      guess: { firstName: [], lastName: [], email: ["Anschrift"], phone: [] },
    });
  });

  test("a list in another language is mapped by what it calls its columns, two rows of headings or not", async () => {
    const rows =
      "Person;;Kontakt;;Vertrag;\nVorname;Nachname;E-Mail;Telefon;Betrag;Betrag\nJürgen;Müller;jm@example.com;030 1;1,5;2\n";
    const job = await desk().upload(ada, rows);
    expect(job).toMatchObject({
      heading: 2,
      columns: ["Vorname", "Nachname", "E-Mail", "Telefon", "Betrag", "Betrag (2)"],
      guess: { firstName: ["Vorname"], lastName: ["Nachname"], email: ["E-Mail"], phone: ["Telefon"] },
    });
    // The specification's name of the address comes first, whatever else is there; beside a first name, "Name" is a surname.
    const named = await desk().upload(ada, "Vorname,Name,E-Mail,Email\nA,B,c@example.com,d@example.com\n");
    expect(named.guess).toMatchObject({ firstName: ["Vorname"], lastName: ["Name"], email: ["Email"] });
  });

  test("of a file with hundreds of columns whoever unsubscribed in a late one is imported opted out", async () => {
    const others = Array.from({ length: 300 }, (_, index) => `Property ${index}`);
    const rows = [
      ["First name", ...others, "Email", "Unsubscribed from all email"],
      ["Ann", ...others.map(() => "x"), "ann@example.com", "true"],
      ["Bob", ...others.map(() => "x"), "bob@example.com", "false"],
    ];
    const job = await desk().upload(ada, rows.map((cells) => cells.join(",")).join("\n"));
    expect(job).toMatchObject({
      truncated: false,
      guess: { email: ["Email"], unsubscribed: ["Unsubscribed from all email"] },
    });
    const choice = { columns: job.guess, collection: "all", existing: "update" as const };
    const done = await desk().over(ada, await desk().files.start(ada, { id: job._id, choice }));
    expect(done.report).toMatchObject({ added: 2, optedOut: 1 });

    const tooWide = Array.from({ length: importLimits.columnsMax + 1 }, (_, index) => `Property ${index}`);
    const wider = await desk().upload(ada, Array(12).fill(tooWide).join("\n"));
    expect([wider.truncated, wider.columns.length]).toEqual([true, importLimits.columnsMax]);
    expect(wider.preview).toHaveLength(5);
  });
});
