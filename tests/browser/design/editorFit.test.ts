import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { axeFindings } from "../../support/browser/axe.ts";
import {
  blocks,
  button,
  chooseOtherTheme,
  designOf,
  openDesign,
  openTemplate,
  saved,
  servesDesignTab,
  typesOf,
  withTemplate,
} from "../../support/browser/designTab.ts";
import { dragTo } from "../../support/browser/dragTo.ts";

servesDesignTab();

const text = (id: string) => ({
  id,
  type: "text",
  values: { text: `<p>${"A line that is as long as the paper is wide, and longer. ".repeat(6)}</p>` },
});
const canvas = (page: Page) => page.locator(".editor-canvas");

const fitOf = (page: Page) =>
  page.locator(".fit").evaluate((paper: HTMLElement) => Number(paper.style.getPropertyValue("--fit")));

/** Where each line of a block's text ends, as letters counted from its beginning. */
const linesOf = (page: Page) =>
  blocks(page)
    .first()
    .evaluate((block) => {
      const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
      const tops: number[] = [];
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        for (let at = 0; at < (node.textContent ?? "").trim().length; at += 1) {
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          tops.push(Math.round(range.getBoundingClientRect().top));
        }
      return tops.flatMap((top, at) => (at > 0 && top > (tops[at - 1] ?? top) + 4 ? [at] : []));
    });

test("a mail is shown smaller where there is no room for it, and its lines end where they do in the mail", async () => {
  const template = await withTemplate(designOf(text("a"), text("b"), { ...text("c"), type: "divider" }));
  const { page } = await openDesign({ viewport: { width: 1900, height: 1000 } });
  await openTemplate(page, template);
  await blocks(page).nth(2).waitFor();
  const whole = await linesOf(page);
  expect(whole.length).toBeGreaterThan(1);
  await page.setViewportSize({ width: 1000, height: 1000 });
  await page.waitForFunction(() => {
    const root = document.querySelector(".editor-canvas")?.shadowRoot;
    return Number(root?.querySelector<HTMLElement>(".fit")?.style.getPropertyValue("--fit")) < 1;
  });
  const room = await canvas(page).boundingBox();
  const paper = await page.locator(".row-inner").boundingBox();
  expect(room?.width).toBeLessThan(600);
  expect(paper?.width).toBeLessThan(room?.width ?? 0);
  expect(await linesOf(page)).toEqual(whole);

  // What is dragged lands where the line shows it, also on the smaller paper.
  const [divider, first] = [await blocks(page).nth(2).boundingBox(), await blocks(page).nth(0).boundingBox()];
  if (divider === null || first === null) throw new Error("nothing is drawn");
  await page.mouse.move(divider.x + 50, divider.y + 5);
  await page.mouse.down();
  await page.mouse.move(first.x + 50, first.y + 6, { steps: 5 });
  const line = await page.locator(".drop-line:not([hidden])").boundingBox();
  await page.mouse.up();
  expect(Math.abs((line?.y ?? 0) + (line?.height ?? 0) / 2 - first.y)).toBeLessThan(3);
  expect(Math.abs((line?.width ?? 0) - first.width)).toBeLessThan(2);
  expect(await typesOf(page)).toEqual(["divider", "text", "text"]);
});

test("the settings stand beside the canvas on a small screen too, and below it on a phone", async () => {
  const template = await withTemplate(designOf(text("a")));
  const { page } = await openDesign({ viewport: { width: 1024, height: 768 } });
  await openTemplate(page, template);
  const beside = async () => {
    const paper = await canvas(page).boundingBox();
    const settings = await page.getByRole("region", { name: "Settings" }).boundingBox();
    return (settings?.x ?? 0) >= (paper?.x ?? 0) + (paper?.width ?? 0) - 2;
  };
  expect(await beside()).toBe(true);
  await page.locator(".row").first().focus();
  // Its label has two lines here.
  const typed = await page.getByLabel("Background of the whole row", { exact: true }).boundingBox();
  const swatch = await page.locator('.editor-color:has-text("whole row") [type="color"]').boundingBox();
  expect(swatch?.y).toBe(typed?.y ?? 0);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await beside()).toBe(false);
});

test("on a phone the canvas begins as wide as a phone, and nothing of the editor is cut off", async () => {
  const template = await withTemplate(designOf(text("a")));
  const { page } = await openDesign({ viewport: { width: 390, height: 844 } });
  await button(page, "Show the templates").or(button(page, template.name)).first().waitFor();
  await openTemplate(page, template);
  expect(await button(page, "Phone width").getAttribute("aria-pressed")).toBe("true");
  const width = await page.locator(".row-inner").evaluate((row: HTMLElement) => row.offsetWidth);
  expect(width).toBe(375);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const bar = await page.locator(".editor-bar").boundingBox();
  const last = await button(page, "Row").boundingBox();
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual((bar?.x ?? 0) + (bar?.width ?? 0));
});

