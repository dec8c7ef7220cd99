import type { FieldDefinition } from "../../../contract/leads/customFields.ts";
import { segmentLimits } from "../../../contract/limits/segments.ts";
import {
  type Condition,
  isGroup,
  type Question,
  type QuestionPart,
} from "../../../contract/segments/question.ts";
import { fieldPrefix, opsOf, subjectKind, valueKindOf } from "./subjects.ts";

/** A condition while it is filled in: texts, some of which may still be missing. */
export type DraftCondition = {
  key: number;
  subject: string;
  op: string;
  value: string;
  to: string;
  named: readonly string[];
  /** "" stands for any campaign. */
  campaign: string;
};
export type DraftGroup = { key: number; match: "all" | "any"; not: boolean; of: readonly DraftPart[] };
export type DraftPart = DraftCondition | DraftGroup;

let keys = 0;
const newKey = () => ++keys;

export function newCondition(): DraftCondition {
  return { key: newKey(), subject: "firstName", op: "is", value: "", to: "", named: [], campaign: "" };
}

export function newGroup(
  of: readonly DraftPart[] = [newCondition()],
  match: "all" | "any" = "any",
): DraftGroup {
  return { key: newKey(), match, not: false, of };
}

export function isDraftGroup(part: DraftPart): part is DraftGroup {
  return "of" in part;
}

/** Changes the subject. The test stays if the new subject has it, and the values stay if they still fit. */
export function withSubject(
  condition: DraftCondition,
  subject: string,
  fields: readonly FieldDefinition[],
): DraftCondition {
  const ops = opsOf[subjectKind(subject, fields)];
  const op = ops.includes(condition.op) ? condition.op : (ops[0] ?? "");
  const isSame = wantedOf(condition, fields) === valueKindOf(subjectKind(subject, fields), op);
  const kept = isSame && wantedOf(condition, fields) !== "named" ? condition : { ...condition, ...blank };
  return { ...kept, subject, op };
}

/** Changes the test of the same subject. */
export function withOp(
  condition: DraftCondition,
  op: string,
  fields: readonly FieldDefinition[],
): DraftCondition {
  const next = { ...condition, op };
  return wantedOf(condition, fields) === wantedOf(next, fields) ? next : { ...next, ...blank };
}

const blank = { value: "", to: "", named: [] };

export function wantedOf({ subject, op }: DraftCondition, fields: readonly FieldDefinition[]) {
  return valueKindOf(subjectKind(subject, fields), op);
}

export function draftOf(question: Question | null): DraftGroup {
  return question === null ? newGroup([], "all") : (partDraft(question) as DraftGroup);
}

function partDraft(part: QuestionPart): DraftPart {
  if (isGroup(part))
    return { key: newKey(), match: part.match, not: part.not ?? false, of: part.of.map(partDraft) };
  const texts = part as Partial<Record<"value" | "date" | "days" | "from" | "to", string | number>>;
  const lists = part as Partial<Record<"choices" | "collections" | "consents", readonly string[]>>;
  return {
    key: newKey(),
    subject: part.about === "field" ? `${fieldPrefix}${part.field}` : part.about,
    // "Before a day" and "a mail longer ago" are two tests with the same name.
    op: part.op === "before" && "days" in part ? "beforeDays" : part.op,
    value: String(texts.value ?? texts.date ?? texts.days ?? texts.from ?? ""),
    to: String(texts.to ?? ""),
    named: lists.choices ?? lists.collections ?? lists.consents ?? [],
    campaign: ("campaign" in part ? part.campaign : undefined) ?? "",
  };
}

/** The question, if it is complete; null while something is missing, or if there are no conditions. */
export function questionOf(draft: DraftGroup, fields: readonly FieldDefinition[]): Question | null {
  const of = draft.of.map((part) => partOf(part, fields));
  if (of.length === 0 || of.some((part) => part === null)) return null;
  const parts = of.filter((part) => part !== null);
  return { match: draft.match, ...(draft.not ? { not: true } : {}), of: parts };
}

function partOf(part: DraftPart, fields: readonly FieldDefinition[]): QuestionPart | null {
  return isDraftGroup(part) ? questionOf(part, fields) : conditionOf(part, fields);
}

export function conditionOf(draft: DraftCondition, fields: readonly FieldDefinition[]): Condition | null {
  const kind = subjectKind(draft.subject, fields);
  const filled = filledIn(draft, valueKindOf(kind, draft.op));
  if (filled === null) return null;
  const op = draft.op === "beforeDays" ? "before" : draft.op;
  const test = { op, ...("named" in filled ? namedIn(kind, filled.named) : filled) };
  const campaign = kind === "activity" && draft.campaign !== "" ? { campaign: draft.campaign } : {};
  const about = draft.subject.startsWith(fieldPrefix)
    ? { about: "field", kind, field: draft.subject.slice(fieldPrefix.length) }
    : { about: draft.subject };
  // Built from lists that match the schema, which the server checks it against.
  return { ...about, ...test, ...campaign } as Condition;
}

function namedIn(kind: string, named: readonly string[]) {
  return { [kind === "choice" ? "choices" : kind === "consent" ? "consents" : "collections"]: [...named] };
}

function filledIn({ value, to, named }: DraftCondition, wanted: ReturnType<typeof valueKindOf>) {
  const text = value.trim();
  switch (wanted) {
    case "nothing":
      return {};
    case "text":
      return text === "" ? null : { value: text };
    case "number":
      return numberIn(text) === null ? null : { value: numberIn(text) };
    case "numbers":
      return numberIn(text) === null || numberIn(to) === null
        ? null
        : { from: numberIn(text), to: numberIn(to) };
    case "day":
      return text === "" ? null : { date: text };
    case "days":
      return text === "" || to === "" ? null : { from: text, to };
    case "dayCount": {
      const days = numberIn(text);
      const isFit = days !== null && Number.isInteger(days) && days >= 1 && days <= segmentLimits.daysMax;
      return isFit ? { days } : null;
    }
    case "named":
      return named.length === 0 ? null : { named };
  }
}

function numberIn(text: string): number | null {
  const number = Number(text);
  return text.trim() === "" || !Number.isFinite(number) ? null : number;
}
