import type { LeadRefusals } from "../../reasons/leads.ts";
import { exact } from "../../texts/en/exact.ts";
import type { Sentences } from "../sentence.ts";

/** What a call about leads and collections may be refused for. */
export const leads: Sentences<LeadRefusals> = {
  lead_not_found: () => "There is no such lead. It may have been deleted.",
  lead_unknown: () => "This lead was not found",
  lead_taken: () => "A lead with this email already exists",
  lead_denied_consent: () =>
    "This person said that they do not want to be counted. Only they can say otherwise, on the page behind the unsubscribe link of a mail.",
  lead_unsubscribed: () =>
    "This person has said that they want no more mails. Only they can subscribe again.",
  lead_changed: () => "This lead was changed at the same moment. Load it again and try once more.",
  note_empty: () => "Please write a note",
  note_too_long: ({ max }) => `A note has at most ${max} characters`,
  notes_too_many: ({ max }) => `A lead has at most ${max} notes. Delete one that is no longer needed first.`,
  note_not_found: () => "There is no such note. It may have been deleted.",
  leads_over_plan: ({ plan, leadsMax, fits }) => {
    const room = fits === 0 ? "no more fit" : `${fits} more ${fits === 1 ? "fits" : "fit"}`;
    return `The ${plan} plan holds ${leadsMax} leads: ${room}. Upgrade the plan, or delete leads you no longer need.`;
  },
  leads_not_rows: () => "leads is a list of rows",
  leads_too_many: ({ max }) => `At most ${max} leads in one call`,
  consent_unknown: ({ choices }) => `consent is one of ${choices.join(", ")}`,
  lead_filter_unknown: ({ choices }) => `filter is one of ${choices.join(", ")}`,
  lead_sort_unknown: ({ choices }) => `sort is one of ${choices.join(", ")}`,
  lead_order_unknown: () => "order is asc or desc",
  lead_choice_invalid: () => "which is { ids } or { matching }",
  lead_action_unknown: () => "action is addTo, removeFrom, optOut, setConsent or delete",
  export_format_unknown: () => "format is csv or xlsx",
  collection_not_found: () => "There is no such collection. It may have been deleted.",
  collection_taken: () => exact.collectionTaken,
  collection_reserved: () => exact.collectionReserved,
  collection_name_missing: () => "Please enter a collection name",
  collection_name_too_long: ({ max }) => `A collection name has at most ${max} characters`,
  collection_into_itself: () => "A collection cannot be merged into itself.",
  collection_imported_into: () =>
    "An import into this collection is under way. Wait until it is over, or cancel it, then try again.",
  collection_target_missing: () => "into is the id of a collection",
  collections_too_many: ({ max }) =>
    `At most ${max} collections fit. Delete one that you no longer need first.`,
  needed_by_campaigns: ({ what, campaigns }) => {
    const [first = "", ...others] = campaigns;
    const more = others.length === 0 ? "" : ` and ${others.length} more`;
    const it = others.length === 0 ? "it" : "them";
    return `The campaign “${first}”${more} still needs this ${what}. Cancel ${it} or wait until the end, then try again.`;
  },
};
