import { expect, test } from "bun:test";
import type { Locator } from "playwright-core";
import type { Design } from "../../../mail/design/design.ts";
import {
  blocks,
  button,
  designOf,
  openDesign,
  openTemplate,
  saved,
  servesDesignTab,
  withTemplate,
} from "../../support/browser/designTab.ts";
import { tinyPng } from "../../support/templates/tinyPng.ts";

servesDesignTab();

test("on a device of Apple the keys are called as they are there, in the editor, its tools and the list of keys", async () => {
  const { page } = await openDesign();
  await page.addInitScript(() => Object.defineProperty(navigator, "platform", { value: "MacIntel" }));
  await page.reload();
  await page.locator(".loader").waitFor({ state: "detached" });
  await button(page, "New template").click();
  await page.getByTitle("⌘ S", { exact: true }).waitFor();
  await page.getByTitle("Show the settings (⌘ \\ folds both sides)").waitFor();
  await page.getByRole("button", { name: "Find or do" }).getByText("⌘ K").waitFor();
  expect(await page.locator(".row").first().getAttribute("aria-description")).toContain("Command and D");
  await blocks(page).nth(1).focus();
  await page.keyboard.press("Enter");
  await page.getByTitle("Where it leads (⌘ K)").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Design" }).focus();
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard" });
  await keys.getByText("⌘ Z, Shift ⌘ Z").waitFor();
  expect(await keys.getByText("Ctrl").count()).toBe(0);
});

test("the mail's words are in the mail's language, and what the editor says around them is in the page's", async () => {
  const { body } = designOf({ id: "t", type: "text", values: { text: "<p>こんにちは</p>" } }) as Design;
  const template = await withTemplate({ body: { ...body, values: { ...body.values, _lang: "ja" } } });
  const { page } = await openDesign();
  await openTemplate(page, template);
  const languageOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.closest("[lang]")?.getAttribute("lang") ?? "the page's");
  expect(await languageOf(".block p")).toBe("ja");
  expect(await languageOf(".block")).toBe("the page's");
  await blocks(page).first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Text", exact: true }).waitFor();
  expect(await languageOf(".block [role=textbox]")).toBe("ja");
});

test("words in a language that is written from the right run so on the canvas, also while they are written", async () => {
  const { body } = designOf({ id: "t", type: "text", values: { text: "<p>שלום, עולם.</p>" } }) as Design;
  const template = await withTemplate({ body: { ...body, values: { ...body.values, _lang: "he" } } });
  const { page } = await openDesign();
  await openTemplate(page, template);
  const runsOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).direction);
  expect(await runsOf(".block p")).toBe("rtl");
  expect(await runsOf(".block")).toBe("ltr");
  await blocks(page).first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Text", exact: true }).waitFor();
  expect(await runsOf(".block [role=textbox]")).toBe("rtl");
});

test("a paragraph that says by itself which way it runs goes on to say so once it is written in", async () => {
  const text = '<p dir="rtl">שלום!</p><ol dir="rtl" start="3"><li><p>ג</p></li></ol>';
  const template = await withTemplate(designOf({ id: "t", type: "text", values: { text } }));
  const { page } = await openDesign();
  await openTemplate(page, template);
  await blocks(page).first().focus();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Text", exact: true }).waitFor();
  await page.keyboard.type("x");
  const { html } = await saved(page, template);
  expect(html).toContain(text.replace("ג", "גx"));
});

