import { describe, expect, test } from "bun:test";
import { htmlLimits } from "../../../contract/limits/html.ts";
import { plainText } from "../../support/atOnce.ts";

const rows: [string, string, string][] = [
  ["nothing from nothing", "", ""],
  ["paragraphs with a blank line between them", "<p>One</p><p>Two</p>", "One\n\nTwo\n"],
  [
    "headings as blocks, in their own words",
    "<h1>Hello {{firstName}}</h1>text<h2>More</h2>text",
    "Hello {{firstName}}\n\ntext\n\nMore\n\ntext\n",
  ],
  ["spaces and line ends of the source as single spaces", "<p>a\n  b&nbsp; <b> c</b>\td</p>", "a b c d\n"],
  ["words that touch across tags as one word", "<p>un<b>believ</b>able</p>", "unbelievable\n"],
  [
    "figures that stand higher or lower by letters that do",
    '80 m<sup>2</sup>, H<sub>2</sub>O, 10<sup>−3</sup>, 1<sup>st</sup>, so<sup><a href="https://x.test">1</a></sup>',
    "80 m², H₂O, 10⁻³, 1st, so¹ (https://x.test)\n",
  ],
  ["line breaks, two at most in a row", "a<br>b<br><br><br><br>c", "a\nb\n\nc\n"],
  [
    "links with their address",
    '<a href="https://x.test/?a=1&amp;b=2">our shop</a>',
    "our shop (https://x.test/?a=1&b=2)\n",
  ],
  ["a link that is its own text once", '<a href="https://x.test">https://x.test</a>', "https://x.test\n"],
  [
    "a link around a picture by the picture's words",
    '<a href="https://x.test"><img alt="Our shop"></a>',
    "Our shop (https://x.test)\n",
  ],
  ["a link without any words by its address", '<a href="https://x.test"><img></a>', "https://x.test\n"],
  [
    "addresses of links that touch, as those around pictures in a row do, each by itself",
    'Us<a href="https://a.test/"><img></a><a href="https://b.test/"><img></a>now, <a href="https://c.test">c</a>d<a href="https://e.test">e</a>.',
    "Us https://a.test/ https://b.test/ now, c (https://c.test) de (https://e.test).\n",
  ],
  ["a list that goes on from another number", '<ol start="3"><li>c<li>d</ol>', "3. c\n4. d\n"],
  [
    "mail links without their scheme",
    '<a href="mailto:a@x.test">Write</a> <a href="mailto:a@x.test">a@x.test</a>',
    "Write (a@x.test) a@x.test\n",
  ],
  [
    "mail links that begin a mail whole, and those to a phone's messages",
    '<a href="mailto:a@x.test?subject=Out%20{{email}}">Leave</a> <a href="sms:+431">Text us</a>',
    "Leave (mailto:a@x.test?subject=Out%20{{email}}) Text us (sms:+431)\n",
  ],
  [
    "spaces within an address as what they are there, and its line ends not at all",
    '<a href="https://x.test/a b?\n c={{ firstName | you }}&amp;d=e f">Go</a> <a href="mailto:a@x.test?subject=For {{email}}">Ask</a>',
    "Go (https://x.test/a%20b?%20c={{ firstName | you }}&d=e%20f) Ask (mailto:a@x.test?subject=For%20{{email}})\n",
  ],
  [
    "a phone's number once",
    '<a href="tel:+43 1 2345">+43 (1) 23-45</a> <a href="tel:+431">Call</a>',
    "+43 (1) 23-45 Call (tel:+431)\n",
  ],
  [
    "a merge field in a link as it stands",
    '<a href="{{unsubscribeUrl}}">unsubscribe</a>',
    "unsubscribe ({{unsubscribeUrl}})\n",
  ],
  ["no address for links that lead nowhere", '<a href="#top">a</a> <a href="javascript:x()">b</a>', "a b\n"],
  [
    "lists with dashes or numbers",
    "<ul><li>a<li>b</ul><ol><li>c</li><li>d</li></ol>",
    "- a\n- b\n\n1. c\n2. d\n",
  ],
  [
    "lists whose entries are paragraphs, as those written in the editor are",
    "<p>a</p><ul><li><p>b</p></li><li><p></p></li><li><p>c</p><ol><li><p>d</p><p>e</p></li><li><p>f</p></li></ol></li></ul><p>g</p>",
    "a\n\n- b\n- \n- c\n  1. d\n\ne\n  2. f\n\ng\n",
  ],
  ["lists inside lists", "<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>", "- a\n  1. b\n- c\n"],
  [
    "lists in more lists than a phone is wide",
    `<ul><li>a${"<ul><li>".repeat(9)}b${"</ul>".repeat(9)}<p>c</p>`,
    `- a\n${[2, 4, 6, 8, 8, 8, 8, 8].map((blanks) => `${" ".repeat(blanks)}- \n`).join("")}        - b\n\nc\n`,
  ],
  [
    "table rows as lines and cells with a space",
    "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>",
    "a b\nc\n",
  ],
  ["preformatted text as it stands", "<pre>a  b\n c</pre>", "a  b\n c\n"],
  ["entities as their characters", "&lt;b&gt; &amp; &euro; &#x1F600; &unknown;", "<b> & € 😀 &unknown;\n"],
  [
    "no styles, scripts, titles or comments",
    "<head><title>t</title><style>p{}</style></head><script>1<2</script><!-- c -->x",
    "x\n",
  ],
  [
    "nothing that is hidden",
    '<div style="color:red;display : none">pre<p>view</p></div><p hidden>no</p>yes',
    "yes\n",
  ],
  [
    "what stands after a hidden part that is never closed elsewhere",
    '<p style="display:none">a</p><p>b</p>',
    "b\n",
  ],
  ["a rule as dashes", "a<hr>b", "a\n\n----------\n\nb\n"],
  ["what a careless hand wrote", "<p>a<div>b</p></i><b>c", "a\n\nb\n\nc\n"],
];

describe("the text part shows", () => {
  for (const [name, html, text] of rows) test(name, () => expect(plainText(html)).toBe(text));
});

describe("hostile HTML becomes text in bounded time", () => {
  // Each took minutes in a naive converter; the test's own time limit is the bound.
  const size = htmlLimits.maxBytes;
  for (const unit of [
    "<b>",
    "<",
    "<a href=",
    "<!--",
    "</p",
    "&",
    "<p><b></p>",
    "<table><tr><td>",
    "<ul><li>",
    "   \n",
    "<pre>",
    "{{a}} <",
    "<b>word</b> ",
    '<a href="https://x.test">x</a>',
  ]) {
    test(`a megabyte of ${JSON.stringify(unit)}`, () => {
      expect(typeof plainText(unit.repeat(size / unit.length))).toBe("string");
    });
  }

  test("half a megabyte opened and half a megabyte closed in vain", () => {
    expect(plainText(`x${"<b>".repeat(size / 6)}${"</i>".repeat(size / 8)}`)).toBe("x\n");
  });
});
