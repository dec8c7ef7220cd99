import { expect, test } from "bun:test";
import { designLimits } from "../../../contract/limits/design.ts";
import { blockFields } from "../../../islands/Workspace/design/engine/settings/fields.ts";
import { renderDesign } from "../../../server/templates/renderDesign.ts";
import { everyBlock } from "../../support/templates/everyBlock.ts";

const render = (design: unknown) => renderDesign({ design, base: "https://mail.example" });
const oneBlock = (type: string, values: Record<string, unknown>) => ({
  body: {
    rows: [{ cells: [1], columns: [{ contents: [{ type, values }], values: {} }], values: {} }],
    values: {},
  },
});

test("a design becomes tables for mail readers, with Outlook's own and rules for phones", async () => {
  const { html, text, clipped, bytes } = await render(everyBlock);
  expect(html).toStartWith("<!DOCTYPE html");
  expect(html).toContain('<table role="presentation"');
  expect(html).toContain("<!--[if (mso)|(IE)]>");
  expect(html).toContain("<v:roundrect");
  expect(html).toContain("@media only screen and (max-width:620px)");
  expect(html).toContain("{{firstName}}");
  expect(text).toContain("Shop now (https://example.com/go)");
  expect(text).not.toContain("<");
  expect(clipped).toBe(false);
  expect(bytes).toBe(Buffer.byteLength(html));
});