test("what is pasted into a text is as bold as it was, and what was copied from one keeps its colours", async () => {
  const coloured = '<span style="color: rgb(224, 62, 45); font-size: 24px;">Red</span>';
  const template = await withTemplate(
    designOf(
      { id: "a", type: "text", values: { text: `<p style="text-align: center;">${coloured} as it is</p>` } },
      { id: "b", type: "text", values: { text: "<p>Second</p>" } },
    ),
  );
  const { page, complaints } = await openDesign();
  await openTemplate(page, template);
  await blocks(page).nth(1).focus();
  await page.keyboard.press("Enter");
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  // As Google Docs has it: a bold tag around all of it that its style takes back.
  const copied = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr">
    <span style="font-size:11pt;font-weight:700;">Bold</span><span style="font-weight:400;"> plain </span><span
    style="font-style:italic;">slanted</span> <a href="https://example.org/"><span
    style="text-decoration:underline;color:#1155cc">link</span></a></p></b><style>p { margin: 0 }</style>`;
  await page.keyboard.press("Control+a");
  await paste(text, copied);
  await text.getByText("slanted").waitFor();
  expect(await text.innerHTML()).toBe(
    '<p><strong>Bold</strong> plain <em>slanted</em> <a target="_blank" href="https://example.org/">link</a></p>',
  );

  const ours = `<p data-pm-slice="0 0 []" style="text-align: center;">${coloured} as it is</p>`;
  await page.keyboard.press("Control+a");
  await paste(text, ours);
  await text.getByText("as it is").waitFor();
  expect(await text.innerHTML()).toBe(`<p style="text-align: center;">${coloured} as it is</p>`);
  expect(complaints).toEqual([]);
});

test("spaces in a row, breaks at an end and raised figures look in the mail as they do while they are written", async () => {
  const foreign = "<p>80 m<sup>2</sup><br></p>";
  const template = await withTemplate(
    designOf(
      { id: "a", type: "text", values: { text: "<p>W</p>" } },
      { id: "b", type: "text", values: { text: foreign } },
    ),
  );
  const { page } = await openDesign();
  await openTemplate(page, template);
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  const boxOf = (at: number) =>
    blocks(page)
      .nth(at)
      .evaluate((block) => {
        const range = document.createRange();
        range.selectNodeContents(block.querySelector("p") ?? block);
        const { width, height } = range.getBoundingClientRect();
        return { width: Math.round(width), height: Math.round(height), block: block.clientHeight };
      });
  const drawn = await boxOf(1);
  await blocks(page).nth(1).focus();
  await page.keyboard.press("Enter");
  await text.waitFor();
  expect(await boxOf(1)).toEqual(drawn);

  await blocks(page).first().dblclick();
  await text.getByText("W").waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("  a   b c");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type(" {{firstName}}");
  await paste(text, "H<span style='font-size:0.6em;vertical-align:sub'>2</span>");
  await page.keyboard.type("O");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("  d");
  await page.keyboard.press("Shift+Enter");
  const written = await boxOf(0);
  await page.keyboard.press("Escape");
  await text.waitFor({ state: "detached" });
  expect(await boxOf(0)).toEqual(written);
  const [hard, { html, design }] = ["&nbsp;", await saved(page, template)];
  expect(html).toContain(
    `<p>${hard} a${hard}${hard} b c<br>${hard}{{firstName}}H<sub>2</sub>O<strong>${hard} d</strong><br><br></p>`,
  );
  expect(JSON.stringify(design)).toContain(foreign);
  await blocks(page).first().focus();
  await page.keyboard.press("Enter");
  await text.waitFor();
  expect((await boxOf(0)).block).toBe(written.block);
});

test("lists that are pasted from Word are lists", async () => {
  const template = await withTemplate(designOf({ id: "a", type: "text", values: { text: "<p>Words</p>" } }));
  const { page, complaints } = await openDesign();
  await openTemplate(page, template);
  await blocks(page).first().focus();
  await page.keyboard.press("Enter");
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  const item = (level: number, sign: string, words: string) =>
    `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
    style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;
    </span></span></span><![endif]>${words}<o:p></o:p></p>`;
  const copied = [
    "<html xmlns:o='urn:schemas-microsoft-com:office:office'><body><p class=MsoNormal>Before<o:p></o:p></p>",
    item(1, "·", "One"),
    item(2, "o", "Within"),
    item(1, "·", "Two"),
    item(1, "1.", "First"),
    "<p class=MsoNormal>After</p></body></html>",
  ];
  await page.keyboard.press("Control+a");
  await paste(text, copied.join("\n\n"));
  await text.getByText("After").waitFor();
  expect(await text.innerHTML()).toBe(
    "<p>Before</p><ul><li><p>One</p><ul><li><p>Within</p></li></ul></li><li><p>Two</p></li></ul><ol><li><p>First</p></li></ol><p>After</p>",
  );
  expect(complaints).toEqual([]);
});

test("blank lines, typed or pasted from a mail or as plain text, are as high in the mail as they are while one writes", async () => {
  const foreign = "<p>Before</p><p><br></p><p>after</p>";
  const template = await withTemplate(
    designOf(
      { id: "a", type: "text", values: { text: "<p>Hello</p>" } },
      { id: "b", type: "text", values: { text: foreign } },
    ),
  );
  const { page } = await openDesign();
  await openTemplate(page, template);
  const heightOf = async (at: number) => (await blocks(page).nth(at).boundingBox())?.height;
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  const drawn = await heightOf(1);
  await blocks(page).nth(1).focus();
  await page.keyboard.press("Enter");
  await text.waitFor();
  expect(await heightOf(1)).toBe(drawn);

  await blocks(page).first().dblclick();
  await text.getByText("Hello").waitFor();
  await page.keyboard.press("End");
  for (const key of ["Enter", "Enter", "B", "y", "e", "Enter"]) await page.keyboard.press(key);
  await paste(text, '<div dir="ltr"><div>From</div><div><br></div><div>a mail</div></div>');
  await page.keyboard.press("Enter");
  await paste(text, "As\n\nwords", "text/plain");
  await text.getByText("words").waitFor();
  const written = await heightOf(0);
  await page.keyboard.press("Escape");
  await text.waitFor({ state: "detached" });
  expect(await heightOf(0)).toBe(written);
  const { html, design } = await saved(page, template);
  const lines = ["Hello", "", "Bye", "From", "", "a mail", "As", "", "words"];
  const stored = lines.map((line) => `<p>${line || "<br>"}</p>`).join("");
  expect(html).toContain(stored);
  expect(JSON.stringify(design)).toContain(foreign);
});

test("whoever pastes a picture or a table into a text is told that it is not taken, and where it belongs", async () => {
  const template = await withTemplate(designOf({ id: "a", type: "text", values: { text: "<p>Words</p>" } }));
  const { page } = await openDesign();
  await openTemplate(page, template);
  await blocks(page).first().focus();
  await page.keyboard.press("Enter");
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  const told = page.getByText("Pictures and tables are not pasted into a text. Add them as blocks.");
  // A mail stands in a table of its own.
  await paste(text, "<table><tr><td><p>From a mail</p></td></tr></table>");
  await text.getByText("From a mail").waitFor();
  expect(await told.count()).toBe(0);
  await paste(text, `<p>Look <img src="data:image/png;base64,${tinyPng.toBase64()}" alt="Harbour"> here</p>`);
  await told.waitFor();
  expect(await text.textContent()).toContain("Look");
  // With all folded away as well, and not once the text is left.
  await page.keyboard.press("Control+\\");
  await page.getByRole("toolbar", { name: "Text" }).waitFor({ state: "hidden" });
  expect(await told.isVisible()).toBe(true);
  await text.focus();
  await page.keyboard.press("Escape");
  await told.waitFor({ state: "detached" });
});

test("a selection of several sizes takes one colour and keeps its sizes, and shows the colour at once", async () => {
  const template = await withTemplate(
    designOf({
      id: "a",
      type: "text",
      values: { text: '<p>Now <span style="font-size: 24px;">half</span> price, {{firstName}}</p>' },
    }),
  );
  const { page } = await openDesign();
  await openTemplate(page, template);
  await blocks(page).first().focus();
  await page.keyboard.press("Enter");
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.waitFor();
  await page.keyboard.press("Control+a");
  const tools = page.getByRole("toolbar", { name: "Text", exact: true });
  await tools.getByLabel("Colour of the selected text").fill("#0000ff");
  // Elsewhere on the page what is selected is in the page's own ink.
  const selectedIn = (element: Element) => getComputedStyle(element, "::selection").color;
  expect(await text.getByText("half").evaluate(selectedIn)).not.toBe(
    await page.locator("body").evaluate(selectedIn),
  );
  const blue = (words: string, before = "") =>
    `<span style="${before}color: rgb(0, 0, 255);">${words}</span>`;
  await page.keyboard.press("Escape");
  const { design } = await saved(page, template);
  expect((design as Design).body.rows[0]?.columns[0]?.contents[0]?.values.text).toBe(
    `<p>${blue("Now ")}${blue("half", "font-size: 24px; ")}${blue(" price, {{firstName}}")}</p>`,
  );
});

const paste = (into: Locator, copied: string, type = "text/html") =>
  into.evaluate(
    (element, [type, copied]) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData(type, copied);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    [type, copied] as const,
  );
