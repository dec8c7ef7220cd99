import { expect, test } from "bun:test";
import { withDeclaration } from "../../../islands/Workspace/design/engine/text/withDeclaration.ts";

const set = (style: string, property: string, value: string) => withDeclaration(style, { property, value });

test("a property is added beside the ones that are there", () => {
  expect(set("", "color", "#ff0000")).toBe("color: #ff0000");
  expect(set("font-size: 20px;", "color", "#ff0000")).toBe("font-size: 20px; color: #ff0000");
});

test("a property that is there is set anew, however it was written, and one like it stays", () => {
  expect(set("COLOR : blue; background-color: red", "color", "#000")).toBe(
    "background-color: red; color: #000",
  );
});

test("an empty value takes the property away", () => {
  expect(set("color: blue; font-size: 20px", "font-size", "")).toBe("color: blue");
  expect(set("font-size: 20px", "font-size", "")).toBe("");
});

test("a semicolon inside a value ends nothing", () => {
  const font = 'font-family: "A;B", serif; background: url(data:image/png;base64,x)';
  expect(set(font, "color", "#000")).toBe(`${font}; color: #000`);
});
