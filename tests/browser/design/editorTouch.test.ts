import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { longDesign } from "../../../bench/support/longDesign.ts";
import {
  blocks,
  button,
  openDesign,
  openTemplate,
  said,
  servesDesignTab,
  typesOf,
  withTemplate,
} from "../../support/browser/designTab.ts";
import { fingerOn, type Point, pointOf } from "../../support/browser/finger.ts";

servesDesignTab();

const tablet = { hasTouch: true, viewport: { width: 1024, height: 768 } };
const canvas = (page: Page) => page.locator(".editor-canvas");
const lifted = (page: Page) => page.locator(".editor[data-dragging]").waitFor();
const scrolledBy = (page: Page) => canvas(page).evaluate((element) => element.scrollTop);

test("a finger that stays lifts a block and drops it elsewhere; what it did is taken back by a tap", async () => {
  const { page, complaints } = await openDesign(tablet);
  await button(page, "New template").click();
  await blocks(page).nth(3).waitFor();
  await canvas(page).scrollIntoViewIfNeeded();
  const finger = await fingerOn(page);
  const from = await pointOf(blocks(page).nth(0));
  const to = await pointOf(blocks(page).nth(2), { x: 0.5, y: 0.9 });
  await finger.down(from);
  await lifted(page);
  await finger.move(from, to);
  await page.locator(".drop-line:not([hidden])").waitFor();
  await finger.up();
  await page.locator(".editor:not([data-dragging])").waitFor();
  expect(await typesOf(page)).toEqual(["text", "button", "heading", "text"]);
  expect(await said(page).textContent()).toBe("Moved to row 1, column 1, position 3");
  expect(await page.locator(".drop-line:not([hidden])").count()).toBe(0);
  await tap(page, await pointOf(button(page, "Undo")));
  await page.getByText("Undone").waitFor({ state: "attached" });
  expect(await typesOf(page)).toEqual(["heading", "text", "button", "text"]);
  expect(complaints).toEqual([]);
});

test("a finger that moves at once scrolls, and lifts nothing", async () => {
  const template = await withTemplate(longDesign(6));
  const { page } = await openDesign(tablet);
  await openTemplate(page, template);
  await blocks(page).nth(4).waitFor();
  await canvas(page).scrollIntoViewIfNeeded();
  const before = await typesOf(page);
  const finger = await fingerOn(page);
  const from = await pointOf(canvas(page), { x: 0.5, y: 0.8 });
  await finger.down(from);
  await finger.move(from, { x: from.x, y: from.y - 220 }, 12);
  await finger.up();
  await page.waitForFunction(() => (document.querySelector(".editor-canvas")?.scrollTop ?? 0) > 0);
  expect(await scrolledBy(page)).toBeGreaterThan(50);
  expect(await typesOf(page)).toEqual(before);
  expect(await page.locator(".editor[data-dragging]").count()).toBe(0);
});

test("a finger drags by the handle at once, also a whole row", async () => {
  const template = await withTemplate(longDesign(2));
  const { page } = await openDesign(tablet);
  await openTemplate(page, template);
  await canvas(page).scrollIntoViewIfNeeded();
  await tap(page, await pointOf(blocks(page).nth(0)));
  await page.locator(".block[data-selected] .handle").waitFor();
  const finger = await fingerOn(page);
  const grip = await pointOf(page.locator(".block[data-selected] .handle"));
  const below = await pointOf(blocks(page).nth(1), { x: 0.5, y: 0.9 });
  await drag(finger, grip, below);
  await page.getByText("Moved to row 1").waitFor({ state: "attached" });
  expect((await typesOf(page)).slice(0, 2)).toEqual(["text", "heading"]);

  const rowGrip = await pointOf(page.locator(".row[data-holds] .row-handle"));
  const last = await pointOf(page.locator(".row").nth(1), { x: 0.5, y: 0.9 });
  await drag(finger, rowGrip, last);
  await page.getByText("Row moved to place 2 of 2").waitFor({ state: "attached" });
  expect((await typesOf(page)).slice(5, 7)).toEqual(["text", "heading"]);
});

