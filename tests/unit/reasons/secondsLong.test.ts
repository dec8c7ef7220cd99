import { expect, test } from "bun:test";
import { isolated, secondsLong } from "../../../contract/sentences/en/words.ts";

test("a countdown is told in seconds while it is short, and in minutes beyond", () => {
  const told = [0, 1, 90, 119, 120, 565, 600, 61 * 60 + 1].map(secondsLong);
  const short = ["0 seconds", "1 second", "90 seconds", "119 seconds"];
  expect(told).toEqual([...short, "2 minutes", "9 minutes 25 seconds", "10 minutes", "61 minutes 1 second"]);
});

test("a name turns the direction of no word behind it, whatever it holds", () => {
  expect(isolated("Spring \u202egnirpS\u2069")).toBe("Spring gnirpS");
  expect(isolated("\u2067שלום")).toBe("\u2068שלום\u2069");
  expect(isolated("ﷺ")).toBe("\u2068ﷺ\u2069");
});
