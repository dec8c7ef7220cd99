import type { FieldDefinition } from "../leads/customFields.ts";
import { type Reason, reason } from "../reasons.ts";
import { type Condition, conditionsOf, type Question } from "./question.ts";

/** What a workspace has that a question may name. */
export type Known = {
  fields: readonly FieldDefinition[];
  collectionIds: ReadonlySet<string>;
  campaignIds: ReadonlySet<string>;
};

export type QuestionFault = Extract<Reason, { code: `question_${string}` }>;

/**
 * Why a question cannot be asked: it names what is not there, or not there any more. To pass over such a condition would
 * find others than are meant, and everybody in the end.
 */
export function questionFault(question: Question, known: Known): QuestionFault | null {
  for (const condition of conditionsOf(question)) {
    const fault = faultOf(condition, known);
    if (fault !== null) return fault;
  }
  return null;
}

function faultOf(condition: Condition, { fields, collectionIds, campaignIds }: Known): QuestionFault | null {
  switch (condition.about) {
    case "field": {
      const field = fields.find(({ id }) => id === condition.field);
      if (field === undefined) return reason("question_field_unknown");
      if (field.kind !== condition.kind) return reason("question_field_kind", { field: field.label });
      const has = (id: string) => field.choices.some((choice) => choice.id === id);
      if ("choices" in condition && !condition.choices.every(has))
        return reason("question_choice_unknown", { field: field.label });
      return null;
    }
    case "collections":
      return condition.collections.every((id) => collectionIds.has(id))
        ? null
        : reason("question_collection_unknown");
    case "sent":
    case "opened":
    case "clicked":
    case "replied":
      return condition.campaign === undefined || campaignIds.has(condition.campaign)
        ? null
        : reason("question_campaign_unknown");
    default:
      return null;
  }
}

/** The campaigns that a question names. */
export function campaignsIn(question: Question): string[] {
  return conditionsOf(question).flatMap((condition) =>
    "campaign" in condition && condition.campaign !== undefined ? [condition.campaign] : [],
  );
}
