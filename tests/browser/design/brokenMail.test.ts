import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { atOnce } from "../../../server/core/inSlices.ts";
import { readerView } from "../../../server/sending/mail/composition.ts";
import { renderDesign } from "../../../server/templates/renderDesign.ts";
import { safeHtml } from "../../support/atOnce.ts";
import { closeContexts, sharedChromium } from "../../support/browser/chromium.ts";
import { brokenHtml } from "../../support/templates/brokenHtml.ts";

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await sharedChromium();
  // A mail's pictures are nobody's business here, and waiting for them takes for ever.
  page = await (await browser.newContext({ offline: true })).newPage();
});
afterAll(() => closeContexts(browser));

type Seen = { text: string; footer: number; ways: number; stands: string[] };

/**
 * What a reader gets to see of each mail: its words, how high its way out is drawn, and where in it the paragraphs stand that
 * follow a value. Nothing of it can run.
 */
async function allSeen(mails: readonly string[]): Promise<Seen[]> {
  const all: Seen[] = [];
  for (let at = 0; at < mails.length; at += together)
    all.push(...(await page.evaluate(framesOf, mails.slice(at, at + together))));
  return all;
}

const together = 60;
const seen = async (mail: string) => (await allSeen([mail]))[0] as Seen;

/**
 * Runs in the browser. One frame reads one mail after the other with the parser that reads pages: going to each by an
 * address of its own would be 1,900 times a page's way through the browser, most of what this file took. Only an object
 * left open shows less this way: what stands in it is not drawn yet.
 */
function framesOf(mails: readonly string[]): Seen[] {
  const frame = document.createElement("iframe");
  frame.sandbox.add("allow-same-origin");
  frame.style.cssText = "width:800px;height:600px";
  document.body.replaceChildren(frame);
  return mails.map((mail) => {
    const inner = (frame.contentWindow as Window).document;
    inner.open();
    inner.write(mail);
    inner.close();
    const links = [...inner.querySelectorAll('a[href="#"]')].filter(({ textContent }) =>
      textContent?.includes("unsubscribe"),
    );
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text is no text here.
    const text = inner.body?.innerText ?? "";
    const following = [...inner.querySelectorAll("p")].filter(({ textContent }) =>
      /^after\d+;$/.test(textContent ?? ""),
    );
    // The way from each to the top, as its elements.
    const stands = following.map((element) => {
      const way: string[] = [];
      for (let at: Element | null = element; at !== null; at = at.parentElement) way.push(at.localName);
      return way.join(" ");
    });
    const footer = links.at(-1)?.getBoundingClientRect().height ?? 0;
    return { text, ways: links.length, footer, stands };
  });
}

const view = (html: string) => atOnce(readerView({ subject: "s", html }, { email: "ada@in.test" })).html;

type Values = Record<string, unknown>;
const block = (type: string, values: Values) => ({ type, values });
const link = (href: string) => ({ name: "web", values: { href, target: "_blank" } });

/** Every place of a design that takes what somebody writes, each with the value in it. */
const places: Record<string, (value: string) => ReturnType<typeof block>> = {
  text: (text) => block("text", { text }),
  heading: (text) => block("heading", { text, headingType: "h2" }),
  "a heading's kind": (value) => block("heading", { text: "kind", headingType: value }),
  button: (text) => block("button", { text, href: link("https://x.test/") }),
  "a button's link": (value) => block("button", { text: "go", href: link(value) }),
  html: (html) => block("html", { html }),
  paragraph: (html) => block("paragraph", { textJson: JSON.stringify({ __html: html }) }),
  "a paragraph's JSON": (value) => block("paragraph", { textJson: value }),
  table: (text) =>
    block("table", { table: { headers: [], rows: [{ cells: [{ text }, { text: "cell2" }] }] } }),
  menu: (text) =>
    block("menu", { menu: { items: [{ text, link: link("https://x.test/") }, { text: "item2" }] } }),
  "a menu's separator": (separator) =>
    block("menu", { separator, menu: { items: [{ text: "item3" }, { text: "item4" }] } }),
  "a picture's words": (altText) => block("image", { src: { url: "https://x.test/a.png" }, altText }),
  "a picture's address": (url) => block("image", { src: { url }, altText: "a" }),
  "a colour": (color) => block("text", { text: "coloured", color, backgroundColor: color }),
  "a size": (size) =>
    block("text", { text: "sized", fontSize: size, containerPadding: size, lineHeight: size }),
  "a font": (value) => block("text", { text: "lettered", fontFamily: { label: value, value } }),
  "a name": (value) => block("text", { text: "named", _meta: { htmlID: value, htmlClassNames: value } }),
  "an icon": (value) =>
    block("social", {
      icons: {
        iconType: value,
        icons: [{ url: value }, { name: "X", url: value }],
      },
    }),
  "a line": (value) =>
    block("divider", { border: { borderTopWidth: value, borderTopColor: value }, width: value }),
  "a timer": (value) => block("timer", { countdown: { countdownUrl: value } }),
  "a video": (value) => block("video", { video: { thumbnail: value, videoUrl: value, videoId: value } }),
};
const besides = ["kind", "go", "cell2", "item2", "item3", "item4", "coloured", "sized", "lettered", "named"];

