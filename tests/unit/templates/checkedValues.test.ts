import { expect, test } from "bun:test";
import { designLimits } from "../../../contract/limits/design.ts";
import { readDesign } from "../../../mail/design/design.ts";
import { lexicalHtml } from "../../../mail/drawing/lexicalHtml.ts";
import { checkedValues } from "../../../mail/values/checkedValues.ts";
import { renderDesign } from "../../../server/templates/renderDesign.ts";
import { safeHtml } from "../../support/atOnce.ts";

const kept = (values: Record<string, unknown>) => expect(checkedValues(values)).toEqual(values);

test("what editors write passes as it is", () => {
  kept({ color: "#a1b2c3", backgroundColor: "rgba(0, 0, 0, 0.5)", linkColor: "rebeccapurple" });
  kept({ color: "hsl(120deg, 50%, 50%)", stripedRowsBackgroundColor: "#fff", backgroundColor: "" });
  kept({
    padding: "10px 0px 4px",
    fontSize: "14px",
    lineHeight: "140%",
    letterSpacing: "-0.5px",
    width: 300,
  });
  kept({
    fontFamily: { label: "Open Sans", value: "'Open Sans',sans-serif", url: "https://f.test/a?b=c:1,2" },
  });
  kept({ textAlign: "center", verticalAlign: "middle", alignItems: "flex-start", headingType: "h3" });
  kept({ src: { url: "https://x.test/{{firstName|no one}}.png?a=1&b=%20", width: 600, autoWidth: true } });
  kept({ _meta: { htmlID: "u_content_text_1", htmlClassNames: "u_content_text" }, hideMobile: false });
  kept({
    text: '<p style="color: red">a</p>',
    html: "<!-- x -->",
    altText: "Ann & Co",
    list: [1, "a", null],
  });
  kept({ "+href": "?a=b", customPosition: ["0%", "50%"] });
});

test.each([
  ["a colour", "backgroundColor", '"><script>alert(1)</script>'],
  ["a colour with a rule behind it", "color", "red;display:none"],
  ["a colour of somebody's picture", "color", "url(https://e.test)"],
  ["a size", "padding", '1px"><svg>'],
  ["a size that ends its comment", "padding", "1px--"],
  ["a size that ends its rule", "fontSize", "1px}body{display:none"],
  ["a size of a megabyte", "width", "1".repeat(1_000_000)],
  ["an alignment", "textAlign", "left; color: red"],
  ["a kind of heading", "headingType", "script"],
  ["a name of an element", "htmlID", 'a"b'],
])("%s that is none is left out", (_, key, value) => {
  expect(checkedValues({ [key]: value, kept: 1 })).toEqual({ kept: 1 });
});

test("a name that is none goes with its value", () => {
  expect(checkedValues({ 'x"><svg>': "a", "": 1, href: { 'a"b': "c" } })).toEqual({ href: {} });
});

test("an address keeps leading where it led, without what could end the place that it stands in", () => {
  const url = "https://x.test/a b?q='1'&r=(2)&s=\"<3>\"";
  const { url: whole } = checkedValues({ url }) as { url: string };
  expect(whole).toBe("https://x.test/a%20b?q=%271%27&r=%282%29&s=%22%3C3%3E%22");
  expect(decodeURI(whole).replaceAll("%27", "'")).toStartWith("https://x.test/a b?q='1'");
});

test("words are words: in an attribute, before the mail, in a menu", () => {
  const menu = { items: [{ text: '<b>"Home"</b>' }, 7, { text: 7 }] };
  expect(checkedValues({ altText: '"><svg>', preheaderText: "1 < 2", menu })).toEqual({
    altText: "&quot;&gt;&lt;svg&gt;",
    preheaderText: "1 &lt; 2",
    menu: { items: [{ text: "&lt;b&gt;&quot;Home&quot;&lt;/b&gt;" }, { text: "" }] },
  });
});

test("a bad value is drawn as if it were not there, and shows nothing of itself", async () => {
  const of = (values: object) => ({
    body: { rows: [{ cells: [1], columns: [{ contents: [{ id: "b", type: "text", values }] }], id: "r" }] },
  });
  const draw = async (values: object) =>
    (await renderDesign({ design: of({ ...values, text: "<p>Hi</p>" }), base: null })).html;
  const bad = { color: '"><script>x()</script>', fontSize: '"><b>', containerPadding: "--><i>" };
  expect((await draw(bad)).replaceAll(/u_column_\w+/g, "")).toBe(
    (await draw({})).replaceAll(/u_column_\w+/g, ""),
  );
});

