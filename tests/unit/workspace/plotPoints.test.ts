import { expect, test } from "bun:test";
import { isolatedPoints } from "../../../islands/Workspace/campaigns/plots/isolatedPoints.ts";

test("a moment without any beside it is found, since a line would show nothing of it", () => {
  expect(isolatedPoints([12, null])).toEqual([0]);
  expect(isolatedPoints([0])).toEqual([0]);
  expect(isolatedPoints([1, 2, null, 4, null, null, 7])).toEqual([3, 6]);
  expect(isolatedPoints([1, 2, 3])).toEqual([]);
  expect(isolatedPoints([null, null])).toEqual([]);
});
