import { expect, test } from "bun:test";
import { historyOf, nextHistory, type Step } from "../../../islands/Workspace/design/engine/editHistory.ts";
import { changedPart } from "../../../mail/design/changedPart.ts";
import { type Design, readDesign } from "../../../mail/design/design.ts";
import * as edit from "../../../mail/design/edit.ts";
import { moveRow, removeRow } from "../../../mail/design/editRows.ts";

const row = (id: string) => ({
  id,
  cells: [1],
  values: {},
  columns: [
    {
      id: `c${id}`,
      values: {},
      contents: ["1", "2"].map((at) => ({ id: `${id}${at}`, type: "text", values: { text: "" } })),
    },
  ],
});
const read = readDesign({ body: { values: {}, rows: [row("a"), row("b")] } });
if (read === null) throw new Error("this is a design");
const first: Design = read;

const textOf = (design: Design, id: string) => edit.findBlock(design, id)?.block.values.text;
const typed = (id: string, letter: string) => (design: Design) =>
  edit.changeBlock(design, id, (block) => ({ ...block, values: { text: `${block.values.text}${letter}` } }));
const type = (id: string, letter: string, at: number): Step => ({
  kind: "change",
  change: typed(id, letter),
  as: `${id} text`,
  at,
});
const after = (...steps: Step[]) => steps.reduce(nextHistory, historyOf(first));
const back: Step = { kind: "undo" };
const forth: Step = { kind: "redo" };

test("what is typed in one go is one step back, and a rest begins another", () => {
  const written = after(
    type("a1", "o", 0),
    type("a1", "n", 300),
    type("a1", "e", 600),
    type("a1", "!", 2_000),
  );
  expect(textOf(written.now, "a1")).toBe("one!");
  const once = nextHistory(written, back);
  expect(textOf(once.now, "a1")).toBe("one");
  expect(textOf(nextHistory(once, back).now, "a1")).toBe("");
  expect(textOf(nextHistory(once, forth).now, "a1")).toBe("one!");
});

test("going elsewhere begins another step without any rest, and steps lead back over all places", () => {
  const written = after(type("a1", "x", 0), type("b1", "y", 1), type("a1", "z", 2));
  const texts = (history: typeof written) => ["a1", "b1"].map((id) => textOf(history.now, id));
  expect(texts(written)).toEqual(["xz", "y"]);
  expect(
    [back, back, back].map((_, at, all) => texts(all.slice(0, at + 1).reduce(nextHistory, written))),
  ).toEqual([
    ["x", "y"],
    ["x", ""],
    ["", ""],
  ]);
});

test("a change without a name is a step of its own, and so is what is typed right behind it", () => {
  const remove: Step = { kind: "change", change: (design) => edit.removeBlock(design, "b2"), as: "", at: 1 };
  const written = after(type("a1", "x", 0), remove, type("a1", "y", 2));
  expect(written.past).toHaveLength(3);
});

test("typing after a step back is a step of its own, and ends what could be made again", () => {
  const written = after(type("a1", "x", 0), type("a1", "y", 1_000), back, type("a1", "z", 1_001));
  expect(written.future).toEqual([]);
  expect(textOf(nextHistory(written, back).now, "a1")).toBe("x");
});

test("all the way back is the very design that was opened", () => {
  const written = after(type("a1", "x", 0), type("b2", "y", 1), back, back);
  expect(written.now).toBe(first);
  expect(nextHistory(written, back)).toBe(written);
});

test("a change that changes nothing is no step", () => {
  const none: Step = { kind: "change", change: (design) => design, as: "", at: 0 };
  expect(after(none).past).toEqual([]);
});

test("the part that a step was about is found: a block, a row, a column, the mail", () => {
  const about = (change: (design: Design) => Design) => {
    const next = change(first);
    return [changedPart(first, next), changedPart(next, first)].map(
      (part) => part && `${part.kind} ${part.id}`,
    );
  };
  const block = { id: "new", type: "divider", values: {} };
  expect(about(typed("b2", "x"))).toEqual(["block b2", "block b2"]);
  expect(about((design) => edit.insertBlock(design, { row: 0, column: 0, index: 1 }, block))).toEqual([
    "block new",
    "row a",
  ]);
  expect(about((design) => edit.removeBlock(design, "a2"))).toEqual(["row a", "block a2"]);
  expect(about((design) => edit.moveBlock(design, "a1", { row: 1, column: 0, index: 0 }))).toEqual([
    "block a1",
    "block a1",
  ]);
  expect(about((design) => edit.changeBody(design, () => ({ x: 1 })))).toEqual(["body ", "body "]);
  expect(about((design) => removeRow(design, "b"))).toEqual([null, "row b"]);
  expect(about((design) => moveRow(design, "a", 2))[0]).toStartWith("row ");
  const narrow = (column: { values: object }) => ({ ...column, values: { padding: "1px" } });
  expect(
    about((design) => edit.changeColumn(design, "cb", (column) => ({ ...column, ...narrow(column) }))),
  ).toEqual(["column cb", "column cb"]);
});
