import { expect, test } from "bun:test";
import { createTestReport, dearest } from "../../support/testReport.ts";

const firstRun = [
  "bun test v1.4.5",
  "tests/unit/a.test.ts:",
  "(pass) one holds [12.50ms]",
  "a word that a test prints",
  "(pass) another holds [1.20s]",
  "tests/unit/b.test.ts:",
  "error: expect(received).toBe(expected)",
  "(fail) a third does not [3.00ms]",
  "(skip) a fourth is left out",
  "1 tests failed:",
  "(fail) a third does not [3.00ms]",
];

test("a run's passes are counted and its failures shown, each with what belongs to it and once", () => {
  const report = createTestReport();
  const reader = report.reader();
  const shown = firstRun.map((line) => reader.read(line)).filter((text) => text !== "");
  expect(shown).toEqual([
    "\ntests/unit/b.test.ts\nerror: expect(received).toBe(expected)\n(fail) a third does not [3.00ms]",
  ]);
  expect(report.counts()).toEqual({ passed: 2, failed: 1 });
  expect(report.failedFiles()).toEqual(["tests/unit/b.test.ts"]);
  expect(report.slowest()).toContain("1.2 s  another holds");
});

test("a file that is run again counts as it ended then", () => {
  const report = createTestReport();
  const reader = report.reader();
  for (const line of firstRun) reader.read(line);
  report.forget(report.failedFiles());
  for (const line of ["tests/unit/b.test.ts:", "(pass) a third does not [3.00ms]"]) reader.read(line);
  expect(report.counts()).toEqual({ passed: 3, failed: 0 });
});

test("a file that breaks outside of its tests has failed", () => {
  const report = createTestReport();
  const reader = report.reader();
  for (const line of [
    "tests/unit/c.test.ts:",
    "# Unhandled error between tests",
    "(pass) it runs on [1.00ms]",
  ])
    reader.read(line);
  expect(report.counts()).toEqual({ passed: 1, failed: 1 });
});

test("what two processes print at the same time is told apart", () => {
  const report = createTestReport();
  const [one, other] = [report.reader(), report.reader()];
  one.read("tests/unit/a.test.ts:");
  other.read("tests/unit/b.test.ts:");
  one.read("(fail) it does not hold [1.00ms]");
  other.read("(pass) it holds [1.00ms]");
  expect(report.failedFiles()).toEqual(["tests/unit/a.test.ts"]);
});

test("a process that breaks has failed with the file it was at and with those it never came to", () => {
  const report = createTestReport();
  const files = ["a", "b", "c"].map((name) => `tests/unit/${name}.test.ts`);
  const reader = report.reader(files);
  for (const line of ["tests/unit/a.test.ts:", "(pass) it holds [1.00ms]", "tests/unit/b.test.ts:"])
    reader.read(line);
  reader.end(139);
  expect(report.failedFiles()).toEqual(files.slice(1));
  expect(report.counts()).toEqual({ passed: 1, failed: 2 });
});

test("the seconds of each file are written down in order", () => {
  const report = createTestReport();
  const reader = report.reader();
  for (const line of ["tests/unit/b.test.ts:", ...firstRun]) reader.read(line);
  expect(JSON.parse(report.durations())).toEqual({
    "tests/unit/a.test.ts": 1.2,
    "tests/unit/b.test.ts": 0.1,
  });
});

test("what processes cost is told as a sum in minutes, the dearest first", () => {
  const said = dearest([
    { name: "./tests/a.test.ts", ms: 30_000 },
    { name: "./tests/b.test.ts", ms: 60_000 },
  ]);
  expect(said).toBe(
    "Processor time: 1.5 minutes, of them\n   60.0 s  ./tests/b.test.ts\n   30.0 s  ./tests/a.test.ts",
  );
});
