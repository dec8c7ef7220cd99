import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { designLimits } from "../../../contract/limits/design.ts";
import {
  blocks,
  button,
  designOf,
  openDesign,
  openTemplate,
  said,
  saved,
  servesDesignTab,
  typesOf,
  withTemplate,
} from "../../support/browser/designTab.ts";
import { until } from "../../support/until.ts";

servesDesignTab();

const text = (id: string, words: string) => ({ id, type: "text", values: { text: `<p>${words}</p>` } });
const written = (page: Page) => page.locator(".ProseMirror").textContent();
/** Nobody does anything for a moment: the page's clock is put forward. */
const rest = (page: Page) => page.evaluate(putForward, 2 * designLimits.undoPauseMs);

/** Runs in the page. */
function putForward(ms: number): void {
  const now = performance.now.bind(performance);
  performance.now = () => now() + ms;
}

async function open(...contents: Parameters<typeof designOf>) {
  const template = await withTemplate(designOf(...contents));
  const { page, complaints } = await openDesign();
  await openTemplate(page, template);
  return { page, complaints, template };
}

async function write(page: Page, at: number): Promise<void> {
  await blocks(page).nth(at).press("Enter");
  await page.locator(".ProseMirror:focus").waitFor();
}

/**
 * Presses Home or End until the cursor stays there. The page is told with a later frame, and a text that has just got
 * the focus puts its cursor back once.
 */
async function move(page: Page, key: "Home" | "End" | "Shift+Home"): Promise<void> {
  const place = () => page.evaluate(cursorPlace);
  const wanted = key === "End" ? "end" : "start";
  await until(async () => {
    await page.keyboard.press(key);
    for (let frame = 0; frame < 3; frame += 1) if ((await place()) !== wanted) return false;
    return true;
  });
}

/** Runs in the page: where the cursor is in its line, once the next frame is drawn and what that tells is heard. */
async function cursorPlace(): Promise<string> {
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const root = document.querySelector(".editor-canvas")?.shadowRoot as unknown as Pick<
    Document,
    "getSelection"
  >;
  const { focusNode, focusOffset = 0 } = root.getSelection() ?? {};
  if (focusOffset === 0) return "start";
  return focusOffset === focusNode?.textContent?.length ? "end" : "between";
}

test("Control and Z while writing takes back what was written since the last rest, and leaves the cursor there", async () => {
  const { page, complaints } = await open(text("t", "Dear all"));
  await write(page, 0);
  await page.keyboard.type(", one");
  await rest(page);
  await page.keyboard.type(" two");
  expect(await written(page)).toBe("Dear all, one two");
  await page.keyboard.press("Control+z");
  expect(await written(page)).toBe("Dear all, one");
  expect(await said(page).textContent()).toBe("Undone");
  await page.keyboard.type("!");
  expect(await written(page)).toBe("Dear all, one!");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  expect(await written(page)).toBe("Dear all");
  for (const keys of ["Control+Shift+z", "Control+y"]) await page.keyboard.press(keys);
  expect(await written(page)).toBe("Dear all, one!");
  await page.keyboard.press("Control+y");
  expect(await said(page).textContent()).toBe("Nothing more to redo");
  expect(complaints).toEqual([]);
});

test("another place, a new line and another look each begin a step without any rest", async () => {
  const { page } = await open(text("t", "Dear all"));
  await write(page, 0);
  await page.keyboard.type("X");
  await move(page, "Home");
  await page.keyboard.type("Y");
  await move(page, "End");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Z ");
  await move(page, "Shift+Home");
  await button(page, "Bold").click();
  expect(await page.locator(".ProseMirror strong").textContent()).toBe("Z ");
  const html = () => page.locator(".ProseMirror").innerHTML();
  const seen = [await html()];
  for (let step = 0; step < 5; step += 1) {
    await page.keyboard.press("Control+z");
    seen.push(await html());
  }
  const empty = '<p><br class="ProseMirror-trailingBreak"></p>';
  expect(seen).toEqual([
    "<p>YDear allX</p><p><strong>Z </strong></p>",
    "<p>YDear allX</p><p>Z </p>",
    `<p>YDear allX</p>${empty}`,
    "<p>YDear allX</p>",
    "<p>Dear allX</p>",
    "<p>Dear all</p>",
  ]);
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("Control+y");
  expect(await page.locator(".ProseMirror strong").textContent()).toBe("Z ");
});

test("the bar's buttons walk the same steps while somebody writes, and the cursor stays in the text", async () => {
  const { page, template } = await open(text("t", "Dear all"));
  await write(page, 0);
  await page.keyboard.type(" one");
  await rest(page);
  await page.keyboard.type(" two ");
  await button(page, "Undo").click();
  expect(await written(page)).toBe("Dear all one");
  expect(await page.locator(".ProseMirror:focus").count()).toBe(1);
  await button(page, "Redo").click();
  await page.keyboard.type("three");
  const { design } = await saved(page, template);
  expect(JSON.stringify(design)).toContain("Dear all one two three");
});

