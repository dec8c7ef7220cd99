import { expect, test } from "bun:test";
import fc from "fast-check";
import { Refusal } from "../../contract/errors.ts";
import { starters } from "../../mail/starters/starters.ts";
import { renderDesign } from "../../server/templates/renderDesign.ts";
import { everyBlock } from "../support/templates/everyBlock.ts";

/** What a program may put in the place of what the editor writes there. */
const someValue = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1e308,
  "",
  "x",
  "-5px",
  "</style><script>alert(1)</script>",
  "{{firstName}}",
  [],
  {},
  [null],
  { toString: 1 },
  { length: 1e9 },
  [[["x"]]],
);

const someDesign = fc.constantFrom<unknown>(everyBlock, ...starters.map(({ make }) => make()));

/** Changes to one of a design's parts each, by its place among all of them. */
const someChanges = fc.array(fc.record({ at: fc.nat(), isGone: fc.boolean(), value: someValue }), {
  minLength: 1,
  maxLength: 6,
});

type Part = [holder: Record<string, unknown>, key: string];

function partsOf(value: unknown): Part[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key): Part[] => [[holder, key], ...partsOf(holder[key])]);
}

/** The HTML, or the code of a refusal. */
async function rendered(design: unknown): Promise<string> {
  try {
    return (await renderDesign({ design, base: "https://own.test" })).html;
  } catch (error) {
    if (error instanceof Refusal) return error.reason.code;
    throw error;
  }
}

test("whatever values a design has, it is drawn without a script or refused", async () => {
  await fc.assert(
    fc.asyncProperty(someDesign, someChanges, async (made, changes) => {
      const design = structuredClone(made);
      const parts = partsOf(design);
      for (const { at, isGone, value } of changes) {
        const [holder, key] = parts[at % parts.length] ?? [{}, ""];
        if (isGone) delete holder[key];
        else holder[key] = structuredClone(value);
      }
      expect(await rendered(design)).not.toMatch(/<script/i);
    }),
    { numRuns: 150 },
  );
});

test("a table whose cells are no list is refused as a design that cannot be drawn", async () => {
  const designOf = (type: string, values: object) => ({
    body: { rows: [{ cells: [1], columns: [{ contents: [{ type, values }] }] }] },
  });
  const table = { headers: [{ cells: 5 }], rows: [{}] };
  expect(await rendered(designOf("table", { table }))).toBe("design_undrawable");
  expect(await rendered(designOf("table", { table: { headers: [{}], rows: [{ cells: null }] } }))).toBe(
    "design_undrawable",
  );
});

test("a width that is no number counts as one part, and keeps no mail from being drawn", async () => {
  const columns = [{ contents: [{ type: "text", values: { text: "Hello" } }] }];
  expect(await rendered({ body: { rows: [{ cells: [{ toString: 1 }], columns }] } })).toContain("Hello");
});
