import { describe, expect, test } from "bun:test";
import {
  fourSides,
  inUnit,
  joinedSides,
  takenApart,
  unitsFor,
  written,
} from "../../../mail/values/measures.ts";

describe("a stored measure in its two parts", () => {
  const cases = [
    ["fontSize", "16px", { number: "16", unit: "px" }],
    ["fontSize", "20", { number: "20", unit: "px" }],
    ["fontSize", "1.5em", { number: "1.5", unit: "em" }],
    ["fontSize", "12PT", { number: "12", unit: "pt" }],
    ["lineHeight", "1.4", { number: "1.4", unit: "" }],
    ["lineHeight", "normal", { number: "", unit: "normal" }],
    ["width", "auto", { number: "", unit: "auto" }],
    ["pixels", "300", { number: "300", unit: "px" }],
    ["fontSize", "nonsense", { number: "nonsense", unit: "px" }],
    ["fontSize", "9000px", { number: "9000", unit: "px" }],
  ] as const;
  for (const [kind, stored, parts] of cases)
    test(`${kind} ${stored}`, () => expect(takenApart(kind, stored)).toEqual(parts));
});

test("a unit that is not offered is, once it is stored", () => {
  expect(unitsFor("fontSize", "px")).toEqual(["px", "em", "%"]);
  expect(unitsFor("fontSize", "pt")).toEqual(["px", "em", "%", "pt"]);
  expect(unitsFor("width", "%")).toEqual(["px", "%", "auto"]);
});

test("a number has the unit beside it, unless one is typed along", () => {
  expect(written(" 20 ", "px")).toBe("20px");
  expect(written("2em", "px")).toBe("2em");
  expect(written("20", "auto")).toBe("20");
  expect(written("10 30", "px")).toBe("10 30");
});

test("another unit keeps the size where it can be told, and never leaves the bounds", () => {
  expect(inUnit("fontSize", { number: "24", unit: "px" }, "em")).toBe("1.5em");
  expect(inUnit("fontSize", { number: "1.5", unit: "em" }, "px")).toBe("24px");
  expect(inUnit("lineHeight", { number: "140", unit: "%" }, "")).toBe("1.4");
  expect(inUnit("width", { number: "300", unit: "px" }, "%")).toBe("100%");
  expect(inUnit("width", { number: "300", unit: "px" }, "auto")).toBe("auto");
  expect(inUnit("width", { number: "", unit: "auto" }, "px")).toBe("16px");
  expect(inUnit("fontSize", { number: "nonsense", unit: "px" }, "em")).toBe("1em");
  expect(inUnit("fontSize", { number: "9000", unit: "px" }, "em")).toBeNull();
});

test("sides are read as CSS reads them, and written as short as they say the same", () => {
  const cases = [
    ["10px", ["10px", "10px", "10px", "10px"]],
    ["10px 20px", ["10px", "20px", "10px", "20px"]],
    ["1px 2px 3px", ["1px", "2px", "3px", "2px"]],
    ["1px 2px 3px 4px", ["1px", "2px", "3px", "4px"]],
  ] as const;
  for (const [stored, each] of cases) {
    expect(fourSides("padding", stored)).toEqual([...each]);
    expect(joinedSides([...each])).toBe(stored);
  }
  expect(fourSides("padding", "10 30")).toEqual(["10px", "30px", "10px", "30px"]);
  expect(fourSides("padding", "nonsense")).toBeNull();
});
