import { expect, test } from "bun:test";
import { asPicture, previewWidthPx } from "../../../mail/drawing/previewWidth.ts";
import { renderDesign } from "../../../server/templates/renderDesign.ts";
import { everyBlock } from "../../support/templates/everyBlock.ts";

test.each<[string, number]>([
  ["<p>Hi</p>", 700],
  ['<table width="600"><tr><td>Hi</td></tr></table>', 700],
  ["<TABLE align=center WIDTH=680><tr><td>Hi</td></tr></TABLE>", 740],
  ['<div style="max-width: 800px">Hi</div>', 860],
  ["<style>@media only screen and (max-width:700px){td{display:block}}</style>", 760],
  ['<table width="100%"><tr><td width="900">Hi</td></tr></table>', 700],
  ['<img width="1200" style="max-width:1200px" src="a">', 700],
  ['<table style="max-width:9999px">', 700],
])("a frame for %s is %d pixels wide", (html, widthPx) => {
  expect(previewWidthPx(html)).toBe(widthPx);
});

test("a design of 680 pixels has a frame in which its rules for phones do not hold", async () => {
  const { body } = everyBlock;
  const values = { ...(body.values as object), contentWidth: "680px" };
  const design = { ...everyBlock, body: { ...body, values } };
  const { html } = await renderDesign({ design, base: "https://mail.example" });
  expect(html).toContain("@media only screen and (max-width:700px)");
  expect(previewWidthPx(html)).toBe(760);
});

test("a small picture is made as large as its frame, for a wide mail less", () => {
  const zoomOf = (html: string) => Number(/zoom:([\d.]+)/.exec(asPicture(html))?.[1]);
  expect(zoomOf("<p>Hi</p>")).toBeCloseTo(1660 / 640, 2);
  expect(zoomOf('<table width="770">')).toBeCloseTo(2, 2);
});
