import { expect, test } from "bun:test";
import { linksToFollow } from "../../../server/sending/mail/linksToFollow.ts";

test("links are listed once each, by their words, their picture or else their address", () => {
  const html = `<a href="https://a.test/?x=1&amp;y=2"><b>To</b> the
    shop</a> <a href=" https://b.test/"><img src="x" alt="A picture"></a> <a href="https://c.test/"></a>
    <a href="https://a.test/?x=1&amp;y=2">again</a> <a href="mailto:a@b.test">x</a><a>y</a> behind`;
  expect(linksToFollow(html)).toEqual([
    { url: "https://a.test/?x=1&y=2", label: "To the shop" },
    { url: "https://b.test/", label: "A picture" },
    { url: "https://c.test/", label: "https://c.test/" },
  ]);
});

test("nothing but the web is offered, and no more than a page can show", () => {
  expect(
    linksToFollow('<a href="javascript:alert(1)">x</a><a href="//a.test">x</a><a href="/u">x</a>'),
  ).toEqual([]);
  const many = Array.from(
    { length: 5_000 },
    (_, index) => `<a href="https://a.test/${index}">${"x".repeat(900)}</a>`,
  );
  const links = linksToFollow(many.join(""));
  expect(links).toHaveLength(100);
  expect(links[0]?.label).toHaveLength(120);
});

test("a mail that opens elements without end is read in bounded time", () => {
  // It took eleven seconds; the test's own time limit is the bound.
  expect(linksToFollow(`<a href="https://a.test/">a</a>${"<ul><li>x".repeat(110_000)}`)).toEqual([
    { url: "https://a.test/", label: "a" },
  ]);
});
