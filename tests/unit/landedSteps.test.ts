import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { codeHash } from "../../db/migrations/codeFiles.ts";
import landed from "../../db/migrations/landed.json" with { type: "json" };
import { migrations as postgres } from "../../db/migrations/postgres.ts";
import { migrations as sqlite } from "../../db/migrations/sqlite.ts";
import { codeHashOf, stepHash } from "../../db/migrations/stepHash.ts";

const folder = join(import.meta.dir, "../../db/migrations");

/** The hashes of what lies in the folder now. */
function present(): Record<string, string> {
  const hashes: Record<string, string> = {};
  for (const dialect of ["sqlite", "postgres"])
    for (const file of readdirSync(join(folder, dialect)).filter((name) => name.endsWith(".sql"))) {
      const tag = file.replace(/\.sql$/, "");
      const code = codeHash(tag);
      const sql = readFileSync(join(folder, dialect, file), "utf8");
      hashes[`${dialect}/${tag}`] = stepHash({ sql, ...(code === undefined ? {} : { codeHash: code }) });
    }
  return hashes;
}

test("a step that has landed never changes: somebody's data was made by it (a new one: bun run migration)", () => {
  expect(present()).toEqual(landed);
});

test("the first steps are those that data was written with before hashes were kept", () => {
  // Kept here once more, so that nobody changes a step and its line together.
  expect(landed).toMatchObject({
    "sqlite/0000_first": "1f90de5a8da1737dc165401d2a44f4ca752bc96826a210c557ea6039a8a270a3",
    "postgres/0000_first": "630e6804d2d757401ce3c7302a91f0b74b1a589be417157bb3894ac96d7f01e6",
  });
});

test("the program takes the steps that are listed, every one and in order", () => {
  for (const [dialect, steps] of [
    ["sqlite", sqlite],
    ["postgres", postgres],
  ] as const) {
    const taken = steps.map((step) => [`${dialect}/${step.tag}`, stepHash(step)]);
    expect(taken).toEqual(Object.entries(landed).filter(([name]) => name.startsWith(`${dialect}/`)));
  }
});

describe("the hash of a step", () => {
  test("is another one after any word of it, or of its code, is another", () => {
    const step = { sql: "CREATE TABLE a (b TEXT)", codeHash: codeHashOf(["const a = 1;"]) };
    for (const other of [
      { ...step, sql: "CREATE TABLE a (c TEXT)" },
      { ...step, codeHash: codeHashOf(["const a = 2;"]) },
      { sql: step.sql },
    ])
      expect(stepHash(other)).not.toBe(stepHash(step));
  });

  test("stays when a room that its code imports from moves", () => {
    const code = (from: string) =>
      `import { a } from "${from}";\nimport {\n  b,\n} from "${from}";\nrun(a, b);\n`;
    expect(codeHashOf([code("../../here.ts")])).toBe(codeHashOf([code("../../rooms/there.ts")]));
  });
});