test("axe finds nothing beside a row, a column, a menu or a timer, wide and light, narrow and dark", async () => {
  const design = designOf(text("a"), { ...text("m"), type: "menu" }, { ...text("t"), type: "timer" });
  const template = await withTemplate(design);
  const { page } = await openDesign({ bypassCSP: true });
  await openTemplate(page, template);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.locator(".row").first().focus();
    await page.getByLabel("Stands").waitFor();
    expect([width, "row", await axeFindings(page, ".editor")]).toEqual([width, "row", []]);
    // What stands around them is the same then.
    const part = ".editor-settings";
    await button(page, "Column 1").click();
    // The button is gone with the row's settings; whoever pressed it by keyboard goes on in the column's.
    await page.locator(".editor-settings:focus").waitFor();
    await page.getByRole("group", { name: "Border" }).waitFor();
    expect([width, "column", await axeFindings(page, part)]).toEqual([width, "column", []]);
    for (const at of [1, 2]) {
      await blocks(page).nth(at).focus();
      expect([width, at, await axeFindings(page, part)]).toEqual([width, at, []]);
    }
    if (width === 1440) await chooseOtherTheme(page);
  }
});

test("a timer says that it needs a picture, stays out of the mail without one, and shows one that it has", async () => {
  const template = await withTemplate(designOf({ id: "t", type: "timer", values: {} }));
  const { page, outside } = await openDesign();
  await openTemplate(page, template);
  await blocks(page).first().focus();
  await page.getByText("Amplify has no such service").waitFor();
  await page.getByLabel("Space around").first().fill("5px");
  expect((await saved(page, template)).html).not.toContain("<img");
  await page.getByLabel("Picture address").fill("https://timers.example/until.gif");
  const { html } = await saved(page, template);
  expect(html).toContain('src="https://timers.example/until.gif"');
  expect(html).not.toContain("unlayer");
  expect(outside.every((address) => address.startsWith("https://timers.example/"))).toBe(true);
});

test("a label with a sign that HTML knows stands in the mail as it was typed", async () => {
  const values = { text: "<span>Go</span>", href: { name: "web", values: { href: "https://example.com" } } };
  const template = await withTemplate(designOf({ id: "b", type: "button", values }));
  const { page } = await openDesign();
  await openTemplate(page, template);
  await blocks(page).first().focus();
  expect(await page.getByLabel("Label", { exact: true }).inputValue()).toBe("Go");
  await page.getByLabel("Label", { exact: true }).fill("Tea & <b>cake</b>");
  expect(await page.getByLabel("Label", { exact: true }).inputValue()).toBe("Tea & <b>cake</b>");
  expect(await blocks(page).first().textContent()).toContain("Tea & <b>cake</b>");
  expect((await saved(page, template)).html).toContain("Tea &amp; &lt;b&gt;cake&lt;/b&gt;");
});

