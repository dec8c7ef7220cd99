import { expect, test } from "bun:test";
import { lead } from "../../../contract/texts/en/workspace/leads.ts";

test("the bar over a selection speaks of one lead as of one", () => {
  const { all } = lead.selection;
  expect(all({ count: 1, isNarrowed: true, collection: null })).toBe("The lead that was found is selected");
  expect(all({ count: 2, isNarrowed: true, collection: "spring" })).toBe(
    "All 2 leads that were found in spring are selected",
  );
});
