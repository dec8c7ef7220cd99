import { expect, test } from "bun:test";
import { readDesign } from "../../../mail/design/design.ts";
import { fontAddress, fontsOf, withoutFonts } from "../../../mail/values/fonts.ts";
import { renderDesign } from "../../../server/templates/renderDesign.ts";
import { safeHtml } from "../../support/atOnce.ts";

const google = "https://fonts.googleapis.com/css?family=Cabin:400,700";
const cabin = { label: "Cabin", value: "'Cabin',sans-serif", url: google, defaultFont: true };
const lora = {
  label: "Lora",
  value: "Lora",
  url: "https://fonts.googleapis.com/css2?family=Lora&display=swap",
};
const designOf = (body: Record<string, unknown>, ...blocks: Record<string, unknown>[]) => {
  const contents = blocks.map((values) => ({ type: "text", values: { text: "<p>Hi</p>", ...values } }));
  return { body: { values: body, rows: [{ cells: [1], values: {}, columns: [{ values: {}, contents }] }] } };
};
const drawn = async (design: unknown) => (await renderDesign({ design, base: null })).html;
const found = (design: unknown) => {
  const read = readDesign(design);
  return read === null ? null : fontsOf(read);
};

test("a mail loads the fonts that its design names, each once, and Outlook gets another instead", async () => {
  const html = await drawn(designOf({ fontFamily: cabin }, { fontFamily: cabin }, { fontFamily: lora }));
  expect(html.match(/<link[^>]*>/g)).toEqual([
    `<link href="${google}" rel="stylesheet" type="text/css">`,
    '<link href="https://fonts.googleapis.com/css2?family=Lora&amp;display=swap" rel="stylesheet" type="text/css">',
  ]);
  expect(html).toMatch(/<!--\[if !mso\]><!--><link[^>]*><link[^>]*><!--<!\[endif\]-->/);
  expect(html).toMatch(/<!--\[if mso\]><style[^>]*>@font-face\{font-family:'Cabin';mso-font-alt:'Arial'\}/);
  expect(html).toContain("font-family: 'Cabin',sans-serif");
  // A list without a last resort is given one.
  expect(html).toContain("font-family: Lora,sans-serif");
});

test("a design with common fonts alone loads none", async () => {
  const arial = { label: "Arial", value: "arial,helvetica,sans-serif" };
  const html = await drawn(designOf({ fontFamily: arial }, { fontFamily: arial }));
  expect(html).not.toContain("<link");
  expect(html).not.toContain("@font-face");
});

test("cleaning a cleaned mail again keeps its fonts, and no other style sheet", async () => {
  const html = await drawn(designOf({ fontFamily: cabin }));
  const foreign = html.replace("<title>", '<link rel="stylesheet" href="https://evil.example/a.css"><title>');
  expect(safeHtml(foreign)).toBe(safeHtml(html));
  expect(safeHtml(html)).toBe(html);
  expect(html).toContain(google);
});

test.each<[string, string | null]>([
  [google, google],
  ["//fonts.googleapis.com/css?family=Cabin", "https://fonts.googleapis.com/css?family=Cabin"],
  ["http://fonts.bunny.net/css?family=cabin", "https://fonts.bunny.net/css?family=cabin"],
  ["https://use.typekit.net/abc1def.css", "https://use.typekit.net/abc1def.css"],
  [
    "https://fonts.googleapis.com/css?family=Open Sans",
    "https://fonts.googleapis.com/css?family=Open%20Sans",
  ],
  ["https://evil.example/css?family=Cabin", null],
  ["https://fonts.googleapis.com.evil.example/css", null],
  ["https://fonts.googleapis.com:8443/css", null],
  ["https://me@fonts.googleapis.com/css", null],
  ["javascript:alert(1)", null],
  ["data:text/css,a{}", null],
  ["fonts.googleapis.com/css", null],
  ["", null],
])("the address %s of a font is loaded as %p", (written, address) => {
  expect(fontAddress(written)).toBe(address);
});

test("an address cannot end the tag that it stands in", async () => {
  const url = `${google}"><script>alert(1)</script>`;
  const html = await drawn(designOf({ fontFamily: { ...cabin, url } }));
  expect(html).not.toContain("<script");
  expect(html.match(/<link[^>]*>/g)?.length).toBe(1);
});

test("a font is found wherever it is used, by its name, and only where it is not a common one", () => {
  const design = designOf(
    { fontFamily: cabin },
    { headerFontFamily: lora, _override: { mobile: { fontFamily: { value: "Inter, sans-serif" } } } },
    // What an older version left behind when somebody chose Georgia instead of Cabin.
    { fontFamily: { ...cabin, value: "georgia,palatino,serif" } },
  );
  expect(found(design)).toEqual([cabin, lora, { label: "Inter", value: "Inter, sans-serif" }]);
});

test("another font's address, left behind by an older version, is not loaded", async () => {
  const left = { ...cabin, value: "'Inter',sans-serif" };
  expect(await drawn(designOf({ fontFamily: left }))).not.toContain("<link");
});

test("a preview asks nobody for fonts", async () => {
  const html = await drawn(designOf({ fontFamily: cabin }));
  expect(withoutFonts(html)).not.toContain(google);
});
