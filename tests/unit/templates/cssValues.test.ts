import { expect, test } from "bun:test";
import { designLimits } from "../../../contract/limits/design.ts";
import { textsIn } from "../../../contract/texts/language.ts";
import { designTexts } from "../../../contract/texts/workspace/design/design.ts";
import { valueFaultText } from "../../../islands/Workspace/design/valueFaultText.ts";
import { readValue, type ValueKind } from "../../../mail/values/cssValues.ts";

const texts = textsIn("en")(designTexts);
const valid = (kind: ValueKind, text: string | number) => {
  const read = readValue(kind, text);
  return "value" in read ? read.value : null;
};

test.each<[ValueKind, string | number, string]>([
  ["fontSize", "20", "20px"],
  ["fontSize", 20, "20px"],
  ["fontSize", " 1.5EM ", "1.5em"],
  ["padding", "10 20px", "10px 20px"],
  ["padding", "0 5% 10px .5em", "0px 5% 10px 0.5em"],
  ["lineHeight", "140%", "140%"],
  ["lineHeight", "1.4", "1.4"],
  ["lineHeight", "normal", "normal"],
  ["letterSpacing", "-1", "-1px"],
  ["width", "50%", "50%"],
  ["width", "auto", "auto"],
  ["radius", "4 4 0 0", "4px 4px 0px 0px"],
  ["mailWidth", "680", "680px"],
  ["pixels", "300px", "300"],
])("a %s written as %p is %s", (kind, text, value) => {
  expect(valid(kind, text)).toBe(value);
});

test.each<[ValueKind, string]>([
  ["fontSize", "nonsense"],
  ["fontSize", "9000px"],
  ["fontSize", "-4px"],
  ["fontSize", "10px 20px"],
  ["fontSize", "20 px"],
  ["fontSize", "1e3px"],
  ["fontSize", "red"],
  ["lineHeight", "20"],
  ["padding", "1px 2px 3px 4px 5px"],
  ["padding", "10px;color:red"],
  ["padding", "10px, 20px"],
  ["padding", ""],
  ["width", "101%"],
  ["mailWidth", "100%"],
  ["mailWidth", "10px"],
  ["mailWidth", "40em"],
  ["pixels", "50%"],
])("a %s of %p is refused, with a word on what would do", (kind, text) => {
  const read = readValue(kind, text);
  expect("fault" in read && valueFaultText(read.fault, texts)).toMatch(
    /^Write it as .+, between -?\d+ and \d+( pixels)?\.$/,
  );
});

test("colours are read in each form that CSS has", () => {
  for (const colour of [
    "#fff",
    "#B3360B",
    "#b3360b80",
    "rgb(1, 2, 3)",
    "rgb(1 2 3 / 50%)",
    "rgba(0,0,0,0.1)",
    "hsl(120, 50%, 50%)",
    "RebeccaPurple",
    "transparent",
  ])
    expect(valid("colour", colour)).toBe(colour);
  expect(valid("colour", "b3360b")).toBe("#b3360b");
});

test("what is no colour is refused, and so is whatever could end its declaration", () => {
  for (const text of [
    "",
    "reddish",
    "#12",
    "#ggg",
    "rgb(1,2)",
    "rgb(300,0,0)",
    "rgba(0,0,0,7)",
    "hsl(1,2,3)",
    "#fff;background:url(//x)",
    'red"><script>',
    "var(--x)",
    "x".repeat(10_000),
  ])
    expect(valid("colour", text)).toBeNull();
});

test("every measure takes its own smallest and largest, and nothing beyond", () => {
  for (const [kind, { pixels }] of Object.entries(designLimits.measures)) {
    const [min, max] = pixels;
    for (const inside of [min, max]) expect(valid(kind as ValueKind, `${inside}px`)).not.toBeNull();
    for (const outside of [min - 1, max + 1]) expect(valid(kind as ValueKind, `${outside}px`)).toBeNull();
  }
});
