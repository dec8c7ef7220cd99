import { expect, test } from "bun:test";
import { keyOfLabel } from "../../../contract/leads/fieldKeys.ts";
import { fieldText } from "../../../contract/leads/fieldText.ts";
import { readDate, readFieldValue, readNumber, readYesNo } from "../../../contract/leads/readFieldValue.ts";

test("a number is read where it can be read in one way alone", () => {
  const read: [string, number][] = [
    ["12", 12],
    ["-3.5", -3.5],
    ["1.234", 1.234],
    ["1,5", 1.5],
    ["0,125", 0.125],
    ["1.234,5", 1234.5],
    ["1,234.50", 1234.5],
    ["1.234.567", 1_234_567],
    ["1,234,567", 1_234_567],
    ["1 234 567,5", 1_234_567.5],
    ["12\u00a0345", 12_345],
    ["1’234.5", 1234.5],
    ["\u22127", -7],
    ["+4", 4],
    ["1,234.50 €", 1234.5],
    ["-$3.50", -3.5],
    ["$-3.50", -3.5],
    ["CHF 1’234.50", 1234.5],
    ["12,5 kr.", 12.5],
  ];
  for (const [text, number] of read) expect([text, readNumber(text)]).toEqual([text, number]);
  for (const text of [
    "1,234",
    "1,234 €",
    "€",
    "--€5",
    "SKU 12",
    "a dozen",
    "12 %",
    "1e5",
    "1.2.3",
    "1,23,456",
    "12.34,5",
    "--1",
    "Infinity",
    "0x10",
  ])
    expect([text, readNumber(text)]).toEqual([text, null]);
});

test("a choice is read whichever spaces and letters it is written with, and one of two alike by its own", () => {
  const choices = ["Type A", "Café", "type  a"].map((name, at) => ({ id: `c${at}`, name }));
  const field = { key: "kind", label: "Kind", kind: "choice" as const, choices };
  const read: [string, string][] = [
    ["TYPE A", "c0"],
    [" Type\u00a0A", "c0"],
    ["Type   A ", "c0"],
    ["cafe\u0301", "c1"],
    ["type  a", "c2"],
  ];
  for (const [text, value] of read)
    expect([text, readFieldValue(field, text)]).toEqual([text, { ok: true, value }]);
  expect(readFieldValue(field, "TypeA")).toMatchObject({ ok: false });
});

test("a date is a day that there is, in an order that nobody can mistake", () => {
  expect(readDate("2024-02-29")).toBe("2024-02-29");
  expect(readDate("2024-01-15 13:05")).toBe("2024-01-15");
  expect(readDate("2024/1/5")).toBe("2024-01-05");
  expect(readDate("31.1.2024")).toBe("2024-01-31");
  for (const text of ["2023-02-29", "01/02/2024", "31/12/2024", "2024", "soon", "2024-13-01", "31.2.2024"])
    expect([text, readDate(text)]).toEqual([text, null]);
});

test("a text is kept of whatever a program gives in its place", () => {
  const field = { key: "note", label: "Note", kind: "text" as const, choices: [] };
  for (const [given, value] of [
    [5, "5"],
    [true, "true"],
    ["a\ud800", "a\ufffd"],
  ] as const)
    expect(readFieldValue(field, given)).toEqual({ ok: true, value });
});

test("yes and no are read as they are in a column of opt-outs", () => {
  for (const text of ["yes", "Ja", "TRUE", "1", "x", "✓"])
    expect([text, readYesNo(text)]).toEqual([text, true]);
  for (const text of ["no", "nein", "False", "0", "n"])
    expect([text, readYesNo(text)]).toEqual([text, false]);
  for (const text of ["perhaps", "2", "yes and no"]) expect([text, readYesNo(text)]).toEqual([text, null]);
});

test("values read as people write them", () => {
  expect(fieldText("date", "2026-02-03")).toBe("3 February 2026");
  expect(fieldText("number", 0.0000001)).toBe("0.0000001");
  expect(fieldText("number", 1234.5)).toBe("1234.5");
  expect(fieldText("yesNo", true)).toBe("yes");
  expect(fieldText("text", "2026-02-03")).toBe("2026-02-03");
});

test("a key is made of a label's letters and digits, and is none that every lead has", () => {
  const none = new Set<string>();
  expect(keyOfLabel("Company name", none)).toBe("companyName");
  expect(keyOfLabel("Größe (cm)", none)).toBe("grosseCm");
  expect(keyOfLabel("2nd address", none)).toBe("field2ndAddress");
  expect(keyOfLabel("会社", none)).toBe("field");
  expect(keyOfLabel("First Name", none)).toBe("firstName2");
  expect(keyOfLabel("E-mail", none)).toBe("eMail2");
  expect(keyOfLabel("Company", new Set(["company", "company2"]))).toBe("company3");
});