test("a mail is called by its heading, says its language, and its preview line stands alone in a list", async () => {
  const mail = oneBlock("heading", { text: "Hi <b>{{firstName}}</b> &amp; all" });
  const values = { preheaderText: 'Learn <more> & "win"', _lang: "pt-BR" };
  const { html, text } = await render({ body: { ...mail.body, values } });
  expect(html).toContain("<title>Hi {{firstName}} &amp; all</title>");
  expect(html).toContain('lang="pt-BR"');
  expect(html).toContain("Learn &lt;more&gt; & &quot;win&quot; &#847;&zwnj;&nbsp;&#847;");
  expect(text).not.toContain("\u034f");

  // The words of a menu are no HTML, on the canvas or in the mail.
  const menu = await render(oneBlock("menu", { menu: { items: [{ text: "Sizes <M & <new>" }] } }));
  expect(menu.text).toContain("Sizes <M & <new>");

  const plain = await render({
    body: { ...oneBlock("text", { text: "<p>Hi</p>" }).body, values: { _lang: 'en" onload="x' } },
  });
  expect(plain.html).toContain("<title></title>");
  expect(plain.html).not.toMatch(/lang=|&#847;|onload/);
});

test("a mail without a colour behind it lies on white, also where the screen is dark", async () => {
  for (const backgroundColor of ["", "transparent", " Transparent"]) {
    const { rows } = oneBlock("text", { text: "<p>Hi</p>" }).body;
    const { html } = await render({ body: { rows, values: { backgroundColor } } });
    expect(html).toMatch(/<body [^>]*background-color: #ffffff;/);
    expect(html).toMatch(/<table [^>]*id="u_body"[^>]*background-color: #ffffff;/);
  }
});

test.each([
  "ar",
  "he-IL",
  "fa",
  "pa-Arab",
  "ckb",
  "EN",
  "pa",
  "ku-TR",
  "ar-Latn",
  "ja",
  "en-x-x",
  "",
  undefined,
])("the words of a mail in the language %p run as its script does", async (_lang) => {
  const fromTheRight = ["ar", "he-IL", "fa", "pa-Arab", "ckb"].includes(_lang ?? "");
  const values = { text: "<span>שלום, עולם.</span>" };
  const blocks = ["text", "heading", "button"].map((type) => ({ type, values }));
  const column = { contents: blocks, values: {} };
  const { html } = await render({
    body: { rows: [{ cells: [1], columns: [column], values: {} }], values: { _lang } },
  });
  expect(html.match(/ dir="rtl"/g)?.length ?? 0).toBe(fromTheRight ? blocks.length : 0);
  expect(html).not.toContain('dir=""');
  // They begin where they are read from: of a list, the signs would stand on the other side of the paper.
  const begins = [...html.matchAll(/v-text-align[^>]* text-align: (\w+)/g)].map(([, side]) => side);
  expect(begins).toEqual(fromTheRight ? ["right", "right"] : ["left", "left"]);
});

test("words that somebody has put to the left stay there in a language that is written from the right", async () => {
  const contents = [{ type: "text", values: { text: "<p>שלום</p>", textAlign: "left" } }];
  const rows = [{ cells: [1], columns: [{ contents, values: {} }], values: {} }];
  const { html } = await render({ body: { rows, values: { _lang: "he" } } });
  expect(html).toContain("text-align: left");
  expect(html).not.toContain("text-align: right");
});

test("nothing in it names Unlayer's servers, and every picture has a whole address", async () => {
  const { html } = await render(everyBlock);
  expect(html).not.toContain("unlayer");
  for (const [, address] of html.matchAll(/<img[^>]* src="([^"]*)"/g))
    expect(address).toStartWith("https://");
});

test("a phone gets its own sizes, and what is hidden from it is hidden", async () => {
  const { html } = await render(
    oneBlock("text", {
      text: "<p>Hi</p>",
      _meta: { htmlID: "u_content_text_7", htmlClassNames: "u_content_text" },
      hideMobile: true,
      _override: {
        mobile: { fontSize: "20px", containerPadding: "2px", textAlign: "red}body{display:none" },
      },
    }),
  );
  expect(html).toContain("#u_content_text_7 .v-font-size{font-size:20px !important}");
  expect(html).toContain("#u_content_text_7 .v-container-padding-padding{padding:2px !important}");
  expect(html).toContain("#u_content_text_7{display:none !important}");
  expect(html).not.toContain("body{display:none");
});

test.each([
  ["a text", oneBlock("text", { text: '<p onclick="alert(1)">a</p><script>alert(1)</script>' })],
  ["an HTML block", oneBlock("html", { html: "<img src=x onerror=alert(1)><svg onload=alert(1)>" })],
  ["a colour", oneBlock("text", { text: "a", color: 'red"><script>alert(1)</script>' })],
  ["a label", oneBlock("button", { text: "a", href: { values: { href: "javascript:alert(1)" } } })],
  [
    "an alternative text",
    oneBlock("image", { src: { url: "x.png" }, altText: '"><script>alert(1)</script>' }),
  ],
  [
    "a link of a menu",
    oneBlock("menu", { menu: { items: [{ text: "a", link: { values: { href: "javascript:alert(1)" } } }] } }),
  ],
])("%s that would run is inert", async (_, design) => {
  const { html } = await render(design);
  expect(html).not.toMatch(/<script|<svg|<[^>]*\son\w+=|javascript:/i);
});

test("what is no design, or too deep or too long to draw, is refused", async () => {
  let deep: unknown = {};
  for (let depth = 0; depth < 5_000; depth += 1) deep = { deep };
  const block = { type: "divider", values: {} };
  const long = {
    rows: [{ cells: [1], columns: [{ contents: Array(designLimits.blocksMax + 1).fill(block) }] }],
  };
  for (const design of [null, [], "text", { body: 1 }, { body: { rows: [], values: deep } }, { body: long }])
    await expect(render(design)).rejects.toMatchObject({ code: "bad_request" });
});

test("a block of an unknown type is left out of the mail and disturbs nothing else", async () => {
  const design = structuredClone(everyBlock);
  design.body.rows[0]?.columns[0]?.contents.push({ id: "x", type: "hologram", values: { text: "Ghost" } });
  const { html } = await render(design);
  expect(html).not.toContain("Ghost");
  expect(html).toContain("Shop now");
});

test("a long mail that Gmail would clip is told as such", async () => {
  const { clipped } = await render(
    oneBlock("text", { text: `<p>${"word ".repeat(designLimits.clipBytes / 5)}</p>` }),
  );
  expect(clipped).toBe(true);
});

test("a picture has the height that is known, and none where nobody knows it: Outlook would put it out of shape", async () => {
  const sizesOf = async (src: Record<string, unknown>) => {
    const { html } = await render(oneBlock("image", { src: { url: "https://x.test/a.png", ...src } }));
    return /<img[^>]*>/.exec(html)?.[0].match(/ (?:width|height)="\d+"/g);
  };
  expect(await sizesOf({ width: 300, height: 200 })).toEqual([' width="300"', ' height="200"']);
  expect(await sizesOf({ width: "300", height: "200" })).toEqual([' width="300"', ' height="200"']);
  expect(await sizesOf({ width: 100 })).toEqual([' width="100"']);
  const [address] = blockFields.image ?? [];
  const changed = address?.put?.({ src: { url: "a", width: 100, height: 50, maxWidth: "100%" } }, "b");
  expect(changed).toEqual({ src: { url: "b", width: 100, maxWidth: "100%" } });
});
