import type { RefusalsOf, Shapes } from "./shapes.ts";

/** What a call about custom fields, or about values of them, may be refused for. */
export const customFieldRefusedAs = {
  field_not_found: "not_found",
  field_unknown: "bad_request",
  field_label_missing: "bad_request",
  field_label_too_long: "bad_request",
  field_label_taken: "conflict",
  field_key_invalid: "bad_request",
  field_key_taken: "conflict",
  field_name_reused: "conflict",
  field_kind_unknown: "bad_request",
  field_choices_missing: "bad_request",
  field_choices_unwanted: "bad_request",
  field_choice_invalid: "bad_request",
  field_choice_twice: "bad_request",
  field_values_invalid: "bad_request",
  field_value_too_long: "bad_request",
  field_value_not_number: "bad_request",
  field_value_not_date: "bad_request",
  field_value_not_yes_no: "bad_request",
  field_value_no_choice: "bad_request",
  fields_too_many: "conflict",
  import_fields_invalid: "bad_request",
  field_for_two_columns: "bad_request",
} as const;

const max = { max: "number" } as const;
const choices = { choices: "texts" } as const;

export const customFieldShapes = {
  field_unknown: { key: "text" },
  field_label_too_long: max,
  field_label_taken: { field: "text" },
  field_key_invalid: max,
  field_key_taken: { key: "text" },
  field_kind_unknown: choices,
  field_choices_missing: max,
  field_choice_invalid: max,
  field_choice_twice: { name: "text" },
  field_value_too_long: { key: "text", field: "text", max: "number" },
  field_value_not_number: { key: "text", field: "text" },
  field_value_not_date: { key: "text", field: "text" },
  field_value_not_yes_no: { key: "text", field: "text" },
  field_value_no_choice: { key: "text", field: "text", choices: "texts" },
  fields_too_many: max,
  field_for_two_columns: { field: "text" },
} as const satisfies Partial<Record<keyof typeof customFieldRefusedAs, Shapes[string]>>;
export type CustomFieldRefusals = RefusalsOf<typeof customFieldRefusedAs, typeof customFieldShapes>;
