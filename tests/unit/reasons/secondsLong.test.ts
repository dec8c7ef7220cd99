import { expect, test } from "bun:test";
import { secondsLong } from "../../../contract/sentences/en/words.ts";

test("a countdown is told in seconds while it is short, and in minutes beyond", () => {
  const told = [0, 1, 90, 119, 120, 565, 600, 61 * 60 + 1].map(secondsLong);
  const short = ["0 seconds", "1 second", "90 seconds", "119 seconds"];
  expect(told).toEqual([...short, "2 minutes", "9 minutes 25 seconds", "10 minutes", "61 minutes 1 second"]);
});
