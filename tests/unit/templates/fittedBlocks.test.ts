import { expect, test } from "bun:test";
import { gapBelow, insertionPlace } from "../../../islands/Workspace/design/engine/canvas/insertionPlace.ts";
import { bodySelected } from "../../../islands/Workspace/design/engine/selection.ts";
import { type Block, type Design, newId } from "../../../mail/design/design.ts";
import { emptyRow } from "../../../mail/design/editRows.ts";
import { fittedBlock } from "../../../mail/design/fitted.ts";
import { emptyDesign, presets } from "../../../mail/design/palette.ts";

const block = (type: string, values: Block["values"]): Block => ({ id: newId(), type, values });
const text = (values: Block["values"] = {}) => block("text", { text: "<p>Words</p>", ...values });
const wayOut = () =>
  text({ fontSize: "12px", text: '<p><a href="{{ unsubscribeUrl }}">Unsubscribe</a></p>' });
const preset = (key: string) => {
  const found = presets.find((one) => one.key === key);
  if (found === undefined) throw new Error(`There is no preset ${key}`);
  return found;
};
/** A mail of rows, each of columns with these blocks. */
function designOf(...rows: Block[][][]): Design {
  const design = emptyDesign();
  design.body.rows = rows.map((columns) => {
    const row = emptyRow(columns.map(() => 1));
    return { ...row, columns: row.columns.map((column, at) => ({ ...column, contents: columns[at] ?? [] })) };
  });
  return design;
}
const at = (row: number, index: number) => ({ row, column: 0, index });

test("a new block begins where the words of its neighbour do, whatever is written for the sides", () => {
  const spaceBeside = (containerPadding: unknown) =>
    fittedBlock(designOf([[text({ containerPadding })]]), at(0, 1), preset("text")).values.containerPadding;
  expect(spaceBeside("8px 32px")).toBe("10px 32px");
  expect(spaceBeside("32px 32px 8px")).toBe("10px 32px");
  expect(spaceBeside("1px 2px 3px 4px")).toBe("10px 2px 10px 4px");
  expect(spaceBeside("24px")).toBe("10px 24px");
  // What says nothing in pixels is let be, as is a column with nothing in it.
  for (const other of [undefined, 12, "", "5%", "1px 2em", "calc(1px + 2px)"])
    expect(spaceBeside(other)).toBeUndefined();
  expect(fittedBlock(designOf([[]]), at(0, 0), preset("text")).values.containerPadding).toBeUndefined();
  // Above the first, it is the one below; and a spacer has its own.
  const below = designOf([[text({ containerPadding: "8px 32px" })]]);
  expect(fittedBlock(below, at(0, 0), preset("image")).values.containerPadding).toBe("10px 32px");
  expect(fittedBlock(below, at(0, 1), preset("spacer")).values.containerPadding).toBe("20px 0px 0px");
});

test("a new button looks as the nearest one does, in whatever row, and says and leads to what a new one does", () => {
  const own = { color: "#ffffff", backgroundColor: "#b3360b" };
  const model = block("button", {
    text: "Buy",
    href: "https://shop.example",
    buttonColors: own,
    textAlign: "left",
  });
  const design = designOf([[model]], [[text()]]);
  const made = fittedBlock(design, at(1, 1), preset("button"));
  expect(made.values).toMatchObject({ text: "Button", buttonColors: own, textAlign: "left" });
  expect(made.values.href).toEqual(preset("button").values.href);
  expect(made.values.buttonColors).not.toBe(own);
  expect(made.id).not.toBe(model.id);
});

test("words take the look of their kind in the same row alone, as another row has another ground", () => {
  const white = text({ color: "#ffffff", fontSize: "18px" });
  const design = designOf([[white]], [[text({ color: "#222222" }), wayOut()]]);
  expect(fittedBlock(design, at(0, 1), preset("text")).values).toMatchObject({
    color: "#ffffff",
    fontSize: "18px",
  });
  expect(fittedBlock(design, at(1, 0), preset("text")).values).toMatchObject({ color: "#222222" });
  // Not that of the words that let readers out, however near.
  expect(fittedBlock(design, at(1, 2), preset("text")).values).toMatchObject({
    color: "#222222",
    fontSize: "16px",
  });
  const alone = fittedBlock(designOf([[white]], [[wayOut()]]), at(1, 1), preset("text")).values;
  expect(alone).toMatchObject(preset("text").values);
  expect(alone.color).toBeUndefined();
  // A heading stays of its own rank and size.
  const title = block("heading", { headingType: "h1", fontSize: "30px", color: "#ffffff", text: "Title" });
  expect(fittedBlock(designOf([[title]]), at(0, 1), preset("heading")).values).toMatchObject({
    headingType: "h2",
    fontSize: "24px",
    color: "#ffffff",
    text: "Heading",
  });
});

test("with nothing chosen, what is added goes above the words that let readers out, and into a row that waits for it", () => {
  const spotOf = (design: Design) => insertionPlace(design, bodySelected).spot;
  expect(spotOf(designOf([[text(), wayOut()]]))).toEqual(at(0, 1));
  expect(spotOf(designOf([[text()]], [[wayOut()]]))).toEqual(at(0, 1));
  expect(spotOf(designOf([[text()], []], [[wayOut(), wayOut()]]))).toEqual(at(0, 1));
  expect(spotOf(designOf([[text()]], [[]]))).toEqual(at(1, 0));
  expect(spotOf(designOf([[wayOut(), text()]]))).toEqual(at(0, 2));
  // There is nothing above: before it all the same.
  expect(spotOf(designOf([[wayOut()]]))).toEqual(at(0, 0));
  const none = insertionPlace(designOf(), bodySelected);
  expect(none.spot).toEqual(at(0, 0));
  expect(none.design.body.rows).toHaveLength(1);
  // Who chose it means below it.
  const chosen = designOf([[text(), wayOut()]]);
  const id = chosen.body.rows[0]?.columns[0]?.contents[1]?.id ?? "";
  expect(insertionPlace(chosen, { kind: "block", id }).spot).toMatchObject(at(0, 2));

  expect(gapBelow(designOf([[text()]], [[wayOut()]]), bodySelected)).toBe(1);
  expect(gapBelow(designOf([[text(), wayOut()]]), bodySelected)).toBe(1);
  expect(gapBelow(designOf([[wayOut()]]), bodySelected)).toBe(1);
});