test("by touch alone a block is added, dragged in from the palette, and deleted", async () => {
  const { page } = await openDesign(tablet);
  await button(page, "New template").click();
  await canvas(page).scrollIntoViewIfNeeded();
  await tap(page, await pointOf(button(page, "Add Divider")));
  await page.getByText("Divider added").waitFor({ state: "attached" });
  expect(await typesOf(page)).toEqual(["heading", "text", "button", "divider", "text"]);

  const finger = await fingerOn(page);
  const from = await pointOf(button(page, "Add Text"));
  const to = await pointOf(blocks(page).nth(0), { x: 0.5, y: 0.1 });
  await finger.down(from);
  await lifted(page);
  await finger.move(from, to);
  await finger.up();
  await page.getByText("Text added").waitFor({ state: "attached" });
  expect(await typesOf(page)).toEqual(["text", "heading", "text", "button", "divider", "text"]);

  // Let go beside the canvas, nothing comes of it.
  await finger.down(from);
  await lifted(page);
  await finger.move(from, { x: 4, y: 4 });
  await finger.up();
  await page.locator(".editor:not([data-dragging])").waitFor();
  expect((await typesOf(page)).length).toBe(6);

  await tap(page, await pointOf(button(page, "Block")));
  await tap(page, await pointOf(page.getByRole("menuitem", { name: "Delete block" })));
  await page.getByText("Block deleted. Undo brings it back.").waitFor({ state: "attached" });
  expect(await typesOf(page)).toEqual(["heading", "text", "button", "divider", "text"]);
});

test("on a phone a finger scrolls the palette by its buttons, and lifts blocks off the smaller paper", async () => {
  const template = await withTemplate(longDesign(2));
  const { page } = await openDesign({ hasTouch: true, viewport: { width: 390, height: 844 } });
  await openTemplate(page, template);
  await blocks(page).nth(1).waitFor();
  await button(page, "Show what can be added").click();
  const palette = page.locator(".editor-palette");
  await palette.scrollIntoViewIfNeeded();
  const finger = await fingerOn(page);
  const start = await pointOf(button(page, "Add Divider"));
  await finger.down(start);
  await finger.move(start, { x: start.x, y: start.y - 90 }, 10);
  await finger.up();
  await page.waitForFunction(() => (document.querySelector(".editor-palette")?.scrollTop ?? 0) > 0);
  expect(await blocks(page).count()).toBe(10);

  await page.locator(".editor-bar").evaluate((bar) => bar.scrollIntoView());
  const from = await pointOf(blocks(page).nth(0));
  await finger.down(from);
  await lifted(page);
  await finger.move(from, await pointOf(blocks(page).nth(1), { x: 0.5, y: 0.9 }));
  await finger.up();
  await page.getByText("Moved to row 1, column 1, position 2").waitFor({ state: "attached" });
  expect((await typesOf(page)).slice(0, 2)).toEqual(["text", "heading"]);
});

const tap = (page: Page, { x, y }: Point) => page.touchscreen.tap(x, y);

async function drag(finger: Awaited<ReturnType<typeof fingerOn>>, from: Point, to: Point): Promise<void> {
  await finger.down(from);
  await finger.move(from, to);
  await finger.up();
}

test("on the smallest phone the tools of the editor stand in one line, as the one that stays, and the modes in another", async () => {
  const { page } = await openDesign({ hasTouch: true, viewport: { width: 320, height: 640 } });
  await button(page, "New template").click();
  await blocks(page).nth(3).waitFor();
  const linesOf = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll(
        (all) =>
          new Set(all.flatMap((one) => (one.clientWidth > 0 ? [one.getBoundingClientRect().y] : []))).size,
      );
  const modes = ".design-modes .button, .room-save > .button:first-of-type";
  expect([await linesOf(".editor-bar .button"), await linesOf(modes)]).toEqual([1, 1]);
  const narrowest = await page
    .locator(".editor-bar .button, .design-modes > .button")
    .evaluateAll((all) => Math.min(...all.map((one) => one.getBoundingClientRect().width)));
  expect(narrowest).toBeGreaterThanOrEqual(44);
});
