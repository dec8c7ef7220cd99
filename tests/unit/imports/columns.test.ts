import { expect, test } from "bun:test";
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
