import { expect, test } from "bun:test";
import { textsIn } from "../../../contract/texts/language.ts";
import { designTexts } from "../../../contract/texts/workspace/design/design.ts";
import { mailCheckTexts } from "../../../contract/texts/workspace/design/mailChecks.ts";
import { designChecks } from "../../../islands/Workspace/design/checks/designChecks.ts";
import { namedParts } from "../../../islands/Workspace/design/checks/namedParts.ts";

const english = textsIn("en");
const texts = { checks: english(mailCheckTexts), design: english(designTexts) };

const designOf = (values: Record<string, unknown>, body: Record<string, unknown> = {}) => ({
  body: {
    values: body,
    rows: [
      {
        id: "r",
        cells: [1],
        values: { padding: "nonsense" },
        columns: [
          { id: "c", values: { borderRadius: "round" }, contents: [{ id: "b", type: "text", values }] },
        ],
      },
    ],
  },
});

test("a value that means nothing is named with its part, and leads to its block or its row", () => {
  const design = designOf({ fontSize: "9000px" }, { textColor: "reddish" });
  const parts = namedParts(design, texts);
  const told = designChecks(design, texts).map(({ sentence, partId }) => [sentence, parts.get(partId ?? "")]);
  expect(told).toEqual([
    [
      expect.stringMatching(
        /^The text colour of the whole mail, “reddish”, is left out of the mail\. Write /,
      ),
      undefined,
    ],
    [expect.stringContaining("padding of the row, “nonsense”"), { partId: "r", name: "row 1" }],
    [expect.stringContaining("corner radius of column 1, “round”"), { partId: "r", name: "row 1" }],
    [expect.stringContaining("font size, “9000px”"), { partId: "b", name: "text, row 1" }],
  ]);
});

test("a size that only lacks its unit, and a design of HTML alone, have nothing said about them", () => {
  const { body } = designOf({ fontSize: "20" });
  const sound = { body: { ...body, rows: body.rows.map((row) => ({ ...row, values: {}, columns: [] })) } };
  expect(designChecks(sound, texts)).toEqual([]);
  expect(designChecks(null, texts)).toEqual([]);
});

test("a font that no mail may load is named", () => {
  const fontFamily = { label: "House", value: "House, serif", url: "https://fonts.house.example/a.css" };
  const told = designChecks({ body: { rows: [], values: { fontFamily } } }, texts);
  expect(told.map(({ sentence }) => sentence)).toEqual([
    expect.stringMatching(/^The font “House” is not loaded/),
  ]);
});
