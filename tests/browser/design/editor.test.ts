import { expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import type { Template } from "../../../contract/schemas/template.ts";
import {
  barePage,
  blocks,
  button,
  chooseOtherTheme,
  designOf,
  openDesign,
  openTemplate,
  person,
  said,
  saved,
  servesDesignTab,
  typesOf,
  withTemplate,
} from "../../support/browser/designTab.ts";
import { dragTo } from "../../support/browser/dragTo.ts";
import { everyBlock } from "../../support/templates/everyBlock.ts";
import { until } from "../../support/until.ts";

servesDesignTab();

test("the editor comes only when a design is opened, and asks nothing of any other host", async () => {
  const { page, complaints, outside } = await openDesign();
  const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  expect((await loaded()).some((name) => name.includes("mailParts"))).toBe(false);
  await button(page, "New template").click();
  await page.getByRole("region", { name: "Email editor" }).waitFor();
  expect(await typesOf(page)).toEqual(["heading", "text", "button", "text"]);
  expect((await loaded()).some((name) => name.includes("mailParts"))).toBe(true);
  // With nothing chosen it goes above the words that let readers out, and looks as the button that is there.
  await button(page, "Add Button").click();
  expect(await typesOf(page)).toEqual(["heading", "text", "button", "button", "text"]);
  expect(await looksOfButtons(page)).toEqual(Array(2).fill("rgb(179, 54, 11) at 32"));
  expect(outside).toEqual([]);
  expect(complaints).toEqual([]);
});

/** The ground of each button in the editor, and how far it stands from the left of its block. */
const looksOfButtons = (page: Page) =>
  page.locator('.block[aria-label^="button"] a').evaluateAll((links) =>
    links.map((link) => {
      const [own, block] = [link, link.closest(".block")].map((part) => part?.getBoundingClientRect().left);
      return `${getComputedStyle(link).backgroundColor} at ${(own ?? 0) - (block ?? 0)}`;
    }),
  );

test("what is done by keyboard is announced, and everything can be taken back", async () => {
  const { page } = await openDesign();
  await button(page, "New template").click();
  await blocks(page).first().focus();
  await page.keyboard.press("Alt+ArrowDown");
  expect(await typesOf(page)).toEqual(["text", "heading", "button", "text"]);
  expect(await said(page).textContent()).toBe("Moved to row 1, column 1, position 2");
  await page.keyboard.press("Alt+ArrowUp");
  await page.keyboard.press("Alt+ArrowUp");
  expect(await said(page).textContent()).toBe("Already at the edge");

  await button(page, "Add Divider").press("Enter");
  expect(await typesOf(page)).toEqual(["heading", "divider", "text", "button", "text"]);
  expect(await said(page).textContent()).toBe("Divider added");
  await blocks(page).nth(1).press("Delete");
  expect(await typesOf(page)).toEqual(["heading", "text", "button", "text"]);
  await page.keyboard.press("Control+z");
  expect(await typesOf(page)).toEqual(["heading", "divider", "text", "button", "text"]);
  for (let step = 0; step < 3; step += 1) await button(page, "Undo").click();
  expect(await typesOf(page)).toEqual(["heading", "text", "button", "text"]);
  expect(await button(page, "Undo").isDisabled()).toBe(true);
  for (let step = 0; step < 4; step += 1) await button(page, "Redo").click();
  expect(await typesOf(page)).toEqual(["heading", "text", "button", "text"]);
});

test("a block is dragged in and moved with the mouse", async () => {
  const { page } = await openDesign();
  await button(page, "New template").click();
  await dragTo(page, { from: button(page, "Add Divider"), to: blocks(page).nth(1), at: 0.2 });
  expect(await typesOf(page)).toEqual(["heading", "divider", "text", "button", "text"]);
  await dragTo(page, { from: blocks(page).nth(0), to: blocks(page).nth(2), at: 0.9 });
  expect(await typesOf(page)).toEqual(["divider", "text", "heading", "button", "text"]);
});

test("a design with every block and with keys that nobody knows comes back as it was", async () => {
  const template = await withTemplate(everyBlock);
  const { page, complaints } = await openDesign();
  await openTemplate(page, template);
  expect(await blocks(page).count()).toBe(13);
  await page.getByLabel("Preview line", { exact: true }).fill("Changed");
  const { design } = await saved(page, template);
  expect(design).toMatchObject({
    ...everyBlock,
    counters: expect.anything(),
    body: { id: "b1", values: { ...(everyBlock.body.values as object), preheaderText: "Changed" } },
  });
  const rows = (design as typeof everyBlock).body.rows;
  for (const [at, row] of everyBlock.body.rows.entries()) expect(rows[at]).toMatchObject(row as object);
  expect(complaints).toEqual([]);
});

test("text is written where it stands, with its merge fields in one piece", async () => {
  const values = { text: '<p style="font-size: 18px">Dear {{firstName|friend}},</p>' };
  const template = await withTemplate(designOf({ id: "t", type: "text", values }));
  const { page, complaints } = await openDesign();
  await openTemplate(page, template);
  await blocks(page).first().press("Enter");
  await page.locator(".ProseMirror").waitFor();
  await page.keyboard.type(" hello ");
  const bold = button(page, "Bold");
  expect(await bold.getAttribute("aria-pressed")).toBe("false");
  await bold.click();
  await page.keyboard.type("you");
  expect(await bold.getAttribute("aria-pressed")).toBe("true");
  await page.getByLabel("Insert a merge field").selectOption("lastName");
  await page.locator(".merge").nth(1).waitFor();
  await page.keyboard.press("Escape");
  const { design, html } = await saved(page, template);
  const text =
    '<p style="font-size: 18px;">Dear {{firstName|friend}}, hello <strong>you{{lastName}}</strong></p>';
  expect(JSON.stringify(design)).toContain(JSON.stringify(text).slice(1, -1));
  expect(html).toContain("Dear {{firstName|friend}}, hello <strong>you");
  expect(complaints).toEqual([]);
});

test("a part of the text has a size, a colour and a link of its own, and loses them again", async () => {
  const values = { text: "<p>Read more</p>" };
  const template = await withTemplate(designOf({ id: "t", type: "text", values }));
  const { page, complaints } = await openDesign();
  await openTemplate(page, template);
  await blocks(page).first().press("Enter");
  await page.keyboard.press("Control+a");
  await page.getByLabel("Size of the selected text").selectOption("24px");
  await page.getByLabel("Colour of the selected text").fill("#aa0000");
  // Both follow what is selected, a moment later.
  await until(async () => (await page.getByLabel("Size of the selected text").inputValue()) === "24px");
  await until(async () => (await page.getByLabel("Colour of the selected text").inputValue()) === "#aa0000");
  await button(page, "Link").click();
  await page.getByLabel("Address of the link").fill("shop.example/spring");
  await page.keyboard.press("Enter");
  expect(await page.locator(".ProseMirror a").getAttribute("href")).toBe("https://shop.example/spring");
  await page.locator(".ProseMirror:focus").waitFor();
  const { html } = await saved(page, template);
  expect(html).toMatch(/<a [^>]*href="https:\/\/shop.example\/spring"/);
  expect(html).toMatch(/<span style="font-size: 24px; color: rgb\(170, 0, 0\);?">/);

  await blocks(page).first().press("Enter");
  await page.keyboard.press("Control+a");
  await button(page, "Link").click();
  await button(page, "Remove link").click();
  await page.getByLabel("Size of the selected text").selectOption("as the block");
  const after = await saved(page, template);
  expect(after.html).not.toContain("shop.example");
  expect(after.html).not.toContain("font-size: 24px");
  expect(after.html).toContain("color: rgb(170, 0, 0)");
  expect(complaints).toEqual([]);
});

test("what this editor cannot do to a design it leaves alone, and says so", async () => {
  const root = { type: "root", children: [{ type: "paragraph", children: [{ type: "text", text: "New" }] }] };
  const design = designOf(
    { id: "p", type: "paragraph", values: { textJson: JSON.stringify({ root }) } },
    { id: "u", type: "carousel", values: { pictures: [1] } },
    { id: "t", type: "text", values: { text: "<table><tbody><tr><td>Cell</td></tr></tbody></table>" } },
    { id: "h", type: "heading", values: { text: "Hi " } },
  );
  const template = await withTemplate({ schemaVersion: 99, ...(design as object) });
  const { page, complaints } = await openDesign();
  await openTemplate(page, template);
  await page.getByText("This design comes from a newer editor.").waitFor();
  const unknown = page.locator('.block[aria-label^="carousel"]');
  expect(await unknown.getAttribute("data-placeholder")).toContain("does not know");
  await page.locator('.block[aria-label^="text"]').focus();
  await page.getByText("formatting that writing in place would drop").waitFor();
  expect(await page.getByLabel("Text as HTML").inputValue()).toContain("<td>Cell</td>");

  await page.locator('.block[aria-label^="heading"]').focus();
  await page.getByLabel("Insert a merge field").selectOption("firstName");
  await page.getByText("Not saved", { exact: true }).waitFor();
  expect(await button(page, "Save Changes").isDisabled()).toBe(true);
  await button(page, "Save As").click();
  const dialog = page.locator("dialog[open]");
  await dialog.getByLabel("Name").fill("A copy of it");
  await dialog.getByRole("button", { name: "Save As" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  const all = (await person.client("GET /templates")) as Template[];
  const stored = (name: string) => JSON.stringify(all.find((one) => one.name === name)?.design);
  expect(stored("A copy of it")).toContain("Hi {{firstName}}");
  expect(stored("A copy of it")).toContain('"pictures":[1]');
  expect(stored("A copy of it")).toContain('"textJson"');
  expect(stored(template.name)).not.toContain("{{firstName}}");

  // Only writing in it makes the newer form of a text the older one.
  await page.locator('.block[aria-label^="paragraph"]').press("Enter");
  await page.locator(".ProseMirror").waitFor();
  expect(await typesOf(page)).toEqual(["text", "carousel", "text", "heading"]);
  expect(complaints).toEqual([]);
});

test("hostile text and HTML run nowhere: not on the canvas, not in the preview, not in what is saved", async () => {
  const evil =
    '<img src="x" onerror="top.hacked=1"><script>top.hacked=1</script><svg onload="top.hacked=1"></svg>';
  const template = await withTemplate(
    designOf(
      { id: "a", type: "text", values: { text: evil } },
      { id: "b", type: "html", values: { html: evil } },
    ),
  );
  const { page } = await openDesign();
  await openTemplate(page, template);
  await button(page, "Preview").click();
  await page.getByTitle("Preview of the template").waitFor();
  await button(page, "Edit").click();
  await page.getByLabel("Preview line", { exact: true }).fill("Changed");
  const { html } = await saved(page, template);
  expect(html).not.toMatch(/<script|<svg|onerror/);
  expect(await page.evaluate(() => "hacked" in window)).toBe(false);
});

test("another theme, another tab and a look at the preview keep unsaved work", async () => {
  const template = await withTemplate(designOf({ id: "t", type: "divider", values: {} }));
  const { page } = await openDesign();
  await openTemplate(page, template);
  await button(page, "Add Button").click();
  await chooseOtherTheme(page);
  expect(await page.locator("[data-appearance]").getAttribute("data-appearance")).toBe("modern_dark");
  await page.getByRole("tab", { name: "Leads" }).click();
  await page.getByRole("tab", { name: "Design" }).click();
  await button(page, "Preview").click();
  await page.getByTitle("Preview of the template").waitFor();
  await button(page, "Edit").click();
  expect(await typesOf(page)).toEqual(["divider", "button"]);
  await button(page, "Undo").click();
  expect(await typesOf(page)).toEqual(["divider"]);
});

test("the mail stacks its columns on a phone and stays within it, and stands at its width on a desktop", async () => {
  const { html } = await person.client("POST /templates/render", { body: { design: everyBlock, name: "x" } });
  const page = await barePage();
  for (const [width, stacks] of [
    [700, false],
    [375, true],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.setContent(html, { waitUntil: "domcontentloaded" });
    const columns = await page
      .locator(".u-col")
      .evaluateAll((all) => all.map((column) => column.getBoundingClientRect().toJSON() as DOMRect));
    expect((columns[1]?.bottom ?? 0) <= (columns[2]?.top ?? 0)).toBe(stacks);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (!stacks) expect(columns[0]?.width).toBe(600);
  }
});

test("the canvas looks like the mail: every block has the same place and size", async () => {
  const template = await withTemplate(everyBlock);
  const { page } = await openDesign();
  await page.setViewportSize({ width: 1900, height: 1000 });
  await openTemplate(page, template);
  const tables =
    '[id^="u_content_heading"], [id^="u_content_text"], [id^="u_content_button"], [id^="u_content_table"], [id^="u_content_menu"], [id^="u_content_html"]';
  const sizes = (root: Page | Locator) =>
    root.locator(tables).evaluateAll((all) => {
      const first = all[0]?.getBoundingClientRect();
      return all.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x - (first?.x ?? 0), y - (first?.y ?? 0), width, height].map(Math.round);
      });
    });
  const onCanvas = await sizes(page.locator(".editor-canvas"));
  const { html } = await person.client("POST /templates/render", { body: { design: everyBlock, name: "x" } });
  const mail = await barePage();
  await mail.setViewportSize({ width: 1000, height: 1000 });
  await mail.setContent(html, { waitUntil: "domcontentloaded" });
  expect(onCanvas.length).toBe(6);
  expect(onCanvas).toEqual(await sizes(mail));
});

const written = (type: string) => ({ id: type, type, values: { text: "<p>Hello</p>" } });

test("a block is copied, and put below another one and into another mail", async () => {
  const [first, second] = await Promise.all([
    withTemplate(designOf(written("heading"), written("text"), written("button"))),
    withTemplate(designOf(written("text"))),
  ]);
  const { page, complaints } = await openDesign();
  await openTemplate(page, first);
  await blocks(page).nth(0).press("Control+v");
  expect(await said(page).textContent()).toBe("Nothing has been copied");
  await blocks(page).nth(0).press("Control+c");
  await blocks(page).nth(1).press("Control+v");
  expect(await typesOf(page)).toEqual(["heading", "text", "heading", "button"]);
  await page.keyboard.press("Control+z");
  expect(await typesOf(page)).toEqual(["heading", "text", "button"]);
  await openTemplate(page, second);
  await until(async () => (await typesOf(page)).length === 1);
  await blocks(page).nth(0).press("Control+v");
  expect(await typesOf(page)).toEqual(["text", "heading"]);
  expect(complaints).toEqual([]);
});
