import { expect, test } from "bun:test";
import { htmlOfWords, wordsOf } from "../../../islands/Workspace/design/engine/settings/words.ts";

test("a label is shown as words, without the bare span that Unlayer writes around it", () => {
  expect(wordsOf("<span>Tea &amp; cake &lt;3</span>")).toBe("Tea & cake <3");
  expect(wordsOf("{{firstName|there}}")).toBe("{{firstName|there}}");
});

test("a label with formatting is no plain words", () => {
  expect(wordsOf("<strong>Go</strong>")).toBeNull();
  expect(wordsOf('<span style="color:red">Go</span>')).toBeNull();
});

test("words that look like HTML stay words in the mail, and come back as they were", () => {
  const typed = `<b> & "quotes" & 'more' {{firstName|there}}`;
  expect(htmlOfWords(typed)).not.toContain("<b>");
  expect(wordsOf(htmlOfWords(typed))).toBe(typed);
});
