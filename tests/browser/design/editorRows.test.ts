import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import {
  blocks,
  button,
  openDesign,
  openTemplate,
  said,
  saved,
  servesDesignTab,
  typesOf,
  withTemplate,
} from "../../support/browser/designTab.ts";

servesDesignTab();

type Row = { id: string; cells: number[]; values: object; columns: object[] };
const row = (type: string): Row => ({
  id: `row of ${type}`,
  cells: [1],
  values: { columnsBackgroundColor: "#ffffff" },
  columns: [{ id: `column of ${type}`, values: {}, contents: [{ id: type, type, values: valuesOf[type] }] }],
});
const valuesOf: Record<string, object> = {
  heading: { text: "Spring", fontSize: "30px" },
  text: { text: "<p>What is new</p>" },
  button: { text: "Go", href: { name: "web", values: { href: "https://example.com", target: "_blank" } } },
  divider: {},
  html: { html: "<p>By hand</p>" },
};
const designOf = (types: string[], around: { headers?: Row[]; footers?: Row[] } = {}) => ({
  body: { values: {}, rows: types.map(row), headers: [], footers: [], ...around },
});

const rows = (page: Page) => page.locator(".row");
const lineShown = (page: Page) => page.locator(".drop-line:not([hidden])").waitFor();
const heard = (page: Page, what: string) =>
  page.getByText(what, { exact: true }).waitFor({ state: "attached" });

test("whole rows are dragged above, between and below others, and Escape leaves them where they were", async () => {
  const template = await withTemplate(designOf(["heading", "text", "button"]));
  const { page, complaints } = await openDesign();
  await openTemplate(page, template);
  await dragRow(page, { from: 2, to: 0, at: 0.1 });
  await heard(page, "Row moved to place 1 of 3");
  expect(await typesOf(page)).toEqual(["button", "heading", "text"]);
  await dragRow(page, { from: 0, to: 1, at: 0.9 });
  expect(await typesOf(page)).toEqual(["heading", "button", "text"]);
  await dragRow(page, { from: 0, to: 2, at: 0.9 });
  expect(await typesOf(page)).toEqual(["button", "text", "heading"]);

  await grab(page, 0);
  const box = await boxOf(page, 2);
  await page.mouse.move(box.x + 80, box.y + box.height * 0.9, { steps: 4 });
  await lineShown(page);
  await page.keyboard.press("Escape");
  await page.locator(".drop-line:not([hidden])").waitFor({ state: "hidden" });
  await page.mouse.up();
  expect(await typesOf(page)).toEqual(["button", "text", "heading"]);
  for (let step = 0; step < 3; step += 1) await button(page, "Undo").click();
  expect(await typesOf(page)).toEqual(["heading", "text", "button"]);
  expect(complaints).toEqual([]);
});

test("showing where a row would go moves nothing in the mail", async () => {
  const template = await withTemplate(designOf(["heading", "text", "button", "divider"]));
  const { page } = await openDesign();
  await openTemplate(page, template);
  const tops = () => rows(page).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  const before = await tops();
  await grab(page, 3);
  const box = await boxOf(page, 1);
  await page.mouse.move(box.x + 80, box.y + 4, { steps: 4 });
  await lineShown(page);
  expect(await tops()).toEqual(before);
  await page.mouse.up();
});

test("a row is moved, copied and deleted by its keys, and the focus stays with it", async () => {
  const template = await withTemplate(designOf(["heading", "text", "button"]));
  const { page } = await openDesign();
  await openTemplate(page, template);
  await blocks(page).nth(0).focus();
  await page.keyboard.press("Escape");
  await page.locator(".row:focus").waitFor();
  await page.keyboard.press("Alt+ArrowDown");
  await heard(page, "Row moved to place 2 of 3");
  expect(await typesOf(page)).toEqual(["text", "heading", "button"]);
  await page.locator(".row:focus[data-row-id='row of heading']").waitFor();
  await page.keyboard.press("Alt+ArrowDown");
  await heard(page, "Row moved to place 3 of 3");
  await page.keyboard.press("Alt+ArrowDown");
  await heard(page, "Already at the edge");

  await page.keyboard.press("Control+d");
  await heard(page, "Row duplicated");
  expect(await typesOf(page)).toEqual(["text", "button", "heading", "heading"]);
  await page.locator(".row:focus[data-index='3']").waitFor();
  await page.keyboard.press("Delete");
  await heard(page, "Row deleted. Undo brings it back.");
  expect(await typesOf(page)).toEqual(["text", "button", "heading"]);
  await page.locator(".row:focus[data-row-id='row of heading']").waitFor();
  await page.keyboard.press("Control+z");
  expect(await typesOf(page)).toEqual(["text", "button", "heading", "heading"]);
});