test("whoever takes back everything has nothing left to save, nor to be asked about", async () => {
  const { page } = await open(text("t", "Words"));
  await page.getByText("Saved", { exact: true }).waitFor();
  await button(page, "Add Button").click();
  await page.getByText("Not saved", { exact: true }).waitFor();
  await button(page, "Undo").click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await button(page, "Back to the templates").click();
  await page.getByRole("heading", { name: "Design" }).waitFor();
  expect(await page.locator("dialog[open]").count()).toBe(0);
});

test("steps lead back across texts, and each opens where it was written", async () => {
  const { page } = await open(text("a", "First"), text("b", "Second"));
  await write(page, 0);
  await page.keyboard.type("!");
  await move(page, "Home");
  await page.keyboard.type("My ");
  expect(await written(page)).toBe("My First!");
  await page.keyboard.press("Escape");
  await write(page, 1);
  await page.keyboard.type(" one");
  await page.keyboard.press("Control+z");
  expect(await written(page)).toBe("Second");
  await page.keyboard.press("Control+z");
  await page.locator('.block[data-id="a"] .ProseMirror:focus').waitFor();
  expect(await written(page)).toBe("First!");
  await page.keyboard.type("The ");
  expect(await written(page)).toBe("The First!");
  // A machine that is slow between two letters makes two steps of a word.
  for (let step = 0; step < 8; step += 1) {
    if ((await said(page).textContent()) === "Nothing more to undo") break;
    await page.keyboard.press("Control+z");
  }
  expect(await said(page).textContent()).toBe("Nothing more to undo");
  const words = await blocks(page).allTextContents();
  expect(words.map((one) => one.trim())).toEqual(["First", "Second"]);
});

test("what is typed at the side is taken back step by step too, with the focus in its field", async () => {
  const { page } = await open({ id: "h", type: "heading", values: { text: "Hi" } }, text("t", "Text"));
  await blocks(page).first().focus();
  const heading = page.getByLabel("Heading", { exact: true });
  const size = page.getByLabel("Font size", { exact: true });
  await heading.press("End");
  await heading.pressSequentially(" all");
  await rest(page);
  await heading.pressSequentially(" there");
  await size.fill("30");
  await size.press("Control+z");
  expect(await size.inputValue()).toBe("22");
  expect(await heading.inputValue()).toBe("Hi all there");
  await size.press("Control+z");
  expect(await heading.inputValue()).toBe("Hi all");
  await size.press("Control+z");
  expect(await heading.inputValue()).toBe("Hi");
  await size.press("Control+Shift+z");
  expect(await heading.inputValue()).toBe("Hi all");
  // A step about another part leads there.
  await blocks(page).nth(1).press("Delete");
  await blocks(page).first().focus();
  await size.press("Control+z");
  await page.locator('.block[data-id="t"]:focus').waitFor();
  expect(await typesOf(page)).toEqual(["heading", "text"]);
});

test("a table's cells follow a step back", async () => {
  const table = { headers: [{ cells: [{ text: "A" }] }], rows: [{ cells: [{ text: "1" }] }], footers: [] };
  const { page } = await open({ id: "t", type: "table", values: { table, columns: 1, rows: 1 } });
  await blocks(page).first().focus();
  const cells = page.getByLabel("Cells");
  await cells.press("Control+End");
  await cells.pressSequentially("2 ");
  expect(await cells.inputValue()).toBe("A\n12 ");
  await cells.press("Control+z");
  expect(await cells.inputValue()).toBe("A\n1");
});

test("a link's address that is being typed is no step of the mail", async () => {
  const { page } = await open(text("t", "Read more"));
  await write(page, 0);
  await page.keyboard.type(" now");
  await page.keyboard.press("Control+a");
  await button(page, "Link").click();
  await page.keyboard.type("shop.example");
  await page.keyboard.press("Control+z");
  expect(await written(page)).toBe("Read more now");
});

test("a double press on a text puts the cursor where it was pressed, and Enter at the end", async () => {
  const { page, complaints } = await open(text("a", "First words, and then some more of them"));
  const box = await blocks(page).first().locator("p").boundingBox();
  await page.mouse.dblclick((box?.x ?? 0) + 3, (box?.y ?? 0) + 8);
  await page.locator(".ProseMirror:focus").waitFor();
  await page.keyboard.type("Y");
  const [, after = ""] = /^(.*)Y/.exec((await written(page)) ?? "") ?? [];
  expect(after.length).toBeLessThan("First words".length);
  await page.keyboard.press("Escape");
  await write(page, 0);
  await page.keyboard.type("Z");
  expect(await written(page)).toEndWith("more of themZ");
  expect(complaints).toEqual([]);
});
