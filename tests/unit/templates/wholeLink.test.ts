import { expect, test } from "bun:test";
import { wholeLink } from "../../../islands/Workspace/design/engine/wholeLink.ts";

test("a link that is typed as people say it is made whole, and what leads somewhere stays", () => {
  for (const [typed, whole] of [
    ["www.shop.example", "https://www.shop.example"],
    [" shop.example:8080/a?b#c ", "https://shop.example:8080/a?b#c"],
    ["bücher.example", "https://bücher.example"],
    ["desk@shop.example", "mailto:desk@shop.example"],
    ["javascript:alert(1)", "https://javascript:alert(1)"],
  ] as const)
    expect(wholeLink(typed)).toBe(whole);
  for (const stays of [
    "",
    "https://",
    "HTTP://a.test",
    "mailto:a@b.test",
    "tel:+49 1",
    "sms:1",
    "//a.test",
    "/images/a.png",
    "#top",
    "{{unsubscribeUrl}}",
    "*|UNSUB|*",
    "%UNSUB%",
    "[unsubscribe]",
  ])
    expect(wholeLink(stays)).toBe(stays);
});
