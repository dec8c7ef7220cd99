import type { LeadRefusals } from "../../reasons/leads.ts";
import { exact } from "../../texts/en/exact.ts";
import type { Sentences } from "../sentence.ts";

/** What a call about leads and collections may be refused for. */
export const leads: Sentences<LeadRefusals> = {
  lead_not_found: () => "There is no such lead. It may have been deleted.",
  lead_unknown: () => "This lead was not found",
  lead_taken: () => "A lead with this email already exists",
  lead_unsubscribed: () => "This person unsubscribed by the link in a mail. Only they can subscribe again.",
  lead_changed: () => "This lead was changed at the same moment. Load it again and try once more.",
  leads_over_plan: ({ plan, leadsMax, fits }) => {
    const room = fits === 0 ? "no more fit" : `${fits} more ${fits === 1 ? "fits" : "fit"}`;
    return `The ${plan} plan holds ${leadsMax} leads: ${room}. Upgrade the plan, or delete leads you no longer need.`;
  },
  leads_not_rows: () => "leads is a list of rows",
  leads_too_many: ({ max }) => `At most ${max} leads in one call`,
  lead_filter_unknown: ({ choices }) => `filter is one of ${choices.join(", ")}`,
  lead_sort_unknown: ({ choices }) => `sort is one of ${choices.join(", ")}`,
  lead_order_unknown: () => "order is asc or desc",
  lead_choice_invalid: () => "which is { ids } or { matching }",
  lead_action_unknown: () => "action is addTo, removeFrom, optOut or delete",
  export_format_unknown: () => "format is csv or xlsx",
  collection_not_found: () => "There is no such collection. It may have been deleted.",
  collection_taken: () => exact.collectionTaken,
  collection_reserved: () => exact.collectionReserved,
  collection_name_missing: () => "Please enter a collection name",
  collection_name_too_long: ({ max }) => `A collection name has at most ${max} characters`,
  collection_into_itself: () => "A collection cannot be merged into itself.",
  collection_target_missing: () => "into is the id of a collection",
  collections_too_many: ({ max }) =>
    `At most ${max} collections fit. Delete one that you no longer need first.`,
  field_not_found: () => "There is no such field. It may have been deleted.",
  field_unknown: ({ key }) => `There is no field “${key}”. Add it under Custom fields first.`,
  field_label_missing: () => "Please enter a name for the field",
  field_label_too_long: ({ max }) => `A field's name has at most ${max} characters`,
  field_label_taken: ({ label }) => `There is a field “${label}” already. Give this one another name.`,
  field_key_invalid: ({ max }) =>
    `A merge field's name begins with a letter, has only letters, digits and underscores, at most ${max} of them, and is none that every lead has`,
  field_key_taken: ({ key }) => `The merge field {{${key}}} is another field's. Choose another name.`,
  field_kind_unknown: ({ choices }) => `kind is one of ${choices.join(", ")}`,
  field_choices_missing: ({ max }) => `Please enter the choices: at least one, at most ${max}`,
  field_choices_unwanted: () => "Only a field of the kind “choice” has choices",
  field_choice_invalid: ({ max }) => `A choice is a text with at most ${max} characters`,
  field_choice_twice: ({ name }) => `“${name}” stands among the choices twice`,
  field_values_invalid: () => "fields has a value, or null, for each key",
  field_value_too_long: ({ label, max }) => `${label} has at most ${max} characters`,
  field_value_not_number: ({ label }) =>
    `${label} has to be a number, such as 1234.5 or 1.234,5. A single comma before three digits can be read in two ways.`,
  field_value_not_date: ({ label }) => `${label} has to be a date, such as 2024-01-31 or 31.1.2024`,
  field_value_not_yes_no: ({ label }) => `${label} has to be yes or no`,
  field_value_no_choice: ({ label, choices }) => `${label} has to be one of: ${few(choices)}`,
  import_fields_invalid: () => "fields is a list of { column, key } or { column, label, kind }",
  field_for_two_columns: ({ label }) =>
    `Only one column can become “${label}”. Choose another field for the others.`,
  fields_too_many: ({ max }) => `At most ${max} fields fit. Delete one that you no longer need first.`,
};

function few(names: readonly string[]): string {
  const shown = 12;
  return names.length <= shown ? names.join(", ") : `${names.slice(0, shown).join(", ")}, …`;
}
