import { expect, test } from "bun:test";
import fc from "fast-check";
import { z } from "zod";
import { issueText } from "../../contract/reasons.ts";
import { audienceFields } from "../../contract/schemas/campaign.ts";
import { leadInput, leadReference } from "../../contract/schemas/lead.ts";
import { transactionalInput } from "../../contract/schemas/transactional.ts";

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
  text,
  fc.record({ _id: field, email: field, more: fc.anything() }, { requiredKeys: [] }),
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

const ada = { firstName: "Ada", lastName: "Lee", email: "ada@in.test" };
const mail = { subject: "Hello", text: "Hello", to: [ada] };

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

test.each([
  [leadInput, (fields: unknown) => ({ ...ada, fields }), "fields_too_many"],
  [transactionalInput, (values: unknown) => ({ ...mail, values }), "values_too_many"],
  [transactionalInput, (values: unknown) => ({ ...mail, to: [{ ...ada, values }] }), "values_too_many"],
])(
  "two hundred thousand values held everybody up: they are counted before any is looked at: %#",
  (schema, of, code) => {
    let looks = 0;
    const look = () => {
      looks += 1;
      return {};
    };
    const values = {};
    for (let index = 0; index < 1_000; index += 1)
      Object.defineProperty(values, `k${index}`, { enumerable: true, get: look });
    const issues = schema.safeParse(of(values)).error?.issues ?? [];
    expect(issues.map(({ message }) => JSON.parse(message).code)).toEqual([code]);
    expect(looks).toBe(0);
  },
);

test("a value for a field called __proto__ is refused like one for any other that is not there", () => {
  const fields = JSON.parse('{ "__proto__": "x" }');
  const [issue] = leadInput.safeParse({ ...ada, fields }).error?.issues ?? [];
  expect(JSON.parse(issue?.message ?? "")).toMatchObject({
    code: "field_unknown",
    params: { key: "__proto__" },
  });
});
