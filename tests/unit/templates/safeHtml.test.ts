import { expect, test } from "bun:test";
import fc from "fast-check";
import { htmlLimits } from "../../../contract/limits/html.ts";
import { fillIn } from "../../../contract/mergeFields.ts";
import { safeHtml } from "../../support/atOnce.ts";

const same = (html: string) => expect(safeHtml(html)).toBe(html);

test("what mails are made of stays as it was written", () => {
  same(
    '<!DOCTYPE html>\n<html lang="en"><head><title>A &amp; B</title></head><body bgcolor="#ffffff"></body></html>',
  );
  same("<style>@media (max-width: 600px) { .a > b { width: 100% !important; } }</style>");
  same(
    '<table role="presentation" width="100%"><tr><td style="padding: 4px; color: #123456">Hi {{firstName|there}}<br /></td></tr></table>',
  );
  same(
    '<a href="{{unsubscribeUrl}}">Unsubscribe</a> <a href="mailto:a@b.test">Write</a> <a href="https://x.test/?a=1&amp;b={{email}}">Go</a>',
  );
  same('<img src="https://x.test/a.png" alt="A &quot;b&quot;" width="10">');
});

test("Outlook's conditional comments and VML stay, also where they open what another one closes", () => {
  same(
    '<!--[if mso]><table><tr><td width="300"><![endif]--><p>Hi</p><!--[if mso]></td></tr></table><![endif]-->',
  );
  same("<!--[if !mso]><!--><p>Not Outlook</p><!--<![endif]-->");
  // As Stripo and MJML write it.
  for (const sign of ["<!-- -->", "<!---->"])
    expect(safeHtml(`<!--[if !mso]>${sign}<p>Not Outlook</p><!-- <![endif]-->`)).toBe(
      "<!--[if !mso]><!--><p>Not Outlook</p><!--<![endif]-->",
    );
  const settings =
    "<xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml>";
  expect(safeHtml(`<!--[if mso]><noscript>${settings}</noscript><![endif]-->`)).toBe(
    `<!--[if mso]>${settings}<![endif]-->`,
  );
  // As Word does.
  same(
    '<!--[if gte vml 1]><v:shape></v:shape><![endif]--><![if !vml]><img src="https://x.test/a"><![endif]>',
  );
  same(
    "<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->",
  );
  same(
    '<!--[if mso]><v:roundrect href="https://x.test" arcsize="9%"><w:anchorlock/><center>Go</center></v:roundrect><![endif]-->',
  );
});

test.each([
  ["a script", "<p>a</p><script>alert(1)</script><p>b</p>", "<p>a</p><p>b</p>"],
  ["a script with capitals and a stray slash", '<ScRiPt/src="https://e.test">x</sCrIpT >b', "b"],
  ["a handler", '<img src="x.png" onerror="alert(1)" OnLoad=alert(2)>', '<img src="x.png">'],
  ["a handler after a slash", "<img/onerror=alert(1) /src=x.png>", '<img src="x.png">'],
  ["a drawing", "<svg onload=alert(1)><style><img src=x onerror=alert(1)></style></svg>b", "b"],
  ["formulas", "<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>b", "b"],
  ["a frame", '<iframe srcdoc="<script>alert(1)</script>">x</iframe>b', "b"],
  ["a form, but not its words", '<form action="https://e.test"><input name="a">Words</form>', "Words"],
  ["a base address", '<base href="https://e.test/">b', "b"],
  ["a redirect", '<meta http-equiv="refresh" content="0;url=https://e.test">b', "b"],
  ["a foreign stylesheet", '<link rel="stylesheet" href="https://e.test/a.css">b', "b"],
  ["a comment", "<!-- a --><!--><img src=x onerror=alert(1)>-->", '<img src="x">-->'],
  [
    "a script in Outlook's comment",
    "<!--[if mso]><script>alert(1)</script><p>a</p><![endif]-->",
    "<!--[if mso]><p>a</p><![endif]-->",
  ],
])("%s goes", (_, hostile, left) => {
  expect(safeHtml(hostile)).toBe(left);
});

