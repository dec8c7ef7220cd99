import type { FieldDefinition } from "../../../contract/leads/customFields.ts";
import {
  activitySubjects,
  countSubjects,
  dayOps,
  numberOps,
  textOps,
  textSubjects,
} from "../../../contract/segments/question.ts";
import type { SegmentTexts } from "../../../contract/texts/workspace/segments.ts";

/** What can be asked about a subject depends on its kind. A custom field has the kind that it was created with. */
type SubjectKind =
  | "text"
  | "number"
  | "count"
  | "date"
  | "created"
  | "yesNo"
  | "flag"
  | "choice"
  | "collections"
  | "consent"
  | "activity";

/** What kind of value a test needs. */
export type ValueKind = "nothing" | "text" | "number" | "numbers" | "day" | "days" | "dayCount" | "named";

const there = ["empty", "filled"];
const lately = ["inLast", "notInLast"];

/** The tests of each kind, the most useful first. */
export const opsOf: Record<SubjectKind, readonly string[]> = {
  text: [...textOps, ...there],
  number: [...numberOps, "between", ...there],
  count: [...numberOps, "between"],
  date: [...lately, "inNext", ...dayOps, "between", ...there],
  created: [...lately, ...dayOps, "between"],
  yesNo: ["yes", "no", ...there],
  flag: ["yes", "no"],
  choice: ["oneOf", "noneOf", ...there],
  collections: ["in", "notIn"],
  consent: ["oneOf", "noneOf"],
  activity: ["inLast", "notInLast", "beforeDays", "ever", "never"],
};

export function valueKindOf(kind: SubjectKind, op: string): ValueKind {
  if (op === "between") return kind === "date" || kind === "created" ? "days" : "numbers";
  if (["inLast", "notInLast", "inNext", "beforeDays"].includes(op)) return "dayCount";
  if (["oneOf", "noneOf", "in", "notIn"].includes(op)) return "named";
  if (dayOps.some((each) => each === op)) return "day";
  if (numberOps.some((each) => each === op)) return "number";
  return textOps.some((each) => each === op) ? "text" : "nothing";
}

/** The prefix of custom fields among the subjects. */
export const fieldPrefix = "field:";

export function subjectKind(subject: string, fields: readonly FieldDefinition[]): SubjectKind {
  if (subject.startsWith(fieldPrefix))
    return fields.find(({ id }) => `${fieldPrefix}${id}` === subject)?.kind ?? "text";
  if (textSubjects.some((each) => each === subject)) return "text";
  if (countSubjects.some((each) => each === subject)) return "count";
  if (activitySubjects.some((each) => each === subject)) return "activity";
  if (subject === "created" || subject === "collections" || subject === "consent") return subject;
  return "flag";
}

type Option = { value: string; label: string };

/** All subjects in groups, for a list. */
export function subjectGroups(
  fields: readonly FieldDefinition[],
  { subjects, subjectGroups: titles }: SegmentTexts,
): { title: string; options: Option[] }[] {
  const named = (names: readonly (keyof typeof subjects)[]) =>
    names.map((value) => ({ value, label: subjects[value] }));
  const groups = [
    {
      title: titles.lead,
      options: named([
        ...textSubjects,
        "collections",
        "created",
        "optedOut",
        "suppressed",
        "bounced",
        "consent",
      ]),
    },
    { title: titles.mails, options: named([...activitySubjects, ...countSubjects]) },
    {
      title: titles.fields,
      options: fields.map(({ id, label }) => ({ value: `${fieldPrefix}${id}`, label })),
    },
  ];
  return groups.filter(({ options }) => options.length > 0);
}
