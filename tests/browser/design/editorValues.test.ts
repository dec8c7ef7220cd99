import { expect, test } from "bun:test";
import type { Page } from "playwright-core";
import {
  blocks,
  button,
  designOf,
  openDesign,
  openTemplate,
  saved,
  servesDesignTab,
  showTemplates,
  withTemplate,
} from "../../support/browser/designTab.ts";
import { until } from "../../support/until.ts";

servesDesignTab();

type Stored = { body: { values: Record<string, unknown>; rows: { columns: { contents: Block[] }[] }[] } };
type Block = { values: Record<string, unknown> };
const firstBlock = (design: unknown) => (design as Stored).body.rows[0]?.columns[0]?.contents[0]?.values;
const text = (values: Record<string, unknown> = {}) =>
  designOf({ id: "t", type: "text", values: { text: "<p>Hi</p>", ...values } });

async function open(design: unknown) {
  const template = await withTemplate(design);
  const opened = await openDesign();
  await openTemplate(opened.page, template);
  await blocks(opened.page).first().focus();
  return { ...opened, template };
}
const field = (page: Page, label: string) =>
  page.locator(".editor-settings").getByLabel(label, { exact: true });
const faultOf = (page: Page, label: string) =>
  field(page, label).evaluate((input) => {
    const described = (input.getAttribute("aria-describedby") ?? "").split(" ");
    const words = described.map((id) => document.getElementById(id)?.textContent);
    return { invalid: input.getAttribute("aria-invalid"), words: words.join(" ") };
  });

test("a size without its unit is completed, and seen at once", async () => {
  const { page, template } = await open(text());
  await field(page, "Font size").fill("20");
  const drawn = () =>
    page.locator(".block .v-font-size").evaluate((element) => getComputedStyle(element).fontSize);
  expect(await drawn()).toBe("20px");
  await field(page, "Space around").fill("10 30");
  expect(await field(page, "Font size").inputValue()).toBe("20");
  expect(await field(page, "Unit of font size").inputValue()).toBe("px");
  await field(page, "Text colour").fill("b3360b");
  const { design, html } = await saved(page, template);
  expect(firstBlock(design)).toMatchObject({
    fontSize: "20px",
    containerPadding: "10px 30px",
    color: "#b3360b",
  });
  expect(html).toContain("font-size: 20px");
});

test("what means nothing is refused beside its field, and the value from before holds", async () => {
  const { page, template } = await open(text({ fontSize: "18px" }));
  for (const [label, typed] of [
    ["Font size", "nonsense"],
    ["Font size", "9000px"],
    ["Line height", "2000"],
    ["Text colour", "reddish"],
  ] as const) {
    await field(page, label).fill(typed);
    await field(page, label).press("Enter");
    const { invalid, words } = await faultOf(page, label);
    expect([typed, invalid]).toEqual([typed, "true"]);
    expect(words).toContain("Write ");
    expect(await field(page, label).inputValue()).toBe(typed);
  }
  await field(page, "Line height").fill("150%");
  expect((await faultOf(page, "Line height")).invalid).toBeNull();
  const { design } = await saved(page, template);
  expect(firstBlock(design)).toMatchObject({ fontSize: "18px", lineHeight: "150%" });
  expect(firstBlock(design)).not.toHaveProperty("color");
  // It belongs to its block and to no other.
  await button(page, "Whole mail").click();
  await field(page, "Width").fill("680");
  await blocks(page).first().focus();
  expect(await field(page, "Font size").inputValue()).toBe("18");
});

test("sides are one measure, or each its own once they are let apart, and one again", async () => {
  const { page, template } = await open(text({ containerPadding: "10px 20px" }));
  const shown = () =>
    Promise.all(["Top", "Right", "Bottom", "Left"].map((side) => field(page, side).inputValue()));
  expect(await shown()).toEqual(["10", "20", "10", "20"]);
  await field(page, "Left").press("ArrowUp");
  await field(page, "Left").press("Shift+ArrowDown");
  await field(page, "Unit of top").selectOption("em");
  expect(firstBlock((await saved(page, template)).design)).toMatchObject({
    containerPadding: "0.63em 20px 10px 11px",
  });
  await field(page, "All the same").check();
  expect(await field(page, "Space around").inputValue()).toBe("0.63");
  await field(page, "All the same").uncheck();
  expect(await shown()).toEqual(["0.63", "0.63", "0.63", "0.63"]);
  expect(firstBlock((await saved(page, template)).design)).toMatchObject({ containerPadding: "0.63em" });
});

test("an emptied field takes what the block is without it, and nothing half typed is told off", async () => {
  const { page, template } = await open(text({ fontSize: "18px" }));
  await field(page, "Font size").fill("");
  expect(await field(page, "Font size").inputValue()).toBe("");
  await field(page, "Font size").pressSequentially("2p");
  expect((await faultOf(page, "Font size")).invalid).toBeNull();
  await field(page, "Font size").fill("");
  await field(page, "Font size").press("Tab");
  expect(await field(page, "Font size").inputValue()).toBe("14");
  const { design } = await saved(page, template);
  expect(firstBlock(design)).not.toHaveProperty("fontSize");
});

