import { expect, test } from "bun:test";
import {
  blockFields,
  bodyFields,
  columnFields,
  everyBlockFields,
  phoneFields,
  rowFields,
} from "../../../islands/Workspace/design/engine/settings/fields.ts";
import { type Block, readDesign, type Values } from "../../../mail/design/design.ts";
import { settingAt, settingFaults } from "../../../mail/design/settings.ts";
import { renderDesign } from "../../../server/templates/renderDesign.ts";

const designOf = (block: Omit<Block, "id">, body: Record<string, unknown> = {}) => ({
  body: { rows: [{ cells: [1], columns: [{ contents: [block], values: {} }], values: {} }], values: body },
});
const drawn = async (design: unknown) => (await renderDesign({ design, base: null })).html;
const text = (values: Record<string, unknown>) =>
  designOf({ type: "text", values: { text: "<p>Hi</p>", ...values } });

test("a size stored without its unit is drawn with one, as a number too", async () => {
  expect(await drawn(text({ fontSize: "20", containerPadding: "30" }))).toMatch(
    /padding:\s?30px;[^"]*"[\s\S]*font-size: 20px;/,
  );
  expect(await drawn(text({ fontSize: 20 }))).toContain("font-size: 20px;");
});

test.each(["nonsense", "9000px", "20 px", '1px"><script>'])(
  "a stored size of %s is drawn as if nobody had said one",
  async (fontSize) => {
    const html = await drawn(text({ fontSize, _override: { mobile: { fontSize } } }));
    expect(html).toContain("font-size: 14px;");
    expect(html).not.toContain(fontSize);
  },
);

test("a stored colour that is none, and a mail's width in per cent, are drawn as if nobody had said them", async () => {
  const html = await drawn(
    designOf(
      { type: "button", values: { text: "Go", buttonColors: { backgroundColor: "reddish" } } },
      { contentWidth: "100%", backgroundColor: "b3360b" },
    ),
  );
  expect(html).toContain("background-color: #0879A1");
  expect(html).not.toContain("reddish");
  expect(html).toContain("@media only screen and (min-width:620px)");
  expect(html).toContain("background-color: #b3360b");
});

test("reading and drawing a design leaves every stored value as it is, also one that means nothing", async () => {
  const stored = { fontSize: "nonsense", lineHeight: 1.5, padding: "20", ours: { not: "known" } };
  const design = text(stored);
  const before = structuredClone(design);
  await drawn(design);
  expect(design).toEqual(before);
  expect(readDesign(design)?.body.rows[0]?.columns[0]?.contents[0]?.values).toMatchObject(stored);
});

test("what means nothing is named, with where it holds and what would do", () => {
  const faults = settingFaults({
    fontSize: "9000px",
    lineHeight: "140%",
    color: "",
    width: { autoWidth: true },
    border: { borderTopColor: "reddish" },
    _override: { mobile: { padding: "nonsense" } },
  });
  expect(faults.map(({ path, name, isOnPhones }) => [path, name, isOnPhones])).toEqual([
    ["fontSize", "fontSize", false],
    ["border.borderTopColor", "lineColourTop", false],
    ["_override.mobile.padding", "padding", true],
  ]);
});

test("every field that takes a measure or a colour says which kind, and every kind of value has such a field", () => {
  const plans = [
    ...Object.values(blockFields).flat(),
    ...Object.values(phoneFields).flat(),
    ...everyBlockFields,
    ...rowFields,
    ...columnFields,
    ...bodyFields,
  ];
  const valued = plans.filter(({ kind }) => kind === "measure" || kind === "color");
  expect(valued.filter(({ path }) => settingAt(path) === undefined)).toEqual([]);
  expect(
    valued.filter((plan) => (settingAt(plan.path)?.kind === "colour") !== (plan.kind === "color")),
  ).toEqual([]);
  // A field that takes any text would store what the table knows to be wrong.
  expect(plans.filter((plan) => !valued.includes(plan) && settingAt(plan.path) !== undefined)).toEqual([]);
});

test("a picture's width is stored as a number, and its height follows", async () => {
  const put = blockFields.image?.find(({ path }) => path === "src.width")?.put;
  let values = { src: { url: "https://x.test/a.png", width: 1200, height: 540 } } as Values;
  for (const typed of ["3", "30", "300"]) values = put?.(values, typed) ?? values;
  expect(values.src).toMatchObject({ width: 300, height: 135 });
  const html = await drawn(designOf({ type: "image", values }));
  expect(html).toMatch(/<img[^>]*max-width: 300px;/);
  expect(html).toMatch(/<img[^>]* width="300" height="135"/);
});
