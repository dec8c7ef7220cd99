import { expect, test } from "bun:test";
import { Window } from "happy-dom";
import { designLimits } from "../../../contract/limits/design.ts";
import { textsIn } from "../../../contract/texts/language.ts";
import { mailCheckTexts } from "../../../contract/texts/workspace/design/mailChecks.ts";
import { type MailCheck, mailChecks } from "../../../islands/Workspace/design/checks/mailChecks.ts";
import { withInertSheets } from "../../../islands/Workspace/design/engine/canvas/withInertStyles.ts";

const wayOut = '<a href="{{unsubscribeUrl}}">Unsubscribe</a>';

function checksOf(html: string): MailCheck[] {
  const { document } = new Window();
  const inert = withInertSheets(html);
  document.write(`<body>${inert}</body>`);
  return mailChecks({ html, document: document as unknown as Document }, textsIn("en")(mailCheckTexts));
}

test("a mail with nothing amiss has nothing said about it", () => {
  const html = `<img src="https://x.test/a.png" alt="A boat"><a href="https://x.test">Go</a> {{firstName|there}}`;
  expect(checksOf(html + wayOut)).toEqual([]);
});

test("the way out counts as the server sees it: with room in its braces, and not within a comment", () => {
  const missing = [{ sentence: "There is no unsubscribe link; one is added when the mail is sent." }];
  expect(checksOf('<a href="{{ unsubscribeUrl }}">Unsubscribe</a>')).toEqual([]);
  expect(checksOf("<p>Leave: {{unsubscribeUrl}}</p>")).toEqual([]);
  expect(checksOf("<p>Words</p><!-- {{unsubscribeUrl}} -->")).toEqual(missing);
});

test.each([
  ['<img src="//a.test/a"><img src="//a.test/b" alt="">', "2 pictures have no alternative text."],
  ['<img src="a.png" alt="A boat">', "1 picture has an address that leads nowhere from a mail."],
  ['<a href="http://x.test">Go</a>', "1 link is not secure (http)."],
  ['<a href="https://">Go</a>', "1 link leads nowhere."],
  ['<a href="www.x.test/a">Go</a> <a href="/images/a.png">One of ours</a>', "1 link leads nowhere."],
  ['<img src="cid:a" alt="A boat">', "1 picture has an address that leads nowhere from a mail."],
  ['<p style="color:#999">Faint</p>', "1 text is hard to read on its background."],
  ['<div style="background:#222 none"><p>Dark</p></div>', "1 text is hard to read on its background."],
  ['<font color="#999999">Faint</font>', "1 text is hard to read on its background."],
  ['<font color="999999"><b>Without its sign</b></font>', "1 text is hard to read on its background."],
  ['<table bgcolor="222222"><tr><td>Dark</td></tr></table>', "1 text is hard to read on its background."],
  ["{{nickname}}", "{{nickname}} is no merge field and stays as it is."],
  ["{{first_name}}", "{{first_name}} is no merge field and stays as it is. Did you mean {{firstName}}?"],
  ["{{Email|x}}", "{{Email}} is no merge field and stays as it is. Did you mean {{email}}?"],
  [
    "<p>Dear *|FNAME|*</p>",
    "*|FNAME|* looks like a field of another product, and would be sent as it stands.",
  ],
  ["{{lsatname}}", "{{lsatname}} is no merge field and stays as it is. Did you mean {{lastName}}?"],
  [
    '<a href="https://x.test">Click here</a>',
    "1 link says only “here”: say where it leads, for those who hear only the links.",
  ],
  [
    '<a href="https://x.test"><span> </span></a><a href="https://x.test"><img src="//a.test/a" alt="A boat"></a>',
    "1 link has no words: whoever has the mail read out hears only its address.",
  ],
  [
    "<h2>News</h2><h4>Boats</h4><h1>Ours</h1><h2>Yours</h2>",
    "1 heading is more than one level below the one before: whoever goes by headings misses one.",
  ],
  [
    "<style>.quiet { color: #999 }</style><p class=quiet>Faint</p>",
    "1 text is hard to read on its background.",
  ],
  [
    "<style>p { color: #999 } #u.loud { color: #111 } .loud { color: #888 }</style><p id=u class=loud>Clear</p><p>Faint</p>",
    "1 text is hard to read on its background.",
  ],
  [
    '<style>p { color: #999 !important }</style><p style="color:#000">Faint all the same</p><p style="color:#000!important">Clear</p>',
    "1 text is hard to read on its background.",
  ],
  [
    '<style>@media (prefers-color-scheme: dark) { body { background: #000 } p { color: #333 } }</style><p style="background:none">Clear</p>',
    "1 text is hard to read in the dark, by the mail's own dark styles.",
  ],
  ["<h1>ISSUE 12, MARCH</h1>", "“ISSUE 12, MARCH” is a sample, to be replaced by your own words."],
  [
    '<a href="https://example.com">Go</a>',
    "1 link leads to example.com: a sample, to be replaced by your own.",
  ],
  ["x".repeat(designLimits.clipBytes), "The mail has 103 kB; Gmail cuts off what is longer than 102."],
])("%# is told", (html, sentence) => {
  expect(checksOf(html + wayOut).map((check) => check.sentence)).toEqual([sentence]);
});