test.each([
  "javascript:alert(1)",
  " JaVaScRiPt:alert(1)",
  "java\tscript:alert(1)",
  "&#106;avascript:alert(1)",
  "javascript&colon;alert(1)",
  "java{{phone}}script:alert(1)",
  "{{firstName}}",
  "{{unsubscribeUrlx|javascript:alert(1)}}",
  "vbscript:x",
  "data:text/html,<script>alert(1)</script>",
  "data:image/svg+xml,<svg onload=alert(1)>",
])("a link to %p loses its address", (address) => {
  expect(safeHtml(`<a href="${address}">x</a>`)).toBe("<a>x</a>");
  expect(safeHtml(`<img src="${address}" alt="x">`)).toBe('<img alt="x">');
});

test.each([
  "width: expression(alert(1))",
  "width: exp\\72 ession(alert(1))",
  "width: exp/**/ression(alert(1))",
  "background: url(javascript:alert(1))",
  "background: url('jav&#x61;script:alert(1)')",
  "-moz-binding: url(https://e.test/x.xml#a)",
  "behavior: url(x.htc)",
])("the style %p does nothing", (style) => {
  expect(safeHtml(`<p style="color: red; ${style}">x</p>`)).not.toMatch(/alert|binding|behavior/);
});

test("a style whose signs are numbered entities is judged and kept by what it says", () => {
  expect(
    safeHtml(
      `<p style="background:url(https:&#x2F;&#x2f;a.test/?a=1&#038;b=2);font-family:&#34;A&#39;">x</p>`,
    ),
  ).toBe(`<p style="background:url(https://a.test/?a=1&amp;b=2);font-family:&quot;A'">x</p>`);
  expect(safeHtml('<p style="a:&#38;lpar;">x</p>')).toBe('<p style="a:&amp;lpar;">x</p>');
  for (const style of ["b&#101;havior&#58;url(x)", "b&#101havior:url(x)", "a&#0;:b", "a:&#99999999;"])
    expect(safeHtml(`<p style="${style}">x</p>`)).toMatch(/^<p( style="")?>x/);
});

test("styles that spy out a page letter by letter call nobody", () => {
  const spying =
    '<style>a[href^="https://x/?t=a"] { background: url(https://e.test/a) } p { background: url(https://ok.test/p.png) }</style>';
  expect(safeHtml(spying)).not.toContain("e.test");
  expect(safeHtml(spying)).toContain("https://ok.test/p.png");
  expect(safeHtml('<style>@import url("https://e.test/a.css"); p { color: red }</style>')).not.toContain(
    "e.test",
  );
});

test.each([
  ["fonts", `@import url('https://e.test/css2?family=Inter:wght@400;700&display=swap');`],
  ["fonts in quotes", '@import "https://e.test/a;b.css" screen;'],
  ["an encoding", '@charset "utf-8";'],
  ["the sign of a comment of HTML", "<!--"],
  ["a comment that quotes begin", '@x "/*";@import url(https://e.test/a.css);'],
])("a stylesheet that begins with %s keeps all its rules as they are", (_, beginning) => {
  const rules = String.raw`.sm\:w{color:red}@media (max-width:600px){.a{width:100%}}p::before{content:"*/\201C"}`;
  const cleaned = safeHtml(`<style>${beginning}${rules}</style>`);
  expect(cleaned).not.toMatch(/e\.test|<!--|charset/);
  expect(cleaned).toMatch(/^<style>(@x "\/\*";)?\.sm/);
  expect(cleaned).toEndWith(`${rules}</style>`);
});

test("a style of one element that is long and may run is left out", () => {
  const long = "color:red;".repeat(htmlLimits.suspectStyleMax / 8);
  expect(safeHtml(`<p style="${long}behavior:url(x)">x</p>`)).toBe('<p style="">x</p>');
  expect(safeHtml(`<p style="${long}">x</p>`)).toContain(long);
});

