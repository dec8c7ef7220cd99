import { expect, test } from "bun:test";
import { limits } from "../../contract/limits.ts";
import { mailChecks } from "../../islands/Workspace/design/mailChecks.ts";

const wayOut = '<a href="{{unsubscribeUrl}}">Unsubscribe</a>';

test("a mail with nothing amiss has nothing said about it", () => {
  const html = `<img src="https://x.test/a.png" alt="A boat"><a href="https://x.test">Go</a> {{firstName|there}}`;
  expect(mailChecks(html + wayOut)).toEqual([]);
});

test.each([
  ['<img src="a.png"><img src="b.png" alt="">', "2 pictures have no alternative text."],
  ['<a href="http://x.test">Go</a>', "1 link is not secure (http)."],
  ['<a href="https://">Go</a>', "1 link leads nowhere."],
  ["{{nickname}}", "{{nickname}} is no merge field and stays as it is."],
  ["x".repeat(limits.design.clipBytes), "The mail has 103 kB; Gmail cuts off what is longer than 102."],
])("%# is told", (html, sentence) => {
  expect(mailChecks(html + wayOut)).toEqual([sentence]);
});

test("a missing way out is told", () => {
  expect(mailChecks("<p>Hi</p>")).toEqual([
    "There is no unsubscribe link; one is added when the mail is sent.",
  ]);
});
