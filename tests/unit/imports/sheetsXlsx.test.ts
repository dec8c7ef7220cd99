import { expect, test } from "bun:test";
import { join } from "node:path";
import { utils, write } from "xlsx";
import { sheetLimits } from "../../../contract/limits/sheet.ts";
import { exact } from "../../../contract/texts/en/exact.ts";
import { openSheets, refusalOf } from "../../support/sheets/openSheets.ts";
import { leadRows, textRow, withDeclaredSize, workbookOf } from "../../support/sheets/workbook.ts";
import { zipOf } from "../../support/sheets/zipOf.ts";

const sheets = openSheets();
const convert = (bytes: Uint8Array, name = "leads.xlsx") => sheets.convert({ name, bytes });
const fixture = (name: string) => Bun.file(join(import.meta.dir, "../../support/sheets", name)).bytes();
const lead = { "First name": "Ada", Email: "ada@example.com" };

/** What people see in the sheets of tests/support/sheets, whichever program wrote them. */
const seen = [
  {
    "First Name": "Zoë",
    "Last Name": "O'Neil & Söhne",
    Email: "zoe@example.com",
    Phone: "447700900123",
    Joined: "2024-01-15",
    Spent: "1,234.50",
    Share: "25%",
    VIP: "TRUE",
  },
  {
    "First Name": "李",
    "Last Name": "<b>",
    Email: "li@example.com",
    Phone: "+86 10 5555",
    Joined: "2024-02-29 13:05",
    Spent: "-3.00",
    Share: "100%",
    VIP: "FALSE",
  },
  {
    "First Name": "Multi\nline",
    "Last Name": "",
    Email: "m@example.com",
    Phone: "123456789012345",
    Joined: "",
    Spent: "",
    Share: "",
    VIP: "",
  },
];

test.each(["openpyxl.xlsx", "gnumeric.xlsx", "xlwt.xls", "gnumeric.xls"])(
  "%s is read as people see it, dates as ISO 8601, the visible sheet first",
  async (name) => {
    expect(await convert(await fixture(name), name)).toEqual({
      columns: Object.keys(seen[0] ?? {}),
      rows: seen,
    });
  },
);

test.each(["xlsx", "biff8"] as const)("a workbook that SheetJS wrote as %s is read", async (bookType) => {
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ["First name", "Email", "Phone"],
      ["Zoë", "z@x.org", 447700900123],
    ]),
  );
  const bytes = new Uint8Array(write(book, { type: "array", bookType, compression: true }));
  expect((await convert(bytes, "leads.xls")).rows).toEqual([
    { "First name": "Zoë", Email: "z@x.org", Phone: "447700900123" },
  ]);
});

test("a workbook is known by what it holds, whatever its name says", async () => {
  for (const name of ["a.csv", "a.xls", "a.XLSX"]) {
    expect((await convert(await fixture("openpyxl.xlsx"), name)).rows).toEqual(seen);
    expect((await convert(await fixture("xlwt.xls"), name)).rows).toEqual(seen);
  }
});

test("a workbook with a password is refused with what to do", async () => {
  const refusal = await refusalOf(convert(await fixture("encrypted.xlsx")));
  expect(refusal.status).toBe(400);
  expect(refusal.message).toContain("Remove the password");
});

test("cells without references, gaps, rich text, entities and escapes are read", async () => {
  const xml = `<row><c t="inlineStr"><is><t>Name</t></is></c><c t="str"><v>A &amp; B</v></c><c><v>1</v></c></row>
    <row><c r = "C2" t='s'><v>0</v></c><c r="A2" t="s"><v>1</v></c></row>
    <row><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c t="d"><v>2024-01-15T00:00:00</v></c></row>
    <row><c t="str"><f>A1</f><v>&#x41;&#100;a</v></c><c><f>1+1</f><v>2</v></c><c t="s"><v>99</v></c></row>`;
  const sharedStrings =
    "<sst><si><r><t>ri</t></r><r><t xml:space='preserve'>ch </t></r><rPh><t>no</t></rPh></si><si><t>a_x000D__x005F_b<![CDATA[<]]></t></si></sst>";
  const { columns, rows } = await convert(workbookOf({ sheets: [{ xml }], sharedStrings }));
  expect(columns).toEqual(["Name", "A & B", "1"]);
  expect(rows.map((row) => Object.values(row).sort())).toEqual([
    ["", "a\n_b<", "rich "],
    ["#N/A", "2024-01-15", "TRUE"],
    ["", "2", "Ada"],
  ]);
});

