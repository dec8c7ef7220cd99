import { expect, test } from "bun:test";
import { testParts } from "../../support/testParts.ts";

const files = ["unit/a", "unit/b", "unit/c", "fault/d", "fault/e", "contract/process/node"].map(
  (name) => `tests/${name}.test.ts`,
);
const durations = {
  "tests/unit/a.test.ts": 70,
  "tests/unit/b.test.ts": 30,
  "tests/unit/c.test.ts": 25,
  "tests/fault/d.test.ts": 90,
};

test("files that leave a process as they found it share one, of about a minute, and the others have their own", () => {
  const parts = testParts(durations, files).map((part) => [part.isShared, ...part.files]);
  expect(parts).toEqual([
    [false, "tests/fault/d.test.ts"],
    [true, "tests/unit/a.test.ts"],
    [true, "tests/unit/b.test.ts", "tests/unit/c.test.ts"],
    [false, "tests/fault/e.test.ts"],
    [false, "tests/contract/process/node.test.ts"],
  ]);
});

test("every file of tests there is belongs to one part, also where nobody has timed any", () => {
  const all = testParts({}).flatMap((part) => part.files);
  expect(all).toContain("tests/unit/process/testParts.test.ts");
  expect(new Set(all).size).toBe(all.length);
});
