import { expect, test } from "bun:test";
import fc from "fast-check";
import { isTooDeep, parseJson } from "../../contract/parseJson.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

/** By recursion, as a reader of the value would have it; the samples are small. */
function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** Within so many lists and objects in turn. */
function within(value: unknown, levels: number): unknown {
  let outer = value;
  for (let at = 0; at < levels; at += 1) outer = at % 2 === 0 ? [outer] : { '[{\\"': outer };
  return outer;
}

const anything = fc.jsonValue({ stringUnit: fc.constantFrom(...'[]{}"\\,:aü😀\n'), maxDepth: 6 });

test("JSON is too deep exactly where its value has more than 64 levels, whatever its texts hold", () => {
  fc.assert(
    fc.property(anything, fc.integer({ min: 55, max: 66 }), fc.boolean(), (value, levels, spaced) => {
      const deep = within(value, levels);
      const text = JSON.stringify(deep, null, spaced ? 1 : undefined);
      expect(isTooDeep(bytes(text))).toBe(depthOf(deep) > 64);
    }),
  );
});

test("of broken JSON, no more is read than JSON.parse would read with that many levels", () => {
  for (const text of ['"[[[', '{"a":"\\', "]]]]", '"\\"[', "", "[".repeat(64)])
    expect(isTooDeep(bytes(text))).toBe(false);
  expect(isTooDeep(bytes("[".repeat(65)))).toBe(true);
});

test("what is read from elsewhere fails like broken JSON where it is too deep", () => {
  expect(parseJson("[".repeat(64) + "]".repeat(64))).toBeArray();
  expect(() => parseJson("[".repeat(65) + "]".repeat(65))).toThrow(SyntaxError);
});
