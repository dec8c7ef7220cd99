import { expect, test } from "bun:test";
import { sheetLimits } from "../../../contract/limits/sheet.ts";
import { exact } from "../../../contract/texts/en/exact.ts";
import { findSeparator } from "../../../server/sheets/csv.ts";
import { bytesOf, openSheets, refusalOf } from "../../support/sheets/openSheets.ts";

const sheets = openSheets();
const convert = (content: string | Uint8Array, name = "leads.csv") =>
  sheets.convert({ name, bytes: typeof content === "string" ? bytesOf(content) : content });

const expected = {
  columns: ["First name", "Email"],
  rows: [
    { "First name": "Zoë", Email: "zoe@example.com" },
    { "First name": "Ada", Email: "ada@example.com" },
  ],
};

test.each([
  ["commas", ","],
  ["semicolons", ";"],
  ["tabs", "\t"],
  ["bars", "|"],
])("a file separated by %s is understood", async (_, separator) => {
  const lines = ["First name,Email", "Zoë,zoe@example.com", "Ada,ada@example.com"];
  expect(await convert(lines.join("\n").replaceAll(",", separator))).toEqual(expected);
});

test("a separator that only stands inside cells is not taken for the one of the file", async () => {
  const { rows } = await convert("Name;Note;Sum\nAda;a, b, c;1,5\nBo;d, e, f;2,5\n");
  expect(rows[0]).toEqual({ Name: "Ada", Note: "a, b, c", Sum: "1,5" });
});

test.each([
  ["Customers of the spring\nName;Email\nAda;a@x.test\nBo;b@x.test", ";"],
  ["Customers, spring\n\nName\tEmail\nAda\ta@x.test\nBo\tb@x.test", "\t"],
  ["Customers\nof the spring; all\nName,Email\nAda,a@x.test\nBo,b@x.test\nCy,c@x.test", ","],
  ["Note\nhello\nwrites; calls\nbye", ","],
])("a title above the headings does not hide the separator: %j", (text, separator) => {
  expect(findSeparator(text).separator).toBe(separator);
});

test("Excel's own first line names the separator and is no row", async () => {
  expect((await convert("sep=^\nFirst name^Email\nAda^ada@example.com")).rows).toEqual([
    { "First name": "Ada", Email: "ada@example.com" },
  ]);
});

test.each(["\n", "\r\n", "\r"])("line ends of %j are understood, mixed ones too", async (lineEnd) => {
  const text = `First name,Email${lineEnd}Zoë,zoe@example.com\r\nAda,ada@example.com${lineEnd}`;
  expect(await convert(text)).toEqual(expected);
});

const text = "First name,Email\nZoë,zoe@example.com\nAda,ada@example.com\n";
const utf16le = Buffer.from(`\ufeff${text}`, "utf16le");
test.each([
  ["UTF-8", bytesOf(text)],
  ["UTF-8 with a mark", bytesOf(`\ufeff${text}`)],
  ["UTF-16 LE", new Uint8Array(utf16le)],
  ["UTF-16 BE", new Uint8Array(Buffer.from(utf16le).swap16())],
  ["UTF-16 LE without a mark", new Uint8Array(utf16le).subarray(2)],
  ["UTF-16 BE without a mark", new Uint8Array(Buffer.from(utf16le).swap16()).subarray(2)],
  ["Windows-1252", new Uint8Array(Buffer.from(text, "latin1"))],
  ["Mac OS Roman", new Uint8Array(Buffer.from(text.replaceAll("\n", "\r").replace("ë", "\x91"), "latin1"))],
])("a file in %s is understood", async (_, bytes) => {
  expect(await convert(bytes)).toEqual(expected);
});

