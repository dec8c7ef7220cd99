import type { RefusalsOf, Shapes } from "./shapes.ts";

/** What a call about leads and collections may be refused for. */
export const leadRefusedAs = {
  lead_not_found: "not_found",
  lead_unknown: "not_found",
  lead_taken: "conflict",
  lead_unsubscribed: "conflict",
  lead_denied_consent: "conflict",
  lead_changed: "conflict",
  note_empty: "bad_request",
  note_too_long: "bad_request",
  notes_too_many: "conflict",
  note_not_found: "not_found",
  leads_over_plan: "plan_limit",
  leads_not_rows: "bad_request",
  leads_too_many: "bad_request",
  lead_filter_unknown: "bad_request",
  lead_sort_unknown: "bad_request",
  lead_order_unknown: "bad_request",
  lead_choice_invalid: "bad_request",
  consent_unknown: "bad_request",
  lead_action_unknown: "bad_request",
  export_format_unknown: "bad_request",
  collection_not_found: "not_found",
  collection_taken: "conflict",
  collection_reserved: "bad_request",
  collection_name_missing: "bad_request",
  collection_name_too_long: "bad_request",
  collection_into_itself: "conflict",
  collection_imported_into: "conflict",
  collection_target_missing: "bad_request",
  collections_too_many: "conflict",
  /** Of campaigns that are not over. */
  needed_by_campaigns: "conflict",
} as const;

const max = { max: "number" } as const;
const choices = { choices: "texts" } as const;

export const leadShapes = {
  /** How many more would have fitted. */
  leads_over_plan: { plan: "text", leadsMax: "number", fits: "number" },
  leads_too_many: max,
  note_too_long: max,
  notes_too_many: max,
  lead_filter_unknown: choices,
  lead_sort_unknown: choices,
  consent_unknown: choices,
  collection_name_too_long: max,
  collections_too_many: max,
  needed_by_campaigns: { what: ["collection", "segment", "field", "choice", "campaign"], campaigns: "texts" },
} as const satisfies Partial<Record<keyof typeof leadRefusedAs, Shapes[string]>>;
export type LeadRefusals = RefusalsOf<typeof leadRefusedAs, typeof leadShapes>;