/** A mail with the value at every place, and something to read behind each. */
function designOf(value: string) {
  const contents = Object.values(places).flatMap((make, at) => [
    make(value),
    block("text", { text: `<p>after${at};</p>` }),
  ]);
  const values = {
    backgroundColor: value,
    padding: value,
    preheaderText: value,
    backgroundImage: { url: value },
  };
  const row = (blocks: unknown[]) => ({ cells: [1], values, columns: [{ values, contents: blocks }] });
  return { body: { rows: [row(contents), row([block("text", { text: "lastrow" })])], values } };
}

/** What is seen of the mail of each value, drawn once for all that is asked of it. */
let drawn: { value: string; look: Seen }[] = [];
beforeAll(async () => {
  const values = ["whole", ...brokenHtml];
  const mails: string[] = [];
  for (const value of values)
    mails.push(view((await renderDesign({ design: designOf(value), base: "https://m.test" })).html));
  const looks = await allSeen(mails);
  drawn = values.map((value, at) => ({ value, look: looks[at] as Seen }));
}, 240_000);
afterAll(() => {
  drawn = [];
});

test("no value of a design takes away anything that follows it, nor the way out", () => {
  expect(brokenHtml.length).toBeGreaterThan(300);
  const wanted = [...Object.keys(places).map((_, at) => `after${at};`), ...besides, "lastrow"];
  const broken = drawn.flatMap(({ value, look: { text, footer, ways } }) => {
    const missing = wanted.filter((word) => !text.includes(word));
    return missing.length > 0 || ways !== 1 || footer < 5 ? [{ value, missing, ways, footer }] : [];
  });
  expect(broken).toEqual([]);
});

test("no value breaks out of its place: what follows stands where it stood", () => {
  const [whole, ...others] = drawn;
  const stood = whole?.look.stands ?? [];
  expect(stood).toHaveLength(Object.keys(places).length);
  for (const { value, look } of others)
    expect({ value, stands: look.stands }).toEqual({ value, stands: stood });
});

const around: Record<string, (value: string) => string> = {
  "at its end": (value) => `<html><body><p>before</p>${value}`,
  "before the body's end": (value) => `<html><body><p>before</p>${value}</body></html>`,
  "in its head": (value) => `<html><head>${value}</head><body><p>later</p></body></html>`,
};

test("whatever a mail of HTML alone leaves open, its reader is shown the way out", async () => {
  // A frameset has no body, and so nothing to read at all; no program for mail shows one.
  const values = brokenHtml.filter((value) => !/^<frameset/.test(value) && !value.includes("<frameset>"));
  const tried = Object.entries(around).flatMap(([place, put]) =>
    values.flatMap((value) => [
      { place, value, how: "as it came", html: put(value) },
      ...(place === "at its end" ? [{ place, value, how: "cleaned", html: safeHtml(put(value)) }] : []),
    ]),
  );
  const looks = await allSeen(tried.map(({ html }) => view(html)));
  const broken = tried.filter((_, at) => looks[at]?.ways !== 1 || (looks[at]?.footer ?? 0) < 5);
  expect(broken).toEqual([]);
}, 240_000);

test("a way out that nobody gets to see does not count as one", async () => {
  const field = "{{unsubscribeUrl}}";
  for (const html of [
    `<!-- ${field} -->`,
    `<title>${field}</title>`,
    `<style>a{x:"${field}"}</style>`,
    `<a href="${field}" style="display:none">unsubscribe</a>`,
    `<!--[if mso]><a href="${field}">unsubscribe</a><![endif]-->`,
    `<div hidden><a href="${field}">unsubscribe</a></div>`,
    `<p title="${field}">x</p>`,
  ])
    expect({ html, ...(await seen(view(`<body>${html}<p>x</p></body>`))) }).toMatchObject({
      html,
      footer: 14,
    });
  const own = await seen(view(`<body><p>Out: <a href="${field}">unsubscribe</a></p></body>`));
  expect(own.ways).toBe(1);
  expect(own.text).not.toContain("at any time");
});

test("a line and a button of so many pixels are no wider than their column, beside another one and on a phone", async () => {
  const wide = [
    block("divider", { width: "500px" }),
    block("button", { text: "Go", size: { autoWidth: false, width: "500px" } }),
  ];
  const rows = [{ cells: [1, 1], columns: [{ contents: wide }, { contents: [] }] }];
  const { html } = await renderDesign({ design: { body: { rows } }, base: null });
  await page.setContent(html);
  const widthsAt = async (width: number) => {
    await page.setViewportSize({ width, height: 600 });
    return page.evaluate(() => [
      document.documentElement.scrollWidth,
      ...[...document.querySelectorAll(".u_content_divider table, .v-button")].map(
        (element) => element.getBoundingClientRect().width,
      ),
    ]);
  };
  expect(await widthsAt(900)).toEqual([900, 280, 280]);
  expect(await widthsAt(390)).toEqual([390, 370, 370]);
});