test("one name that was cut in the middle of a letter costs nobody else their accents", async () => {
  const [before, after] = [
    bytesOf("First name,Email\nZoë,z@x.org\nAgn"),
    bytesOf(",a@x.org\nJürgen,j@x.org\n"),
  ];
  const { rows } = await convert(Buffer.concat([before, new Uint8Array([0xc3]), after]));
  expect(rows.map((row) => row["First name"])).toEqual(["Zoë", "Agn\ufffd", "Jürgen"]);
});

test("quoted cells keep separators, quotes and line ends", async () => {
  const { rows } = await convert('Name,Note\n"Lovelace, Ada","said ""hi""\r\nand left"\n');
  expect(rows).toEqual([{ Name: "Lovelace, Ada", Note: 'said "hi"\nand left' }]);
});

test("a quote that opens nothing costs no row", async () => {
  const { rows } = await convert(
    'Name,Email\n"John" Smith,j@x.org\n"Jane,jane@x.org\nBob,"bob@x.org"\n5" Tim,t@x.org',
  );
  expect(rows).toEqual([
    { Name: "John Smith", Email: "j@x.org" },
    { Name: '"Jane', Email: "jane@x.org" },
    { Name: "Bob", Email: "bob@x.org" },
    { Name: '5" Tim', Email: "t@x.org" },
  ]);
});

test("blanks around a whole cell in quotes are none of it, as in what scripts join with a comma and a blank", async () => {
  const { columns, rows } = await convert(
    '"Name", "Last name", "Email"\n"Ann", "Lee, jr" ,  "ann@x.org"\nBo, "Big" Ray, "bo@x.org\nCy, "said ""hi""\nand left", cy@x.org ',
  );
  expect(columns).toEqual(["Name", "Last name", "Email"]);
  expect(rows).toEqual([
    { Name: "Ann", "Last name": "Lee, jr", Email: "ann@x.org" },
    { Name: "Bo", "Last name": ' "Big" Ray', Email: ' "bo@x.org' },
    { Name: "Cy", "Last name": 'said "hi"\nand left', Email: " cy@x.org " },
  ]);
});

test("a mark of UTF-8 before a cell in quotes is none of it: at the start once more, or where files were joined", async () => {
  const marked = '\ufeff"First name","Email"\n"Lee, Ann","a@x.org"\n';
  const { columns, rows } = await convert(`\ufeff${marked}${marked}`);
  expect(columns).toEqual(["First name", "Email"]);
  expect(rows.map((row) => row["First name"])).toEqual(["Lee, Ann", "First name", "Lee, Ann"]);
  expect(findSeparator("\ufeffsep=^\nName").separator).toBe("^");
});

test("a quote that is never closed leaves the rows after it whole", async () => {
  const { rows } = await convert('Name,Email\n"Jane,jane@x.org\nBob,bob@x.org');
  expect(rows.map((row) => row.Email)).toEqual(["jane@x.org", "bob@x.org"]);
});

test("ragged rows are kept, blank ones are skipped", async () => {
  const { columns, rows } = await convert("\n Name \u00a0, Email\n\nAda\n , \nBo,b@x.org,extra\n,,\n");
  expect(columns).toEqual(["Name", "Email", "Column 3"]);
  expect(rows).toEqual([
    { Name: "Ada", Email: "", "Column 3": "" },
    { Name: "Bo", Email: "b@x.org", "Column 3": "extra" },
  ]);
});

test("a header without a name is a column only where it has cells", async () => {
  const { columns } = await convert("Name,,Email,,\nAda,x,a@x.org,,\n");
  expect(columns).toEqual(["Name", "Column 2", "Email"]);
  const { columns: unseen } = await convert("Name,\u3164,Email,\u2800\nAda,x,a@x.org,\n");
  expect(unseen).toEqual(["Name", "Column 2", "Email"]);
});

test("a name used twice is told apart", async () => {
  const { rows } = await convert("Email,email,Email,Email (2)\na,b,c,d\n");
  expect(rows).toEqual([{ Email: "a", "email (2)": "b", "Email (3)": "c", "Email (2) (2)": "d" }]);
});

