import { expect, test } from "bun:test";
import fc from "fast-check";
import { editDistance } from "../../contract/editDistance.ts";

const word = fc.string({ unit: fc.constantFrom("A", "B", "C", "_"), maxLength: 9 });

test("edits counted up to a number are the same as all of them, and else more than that", () => {
  fc.assert(
    fc.property(word, word, fc.nat(4), (wanted, known, atMost) => {
      const all = editDistance({ wanted, known });
      const some = editDistance({ wanted, known, atMost });
      if (all <= atMost) expect(some).toBe(all);
      else expect(some).toBeGreaterThan(atMost);
    }),
  );
});

test("a letter changed, added, left out or swapped with the next is one slip", () => {
  for (const wanted of ["SIGNAP", "SIGNNUP", "SIGUP", "SINGUP"])
    expect(editDistance({ wanted, known: "SIGNUP" })).toBe(1);
  expect(editDistance({ wanted: "SIGNUP", known: "SIGNUP" })).toBe(0);
});
