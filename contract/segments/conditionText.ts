import type { FieldDefinition } from "../leads/customFields.ts";
import type { SegmentTexts } from "../texts/workspace/segments.ts";
import { type Condition, type ConditionAbout, isGroup, type QuestionPart } from "./question.ts";

/** What the ids of a question are called. */
export type Names = {
  fields: readonly FieldDefinition[];
  collections: readonly { id: string; name: string }[];
  campaigns: readonly { id: string; name: string }[];
};

/** A part of a question as one line: “Opened a mail in the last 30 days”. */
export function partText(part: QuestionPart, names: Names, texts: SegmentTexts): string {
  if (!isGroup(part)) return conditionText(part, names, texts);
  const join = texts.joins[joinOf(part)];
  const [only] = part.of;
  if (only !== undefined && part.of.length === 1 && !part.not) return partText(only, names, texts);
  return texts.said.group({ join, count: part.of.length });
}

export type Join = keyof SegmentTexts["joins"];

/** Both switches of a group as the one that people read. */
export function joinOf({ match, not }: { match: "all" | "any"; not?: boolean | undefined }): Join {
  if (!not) return match;
  return match === "all" ? "notAll" : "notAny";
}

function conditionText(condition: Condition, names: Names, texts: SegmentTexts): string {
  const { said, ops } = texts;
  if (isFlag(condition)) return said.flags[condition.about][condition.op];
  if (isActivity(condition)) return activityText(condition, names, texts);
  const subject = subjectText(condition, names, texts);
  const { op } = condition;
  if (op === "yes" || op === "no") return said.is({ subject, answer: ops[op] });
  if ("days" in condition) return said.test({ subject, op: said[condition.op](condition.days), value: "" });
  return said.test({ subject, op: ops[op], value: valueText(condition, names, texts) });
}

function isFlag(condition: Condition): condition is ConditionAbout<"optedOut"> {
  return condition.about === "optedOut" || condition.about === "suppressed" || condition.about === "bounced";
}

function isActivity(condition: Condition): condition is ConditionAbout<"sent"> {
  const { about } = condition;
  return about === "sent" || about === "opened" || about === "clicked" || about === "replied";
}

function activityText(condition: ConditionAbout<"sent">, names: Names, texts: SegmentTexts): string {
  const words = texts.said.activities[condition.about];
  const text = "days" in condition ? words[condition.op](condition.days) : words[condition.op];
  return `${text}${campaignText(condition.campaign, names, texts)}`;
}

function subjectText(condition: Condition, { fields }: Names, { subjects, said }: SegmentTexts): string {
  if (condition.about !== "field") return subjects[condition.about];
  return fields.find(({ id }) => id === condition.field)?.label ?? said.gone;
}

function valueText(condition: Condition, names: Names, texts: SegmentTexts): string {
  const { said } = texts;
  if ("date" in condition) return condition.date;
  if ("from" in condition) return said.between({ from: String(condition.from), to: String(condition.to) });
  if ("consents" in condition) return condition.consents.map((each) => texts.consents[each]).join(", ");
  if ("collections" in condition) return namesOf(condition.collections, names.collections, texts);
  if ("choices" in condition) {
    const choices = names.fields.find(({ id }) => id === condition.field)?.choices ?? [];
    return namesOf(condition.choices, choices, texts);
  }
  if (!("value" in condition)) return "";
  return typeof condition.value === "string" ? said.quoted(condition.value) : String(condition.value);
}

function campaignText(id: string | undefined, { campaigns }: Names, texts: SegmentTexts): string {
  return id === undefined ? "" : texts.said.inCampaign(namesOf([id], campaigns, texts));
}

function namesOf(
  ids: readonly string[],
  among: readonly { id: string; name: string }[],
  { said }: SegmentTexts,
): string {
  return ids.map((id) => among.find((each) => each.id === id)?.name ?? said.gone).join(", ");
}
