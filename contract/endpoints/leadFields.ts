import type { Endpoint } from "../endpoint.ts";
import { leadLimits } from "../limits/leads.ts";
import { reason } from "../reasons.ts";
import { message, withId } from "../schemas/fields.ts";
import { customField, customFieldChange, customFieldInput } from "../schemas/leadFields.ts";
import { fewOf } from "../schemas/lists.ts";

/** What a workspace wants to know of its leads beyond what every lead has. */
export const leadFieldEndpoints = {
  "GET /amplify/fields": {
    tag: "Custom fields",
    summary: "Your custom fields, in their order",
    access: "session",
    ...fewOf(customField),
  },
  "POST /amplify/fields": {
    tag: "Custom fields",
    summary: "Add a custom field: a text, a number, a date, a yes or no, or one of your choices",
    access: "session",
    body: customFieldInput,
    status: 201,
    answer: customField,
    refusals: ["conflict"],
    refusedWith: [reason("field_choices_missing", { max: leadLimits.choicesMax }), "field_choices_unwanted"],
  },
  "PATCH /amplify/fields/{id}": {
    tag: "Custom fields",
    summary: "Change a field's label, choices or place; its key and its kind stay",
    access: "session",
    params: withId,
    body: customFieldChange,
    answer: customField,
    refusals: ["not_found", "conflict"],
    refusedWith: [reason("field_choices_missing", { max: leadLimits.choicesMax }), "field_choices_unwanted"],
  },
  "DELETE /amplify/fields/{id}": {
    tag: "Custom fields",
    summary: "Delete a field; its values go with it once it can no longer be brought back",
    access: "session",
    params: withId,
    answer: message,
    refusals: ["not_found", "conflict"],
  },
  "POST /amplify/fields/{id}/restore": {
    tag: "Custom fields",
    summary: "Bring back a field that you deleted a few minutes ago, with its values",
    access: "session",
    params: withId,
    answer: customField,
    refusals: ["not_found", "conflict"],
  },
} as const satisfies Record<string, Endpoint>;
