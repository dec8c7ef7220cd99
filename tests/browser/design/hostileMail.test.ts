import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import type { Browser, Page } from "playwright-core";
import { atOnce } from "../../../server/core/inSlices.ts";
import { readerView } from "../../../server/sending/mail/composition.ts";
import { safeHtml } from "../../support/atOnce.ts";
import { closeContexts, sharedChromium } from "../../support/browser/chromium.ts";
import { attacks } from "../../support/templates/attacks.ts";

// What cleaned HTML may hold is judged by the browser that would run it: by its tree, by its styles, and by running it.

setDefaultTimeout(240_000);

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await sharedChromium();
  // Offline, pictures fail at once, and what waits for their failure runs.
  const context = await browser.newContext({ offline: true });
  await context.addInitScript(() => {
    window.alert = () => {
      let inner: Window = window;
      while (inner.parent !== window.top) inner = inner.parent;
      (inner.frameElement as HTMLElement).dataset.ran = "";
    };
  });
  page = await context.newPage();
});
afterAll(() => closeContexts(browser));

/** Runs in the browser: what of each mail could run, load or spy, by its tree as read once and as read from its own text. */
function faultsIn(mails: readonly string[]): string[][] {
  const elements = new Set(
    `applet audio base button embed form frame frameset iframe input isindex math noembed noframes noscript object
    script select svg template textarea video xmp plaintext`.split(/\s+/),
  );
  const addresses = new Set(
    "href src background poster cite action formaction data xlink:href srcset ping".split(" "),
  );
  const isFont = (href: string) =>
    /^https:\/\/(fonts\.googleapis|fonts\.bunny|api\.fontshare|use\.typekit)\./.test(href);
  const attributeFault = ({ name, value }: Attr, element: Element) => {
    if (/^on|^(srcdoc|srcset|formaction|ping|is|xlink:href)$/i.test(name)) return name;
    // As a browser reads an address: without what cannot be seen (URL standard, section 4.4).
    const address = value.replace(/[\0-\x20]/g, "");
    if (addresses.has(name) && /^[a-z][a-z0-9+.-]*:/i.test(address))
      if (!/^(https?|mailto|tel|sms|cid):|^data:image\/(png|jpe?g|gif|webp);/i.test(address)) return value;
    if (element.localName === "meta" && name === "http-equiv")
      return /^(content-type|x-ua-compatible|content-language)$/i.test(value.trim()) ? "" : value;
    return element.localName === "link" && name === "href" && !isFont(value) ? value : "";
  };
  // What stands in a sheet and in an element's style, as the browser has read it.
  const styleFault = (css: string, selector = "") => {
    const runs = /url\(\s*["']?\s*(?!https?:|data:image|cid:)[a-z]+:/i.test(css);
    return runs || (/[*^$~|]=/.test(selector) && /url\((?!""\))/i.test(css)) ? css : "";
  };
  const rulesFaults = (rules: readonly CSSRule[]): string[] =>
    rules.flatMap((rule) => {
      if (rule instanceof CSSImportRule) return rule.cssText;
      const inner = "cssRules" in rule ? rulesFaults([...(rule.cssRules as CSSRuleList)]) : [];
      return [styleFault(rule.cssText, rule instanceof CSSStyleRule ? rule.selectorText : ""), ...inner];
    });
  const sheetFaults = (text: string) => {
    const style = document.head.appendChild(document.createElement("style"));
    style.textContent = text;
    const faults = rulesFaults([...(style.sheet?.cssRules ?? [])]);
    style.remove();
    return faults;
  };
  const faultsOf = (root: ParentNode): string[] =>
    [...root.querySelectorAll("*")].flatMap((element) => [
      elements.has(element.localName) || element.namespaceURI !== document.documentElement.namespaceURI
        ? `<${element.localName}>`
        : "",
      ...[...element.attributes].map((attribute) => attributeFault(attribute, element)),
      ...(element.localName === "style" ? sheetFaults(element.textContent ?? "") : []),
      styleFault((element as HTMLElement).style?.cssText ?? ""),
      ...(element instanceof HTMLTemplateElement ? faultsOf(element.content) : []),
    ]);
  return mails.map((mail) => {
    const once = new DOMParser().parseFromString(mail, "text/html");
    const again = new DOMParser().parseFromString(once.documentElement.outerHTML, "text/html");
    return [...faultsOf(once), ...faultsOf(again)].filter((fault) => fault !== "");
  });
}

/** Runs in the browser: whether anything in a mail ran once it was there with its pictures, in a frame that may run scripts. */
async function ranIn(mails: readonly string[]): Promise<boolean[]> {
  const frames = mails.map((mail) => {
    const frame = document.createElement("iframe");
    frame.srcdoc = mail;
    return frame;
  });
  const loaded = frames.map(
    (frame) => new Promise((resolve) => frame.addEventListener("load", resolve, { once: true })),
  );
  document.body.replaceChildren(...frames);
  await Promise.all(loaded);
  // What an animation starts runs with the frame after.
  for (let painted = 0; painted < 3; painted += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve));
  return frames.map((frame) => "ran" in frame.dataset);
}

async function allRan(mails: readonly string[]): Promise<boolean[]> {
  const all: boolean[] = [];
  for (let at = 0; at < mails.length; at += together)
    all.push(...(await page.evaluate(ranIn, mails.slice(at, at + together))));
  return all;
}

const together = 60;

/** What only Outlook reads, for all to read. */
const asOutlook = (html: string) =>
  html.replaceAll(/<!(--)?\[if [^\]<>]*\](--)?>(<!(--)?>)?|(<!--)?<!\[endif\](--)?>/gi, "");