test("prefixed names, UTF-16 and one sheet without links to texts are read", async () => {
  const xml = `<?xml version="1.0" encoding="UTF-16"?><x:worksheet xmlns:x="m"><x:sheetData>${leadRows.replaceAll(/<(\/?)/g, "<$1x:")}</x:sheetData></x:worksheet>`;
  const bytes = new Uint8Array(Buffer.from(`\ufeff${xml}`, "utf16le"));
  expect((await convert(workbookOf({ sheets: [{ xml: bytes }] }))).rows).toEqual([lead]);
});

test("numbers are written digit by digit unless their format says how people see them", async () => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.00E+00"/><numFmt numFmtId="165" formatCode="&quot;no. &quot;0"/></numFmts>
    <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/><xf numFmtId="2"/></cellXfs></styleSheet>`;
  const numbers = [
    ["447700900123", 0],
    ["4.47700900123E+11", 1],
    ["7", 2],
    ["45000", 3],
    ["2.5", 4],
    ["0.30000000000000004", 0],
    ["1E+25", 0],
  ];
  const cells = numbers.map(([value, style]) => `<c s="${style}"><v>${value}</v></c>`).join("");
  const header = textRow(1, ["a", "b", "c", "d", "e", "f", "g"]);
  const xml = `${header}<row>${cells}</row>`;
  const shown = [
    "447700900123",
    "447700900123",
    "no. 7",
    "2023-03-15",
    "2.50",
    "0.3",
    "10000000000000000905969664",
  ];
  expect((await convert(workbookOf({ sheets: [{ xml }], styles }))).rows.map(Object.values)).toEqual([shown]);
  const from1904 = workbookOf({ sheets: [{ xml }], styles, workbookPr: '<workbookPr date1904="1"/>' });
  expect((await convert(from1904)).rows[0]?.d).toBe("2027-03-16");
});

const day = 45_356; // The 5th of March 2024.
test.each([
  ["dd.mm.yyyy", day, "2024-03-05"],
  ["d.m.yyyy", day, "2024-03-05"],
  ["d. mmm yyyy", day, "2024-03-05"],
  ["[$-407]dd. mmmm yyyy;@", day, "2024-03-05"],
  ["TT.MM.JJJJ", day, "2024-03-05"],
  ["mmm-yy", day, "2024-03-05"],
  ["dd/mm/yyyy", day + 0.75, "2024-03-05"],
  ["dd/mm/yyyy h:mm AM/PM", day + 0.75, "2024-03-05 18:00"],
  ["yyyy-mm-dd hh:mm:ss.000", day + 1 / 86_400, "2024-03-05 00:00:01"],
  ["h:mm", 0.25, "06:00"],
  ["mm:ss", 90 / 86_400, "00:01:30"],
  ["dd.mm.yyyy", 1, "1900-01-01"],
  ["dd.mm.yyyy", 61, "1900-03-01"],
  ["dd.mm.yyyy", 0, "0"],
  ["dd.mm.yyyy", -1, "-1"],
  ["dd.mm.yyyy", 49_171_234_567, "49171234567"],
  ["[h]:mm", 1.5, "36:00"],
  ["0.00", 49_171_234_567, "49171234567.00"],
  ["00000", 1_067, "01067"],
  ["0&quot; Stk&quot;", 5, "5 Stk"],
  ["[$-407]General", 49_171_234_567, "49171234567"],
  ["[$-407]00000", 1_067, "01067"],
  ["[$-409]General;[$-409]-General", -5, "-5"],
  ["[$-407]#,##0.00", 1_234.5, "1,234.50"],
  ["#,##0.00 [$€-407]", 1_234.5, "1,234.50 €"],
  ["#,##0 [$€-407]", 1_234, "1234 €"],
  ["[$$-409]#,##0_);([$$-409]#,##0)", -1_234, "-$1234"],
  ["_($* #,##0.00_);_($* (#,##0.00);_($* &quot;-&quot;??_);_(@_)", -3.5, "-$3.50"],
  ["_-* #,##0.00 &quot;€&quot;_-;-* #,##0.00 &quot;€&quot;_-;_-* &quot;-&quot;?? &quot;€&quot;_-", 0, "0"],
  ["#,##0", 1_234, "1234"],
  ["#,##0", -1_234_567, "-1234567"],
  ["#,##0.00", 1_234, "1,234.00"],
  ["#,##0_);(#,##0)", -1_234, "-1234"],
  ["#,##0.00_);(#,##0.00)", -1_234.5, "-1,234.50"],
  ["_(* #,##0_);_(* (#,##0);_(* &quot;-&quot;_);_(@_)", 0, "0"],
  ["_(* #,##0_);_(* (#,##0);_(* &quot;-&quot;_);_(@_)", 1_234, "1234"],
  ["General", 0.000_000_1, "0.0000001"],
  ["General", -0.000_001_5, "-0.0000015"],
  ["Standard", 7, "7"],
  ["d. mmm yyyy x y z \\", day, "2024-03-05"],
] as const)("a number in the format %s is read without trusting it", async (format, value, text) => {
  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${format}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs></styleSheet>`;
  const xml = `${textRow(1, ["Left"])}<row><c s="0"><v>${value}</v></c></row>`;
  expect((await convert(workbookOf({ sheets: [{ xml }], styles }))).rows).toEqual([{ Left: text }]);
});

