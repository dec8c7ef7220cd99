import { describe, expect, test } from "bun:test";
import { cellValue } from "../../../contract/imports/columns.ts";
import { matchedFields } from "../../../contract/imports/fieldFits.ts";
import { guessColumns } from "../../../contract/imports/guessColumns.ts";

test("headings are known whatever stands between their words or behind them", () => {
  const columns = ["First Name *", "last-name", "Email_Address", "phoneNumber", "Company"];
  expect(guessColumns(columns)).toMatchObject({
    firstName: ["First Name *", "Company"],
    lastName: ["last-name"],
    email: ["Email_Address"],
    phone: ["phoneNumber"],
  });
});

test("headings are known by what is seen of them", () => {
  expect(guessColumns(["First\u200b name", "E\u2011Mail", "Te\u00adlefon"])).toMatchObject({
    firstName: ["First\u200b name"],
    email: ["E\u2011Mail"],
    phone: ["Te\u00adlefon"],
  });
});

test("of two headings alike the one that is written as it is meant counts", () => {
  expect(guessColumns(["phone:", "Phone", "first name", "Vor-Name"])).toMatchObject({
    firstName: ["first name"],
    phone: ["Phone"],
  });
});

test("a bare Given beside a Surname is the first name, and the company only stands in for it", () => {
  expect(guessColumns(["Given", "Surname", "Email", "Company"])).toMatchObject({
    firstName: ["Given", "Company"],
    lastName: ["Surname"],
  });
});

test('a number that another program keeps whole as ="0049…" is read as what it shows', () => {
  expect(cellValue('="0049170"')).toBe("0049170");
  expect(cellValue(' ="An ""A"" " ')).toBe('An "A"');
  // Neither a formula nor what our own files guard is one of those.
  expect(cellValue('=A1&"x"')).toBe('=A1&"x"');
  expect(cellValue(`'="x"`)).toBe('="x"');
});

test("a cell that shows nothing is blank", () => {
  for (const text of ["\u200b", " \u3164 ", "\u2800", "\u00ad\u00a0"]) expect(cellValue(text)).toBe("");
  expect(cellValue("நி\u200c")).toBe("நி\u200c");
});

test("a column is the field that is called as it looks", () => {
  const common = { kind: "text" as const, choices: [], position: 0, createdAt: 0 };
  const fields = [
    { ...common, _id: "f1", key: "shopName", label: "Shop name" },
    { ...common, _id: "f2", key: "shop", label: "Shop  name" },
  ];
  const matched = (column: string) =>
    matchedFields([column], { fields }).map(({ column: _, ...rest }) => rest);
  for (const column of ["Shop name", "SHOP\u00a0name", "Shop   Na\u00adme"])
    expect(matched(column)).toEqual([{ key: "shopName" }]);
  expect(matched("shop  name")).toEqual([{ key: "shop" }]);
});

describe("of several columns of a person's addresses", () => {
  const guessed = (...columns: string[]) => guessColumns(columns, { lacking: columns }).email;

  test("each stands in for those before it, where rows lack these", () => {
    expect(guessed("E-mail 1 - Value", "E-mail 2 - Type", "E-mail 2 - Value")).toEqual([
      "E-mail 1 - Value",
      "E-mail 2 - Value",
    ]);
    expect(guessed("Private email", "Email")).toEqual(["Email", "Private email"]);
    expect(guessed("E-Mail-Adresse", "E-Mail 2: Adresse")).toEqual(["E-Mail-Adresse", "E-Mail 2: Adresse"]);
    expect(guessed("E-Mail (privat)", "E-Mail (geschäftlich)")).toEqual([
      "E-Mail (privat)",
      "E-Mail (geschäftlich)",
    ]);
    expect(guessed("Work email", "Home e-mail")).toEqual(["Work email", "Home e-mail"]);
  });

  test("the first alone is looked at where every row has it", () => {
    expect(guessColumns(["Email", "Email 2"], { lacking: ["Email 2"] }).email).toEqual(["Email"]);
  });

  test("those of other people, and what is no address, stand in for nobody's", () => {
    for (const other of [
      "Owner email",
      "Assistant e-mail",
      "Billing email",
      "Email Opt In",
      "E-mail 2 - Label",
      "Email owner",
    ])
      expect(guessed("Email", other)).toEqual(["Email"]);
  });
});
