import type { CustomFieldRefusals } from "../../reasons/customFields.ts";
import type { Sentences } from "../sentence.ts";

/** What a call about custom fields, or about values of them, may be refused for. */
export const customFields: Sentences<CustomFieldRefusals> = {
  field_not_found: () => "There is no such field. It may have been deleted.",
  field_unknown: ({ key }) => `There is no field “${key}”. Add it as a custom field first.`,
  field_label_missing: () => "Please enter a name for the field",
  field_label_too_long: ({ max }) => `A field's name has at most ${max} characters`,
  field_label_taken: ({ field }) => `There is a field “${field}” already. Give this one another name.`,
  field_key_invalid: ({ max }) =>
    `A merge field's name begins with a letter, has only letters, digits and underscores, at most ${max} of them, and is none that every lead has`,
  field_key_taken: ({ key }) => `The merge field {{${key}}} is another field's. Choose another name.`,
  field_name_reused: () =>
    "Another field has its name by now. Delete that one first, then bring this one back.",
  field_kind_unknown: ({ choices }) => `kind is one of ${choices.join(", ")}`,
  field_choices_missing: ({ max }) => `Please enter the choices: at least one, at most ${max}`,
  field_choices_unwanted: () => "Only a field of the kind “choice” has choices",
  field_choice_invalid: ({ max }) => `A choice is a text with at most ${max} characters`,
  field_choice_twice: ({ name }) => `“${name}” is among the choices twice`,
  field_values_invalid: () => "fields gives each key a text, a number, a yes or no, or nothing",
  field_value_too_long: ({ field, max }) => `${field} has at most ${max} characters`,
  field_value_not_number: ({ field }) =>
    `${field} has to be a number, such as 1234.5 or 1.234,5. A single comma before three digits can be read in two ways.`,
  field_value_not_date: ({ field }) => `${field} has to be a date, such as 2024-01-31 or 31.1.2024`,
  field_value_not_yes_no: ({ field }) => `${field} has to be yes or no`,
  field_value_no_choice: ({ field, choices }) => `${field} has to be one of: ${few(choices)}`,
  import_fields_invalid: () => "fields is a list of { column, key } or { column, label, kind }",
  field_for_two_columns: ({ field }) =>
    `Only one column can become “${field}”. Choose another field for the others.`,
  fields_too_many: ({ max }) => `At most ${max} fields fit. Delete one that you no longer need first.`,
};

function few(names: readonly string[]): string {
  const shown = 12;
  return names.length <= shown ? names.join(", ") : `${names.slice(0, shown).join(", ")}, …`;
}