test("a step back from the canvas is one step, not two", async () => {
  const template = await withTemplate(designOf(["heading"]));
  const { page } = await openDesign();
  await openTemplate(page, template);
  for (const name of ["Divider", "Button"]) {
    await button(page, `Add ${name}`).click();
    await heard(page, `${name} added`);
  }
  await page.locator(".block:focus").waitFor();
  await page.keyboard.press("Control+z");
  expect(await typesOf(page)).toEqual(["heading", "divider"]);
  await page.keyboard.press("Control+Shift+z");
  expect(await typesOf(page)).toEqual(["heading", "divider", "button"]);
});

test("the menus of block and row do the same", async () => {
  const template = await withTemplate(designOf(["heading", "text"]));
  const { page } = await openDesign();
  await openTemplate(page, template);
  expect(await button(page, "Row").isDisabled()).toBe(true);
  await blocks(page).nth(1).focus();
  const choose = async (menu: string, item: string) => {
    await button(page, menu).click();
    await page.getByRole("menuitem", { name: item, exact: true }).click();
  };
  await choose("Row", "Move row up");
  await heard(page, "Row moved to place 1 of 2");
  expect(await typesOf(page)).toEqual(["text", "heading"]);
  await choose("Row", "Duplicate row");
  expect(await typesOf(page)).toEqual(["text", "text", "heading"]);
  await choose("Row", "Delete row");
  expect(await typesOf(page)).toEqual(["text", "heading"]);
  await blocks(page).nth(1).focus();
  await choose("Block", "Duplicate block");
  expect(await typesOf(page)).toEqual(["text", "heading", "heading"]);
  await choose("Block", "Delete block");
  expect(await typesOf(page)).toEqual(["text", "heading"]);
});

test("a row of columns is dragged in from the palette", async () => {
  const template = await withTemplate(designOf(["heading", "text"]));
  const { page } = await openDesign();
  await openTemplate(page, template);
  await button(page, "Add row 1 : 2").scrollIntoViewIfNeeded();
  const from = await button(page, "Add row 1 : 2").boundingBox();
  if (from === null) throw new Error("there is no such row");
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  const box = await boxOf(page, 1);
  await page.mouse.move(box.x + 80, box.y + 2, { steps: 6 });
  await lineShown(page);
  await page.mouse.up();
  await heard(page, "Row with 2 columns added");
  const counts = await rows(page).evaluateAll((all) =>
    all.map((each) => each.querySelectorAll(".column").length),
  );
  expect(counts).toEqual([1, 2, 1]);
});

test("headers and footers stand around the mail, are changed like its rows, and come back as they were", async () => {
  const design = designOf(["text", "button"], { headers: [row("heading")], footers: [row("html")] });
  const template = await withTemplate(design);
  const { page, complaints } = await openDesign();
  await openTemplate(page, template);
  expect(await typesOf(page)).toEqual(["heading", "text", "button", "html"]);
  const areas = () => rows(page).evaluateAll((all) => all.map((each) => each.getAttribute("data-area")));
  expect(await areas()).toEqual(["headers", "rows", "rows", "footers"]);

  // A header is no row of the content by a step of the keys, nor is a row a header.
  await rows(page).nth(0).focus();
  await page.keyboard.press("Alt+ArrowDown");
  await heard(page, "Already at the edge");
  await rows(page).nth(2).focus();
  await page.getByLabel("Stands").selectOption("As a footer");
  await heard(page, "The row is a footer now");
  expect(await areas()).toEqual(["headers", "rows", "footers", "footers"]);
  await button(page, "Undo").click();
  expect(await areas()).toEqual(["headers", "rows", "rows", "footers"]);

  await blocks(page).nth(0).focus();
  await page.getByLabel("Heading", { exact: true }).fill("Summer");
  expect(await said(page).textContent()).toBe("Undone");
  const kept = await saved(page, template);
  const body = (kept.design as typeof design).body;
  expect(body).toMatchObject({
    headers: [{ id: "row of heading", columns: [{ contents: [{ values: { text: "Summer" } }] }] }],
    rows: [{ id: "row of text" }, { id: "row of button" }],
    footers: [row("html")],
  });
  const order = ["Summer", "What is new", "example.com", "By hand"].map((word) => kept.html.indexOf(word));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).not.toContain(-1);
  expect(complaints).toEqual([]);
});

async function boxOf(page: Page, index: number) {
  const box = await rows(page).nth(index).boundingBox();
  if (box === null) throw new Error("the row is not drawn");
  return box;
}

async function grab(page: Page, index: number): Promise<void> {
  await rows(page).nth(index).hover();
  const grip = await rows(page).nth(index).locator(".row-handle").boundingBox();
  if (grip === null) throw new Error("the row has no handle");
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
}

async function dragRow(page: Page, { from, to, at }: { from: number; to: number; at: number }) {
  await grab(page, from);
  const box = await boxOf(page, to);
  await page.mouse.move(box.x + 80, box.y + box.height * at, { steps: 4 });
  await lineShown(page);
  await page.mouse.up();
}