test("a design with more rows, columns or items than can be drawn in good time is none", () => {
  const { rowsMax, columnsMax, itemsMax } = designLimits;
  const row = (columns: number, values = {}) => ({
    cells: Array(columns).fill(1),
    columns: Array.from({ length: columns }, () => ({ contents: [{ type: "text", values }] })),
  });
  const read = (rows: unknown[]) => readDesign({ body: { rows } });
  expect(read([row(columnsMax)])).not.toBeNull();
  expect(read([row(columnsMax + 1)])).toBeNull();
  expect(read([{ cells: Array(columnsMax + 1).fill(1), columns: [{}] }])).toBeNull();
  expect(read(Array(rowsMax).fill({}))).not.toBeNull();
  expect(read(Array(rowsMax + 1).fill({}))).toBeNull();
  const items = (count: number) => ({ table: { rows: [{ cells: Array(count - 1).fill({}) }] } });
  expect(read([row(1, items(itemsMax))])).not.toBeNull();
  expect(read([row(1, items(itemsMax + 1))])).toBeNull();
});

test("Lexical's words keep the way they run and where their list begins, and those of a kind that we do not know stay", () => {
  const words = (text: string, type = "text") => ({ type, text });
  const children = [
    {
      type: "paragraph",
      direction: "rtl",
      format: "",
      children: [words("שלום"), words("{{x}}", "merge-tag")],
    },
    { type: "list", listType: "number", start: 3, children: [{ type: "listitem", children: [words("c")] }] },
  ];
  expect(lexicalHtml(JSON.stringify({ root: { type: "root", children } }))).toBe(
    '<p dir="rtl">שלום{{x}}</p><ol start="3"><li>c</li></ol>',
  );
});

test("Lexical's JSON that is nested too deep is drawn as nothing", () => {
  const nested = (levels: number) =>
    `{"root":${'{"children":['.repeat(levels)}{"type":"text","text":"deep"}${"]}".repeat(levels)}}`;
  expect(lexicalHtml(nested(20))).toBe("deep");
  expect(lexicalHtml(nested(20_000))).toBe("");
});

test.each([
  ["what is left open is closed, the innermost first", "<div><p><b>x", "<div><p><b>x</b></p></div>"],
  ["what was never opened is not closed", "x</td></div></p>", "x"],
  ["parts of a table stay within one", "<tr><td>x</td></tr>", "x"],
  ["a table of its own is left whole", "<table><tr><td>x", "<table><tr><td>x</td></tr></table>"],
  ["a table between cells does not end the one around it", "<table><table>", "<table></table>"],
  ["the page is not its own", "<html><body><title>t</title>x</body></html>", "x"],
  ["a drawing that never ends loses its tag alone", "<svg>a<p>b", "a<p>b</p>"],
  ["so does a text that never ends", "<textarea>a<p>b", "a<p>b</p>"],
  ["a style that never ends", "<style>a<p>b", "a<p>b</p>"],
  ["a condition is ended as it began", "<!--[if !mso]><!-->x", "<!--[if !mso]><!-->x<!--<![endif]-->"],
  ["and not where it did not begin", "x<!--<![endif]--><![endif]>", "x"],
  ["paragraphs end each other", "<p>a<p>b", "<p>a<p>b</p>"],
])("in a part of a mail, %s", (_, part, closed) => {
  expect(safeHtml(part, { fragment: true })).toBe(closed);
  expect(safeHtml(closed, { fragment: true })).toBe(closed);
});

test("elements nest 500 deep and no deeper, and what stands in deeper ones stays", () => {
  const html = `${"<div>".repeat(200_000)}x${"</div>".repeat(200_000)}y`;
  expect(safeHtml(html)).toBe(`${"<div>".repeat(500)}x${"</div>".repeat(500)}y`);
  expect(safeHtml(`<ul>${"<li>x".repeat(5_000)}</ul>`)).toBe(`<ul>${"<li>x".repeat(5_000)}</ul>`);
});

test("a design that a program has put together of the wrong parts is drawn without them", async () => {
  const rowsOf = (contents: unknown[]) => [
    {
      cells: [1],
      columns: [{ contents, values: {} }],
      values: { backgroundImage: { url: {} }, _meta: null },
    },
  ];
  const drawn = async (contents: unknown[]) => {
    const body = { rows: rowsOf(contents), values: { preheaderText: { of: "it" } } };
    return (await renderDesign({ design: { body }, base: null })).html;
  };
  for (const type of ["text", "heading", "html", "image", "constructor", "__proto__"]) {
    const html = await drawn([
      { type, values: { text: {}, html: [], altText: {}, src: { url: {} }, _meta: null } },
    ]);
    expect(html).not.toMatch(/\[object|undefined/);
  }
});
