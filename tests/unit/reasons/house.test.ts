import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Glob } from "bun";
import { allShapes as shapes } from "../../../contract/reasons/allShapes.ts";
import { refusedAs } from "../../../contract/reasons/refusals.ts";
import { inWords } from "../../../server/core/inWords.ts";

const root = resolve(import.meta.dir, "../../..");

/** Which files say this, comments apart. */
function saying(pattern: string, text: RegExp): string[] {
  const files = [...new Glob(pattern).scanSync(root)].sort();
  expect(files.length).toBeGreaterThan(20);
  return files.filter((file) =>
    text.test(readFileSync(join(root, file), "utf8").replace(/^\s*(\/\/|\*|\/\*).*$/gm, "")),
  );
}

test("a refusal of the server has a reason: only where it is made of one, or read, is there a sentence", () => {
  expect(saying("{contract,platform,mail,db,server}/**/*.{ts,tsx}", /\bnew Refusal\(/)).toEqual([
    "contract/client.ts",
    "contract/refused.ts",
  ]);
});

test("what a room that knows no language tells whoever runs the server has a code", () => {
  // What is left are broken invariants.
  expect(saying("db/{backup,migrations,move,postgres,sqlite}/*.ts", /\bnew Error\(/)).toEqual([
    "db/postgres/shared.ts",
  ]);
});

test("an answer has its message from the catalogue: only what a mail server's line came to is said in words", () => {
  const literal = saying("server/**/*.{ts,tsx}", /\bmessage: *(\n\s*)?["'`]\p{Lu}/u);
  expect(literal.filter((file) => !file.startsWith("server/sending/senders/"))).toEqual([]);
});

test("what a schema refuses has a reason too", () => {
  const literal = /\b(error|message): *(["'`]|sentences\.)/;
  expect(saying("contract/{schemas,endpoints}/*.ts", literal)).toEqual([]);
});

test("what is refused for one reason has one code, unless it is refused as something else", () => {
  const plain = Object.keys(refusedAs).filter(
    (code) => !Object.hasOwn(shapes, code) || isEmpty(shapes[code]),
  );
  const bySentence = Map.groupBy(plain, (code) => inWords({ code, params: {}, reply: null }));
  expect(bySentence.size).toBeGreaterThan(120);
  const alike = [...bySentence.values()].filter((codes) => codes.length > 1);
  expect(alike).toEqual([["busy", "went_wrong"]]);
});

const isEmpty = (shape: object = {}) => Object.keys(shape).length === 0;