test("rows and columns have lines, pictures and paddings of their own, also for phones", async () => {
  const template = await withTemplate(designOf(text("a"), { ...text("b"), type: "divider" }));
  const { page } = await openDesign();
  await openTemplate(page, template);
  await page.locator(".row").first().focus();
  await page.getByLabel("Background picture").fill("/email-assets/starters/leaf.png");
  await page.getByText("On phones", { exact: true }).click();
  await page.getByLabel("Keep the columns side by side").check();
  await button(page, "Column 1").click();
  const border = page.getByRole("group", { name: "Border" });
  await border.getByLabel("All the same").uncheck();
  await border.getByLabel("Thickness", { exact: true }).first().fill("3");
  await border.getByLabel("Colour", { exact: true }).first().fill("#123456");
  await dragTo(page, { from: blocks(page).nth(1), to: blocks(page).nth(0), at: 0.1 });
  const { html, design } = await saved(page, template);
  expect(html).toMatch(/background-image: ?url\(['"]?[^'")]*leaf\.png/);
  expect(html).toMatch(/class="u-row [^"]*no-stack/);
  expect(html).toMatch(/border-top: ?3px solid #123456/);
  expect(JSON.stringify(design)).toContain('"borderTopWidth":"3px"');
});

test("at 1440 pixels the mail is drawn as large as it is, and the editor ends where the window does", async () => {
  const template = await withTemplate(designOf(...["a", "b", "c", "d", "e", "f"].map(text)));
  const { page } = await openDesign({ viewport: { width: 1440, height: 900 } });
  await openTemplate(page, template);
  await blocks(page).first().waitFor();
  expect(await fitOf(page)).toBe(1);
  const settings = await page.getByRole("region", { name: "Settings" }).boundingBox();
  expect((settings?.y ?? 0) + (settings?.height ?? 0)).toBeCloseTo(900, -1);
  const bars = await page.locator(".room-bar").boundingBox();
  expect(bars?.height).toBeLessThan(60);
});

test("what stands beside the mail is folded away wholly, by key as well, and stays so", async () => {
  const template = await withTemplate(designOf(text("a")));
  const { page } = await openDesign({ viewport: { width: 1024, height: 768 } });
  await openTemplate(page, template);
  await blocks(page).first().focus();
  expect(await fitOf(page)).toBeLessThan(1);
  await page.keyboard.press("Control+Backslash");
  await page.getByRole("region", { name: "Settings" }).waitFor({ state: "hidden" });
  const widthOf = async (part: string) => (await page.locator(part).boundingBox())?.width;
  expect(await widthOf(".editor-canvas")).toBe(await widthOf(".room"));
  await page.waitForFunction(() => {
    const root = document.querySelector(".editor-canvas")?.shadowRoot;
    return root?.querySelector<HTMLElement>(".fit")?.style.getPropertyValue("--fit") === "1";
  });
  await page.reload();
  await page.getByRole("region", { name: "Email editor" }).waitFor();
  expect(await page.getByRole("region", { name: "Settings" }).isVisible()).toBe(false);
  await button(page, "Show the settings").click();
  await page.getByRole("region", { name: "Settings" }).waitFor();
  expect(await page.getByRole("region", { name: "Blocks to add" }).isVisible()).toBe(false);
});

test("Control with S saves, and asks for a name where there is none yet", async () => {
  const template = await withTemplate(designOf(text("a")));
  const { page } = await openDesign();
  await openTemplate(page, template);
  await blocks(page).first().focus();
  await page.keyboard.press("Control+d");
  await page.getByText("Not saved", { exact: true }).waitFor();
  await page.keyboard.press("Control+s");
  await page.getByText("Saved", { exact: true }).waitFor();
  await button(page, "Back to the templates").click();
  await button(page, "New template").click();
  await blocks(page).first().focus();
  await page.keyboard.press("Control+s");
  await page.getByRole("dialog", { name: "Save As" }).waitFor();
});

test("Control with K asks where the chosen words lead, also while the settings are folded away", async () => {
  const template = await withTemplate(designOf({ id: "a", type: "text", values: { text: "<p>Word</p>" } }));
  const { page } = await openDesign();
  await openTemplate(page, template);
  await button(page, "Show the settings").click();
  await blocks(page).first().press("Enter");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+k");
  await page.getByLabel("Address of the link").fill("example.com");
  await page.keyboard.press("Enter");
  expect((await saved(page, template)).html).toContain('href="https://example.com"');
});

test("both sides fold away by a key as soon as a mail is open, wherever the focus is", async () => {
  const template = await withTemplate(designOf(text("a")));
  const { page } = await openDesign();
  await openTemplate(page, template);
  await blocks(page).first().waitFor();
  const sides = () => page.locator(".editor").evaluate((editor: HTMLElement) => ({ ...editor.dataset }));
  expect(await sides()).toMatchObject({ palette: "true", settings: "true" });
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("Control+\\");
  await page.locator('.editor[data-palette="false"][data-settings="false"]').waitFor();
  await page.keyboard.press("Control+\\");
  await page.locator('.editor[data-palette="true"][data-settings="true"]').waitFor();
});

test("where colours are forced, the mail, the buttons on it and the swatches keep theirs", async () => {
  const values = {
    text: "Buy",
    buttonColors: { color: "#fff", backgroundColor: "#0a0" },
    href: { name: "web", values: { href: "https://example.org/", target: "_blank" } },
  };
  const template = await withTemplate(designOf({ id: "b", type: "button", values }));
  const { page } = await openDesign({ forcedColors: "active" });
  await openTemplate(page, template);
  await blocks(page).first().focus();
  const groundOf = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await groundOf(".block a")).toBe("rgb(0, 170, 0)");
  expect(await groundOf(".block .handle")).toBe("rgb(194, 65, 12)");
  expect(await page.getByLabel("Choose Button colour").inputValue()).toBe("#00aa00");
});
