import { expect, test } from "bun:test";
import { rowsOf } from "../../../mail/design/areas.ts";
import { blocksOf, readDesign } from "../../../mail/design/design.ts";
import { changeBlock } from "../../../mail/design/edit.ts";
import {
  duplicateRow,
  insertRow,
  moveRow,
  placeRow,
  removeRow,
  stepRow,
} from "../../../mail/design/editRows.ts";

const row = (id: string) => ({
  id,
  cells: [1],
  values: {},
  columns: [{ id: `c${id}`, values: {}, contents: [{ id: `b${id}`, type: "text", values: {} }] }],
});
const read = readDesign({
  body: { headers: [row("h")], rows: [row("a"), row("b"), row("c")], footers: [row("f"), row("g")] },
});
if (read === null) throw new Error("this is a design");
const design = read;
const order = ({ body }: typeof design) =>
  [body.headers, body.rows, body.footers].map((rows) => rows.map(({ id }) => id).join("")).join("|");

test("a row goes into the gap that was named, whichever way it comes from", () => {
  expect(order(moveRow(design, "a", 4))).toBe("h|bca|fg");
  expect(order(moveRow(design, "c", 1))).toBe("h|cab|fg");
  expect(order(moveRow(design, "a", 3))).toBe("h|bac|fg");
});

test("a row that is dropped right beside itself is the same design, at the edge of an area too", () => {
  for (const [id, gap] of [
    ["h", 0],
    ["h", 1],
    ["a", 1],
    ["a", 2],
    ["f", 4],
    ["g", 6],
  ] as const)
    expect(moveRow(design, id, gap)).toBe(design);
});

test("a gap between two areas belongs to the content, and one within an area to that", () => {
  expect(order(insertRow(design, 0, row("x")))).toBe("xh|abc|fg");
  expect(order(insertRow(design, 1, row("x")))).toBe("h|xabc|fg");
  expect(order(insertRow(design, 4, row("x")))).toBe("h|abcx|fg");
  expect(order(insertRow(design, 5, row("x")))).toBe("h|abc|fxg");
  expect(order(insertRow(design, 6, row("x")))).toBe("h|abc|fgx");
});

test("a step stays within its area", () => {
  expect(order(stepRow(design, "b", -1))).toBe("h|bac|fg");
  expect(order(stepRow(design, "b", 1))).toBe("h|acb|fg");
  expect(stepRow(design, "c", 1)).toBe(design);
  expect(stepRow(design, "h", -1)).toBe(design);
});

test("a row becomes a header or a footer where it is nearest", () => {
  expect(order(placeRow(design, "b", "headers"))).toBe("hb|ac|fg");
  expect(order(placeRow(design, "b", "footers"))).toBe("h|ac|bfg");
  expect(order(placeRow(design, "h", "rows"))).toBe("|habc|fg");
  expect(order(placeRow(design, "f", "rows"))).toBe("h|abcf|g");
});

test("a copy stands below its model with ids of its own all through", () => {
  const { design: copied, copyId } = duplicateRow(design, "f");
  expect(copied.body.footers.map(({ id }) => id)).toEqual(["f", copyId, "g"]);
  const ids = rowsOf(copied).flatMap(({ id, columns }) => [
    id,
    ...columns.flatMap((column) => [column.id, ...column.contents.map((block) => block.id)]),
  ]);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a change leaves every row and area that it does not touch the very same objects", () => {
  const changed = changeBlock(design, "bb", (block) => ({ ...block, values: { text: "x" } }));
  expect(changed.body.headers).toBe(design.body.headers);
  expect(changed.body.footers).toBe(design.body.footers);
  expect(changed.body.rows.map((each, at) => each === design.body.rows[at])).toEqual([true, false, true]);
});

test("parts that a program copied with their ids are told apart: deleting one leaves the others", () => {
  const [same] = row("a").columns[0]?.contents ?? [];
  const columns = [{ id: "a", values: {}, contents: [same, same] }];
  const copied = readDesign({ body: { rows: [row("a"), { ...row("a"), columns }] } });
  if (copied === null) throw new Error("this is a design");
  const parts = [
    ...copied.body.rows,
    ...copied.body.rows.flatMap((each) => each.columns),
    ...blocksOf(copied),
  ];
  expect(new Set(parts.map(({ id }) => id)).size).toBe(2 + 2 + 3);
  const [first, second] = copied.body.rows;
  expect(removeRow(copied, second?.id ?? "").body.rows).toEqual(first ? [first] : []);
  // One that is read again keeps them.
  expect(readDesign(copied)).toEqual(copied);
});
