import { expect, test } from "bun:test";
import { fitTo, wrapWords } from "../../../contract/wrapWords.ts";

const lines = (text: string, width: number) => wrapWords(text, { width });

test("a line that fits stays as it is, gaps and all", () => {
  expect(lines("sent       ada@example.com", 26)).toEqual(["sent       ada@example.com"]);
});

test("a longer one is broken between words, below the text that its label is for", () => {
  expect(lines("one two three four", 9)).toEqual(["one two", "three", "four"]);
  expect(lines("Left out  3: they have opted out", 22)).toEqual([
    "Left out  3: they have",
    "          opted out",
  ]);
});

test("a label that takes more than half of the room is a word like any other", () => {
  expect(lines("somebody@example.com  has opted out", 24)).toEqual(["somebody@example.com", "has opted out"]);
});

test("a word longer than the line, and a command at the end, stay whole so that they can be copied", () => {
  expect(lines("see https://example.com/a/long/one here", 12)).toEqual([
    "see",
    "https://example.com/a/long/one",
    "here",
  ]);
  expect(lines("Go on with: amplify resume 0000c0de", 20)).toEqual([
    "Go on with:",
    "amplify resume 0000c0de",
  ]);
  expect(lines("amplify retry 0000c0de --failed", 20)).toEqual(["amplify retry 0000c0de --failed"]);
});

test("what no terminal reads is never broken, whatever its lines are", () => {
  const text = "one two three\nfour five six";
  expect(fitTo({ isTTY: false, columns: 8 }, text)).toBe(text);
  expect(fitTo({ isTTY: true, columns: 8 }, text)).toBe("one two\nthree\nfour\nfive six");
});

test("letters are counted by the room that they take", () => {
  const widthOf = (text: string) => Bun.stringWidth(text);
  expect(wrapWords("日本 語版 abc", { width: 5, widthOf })).toEqual(["日本", "語版", "abc"]);
});
