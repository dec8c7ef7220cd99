import { expect, test } from "bun:test";
import { testParts } from "../../support/testParts.ts";

const files = [
  "unit/a",
  "unit/b",
  "unit/c",
  "fault/d",
  "fault/e",
  "fault/f",
  "islands/g",
  "islands/h",
  "contract/process/node",
  "simulation/i",
  "simulation/j",
  "browser/k",
  "browser/l",
].map((name) => `tests/${name}.test.ts`);
const durations = {
  "tests/unit/a.test.ts": 160,
  "tests/unit/b.test.ts": 80,
  "tests/unit/c.test.ts": 70,
  "tests/fault/d.test.ts": 200,
  "tests/browser/k.test.ts": 150,
  "tests/browser/l.test.ts": 155,
  "tests/islands/g.test.ts": 8,
  "tests/simulation/i.test.ts": 7,
};

test("files that leave a process as they found it share one, of two or three minutes, with a browser of five, and the others have their own", () => {
  const parts = testParts(durations, files).map(
    ({ isShared, isWaiting, needsInstalled, isHot, files: names }) => ({
      kind: Object.entries({ shared: isShared, waiting: isWaiting, later: needsInstalled, hot: isHot })
        .flatMap(([kind, is]) => (is ? [kind] : []))
        .join(" "),
      names: names.map((name) => name.slice("tests/".length, -".test.ts".length)),
    }),
  );
  expect(parts).toEqual([
    { kind: "shared later", names: ["browser/l", "browser/k"] },
    // Of those that wait one that is long has a process to itself.
    { kind: "waiting", names: ["fault/d"] },
    { kind: "shared", names: ["unit/a"] },
    { kind: "shared", names: ["unit/b", "unit/c"] },
    { kind: "later", names: ["islands/g"] },
    { kind: "hot", names: ["simulation/i"] },
    { kind: "shared waiting", names: ["fault/e", "fault/f"] },
    { kind: "later", names: ["islands/h"] },
    { kind: "", names: ["contract/process/node"] },
    { kind: "hot", names: ["simulation/j"] },
  ]);
});

test("every file of tests there is belongs to one part, also where nobody has timed any", () => {
  const all = testParts({}).flatMap((part) => part.files);
  expect(all).toContain("tests/unit/process/testParts.test.ts");
  expect(new Set(all).size).toBe(all.length);
});
