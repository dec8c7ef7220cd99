import { expect, test } from "bun:test";
import { standingAlone } from "../../../islands/Workspace/campaigns/plots/standingAlone.ts";

test("a moment without any beside it is found, since a line would show nothing of it", () => {
  expect(standingAlone([12, null])).toEqual([0]);
  expect(standingAlone([0])).toEqual([0]);
  expect(standingAlone([1, 2, null, 4, null, null, 7])).toEqual([3, 6]);
  expect(standingAlone([1, 2, 3])).toEqual([]);
  expect(standingAlone([null, null])).toEqual([]);
});
