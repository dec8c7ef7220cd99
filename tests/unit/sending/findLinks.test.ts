import { describe, expect, test } from "bun:test";
import { findLinks } from "../../support/atOnce.ts";

const ownOrigin = "https://mail.example.com";
const urlsIn = (html: string) => findLinks(html, { ownOrigin }).map(({ url }) => url);

describe("links that are counted", () => {
  test("stand in a, area and Outlook's shapes, in any quotes, and are found where they stand", () => {
    const html = [
      '<a class=x href="https://a.test/">A</a>',
      "<A HREF = 'https://b.test/?q=1'>B</A>",
      "<a href=https://c.test/ title=x>C</a>",
      '<map><area shape="rect" href="https://d.test/"></map>',
      '<!--[if mso]><v:roundrect href="https://e.test/" arcsize="8%"><![endif]-->',
      '<!--[if !mso]><!--><a href="https://f.test/">F</a><!--<![endif]-->',
    ].join("\n");
    const found = findLinks(html, { ownOrigin });
    expect(found.map(({ url }) => url)).toEqual([
      "https://a.test/",
      "https://b.test/?q=1",
      "https://c.test/",
      "https://d.test/",
      "https://e.test/",
      "https://f.test/",
    ]);
    for (const { start, end, url } of found) expect(html.slice(start, end)).toBe(url);
  });

  test("are read as a browser reads them: entities, spaces around, other scripts", () => {
    expect(
      urlsIn(`<a href=" https://a.test/?x=1&amp;y=&quot;2&#34;&copy=3 ">x</a>
        <a href="https://bücher.example/größe?q=ä b">x</a><a href='https://q.test/"quoted"'>x</a>`),
    ).toEqual([
      'https://a.test/?x=1&y="2"&copy=3',
      "https://bücher.example/größe?q=ä b",
      'https://q.test/"quoted"',
    ]);
  });

  test("may have merge fields behind the host and nowhere else", () => {
    expect(
      urlsIn(`<a href="https://a.test/{{firstName|you}}?e={{email}}#{{ lastName }}">x</a>
        <a href="https://{{firstName}}.test/">x</a><a href="https://a.test:{{phone}}/">x</a>
        <a href="https://{{email}}@a.test/">x</a><a href="{{phone}}">x</a><a href="https:{{phone}}">x</a>
        <a href="https://a.test/?next={{unsubscribeUrl}}">x</a>`),
    ).toEqual(["https://a.test/{{firstName|you}}?e={{email}}#{{ lastName }}"]);
  });
});

test("everything else is left alone", () => {
  for (const html of [
    '<a href="{{unsubscribeUrl}}">x</a>',
    '<a href="mailto:a@b.test">x</a><a href="tel:+49">x</a><a href="sms:1">x</a><a href="#top">x</a>',
    `<a href="${ownOrigin}/images/1.png">x</a><a href="${ownOrigin.toUpperCase()}/u/1">x</a>`,
    '<a>x</a><a href>x</a><a href="">x</a><a name="href=https://a.test/">x</a>',
    '<a href="javascript:https://a.test/">x</a><a href="ftp://a.test/">x</a><a href="/a">x</a><a href="//a.test/">x</a>',
    '<a href="https://">x</a><a href="https://a b.test/">x</a><a href="https://a.test:99999/">x</a>',
    '<link href="https://a.test/"><base href="https://a.test/"><img src="https://a.test/">',
    '<!-- <a href="https://a.test/">x</a> --><style>a:after{content:"<a href=https://a.test/>"}</style>',
    '<a data-href="https://a.test/" href="mailto:a@b.test" href="https://a.test/">x</a>',
    `<a href="https://a.test/${"x".repeat(3_000)}">x</a>`,
    "",
    '<a href="https://a.test/',
  ])
    expect({ html, urls: urlsIn(html) }).toEqual({ html, urls: [] });
});

test("a link inside a field's fallback, or across a field's end, is not cut out", () => {
  expect(urlsIn('{{firstName|<a href="https://a.test/">you</a>}} <a href="https://b.test/">x</a>')).toEqual([
    "https://b.test/",
  ]);
  expect(urlsIn('<a href="https://a.test/{{firstName|x">}}">x</a><a href="https://b.test/">x</a>')).toEqual([
    "https://b.test/",
  ]);
});

test("a mail of a megabyte with nothing but links and fields is read in no time", () => {
  const html = '<a href="http://a.b/{{email}}">{{email}}</a>'.repeat(22_000);
  expect(findLinks(html, { ownOrigin })).toHaveLength(22_000);
});
