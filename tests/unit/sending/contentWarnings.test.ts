import { expect, test } from "bun:test";
import { blankFields } from "../../../contract/imports/blankFields.ts";
import { contentWarnings } from "../../../server/campaigns/contentWarnings.ts";
import { atOnce } from "../../../server/core/inSlices.ts";

const insecure = (html: string) =>
  atOnce(contentWarnings({ subject: "", html })).find(({ kind }) => kind === "insecureLinks")?.text;

test("a field in a link counts also where an editor encoded its braces", () => {
  const kindsOf = (href: string) =>
    atOnce(contentWarnings({ subject: "", html: `<a href="${href}">x</a>` })).map(({ kind }) => kind);
  expect(kindsOf("%7B%7BunsubscribeUrl%7D%7D")).toEqual([]);
  expect(kindsOf("https://a.test/%7B%7Bnobody%7D%7D")).toEqual(["unknownFields", "noUnsubscribe"]);
  expect(blankFields("https://a.test/%7B%7Bphone%7D%7D%7B%7Bemail|x%7D%7D", {})).toEqual(["phone"]);
});

test("links that are not secure are counted, other addresses are not", () => {
  expect(insecure('<a href="https://a.test">x</a> <img src="http://a.test/x.png">')).toBeUndefined();
  expect(insecure("<p><a class='b' href = 'http://a.test'>x</a>")).toBe("1 link is not secure (http).");
  expect(insecure('<a href=http://a.test>x</a><A\nHREF="HTTP://b.test">y</A>')).toBe(
    "2 links are not secure (http).",
  );
});

test.each([
  "https://foo bar",
  "https://javascript:alert(1)",
  "https://exa mple.org/x",
  "https://shop..example",
  "https://shop.example:99999/",
  "//",
  "mailto:",
  "tel:",
])("%s names no place that there could be", (address) => {
  const html = `<a href="${address}">a</a>`;
  expect(atOnce(contentWarnings({ subject: "", html })).map(({ kind }) => kind)).toContain("deadLinks");
});

test.each([
  "https://shop.example:8080/a b",
  "https://münchen.example",
  "https://intranet/x",
  "http://[::1]/",
  "https://{{city}}.example/",
  "https://*|SHOP|*/x",
  "//shop.example/x",
  "mailto:ann@shop.example",
  "#top",
])("%s may lead somewhere", (address) => {
  const html = `<a href="${address}">a</a>`;
  expect(atOnce(contentWarnings({ subject: "", html })).map(({ kind }) => kind)).not.toContain("deadLinks");
});

test("links and pictures whose addresses lead nowhere from a mail are told, with the first", () => {
  const dead = (html: string) =>
    atOnce(contentWarnings({ subject: "", html })).flatMap(({ kind, text }) =>
      kind === "deadLinks" || kind === "deadPictures" ? [text] : [],
    );
  expect(dead('<a href="www.shop.example">a</a><img src="/images/1.png"><img src="cid:1">')).toEqual([
    "1 link leads nowhere from a mail, such as “www.shop.example”: addresses in mails are whole, https://… for one.",
    "2 pictures have addresses that lead nowhere from a mail, such as “/images/1.png”: addresses in mails are whole, https://… for one.",
  ]);
  expect(dead('<a href="">a</a><area href="#"><a href="https://">b</a><a>c</a><img>')).toEqual([
    "4 links lead nowhere from a mail, such as “#”: addresses in mails are whole, https://… for one.",
    "1 picture has an address that leads nowhere from a mail.",
  ]);
  expect(dead('<a href="C:\\a.pdf">a</a><a href="shop.example:8080/a">b</a>')[0]).toContain("2 links lead");
  expect(dead(`<a href="a${"😀a".repeat(60)}">a</a>`)[0]).toContain(`“a${"😀a".repeat(29)}😀…”`);
  const whole = [
    '<a href="https://a.test">a</a><a href="//a.test">b</a><a href="mailto:a@a.test">c</a><a href="tel:1">d</a>',
    '<a href="#end">e</a><a name="end"></a><a id="end"></a><a href="{{unsubscribeUrl}}">f</a>',
    '<a href="*|UNSUB|*">g</a><a href="[unsubscribe]">h</a><a href="%UNSUB%">i</a><img src="data:image/png;base64,AA">',
  ];
  expect(dead(whole.join(""))).toEqual([]);
});

test("what a starter invented is named, in the subject too, and a sentence that happens to begin alike is not", () => {
  const samples = (subject: string, html: string) =>
    atOnce(contentWarnings({ subject, html })).find(({ kind }) => kind === "samples")?.text;
  expect(samples("ISSUE 12, MARCH", "<p>Dear you</p>")).toBe(
    "Still a sample, not your own: “ISSUE 12, MARCH”.",
  );
  expect(
    samples(
      "",
      "<p><strong>Your\n company</strong></p><a class=b href='https://example.com/'>Go</a> 4 Quay Street",
    ),
  ).toBe("Still a sample, not your own: “Your company”, “4 Quay Street”, links to example.com.");
  expect(
    samples("Hello", '<p>Your company grows on 16 March.</p><a href="https://example.com/work">Go</a>'),
  ).toBeUndefined();
});

test("fields of another product are named before they are sent as they stand, some of many", () => {
  const foreign = (subject: string, html: string) =>
    atOnce(contentWarnings({ subject, html })).filter(({ kind }) => kind === "foreignTags");
  expect(foreign("Dear *|FNAME|*", "<p>%FIRSTNAME% {{firstName|there}}</p>")).toEqual([
    {
      kind: "foreignTags",
      text: "*|FNAME|*, %FIRSTNAME% look like fields of another product, and would be sent as they stand.",
    },
  ]);
  const many = Array.from({ length: 12 }, (_, index) => `*|FIELD${index}|*`).join(" ");
  expect(foreign("", many)[0]?.text).toContain("*|FIELD7|* and 4 more look like fields");
  expect(foreign("Hello {{firstName}}", "<p>{{nick}}</p>")).toEqual([]);
});

test("a mail of nothing but beginnings of links is read in bounded time", () => {
  // Each took many seconds; the test's own time limit is the bound.
  expect(insecure("<a ".repeat(1_200_000))).toBeUndefined();
  expect(insecure(`<a title="${"<a ".repeat(1_200_000)}"`)).toBeUndefined();
});

test("a mail's length is told as it goes out, with its links as they are counted", async () => {
  const link = '<a href="https://shop.test/a">a</a> ';
  const html = `<p>${link.repeat(900)}${"x".repeat(60_000)}</p>`;
  const kinds = (countsAt: string | null) =>
    atOnce(contentWarnings({ subject: "", html, countsAt })).map(({ kind }) => kind);
  expect(kinds(null)).not.toContain("clipped");
  expect(kinds("https://amplify.example.org")).toContain("clipped");
  // A campaign counts those with a merge field in them as well.
  const own = html.replaceAll('/a"', '/{{phone}}"');
  const all = atOnce(contentWarnings({ subject: "", html: own, countsAt: "https://amplify.example.org" }));
  expect(all.map(({ kind }) => kind)).toContain("clipped");
});
