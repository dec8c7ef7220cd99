import type { SegmentRefusals } from "../../reasons/segments.ts";
import type { Sentences } from "../sentence.ts";

/** What a question about leads, and a segment that keeps one, may be refused for. */
export const segments: Sentences<SegmentRefusals> = {
  segment_not_found: () => "There is no such segment. It may have been deleted.",
  segment_taken: () => "A segment with this name already exists",
  segment_changed_meanwhile: () =>
    "Somebody else changed this segment meanwhile. Choose it again to see what it asks now, or save once more to replace that.",
  segment_unusable: ({ name, why }, { of }) =>
    `The segment “${name}” finds nobody as it stands. ${of(why)} Change the segment first.`,
  segment_name_missing: () => "Please enter a name for the segment",
  segment_name_too_long: ({ max }) => `A segment's name has at most ${max} characters`,
  segments_too_many: ({ max }) => `At most ${max} segments fit. Delete one that you no longer need first.`,
  question_invalid: () =>
    "A question is { match: all or any, of: [conditions] }, each condition with what it is about and how it is tested",
  question_too_long: ({ max }) => `A question has at most ${max} conditions`,
  question_value_too_long: ({ max }) => `What is looked for has at most ${max} characters`,
  question_field_unknown: () => "It asks for a custom field that is not there. It may have been deleted.",
  question_field_kind: ({ field }) => `It asks of “${field}” what a field of its kind cannot answer.`,
  question_choice_unknown: ({ field }) => `It asks for a choice that “${field}” no longer has.`,
  question_collection_unknown: () => "It asks for a collection that is not there. It may have been deleted.",
  question_campaign_unknown: () => "It asks for a campaign that is not there. It may have been deleted.",
};
