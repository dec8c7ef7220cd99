import { expect, test } from "bun:test";
import fc from "fast-check";
import { barCells } from "../../../cli/format/barCells.ts";
import { boundedList } from "../../../cli/format/boundedList.ts";
import { plainJson, plainText } from "../../../cli/format/plainText.ts";
import { cut, table } from "../../../cli/format/table.ts";
import { clockTime, duration } from "../../../cli/format/times.ts";
import { amount } from "../../../contract/sentences/en/words.ts";
import { doctor } from "../../../contract/texts/en/terminal/doctor.ts";
import { textsIn } from "../../../contract/texts/language.ts";
import { outputTexts } from "../../../contract/texts/terminal/output.ts";
import { progressTexts } from "../../../contract/texts/terminal/progress.ts";

const output = textsIn("en")(outputTexts);
const progress = textsIn("en")(progressTexts);
const noon = new Date(2026, 10, 20, 12).getTime();
const hourMs = 3_600_000;

test("a bar's cells add up to its width and nothing above zero vanishes", () => {
  const amounts = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(amounts, fc.integer({ min: 5, max: 200 }), (parts, width) => {
      const cells = barCells(parts, width);
      const total = parts.reduce((sum, one) => sum + one, 0);
      expect(cells.reduce((sum, one) => sum + one, 0)).toBe(total === 0 ? 0 : width);
      cells.forEach((count, index) => {
        expect(count > 0).toBe((parts[index] ?? 0) > 0);
      });
    }),
  );
});

test("whatever the text, nothing in it can command a terminal or turn its direction", () => {
  const nasty = fc.constantFrom(
    "\u001b[31m",
    "\u001b]0;x\u0007",
    "\u009b",
    "\u001b",
    "\u202e",
    "\r",
    "\n",
    "\u0000",
    "\u2028",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(nasty, fc.string({ unit: "binary" }))), (pieces) => {
      const forbidden = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
      const text = pieces.join("");
      expect(plainText(text)).not.toMatch(forbidden);
      expect(plainJson({ text })).not.toMatch(forbidden);
      expect(JSON.parse(plainJson({ text }))).toEqual({ text });
    }),
  );
  expect(plainText("\u001b[1mZoë\u001b[0m \u001b]8;;http://x\u0007O'Brien")).toBe("Zoë O'Brien");
});

test("a table lines up by what the terminal shows, and never passes the window's width", () => {
  const rows = [
    { name: "Zoë", count: 5 },
    { name: "漢字の名前がとても長い人", count: 12_345 },
  ];
  const columns = [
    { title: "NAME", value: (row: (typeof rows)[number]) => row.name },
    { title: "LEADS", value: (row: (typeof rows)[number]) => String(row.count), align: "right" as const },
  ];
  expect(table(rows, columns)).toEqual([
    "NAME                      LEADS",
    "Zoë                           5",
    "漢字の名前がとても長い人  12345",
  ]);
  const narrow = table(rows, columns, 20);
  for (const line of narrow) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(20);
  expect(narrow[2]).toContain("…");
  expect(cut("漢字の名前", 5)).toBe("漢字…");
});

test("long columns share a narrow window evenly, and a spare one leaves it to them", () => {
  const row = { from: "a".repeat(40), why: "b".repeat(90), count: "7" };
  const columns = [
    { title: "FROM", value: ({ from }: typeof row) => from },
    { title: "WHY", value: ({ why }: typeof row) => why },
    { title: "OPENED", value: ({ count }: typeof row) => count, spare: true as const },
  ];
  const wide = table([row], columns, 50);
  expect(wide[1]).toBe(`${"a".repeat(19)}…  ${"b".repeat(19)}…  7`);
  expect(table([row], columns, 30)).toEqual([
    "FROM            WHY",
    `${"a".repeat(13)}…  ${"b".repeat(13)}…`,
  ]);
  expect(table([row], columns)[1]).toBe(`${row.from}  ${row.why}  7`);
});

test("where a table has no room for all of it, what can be brief is, before anything is cut", () => {
  const rows = [{ name: "Spring", state: "Waits until Monday", note: "n".repeat(20) }];
  const columns = [
    { title: "NAME", value: (row: (typeof rows)[number]) => row.name },
    { title: "STATE", value: (row: (typeof rows)[number]) => row.state, brief: () => "Running" },
    { title: "NOTE", value: (row: (typeof rows)[number]) => row.note },
  ];
  expect(table(rows, columns)[1]).toBe(`Spring  Waits until Monday  ${"n".repeat(20)}`);
  expect(table(rows, columns, 48)[1]).toBe(`Spring  Waits until Monday  ${"n".repeat(20)}`);
  expect(table(rows, columns, 47)[1]).toBe(`Spring  Running  ${"n".repeat(20)}`);
  expect(table(rows, columns, 36)[1]).toBe(`Spring  Running  ${"n".repeat(18)}…`);
});

test("a row of which too much has to stand whole is told in lines of its own, and none is wider than the window", () => {
  const rows = ["ann", "bob"].map((name) => ({
    name: `${name}@in.test`,
    state: `${name} waits until Monday`,
  }));
  const columns = [
    { title: "EMAIL", value: (row: (typeof rows)[number]) => row.name, whole: true as const },
    { title: "NOTE", value: () => "" },
    { title: "STATE", value: (row: (typeof rows)[number]) => row.state },
  ];
  expect(table(rows, columns, 20)).toEqual([
    "EMAIL  ann@in.test",
    "STATE  ann waits un…",
    "",
    "EMAIL  bob@in.test",
    "STATE  bob waits un…",
  ]);
});

test("times are as near as they need to be", () => {
  expect(clockTime(noon + hourMs, noon, progress)).toBe("13:00");
  expect(clockTime(noon + 50 * hourMs, noon, progress)).toBe("Sunday 14:00");
  expect(clockTime(noon + 400 * hourMs, noon, progress)).toBe("7 Dec 04:00");
  expect(clockTime(noon - 50 * hourMs, noon, progress)).toBe("18 Nov 10:00");
  expect(clockTime(noon + 1000 * hourMs, noon, progress)).toBe("1 Jan 2027 04:00");
  expect(clockTime(noon - 8000 * hourMs, noon, progress)).toMatch(/^\d+ Dec 2025 /);
  expect([500, 45_000, 180_000, 7_500_000].map((ms) => duration(ms, progress))).toEqual([
    "1 s",
    "45 s",
    "3 min",
    "2 h 5 min",
  ]);
});

test("amounts and lists stay short", () => {
  expect([amount(1, "lead"), amount(2000, "lead")]).toEqual(["1 lead", "2,000 leads"]);
  expect(boundedList(["a", "b"], 2, output)).toBe("a, b");
  expect(boundedList(["a", "b", "c"], 2, output)).toBe("a, b and 1 more");
});

test("a disk with hardly any room left says how many megabytes", () => {
  const mebibyte = 1024 * 1024;
  expect(doctor.folder.free(72.5 * 1024 * mebibyte)).toBe("72.5 GB are free");
  expect(doctor.folder.tooLittle(48.9 * mebibyte)).toBe("Only 48 MB are free, less than the database has");
});
