import { expect, test } from "bun:test";
import { reason } from "../../../contract/reasons.ts";
import { inWords } from "../../../server/core/inWords.ts";

test("the activity calls a variant that won as the campaign's page does, with its mail where there are several", () => {
  const said = (variant: string) => inWords(reason("did_choose_winner", { variant, by: "person" }));
  expect(said("A")).toBe("Variant A won: chosen by hand");
  expect(said("12B")).toBe("Mail 12: Variant B won: chosen by hand");
});