test.each([14, 17, 22, 27, 36, 50, 58])("the built-in format %d is a date's", async (id) => {
  const styles = `<styleSheet><cellXfs><xf numFmtId="${id}"/></cellXfs></styleSheet>`;
  const xml = `${textRow(1, ["Left"])}<row><c s="0"><v>${day}</v></c></row>`;
  const shown = id === 22 ? "2024-03-05 00:00" : "2024-03-05";
  expect((await convert(workbookOf({ sheets: [{ xml }], styles }))).rows).toEqual([{ Left: shown }]);
});

test("a formula whose value nobody computed is not taken for a blank cell", async () => {
  const xml = `${textRow(1, ["a", "b", "c"])}<row><c><f>A1</f></c><c><f>A1</f><v></v></c><c t="str"><f>A1</f><v></v></c></row>`;
  const { rows } = await convert(workbookOf({ sheets: [{ xml }] }));
  expect(rows).toEqual([{ a: "#GETTING_DATA", b: "#GETTING_DATA", c: "" }]);
});

test("the first sheet with rows is taken, a hidden one only where no other has any", async () => {
  const hidden = { xml: textRow(1, ["Secret"]), state: "veryHidden" };
  const shown = await convert(workbookOf({ sheets: [hidden, { xml: "" }, { xml: leadRows }] }));
  expect(shown.rows).toEqual([lead]);
  expect((await convert(workbookOf({ sheets: [{ xml: "" }, hidden] }))).columns).toEqual(["Secret"]);
});

test("a workbook without any text has no leads", async () => {
  const refusal = await refusalOf(
    convert(workbookOf({ sheets: [{ xml: '<row><c t="s"><v>9</v></c></row>' }] })),
  );
  expect(refusal).toMatchObject({ status: 400, message: exact.noLeadsInFile });
});

test("cells beyond the last column that is kept are left out, and the answer says so", async () => {
  const row = `<row>${Array.from({ length: 70 }, (_, index) => `<c><v>${index}</v></c>`).join("")}</row>`;
  const result = await convert(workbookOf({ sheets: [{ xml: row + row }] }));
  expect(result.columns).toHaveLength(sheetLimits.columnsMax);
  expect(result.truncated).toBe(true);
});

test("a name inside a zip reaches nothing outside of it", async () => {
  const more = { "../../x": "x", "/etc/y": "y", "xl\\media\\z": "z" };
  expect((await convert(workbookOf({ sheets: [{ xml: leadRows }], more }))).rows).toEqual([lead]);
  const links = `<Relationships><Relationship Id="s1" Type="t/worksheet" Target="file:///etc/hostname"/></Relationships>`;
  const outward = workbookOf({ sheets: [{ xml: leadRows }], more: { "xl/_rels/workbook.xml.rels": links } });
  expect((await refusalOf(convert(outward))).message).toBe(exact.noLeadsInFile);
});

test("a workbook of more sheets than anybody looks through is refused", async () => {
  const list = '<sheet name="a" r:id="s1"/>'.repeat(1_001);
  const many = workbookOf({ sheets: [{ xml: "" }], workbookPr: list });
  expect(await refusalOf(convert(many))).toMatchObject({ status: 413, code: "too_large" });
});

test("a zip of another kind is refused", async () => {
  const document = zipOf({ "[Content_Types].xml": "<Types/>", "word/document.xml": "<w/>" });
  expect((await refusalOf(convert(document))).message).toContain("not a spreadsheet");
});

test("a zip cut short, with a broken entry, or that says too little is refused", async () => {
  const whole = workbookOf({ sheets: [{ xml: leadRows }] });
  const scrambled = whole.map((byte, index) => (index > 60 && index < 400 ? byte ^ 0x55 : byte));
  for (const bytes of [whole.subarray(0, whole.length - 30), whole.subarray(0, 100), scrambled]) {
    expect(await refusalOf(convert(bytes))).toMatchObject({ status: 400 });
  }
  const tooBig = withDeclaredSize(whole, { entry: "xl/styles.xml", bytes: sheetLimits.inflatedBytes + 1 });
  expect(await refusalOf(convert(tooBig))).toMatchObject({ status: 413 });
});