test("a stored value that means nothing is shown as such, named by the check list, and a press leads there", async () => {
  const { page } = await open(text({ fontSize: "9000px" }));
  expect((await faultOf(page, "Font size")).invalid).toBe("true");
  await button(page, "Preview").click();
  await page.getByText("The font size, “9000px”, is left out of the mail.").waitFor();
  await button(page, "Go to text, row 1").click();
  await page.locator('.block[data-id="t"]:focus').waitFor();
});

test("what a starter invented is named by the check list, and a press leads to its block", async () => {
  const { page } = await openDesign();
  await button(page, "New template").click();
  await page.getByRole("region", { name: "Email editor" }).waitFor();
  await button(page, "Preview").click();
  const sample = page.locator(".checks li", { hasText: "Say what happens next" });
  await sample.getByRole("button", { name: "Go to button, row 1" }).click();
  await page.locator('.block[aria-label^="button"]:focus').waitFor();
});

test("a web font of a design is offered by its name, stored as one with its address, and no preview asks for it", async () => {
  const cabin = {
    label: "Cabin",
    value: "'Cabin',sans-serif",
    url: "https://fonts.googleapis.com/css?family=Cabin:400,700",
    defaultFont: true,
  };
  const { page, template, complaints, outside } = await open(text({ fontFamily: cabin }));
  const chosen = () =>
    field(page, "Font").evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.label);
  expect(await chosen()).toBe("Cabin");
  await field(page, "Font").selectOption("Georgia");
  const after = await saved(page, template);
  expect(firstBlock(after.design)?.fontFamily).toEqual({ label: "Georgia", value: "georgia,palatino,serif" });
  expect(after.html).not.toContain("fonts.googleapis.com");
  await field(page, "Font").selectOption("Cabin");
  const back = await saved(page, template);
  expect(firstBlock(back.design)?.fontFamily).toEqual(cabin);
  expect(back.html).toContain(
    '<link href="https://fonts.googleapis.com/css?family=Cabin:400,700" rel="stylesheet"',
  );
  await button(page, "Preview").click();
  await page.getByText("This mail brings fonts of its own. They are not loaded here").waitFor();
  await page.frameLocator('iframe[title="Preview of the template"]').getByText("Hi").waitFor();
  expect(outside).toEqual([]);
  expect(complaints).toEqual([]);
});

test("a link that is typed as people say it is whole once its field is left, and one that is whole stays", async () => {
  const button = { id: "b", type: "button", values: { text: "Go" } };
  const items = [{ key: "1", text: "Us", link: { name: "web", values: { href: "https://x.test" } } }];
  const menu = { id: "m", type: "menu", values: { menu: { items } } };
  const { page, template } = await open(designOf(button, menu));
  const leave = async (label: string, typed: string) => {
    await field(page, label).fill(typed);
    await page.keyboard.press("Tab");
  };
  await leave("Link", "www.shop.example/a?b");
  await until(async () => (await field(page, "Link").inputValue()) === "https://www.shop.example/a?b");
  const { html } = await saved(page, template);
  expect(html).toContain('href="https://www.shop.example/a?b"');
  await leave("Link", " desk@shop.example ");
  await until(async () => (await field(page, "Link").inputValue()) === "mailto:desk@shop.example");
  await leave("Link", "{{unsubscribeUrl}}");
  expect(await field(page, "Link").inputValue()).toBe("{{unsubscribeUrl}}");
  await blocks(page).nth(1).focus();
  await leave("Address", "shop.example");
  await until(async () => (await field(page, "Address").inputValue()) === "https://shop.example");
});

test("a design that a program stored as text is opened as one, and of what is none the HTML is, unharmed", async () => {
  const odd = [];
  for (const design of ["no JSON", 5, ["x"], {}, { body: null }]) odd.push(await withTemplate(design));
  const { page } = await open(JSON.stringify(text()));
  expect(await blocks(page).first().textContent()).toContain("Hi");
  for (const { name } of odd) {
    await showTemplates(page);
    await button(page, name).click();
    // The list makes room for what is opened; until then the fields are those of the one before.
    await button(page, "Show the templates").waitFor();
    expect(await page.getByLabel("HTML", { exact: true }).inputValue()).toBe("<p>Old</p>");
  }
});

test("a block that cannot be drawn, as a program has put it together, says so on the canvas and can be deleted", async () => {
  const template = await withTemplate(
    designOf(
      { id: "a", type: "table", values: { table: { headers: [{ cells: null }], rows: "none" } } },
      { id: "b", type: "constructor", values: {} },
      { id: "c", type: "text", values: { text: "<p>Words</p>", _meta: null } },
    ),
  );
  const { page } = await openDesign();
  await openTemplate(page, template);
  await blocks(page).nth(2).getByText("Words").waitFor();
  const told = [
    "This block cannot be drawn, and no mail with it",
    "A kind of block that this editor does not know",
  ];
  for (const [at, sentence] of told.entries()) {
    await blocks(page).first().focus();
    expect(await blocks(page).first().getAttribute("data-placeholder")).toStartWith(sentence);
    await page.keyboard.press("Delete");
    await blocks(page)
      .nth(told.length - at)
      .waitFor({ state: "detached" });
  }
  expect((await saved(page, template)).html).toContain("Words");
});
