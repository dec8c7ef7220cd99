import { expect, test } from "bun:test";
import fc from "fast-check";
import { z } from "zod";
import { issueText } from "../../contract/reasons.ts";
import { audienceFields } from "../../contract/schemas/campaign.ts";
import { leadReference } from "../../contract/schemas/lead.ts";

const named = z.object({ leads: audienceFields.leads });
const oneByOne = z.object({
  leads: z.array(leadReference, { error: issueText("leads_not_list") }).optional(),
});

/** What a call is told: the value, or the first fault and where it is. */
function told(schema: z.ZodType, value: unknown): unknown {
  const { data, error } = schema.safeParse(value);
  const issue = error?.issues[0];
  return issue ? { message: issue.message, path: issue.path } : { data };
}

const text = fc.oneof(fc.constantFrom("", "a", "x".repeat(64), "x".repeat(65), "x".repeat(255)), fc.string());
const field = fc.option(fc.oneof(text, fc.integer(), fc.constant(null)), { nil: undefined, freq: 8 });
const reference = fc.oneof(
  ...[text, fc.record({ _id: field, email: field, more: fc.anything() }, { requiredKeys: [] })],
  { arbitrary: fc.anything(), weight: 1 },
);

test("the leads that a send names are held to their rules as one by one: the same values, the same first fault", () => {
  fc.assert(
    fc.property(fc.oneof(fc.array(reference, { maxLength: 4 }), fc.anything()), (leads) =>
      expect(told(named, { leads })).toEqual(told(oneByOne, { leads })),
    ),
    { numRuns: 2_000 },
  );
});

test("a hundred thousand leads that are none held everybody up: the look ends at the first", () => {
  let looks = 0;
  const odd = {
    get _id() {
      looks += 1;
      return 1;
    },
  };
  const { error } = named.safeParse({ leads: Array.from({ length: 100_000 }, () => odd) });
  expect(error?.issues).toHaveLength(1);
  expect(looks).toBeLessThan(10);
});
