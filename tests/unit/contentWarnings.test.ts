import { expect, test } from "bun:test";
import { contentWarnings } from "../../server/services/contentWarnings.ts";

const insecure = (html: string) =>
  contentWarnings({ subject: "", html }).find(({ kind }) => kind === "insecureLinks")?.text;

test("links that are not secure are counted, other addresses are not", () => {
  expect(insecure('<a href="https://a.test">x</a> <img src="http://a.test/x.png">')).toBeUndefined();
  expect(insecure("<p><a class='b' href = 'http://a.test'>x</a>")).toBe("1 link is not secure (http).");
  expect(insecure('<a href=http://a.test>x</a><A\nHREF="HTTP://b.test">y</A>')).toBe(
    "2 links are not secure (http).",
  );
});

test("a mail of nothing but beginnings of links is read in bounded time", () => {
  // Each took many seconds; the test's own time limit is the bound.
  expect(insecure("<a ".repeat(1_200_000))).toBeUndefined();
  expect(insecure(`<a title="${"<a ".repeat(1_200_000)}"`)).toBeUndefined();
});
