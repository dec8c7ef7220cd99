import { expect, test } from "bun:test";
import { leadFromRow } from "../../../contract/imports/columns.ts";
import { guessColumns } from "../../../contract/imports/guessColumns.ts";

/** First and last name of a row whose one name stands under that heading. */
function named(heading: string, name: string, further: Record<string, string> = {}) {
  const row = { [heading]: name, Email: "a@in.test", ...further };
  const lead = leadFromRow(row, guessColumns(Object.keys(row)));
  return lead === null ? null : [lead.firstName, lead.lastName];
}

test('"Doe, John" in a column of whole names has the last name before its comma', () => {
  for (const [name, first, last] of [
    ["Doe, John", "John", "Doe"],
    ["van der Berg,Anna Maria", "Anna Maria", "van der Berg"],
    ["O’Neil-Söhne, Zoë J.", "Zoë J.", "O’Neil-Söhne"],
    ["Ma, Jack", "Jack", "Ma"],
  ] as const)
    for (const heading of ["Name", "Full Name", "Vollständiger Name", "Contact"])
      expect(named(heading, name)).toEqual([first, last]);
});

test("whatever else has a comma stays as it is", () => {
  for (const name of [
    "Acme, Inc.",
    "Müller, GmbH & Co. KG",
    "Acme Holding, S.A.",
    "John Smith, Jr.",
    "John Smith, Ph.D.",
    "Smith Ltd, London",
    "Doe, John and Mary",
    "Doe, John, Ann",
    "Doe, 12",
    "Doe,",
    ", John",
    "John Doe",
  ])
    expect(named("Name", name)).toEqual([name, ""]);
});

test("a column of first names or of companies is none of whole names, nor is one beside last names", () => {
  expect(named("First Name", "Doe, John")).toEqual(["Doe, John", ""]);
  expect(named("Company", "Doe, John")).toEqual(["Doe, John", ""]);
  expect(named("Name", "Doe, John", { "Last name": "Roe" })).toEqual(["Doe, John", "Roe"]);
  expect(named("Name", "Doe, John", { "Last name": "" })).toEqual(["Doe, John", ""]);
});