test.each([
  ["a brace in the selector's quotes", `a[title$="}"]{background:url(https://e.test/a)}`],
  ["a rule nested before the picture", "a[href^=h]{b{color:red}background:url(https://e.test/a)}"],
  ["a picture of a rule nested in it", "a[href^=h]{b{background:url(https://e.test/a)}}"],
  ["a bracket in a comment", "a[href/*]*/^=h]{background:url(https://e.test/a)}"],
  ["brackets around a brace", "a[href^=h]{x:( } ; );background:url(https://e.test/a)}"],
  ["a semicolon in the selector", "a:is([href^=h],;){background:url(https://e.test/a)}"],
  ["an escape in the name", "a[href^=h]{background:u\\72l(https://e.test/a)}"],
  ["brackets in the address", "a[href^=h]{background:url('https://e.test/(a)')}"],
  ["a set of pictures", "a[href^=h]{background:image-set('https://e.test/a' 1x)}"],
])("styles that spy call nobody for %s either, and the next rule keeps its picture", (_, spying) => {
  const next = "p{background:url(https://ok.test/p.png)}";
  const cleaned = safeHtml(`<style>${spying}${next}</style>`);
  expect(cleaned).not.toContain("e.test");
  expect(cleaned).toEndWith(`${next}</style>`);
});

test("a style that looks at attributes and loads nothing stays as it was written", () => {
  same(
    `<style>a[href^="tel:"], td[class*='wide'] { font: 12px "Some Font", serif; width: calc(100% - 4px) } /* "x" */ a[href^="http"]::after { content: " (" attr(href) ")" }</style>`,
  );
});

test("addresses without a place of their own are given one", () => {
  const base = "https://mail.example";
  expect(
    safeHtml('<img src="/i/a.png"><td background="/b.png" style="background: url(\'/c.png\')">', { base }),
  ).toBe(
    '<img src="https://mail.example/i/a.png"><td background="https://mail.example/b.png" style="background: url(\'https://mail.example/c.png\')">',
  );
  expect(safeHtml('<a href="//x.test/a">a</a>', { base })).toBe('<a href="https://x.test/a">a</a>');
});

test("a merge field cannot carry a quote or a bracket away when it is filled in", () => {
  const filled = (html: string) => fillIn(safeHtml(html), { firstName: "Ann" }, { escape: "html" });
  expect(filled('<a title="{{firstName|">x " onmouseover=alert(1) y="}}">z</a>')).not.toMatch(
    /title="Ann[^"]*onmouseover/,
  );
  // However many of them begin there.
  expect(filled('<a title="{{firstName|{{firstName|">x " onmouseover=alert(1) y="}}">z</a>')).not.toMatch(
    /title="[^"]*onmouseover/,
  );
  expect(safeHtml("<a href=/{{firstName|{{firstName|</title>")).not.toContain("{{");
  expect(fillIn(safeHtml("{{firstName|<}}script>alert(1)"), {}, { escape: "html" })).not.toContain("<script");
});

test("cleaning twice changes nothing, and no handler, script or drawing is ever left, whatever is put together", () => {
  const pieces = fc.constantFrom(
    "<",
    ">",
    "</",
    "<!--",
    "-->",
    "<![endif]-->",
    "<!--[if mso]>",
    "<!--[if !mso]><!-->",
    '"',
    "'",
    "=",
    "/",
    " ",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<title>",
    "</title>",
    "<svg>",
    "</svg>",
    "<p ",
    "<a href=",
    "<img src=",
    "onerror=alert(1)",
    "javascript:alert(1)",
    "{{firstName|",
    "}}",
    "x",
    "&lt;",
    "style=",
    "url(",
    ")",
    "@import",
    "\\",
    "<?",
    "<![CDATA[",
    "]]>",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (chosen) => {
      const once = safeHtml(chosen.join(""));
      expect(safeHtml(once)).toBe(once);
      const tags = new HTMLRewriterTags(once);
      expect(tags.wrong).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test("a megabyte of nothing but brackets is cleaned in one pass", () => {
  const many = "<a <!--[if mso]>".repeat(htmlLimits.maxBytes / 16);
  expect(safeHtml(many).length).toBeLessThan(many.length * 4);
});

/** What another parser, the runtime's own, finds in the cleaned HTML that must not be there. */
class HTMLRewriterTags {
  readonly wrong: string[] = [];
  constructor(html: string) {
    new HTMLRewriter()
      .on("*", {
        element: (element) => {
          if (/^(script|svg|math|iframe|object|base|form)$/.test(element.tagName))
            this.wrong.push(element.tagName);
          for (const [name] of element.attributes) if (name.startsWith("on")) this.wrong.push(name);
        },
      })
      .transform(html);
  }
}