test("a missing way out is told", () => {
  expect(checksOf("<p>Hi</p>")).toEqual([
    { sentence: "There is no unsubscribe link; one is added when the mail is sent." },
  ]);
});

test("a fault names the block that has it, once for each block", () => {
  const block = (id: string) => `<div id="${id}"><a href="#">x</a><a href="">y</a></div>`;
  expect(checksOf(block("u_content_text_1") + block("u_content_menu_1") + wayOut)).toEqual([
    { sentence: "2 links lead nowhere.", partId: "u_content_text_1" },
    { sentence: "2 links lead nowhere.", partId: "u_content_menu_1" },
  ]);
});

test("an unknown field is found in the block that has it, and not in one with a longer name", () => {
  const blocks = '<p id="u_content_text_1">{{firstName}}</p><p id="u_content_text_2">{{ first | x }}</p>';
  expect(checksOf(blocks + wayOut)).toMatchObject([{ partId: "u_content_text_2" }]);
});

test("large text needs less contrast, and what lies on a picture or is hidden is not judged", () => {
  const fine = [
    '<p style="font-size:24px;color:#888">Large</p>',
    "<style>.clear { color: #111 }</style><font color=#999999 class=clear>By the sheet</font>",
    '<p style="background:url(https://x.test/a.png);color:#fff">On a picture</p>',
    '<p style="display:none;color:#fff">Preview line</p>',
    "<style>@media (max-width: 600px) { p { color: #fff } } p:hover, p::before { color: #fff } @font-face { color: #fff }</style><p>On any screen</p>",
    "<style>/* p { color: #fff } */ p[ { color: #fff } p { color: #fff </style><p>Broken sheet</p>",
    "<a name=top>No link</a>",
    '<font color="#888888" size="5">Large</font>',
    '<font color="#999999" style="color:#111">By its style</font>',
    '<a style="color:rgb(255, 255, 255);background-color:#b3360b" href="https://x.test">Button</a>',
  ];
  expect(checksOf(fine.join("") + wayOut)).toEqual([]);
});

test("in a mail without blocks the first of what is amiss is found in its HTML", () => {
  const html = `<!-- <img src="no"> --><style>img { border: 0 }</style>
<p>Fine</p><img src="https://x.test/a" alt="A boat">
<table><tr><td>Dear {{&nbsp;firstname }}</td></tr></table><img src="https://x.test/b">`;
  const shown = checksOf(html + wayOut).map(({ place }) => place && html.slice(place.start, place.end));
  expect(shown).toEqual(['<img src="https://x.test/b">', "{{&nbsp;firstname }}"]);
});