test("names that objects inherit become harmless ones and pollute nothing", async () => {
  const { columns, rows } = await convert("__proto__,constructor,prototype,toString,Name\na,b,c,d,Ada\n");
  expect(columns).toEqual(["Column 1", "Column 2", "Column 3", "Column 4", "Name"]);
  expect(rows).toEqual([{ "Column 1": "a", "Column 2": "b", "Column 3": "c", "Column 4": "d", Name: "Ada" }]);
  expect(Object.getPrototypeOf(rows[0])).toBe(Object.prototype);
  expect(({} as Record<string, unknown>).a).toBeUndefined();
});

test("control characters are left out, line ends and tabs stay", async () => {
  const { rows } = await convert('Na\x07me,Note\nA\x1bda\x7f\u0085,"one\ttwo\nthree"\n');
  expect(rows).toEqual([{ Name: "Ada", Note: "one\ttwo\nthree" }]);
});

test("a cell is cut at the bound, between two characters, and the answer says so", async () => {
  const emoji = `${"x".repeat(sheetLimits.cellCharactersMax - 1)}😀`;
  const { rows, truncated } = await convert(`Name,Note\nAda,${emoji}\n`);
  expect(rows[0]?.Note).toBe("x".repeat(sheetLimits.cellCharactersMax - 1));
  expect(truncated).toBe(true);
});

test("rows and columns beyond the bounds are left out, and the answer says so", async () => {
  const wide = await convert(
    `${Array.from({ length: 80 }, (_, index) => `c${index}`)}\n${"1,".repeat(80)}\n`,
  );
  expect(wide.columns).toHaveLength(sheetLimits.columnsMax);
  expect(wide.truncated).toBe(true);
  const long = await convert(`Name\n${"a\n".repeat(sheetLimits.rowsMax + 1)}`);
  expect(long.rows).toHaveLength(sheetLimits.rowsMax);
  expect(long.truncated).toBe(true);
  expect((await convert(`Name\n${"a\n".repeat(sheetLimits.rowsMax)}`)).truncated).toBeUndefined();
});

test("a file of nothing has no leads; one with a header alone has no rows", async () => {
  for (const nothing of ["", "\ufeff", "\n \n", ",,\n,,"]) {
    expect(await refusalOf(convert(nothing))).toMatchObject({
      status: 400,
      message: exact.noLeadsInFile,
    });
  }
  expect(await convert("Name,Email\n")).toEqual({ columns: ["Name", "Email"], rows: [] });
});

test.each([
  ["a web page", "<html><table><tr><td>Name</td></tr></table></html>"],
  ["a web page after white space", "\ufeff\n  <!DOCTYPE html><p>Name"],
  ["XML", '<?xml version="1.0"?><Workbook/>'],
  ["a text document", "{\\rtf1\\ansi Name}"],
  ["a PDF", "%PDF-1.7"],
  ["a program", "MZ\0\0\0"],
])("%s under a sheet's name is refused", async (_, content) => {
  for (const name of ["a.csv", "a.xls", "a.xlsx"]) {
    expect(await refusalOf(convert(content, name))).toMatchObject({ status: 400, code: "bad_request" });
  }
});

test("only the three kinds of file are taken, and text under a workbook's name is still read", async () => {
  for (const name of ["a.txt", "csv", "a.csv.exe", ""]) {
    expect(await refusalOf(convert(text, name))).toMatchObject({
      message: "Choose a .csv, .xls or .xlsx file.",
    });
  }
  for (const name of ["A.CSV", "a.xls", "a.xlsx"]) expect(await convert(text, name)).toEqual(expected);
});

test("a file over the bound is refused before it is read", async () => {
  const refusal = await refusalOf(convert(new Uint8Array(sheetLimits.fileBytes + 1)));
  expect(refusal).toMatchObject({ status: 413, code: "too_large" });
  expect(refusal.message).toContain("10 MB");
});
