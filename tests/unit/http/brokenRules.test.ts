import { expect, test } from "bun:test";
import { z } from "zod";
import { causeOfIssues } from "../../../contract/brokenRules.ts";
import { inWords } from "../../../server/core/inWords.ts";

const said = (schema: z.ZodType, value: unknown) => {
  const read = schema.safeParse(value);
  return read.success ? null : inWords(causeOfIssues(read.error.issues));
};
const of = (field: z.ZodType) => (value: unknown) => said(z.object({ field }), { field: value });

test.each([
  [of(z.string()), undefined, "field: A text is needed"],
  [of(z.number()), "7", "field: A number is needed"],
  [of(z.int()), 1.5, "field: A whole number is needed"],
  [of(z.boolean()), "yes", "field: True or false is needed"],
  [of(z.array(z.string())), {}, "field: A list is needed"],
  [of(z.array(z.string())), [7], "field.0: A text is needed"],
  [of(z.int().max(65_535)), 70_000, "field: At most 65,535"],
  [of(z.number().positive()), 0, "field: More than 0"],
  [of(z.number().multipleOf(5)), 7, "field: A multiple of 5 is needed"],
  [of(z.string().min(1)), "", "field: At least 1 character"],
  [of(z.string().max(2)), "abc", "field: At most 2 characters"],
  [of(z.array(z.int()).max(1)), [1, 2], "field: At most 1 entry"],
  [of(z.enum(["on", "off"])), "maybe", "field: One of on, off is needed"],
  [of(z.literal(true)), false, "field: true is needed"],
  [of(z.email()), "ada", "field: An e-mail address is needed"],
  [of(z.string().regex(/^a/)), "b", "field: This has another form than it needs"],
  [of(z.union([z.string(), z.number()])), null, "field: This has another form than it needs"],
  [of(z.strictObject({})), { other: 1, from: 1 }, "field: There is no “other”, “from” here"],
  [(value: unknown) => said(z.object({}), value), [], "An object is needed"],
])("a rule that has no sentence of its own is told in plain words: %#", (sayOf, value, sentence) => {
  expect(sayOf(value)).toBe(sentence);
});
