import { expect, test } from "bun:test";
import { cellValue } from "../../../contract/imports/columns.ts";
import { csvLines } from "../../../contract/imports/csvLines.ts";

const formulas = [
  "=1+1",
  "+1",
  "-1",
  "@sum",
  "＝1+1",
  "＋1",
  "－1",
  "＠sum",
  "\t=1",
  "\r=1",
  "\n=1",
  " =1",
  "\u00a0＝1",
];

test("no cell of a CSV file begins like a formula, in narrow signs or wide ones", () => {
  for (const cell of formulas) expect(csvLines([[cell]])).toMatch(/^"?'/);
  expect(csvLines([["a=1", "1-2", "'quoted'", "ada@in.test"]])).toBe("a=1,1-2,'quoted',ada@in.test\r\n");
});

test("the apostrophe in front of it is no part of the value when the file comes back", () => {
  expect(cellValue("'+49 171 234567")).toBe("+49 171 234567");
  expect(cellValue("'＋49")).toBe("＋49");
  expect(cellValue("'t Hooft")).toBe("'t Hooft");
});

test("no cell begins like a formula either where a program splits the file by semicolons or tabs", () => {
  expect(csvLines([["x;=1+1", 'y"; @sum', "z\t＝1", "a;b", "1;'t"]])).toBe(
    `"x;'=1+1","y""; '@sum","z\t'＝1","a;b","1;'t"\r\n`,
  );
  const texts = ["x;=1+1", "=1;+2", "+43 1; +43 2", "a;b", "'t Hooft; 't", ";;=", "x\n=1;\n +2", "a\n\n-b"];
  for (const text of texts) {
    const [line = ""] = csvLines([[text]]).split("\r\n");
    expect(cellValue(line.replace(/^"|"$/g, ""))).toBe(text.trim());
  }
});

test("nor where such a program takes the end of a line within a cell for the end of a row", () => {
  expect(csvLines([["Ada", "x\n=1+1;y"]])).toBe(`Ada,"x\n'=1+1;y"\r\n`);
  expect(csvLines([["Ada", "x\r\n @sum", "\r\r＝1", "two\nlines"]])).toBe(
    `Ada,"x\r\n '@sum","'\r\r'＝1","two\nlines"\r\n`,
  );
});

test("rejected rows come out as CSV that a spreadsheet neither misreads nor runs", () => {
  const rows = [
    ["name", "phone"],
    ['Ada, "the first"', "=1+1"],
    ["two\nlines", "+44"],
    ["@x", "-1"],
  ];
  expect(csvLines(rows)).toBe(
    'name,phone\r\n"Ada, ""the first""",\'=1+1\r\n"two\nlines",\'+44\r\n\'@x,\'-1\r\n',
  );
});
