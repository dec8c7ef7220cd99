import type { z } from "zod";

type Issue = z.core.$ZodRawIssue;
type Of<Code extends Issue["code"]> = Extract<Issue, { code: Code }>;

/** What a value has to be, by the names that zod has for kinds and forms. */
const kinds: Record<string, string> = {
  string: "A text",
  number: "A number",
  int: "A whole number",
  boolean: "True or false",
  array: "A list",
  tuple: "A list",
  object: "An object",
  record: "An object",
  null: "Null",
  email: "An e-mail address",
  url: "A link",
  datetime: "A date with its time",
  date: "A date",
};

/** What is counted of a value that is too long or too short. */
const counted: Record<string, readonly [one: string, many: string]> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
  set: ["entry", "entries"],
  object: ["field", "fields"],
  record: ["field", "fields"],
  map: ["field", "fields"],
};

const otherForm = "This has another form than it needs";

/** A rule of a schema that has no words of its own, as a sentence about the field that breaks it. */
export function brokenRule(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return needed(kinds[issue.expected]);
    case "invalid_format":
      return needed(kinds[issue.format]);
    case "invalid_value":
      return needed(`${issue.values.length > 1 ? "One of " : ""}${issue.values.map(String).join(", ")}`);
    case "not_multiple_of":
      return needed(`A multiple of ${issue.divisor}`);
    case "too_big":
      return bounded(issue, issue.maximum, { within: "At most", beyond: "Less than" });
    case "too_small":
      return bounded(issue, issue.minimum, { within: "At least", beyond: "More than" });
    case "unrecognized_keys":
      return `There is no ${issue.keys.map((key) => `“${key}”`).join(", ")} here`;
    default:
      return otherForm;
  }
}

function needed(what: string | undefined): string {
  return what === undefined ? otherForm : `${what} is needed`;
}

type Words = { within: string; beyond: string };

function bounded(
  { origin, inclusive = true }: Of<"too_big"> | Of<"too_small">,
  bound: number | bigint,
  { within, beyond }: Words,
): string {
  const [one, many] = counted[origin] ?? ["", ""];
  const how = `${inclusive ? within : beyond} ${bound.toLocaleString("en")}`;
  return one === "" ? how : `${how} ${Number(bound) === 1 ? one : many}`;
}
