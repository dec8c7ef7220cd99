import { expect, test } from "bun:test";
import { htmlLimits } from "../../../contract/limits/html.ts";
import { cleaning } from "../../../mail/cleaning/safeHtml.ts";
import { readDesign } from "../../../mail/design/design.ts";
import { stylesDrawing } from "../../../mail/drawing/designStyles.ts";
import { contentWarnings } from "../../../server/campaigns/contentWarnings.ts";

/** Places where others may have had their turn. */
function placesIn(work: Generator<unknown, unknown> | undefined): number {
  let places = 0;
  while (work && !work.next().done) places += 1;
  return places;
}

test("a long stylesheet that spies is read a slice of tokens at a time", () => {
  const rule = "a[b^=c]{background:url(x)}";
  const rules = 10_000;
  // Each rule has a dozen tokens.
  const leastSlices = (rules * 12) / htmlLimits.cssSliceTokens;
  const sliceCount = placesIn(cleaning(`<style>${rule.repeat(rules)}</style>`));
  const piecesOfHtml = (rules * rule.length) / htmlLimits.parseSliceCharacters;
  expect(sliceCount - piecesOfHtml).toBeGreaterThan(leastSlices);
});

test("the styles of a row of many blocks are drawn a block at a time", () => {
  const contents = Array.from({ length: 50 }, () => ({ type: "button", values: { text: "x" } }));
  const design = readDesign({ body: { rows: [{ cells: [1], columns: [{ contents }] }], values: {} } });
  expect(placesIn(design === null ? undefined : stylesDrawing(design))).toBe(50);
});

test("what is asked of a whole mail before it is sent is asked a question at a time", () => {
  expect(placesIn(contentWarnings({ subject: "", html: "<p>Hello</p>" }))).toBeGreaterThanOrEqual(3);
});
