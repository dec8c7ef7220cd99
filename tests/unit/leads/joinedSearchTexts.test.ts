import { expect, test } from "bun:test";
import { askedOfPostgres, beforeSearchTextStep } from "../../support/leads/searchTextStep.ts";

const tag = "0040_joined_accents";

/** Of more leads than are looked at in one query, some with an accent that is a character of its own. */
function texts(): string[] {
  const names = Array.from({ length: 2_300 }, (_, index) => `lead ${index} l${index}@in.test`);
  names[0] = "rene\u0301 r@in.test";
  names[1_500] = "\u1112\u1161\u11ab h@in.test";
  names[2_299] = "zoe\u0308 z@in.test";
  // One that no letter takes stays as it is.
  names[7] = "x\u0301 x@in.test";
  return names;
}

test("a name whose accents were characters of their own is found after the step, and other leads are not written", () => {
  const { add, take } = beforeSearchTextStep(tag);
  for (const [index, searchText] of texts().entries())
    add({ id: `l${String(index).padStart(5, "0")}`, searchText });
  const taken = take();
  expect(taken.texts).toEqual(texts().map((text) => text.normalize("NFC")));
  expect(taken.written).toEqual(["l00000", "l01500", "l02299"]);
});

test("on PostgreSQL the step leaves leads to whoever may be writing them", () => {
  expect(askedOfPostgres(tag)).toEqual([]);
});
