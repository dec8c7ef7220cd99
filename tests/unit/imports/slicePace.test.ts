import { expect, test } from "bun:test";
import { importLimits } from "../../../contract/limits/imports.ts";
import { nextRows } from "../../../server/imports/thread/writeSlices.ts";

test("a slice is short while somebody waits to write, and longer while nobody does", () => {
  const last = { rows: 400, heldMs: 20 };
  const [beside, alone] = [true, false].map((isAwaited) => nextRows({ ...last, isAwaited }));
  expect(beside).toBeLessThan(last.rows);
  expect(alone).toBeGreaterThan(last.rows);
  const most = importLimits.sliceRowsMax;
  expect(nextRows({ rows: most, heldMs: 0, isAwaited: false })).toBe(most);
});
