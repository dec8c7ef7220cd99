import { expect, test } from "bun:test";
import { type Cell, createRowDigest, type Kind } from "../../../db/move/cells.ts";

const kinds: Kind[] = ["text", "text", "jsonb", "bytea"];
const ann: Cell[] = ["Ann", "12", '{"a":1,"b":"x"}', new Uint8Array([1, 2])];

function digestOf(...rows: Cell[][]): string {
  const rowDigest = createRowDigest();
  for (const row of rows) rowDigest.add(row, kinds);
  expect(rowDigest.count).toBe(rows.length);
  return rowDigest.digest();
}

test("rows that were moved are the same in any order, however a database writes JSON and bytes", () => {
  const ben: Cell[] = ["Ben", null, null, null];
  expect(digestOf(ann, ben)).toBe(digestOf(ben, ann));
  const otherwise: Cell[] = ["Ann", "12", '{ "b": "x", "a": 1 }', Buffer.from([1, 2])];
  expect(digestOf(otherwise)).toBe(digestOf(ann));
});

test("any other cell, a row too many, and letters in the next column are no longer the same", () => {
  const [name = "", number = "", json = "", bytes = new Uint8Array()] = ann;
  const others: Cell[][] = [
    ["Ann1", "2", json, bytes],
    ["", "Ann12", json, bytes],
    ["Än", number, json, bytes],
    [name, null, json, bytes],
    [name, number, '{"a":1,"b":"y"}', bytes],
    [name, number, json, new Uint8Array([1, 3])],
    [name, number, json, new Uint8Array([1])],
  ];
  const digests = [ann, ...others].map((row) => digestOf(row));
  expect(new Set(digests).size).toBe(digests.length);
  expect(digestOf(["", "", null, null])).not.toBe(digestOf([null, "", null, null]));
  expect(digestOf(ann, ann)).not.toBe(digestOf(ann));
});
