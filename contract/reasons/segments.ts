import type { RefusalsOf, Shapes } from "./shapes.ts";

/** What a question about leads, and a segment that keeps one, may be refused for. */
export const segmentRefusedAs = {
  segment_not_found: "not_found",
  segment_taken: "conflict",
  segment_changed_meanwhile: "conflict",
  segment_unusable: "conflict",
  segment_name_missing: "bad_request",
  segment_name_too_long: "bad_request",
  segments_too_many: "conflict",
  question_invalid: "bad_request",
  question_too_long: "bad_request",
  question_value_too_long: "bad_request",
  question_field_unknown: "bad_request",
  question_field_kind: "bad_request",
  question_choice_unknown: "bad_request",
  question_collection_unknown: "bad_request",
  question_campaign_unknown: "bad_request",
} as const;

const max = { max: "number" } as const;

export const segmentShapes = {
  segment_unusable: { name: "text", why: "reason" },
  segment_name_too_long: max,
  segments_too_many: max,
  question_too_long: max,
  question_value_too_long: max,
  question_field_kind: { field: "text" },
  question_choice_unknown: { field: "text" },
} as const satisfies Partial<Record<keyof typeof segmentRefusedAs, Shapes[string]>>;
export type SegmentRefusals = RefusalsOf<typeof segmentRefusedAs, typeof segmentShapes>;
