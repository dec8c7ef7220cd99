import { z } from "zod";
import { consents } from "../leads/consent.ts";
import { leadLimits } from "../limits/leads.ts";
import { segmentLimits } from "../limits/segments.ts";
import { issueText } from "../reasons.ts";
import { filledText, id } from "../schemas/fields.ts";

/**
 * A question about leads: conditions, joined by "all of" or "any of", in groups within groups. It names fields,
 * collections and campaigns by their ids, so that it goes on meaning the same when they are called something else.
 */

const { conditionsMax, daysMax, depthMax, namedMax, valueMax } = segmentLimits;
const error = issueText("question_invalid");

const value = filledText(valueMax, error, issueText("question_value_too_long", { max: valueMax }));
const number = z.number({ error }).min(-leadLimits.fieldNumberMax).max(leadLimits.fieldNumberMax);
/** Of mails. */
const wholeNumber = z.number({ error }).int().min(0).max(1e9);
const date = z.iso.date({ error }).meta({ pattern: z.regexes.date.source });
const days = z.number({ error }).int().min(1).max(daysMax);
const consentList = z.array(z.enum(consents)).min(1).max(consents.length);
const named = z.array(id).min(1).max(namedMax);

/** What a lead is or is not. */
const flagSubjects = ["optedOut", "suppressed", "bounced"] as const;
export const textSubjects = ["firstName", "lastName", "email", "domain", "phone"] as const;
export const countSubjects = ["mailsSent", "mailsOpened"] as const;
/** What happened to a lead's mails. */
export const activitySubjects = ["sent", "opened", "clicked", "replied"] as const;

export const textOps = ["is", "isNot", "contains", "containsNot", "begins", "ends"] as const;
/** Whether a test of a text holds for what it does not name; of several spellings it then has to hold for each. */
export function isNegated(op: (typeof textOps)[number]): boolean {
  return op === "isNot" || op === "containsNot";
}

export const numberOps = ["eq", "ne", "lt", "le", "gt", "ge"] as const;
export const dayOps = ["on", "before", "after"] as const;
const thereOps = z.enum(["empty", "filled"]);
const yesNoOps = z.enum(["yes", "no"]);

/** The same tests of several subjects. A condition with a name too many is refused: it would mean less than it says. */
const textTests = <S extends z.ZodRawShape>(subject: S) =>
  [
    z.strictObject({ ...subject, op: z.enum(textOps), value }),
    z.strictObject({ ...subject, op: thereOps }),
  ] as const;
const numberTests = <S extends z.ZodRawShape>(subject: S, value: z.ZodNumber) =>
  [
    z.strictObject({ ...subject, op: z.enum(numberOps), value }),
    z.strictObject({ ...subject, op: z.literal("between"), from: value, to: value }),
  ] as const;
const dayTests = <S extends z.ZodRawShape>(subject: S) =>
  [
    z.strictObject({ ...subject, op: z.enum(dayOps), date }),
    z.strictObject({ ...subject, op: z.literal("between"), from: date, to: date }),
    z.strictObject({ ...subject, op: z.enum(["inLast", "notInLast"]), days }),
  ] as const;

const textField = { about: z.literal("field"), kind: z.literal("text"), field: id };
const numberField = { about: z.literal("field"), kind: z.literal("number"), field: id };
const dateField = { about: z.literal("field"), kind: z.literal("date"), field: id };
const yesNoField = { about: z.literal("field"), kind: z.literal("yesNo"), field: id };
const choiceField = { about: z.literal("field"), kind: z.literal("choice"), field: id };
const activity = { about: z.enum(activitySubjects), campaign: id.optional() };

/**
 * A value that is not there is equal to nothing, less than nothing and on no day: only "is not", "is none of", "does not
 * contain", "not in the last … days" and "is empty" hold for it.
 */
const condition = z
  .union(
    [
      ...textTests({ about: z.enum(textSubjects) }),
      z.strictObject({ about: z.enum(flagSubjects), op: yesNoOps }),
      ...dayTests({ about: z.literal("created") }),
      ...numberTests({ about: z.enum(countSubjects) }, wholeNumber),
      ...textTests(textField),
      ...numberTests(numberField, number),
      z.strictObject({ ...numberField, op: thereOps }),
      ...dayTests(dateField),
      z.strictObject({ ...dateField, op: z.literal("inNext"), days }),
      z.strictObject({ ...dateField, op: thereOps }),
      z.strictObject({ ...yesNoField, op: yesNoOps }),
      z.strictObject({ ...yesNoField, op: thereOps }),
      z.strictObject({ ...choiceField, op: z.enum(["oneOf", "noneOf"]), choices: named }),
      z.strictObject({ ...choiceField, op: thereOps }),
      z.strictObject({ about: z.literal("collections"), op: z.enum(["in", "notIn"]), collections: named }),
      z.strictObject({ about: z.literal("consent"), op: z.enum(["oneOf", "noneOf"]), consents: consentList }),
      z.strictObject({ ...activity, op: z.enum(["ever", "never"]) }),
      // "before" is: it happened, and the last time is longer ago.
      z.strictObject({ ...activity, op: z.enum(["inLast", "notInLast", "before"]), days }),
    ],
    { error },
  )
  .meta({ id: "Condition" });
export type Condition = z.infer<typeof condition>;
/** Those about one subject. */
export type ConditionAbout<A extends Condition["about"], C = Condition> = C extends { about: infer Subject }
  ? A extends Subject
    ? C
    : never
  : never;

export type QuestionGroup = { match: "all" | "any"; not?: boolean | undefined; of: QuestionPart[] };
export type QuestionPart = Condition | QuestionGroup;
export type Question = QuestionGroup;

type Part = z.ZodType<QuestionPart, QuestionPart>;

/** Built level by level and not of itself, so that the document says how deep it goes. */
function groupOf(part: Part): z.ZodType<QuestionGroup, QuestionGroup> {
  return z.strictObject(
    {
      match: z.enum(["all", "any"]),
      /** Whom the group does not find. */
      not: z.boolean().optional(),
      of: z.array(part, { error }).min(1, { error }).max(conditionsMax, { error }),
    },
    { error },
  );
}

function groupsWithin(depth: number): z.ZodType<QuestionGroup, QuestionGroup> {
  if (depth === 1) return groupOf(condition);
  return groupOf(z.union([condition, groupsWithin(depth - 1)], { error }));
}

export const question = groupsWithin(depthMax)
  .refine((asked) => conditionsOf(asked).length <= conditionsMax, {
    error: issueText("question_too_long", { max: conditionsMax }),
  })
  .meta({ id: "Question" });

export function isGroup(part: QuestionPart): part is QuestionGroup {
  return "of" in part;
}

/** Whether a condition only asks if there is anything. */
export function isThereTest<C extends { op: string }>(
  test: C,
): test is Extract<C, { op: "empty" | "filled" }> {
  return test.op === "empty" || test.op === "filled";
}

/** Every condition of a question, from left to right. */
export function conditionsOf(part: QuestionPart): Condition[] {
  return isGroup(part) ? part.of.flatMap(conditionsOf) : [part];
}