const lead = {
  email: "ada@in.test",
  firstName: `"><img src=x onerror=alert(1)>`,
  a: "' onclick=alert(1) b='",
};

/** The ways on which a mail's HTML reaches a reader, each after it was cleaned. */
function cleaned(html: string): string[] {
  const safe = safeHtml(html);
  return [
    safe,
    safeHtml(html, { fragment: true }),
    asOutlook(safe),
    atOnce(readerView({ subject: "s", html: safe }, lead)).html,
  ];
}

test("the judges know every attack for one, and most of them run where nothing is cleaned", async () => {
  const faults = await page.evaluate(faultsIn, attacks.map(asOutlook));
  expect(attacks.filter((_, at) => faults[at]?.length === 0)).toEqual([]);
  const ran = await allRan(attacks);
  expect(ran.filter(Boolean).length).toBeGreaterThan(attacks.length / 3);
});

test("no known attack is left of anything that was cleaned, and none runs", async () => {
  const mails = [...new Set(attacks.flatMap(cleaned))];
  const faults = await page.evaluate(faultsIn, mails);
  expect(mails.flatMap((mail, at) => (faults[at]?.length ? [{ mail, faults: faults[at] }] : []))).toEqual([]);
  const ran = await allRan(mails);
  expect(mails.filter((_, at) => ran[at])).toEqual([]);
});

const tags =
  `a b base body br caption div form html iframe img input link math meta mglyph mtext noscript o:p option p plaintext
  script select style svg table td template textarea title tr v:rect x xmp`.split(/\s+/);
const names =
  "action background class data href on{{a}}x onclick onerror src srcdoc srcset style title xlink:href".split(
    " ",
  );
const values = [
  "javascript:alert(1)",
  "&#106;avascript:alert(1)",
  "data:text/html,x",
  "background:url(javascript:x)",
  "https://x.test/{{firstName}}",
  "{{a}}",
  "{{firstName|x",
  "x",
  "",
];
const glue = [
  ..."<>\"'`=/ \t\n\f\0&;{}\\",
  "<!--",
  "-->",
  "--!>",
  "]]>",
  "<![CDATA[",
  "</",
  "<?",
  "<!",
  "<![endif]-->",
  "<!--[if mso]>",
  "{{firstName}}",
];

const attack = fc.constantFrom(...attacks);
const cut = fc
  .tuple(attack, fc.nat(60), fc.nat(60))
  .map(([text, from, length]) => text.slice(from, from + length));
const attribute = fc
  .tuple(
    fc.constantFrom(" ", "/", "\t", "\n", "\f", "", "\0", " /"),
    fc.constantFrom(...names),
    fc.constantFrom("=", " = ", "=\n", ""),
    fc.constantFrom('"', "'", "", "`"),
    fc.constantFrom(...values),
    fc.boolean(),
  )
  .map(
    ([before, name, equals, quote, value, ends]) =>
      `${before}${name}${equals}${quote}${value}${ends ? quote : ""}`,
  );
const tag = fc
  .tuple(
    fc.constantFrom("<", "</", "<", "<"),
    fc.constantFrom(...tags),
    fc.array(attribute, { maxLength: 3 }),
    fc.constantFrom(">", "/>", "", " >", ">\n"),
  )
  .map(([start, name, attributes, end]) => start + name + attributes.join("") + end);
const hostile = fc
  .array(fc.oneof(attack, cut, tag, tag, fc.constantFrom(...glue)), { minLength: 1, maxLength: 12 })
  .map((pieces) => pieces.join(""));

test("whatever attacks are cut up and put together, nothing is left of them", async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (html) => {
      const mails = cleaned(html);
      const faults = await page.evaluate(faultsIn, mails);
      expect(mails.flatMap((mail, at) => (faults[at]?.length ? [{ mail, faults: faults[at] }] : []))).toEqual(
        [],
      );
    }),
    { numRuns: 1_500 },
  );
});

test("whatever attacks are cut up and put together, nothing of them runs", async () => {
  const mails = [...new Set(fc.sample(hostile, 100).flatMap(cleaned))];
  const ran = await allRan(mails);
  expect(mails.filter((_, at) => ran[at])).toEqual([]);
});
