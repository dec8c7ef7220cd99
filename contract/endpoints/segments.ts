import type { Endpoint } from "../endpoint.ts";
import { segmentLimits } from "../limits/segments.ts";
import { reason } from "../reasons.ts";
import { message, withId } from "../schemas/fields.ts";
import { wholeOf } from "../schemas/lists.ts";
import {
  segment,
  segmentChange,
  segmentCount,
  segmentCountInput,
  segmentInput,
} from "../schemas/segments.ts";

/** What a question may be refused for wherever one is asked. */
export const questionRules = [
  reason("question_too_long", { max: segmentLimits.conditionsMax }),
  "question_field_unknown",
  reason("question_field_kind", { field: "…" }),
  reason("question_choice_unknown", { field: "…" }),
  "question_collection_unknown",
  "question_campaign_unknown",
] as const;

/** Questions about leads that a workspace keeps. */
export const segmentEndpoints = {
  "GET /amplify/segments": {
    tag: "Segments",
    summary: "Your segments, by name",
    access: "session",
    ...wholeOf(segment, { name: "asc", updatedAt: "desc" }),
  },
  "POST /amplify/segments": {
    tag: "Segments",
    summary: "Save a question about leads under a name",
    access: "session",
    body: segmentInput,
    status: 201,
    answer: segment,
    refusals: ["conflict"],
    refusedWith: questionRules,
  },
  "POST /amplify/segments/count": {
    tag: "Segments",
    summary: "How many leads a question finds, and a few of them; nothing is saved",
    access: "session",
    keyScope: "read",
    body: segmentCountInput,
    answer: segmentCount,
    refusedWith: questionRules,
  },
  "GET /amplify/segments/{id}": {
    tag: "Segments",
    summary: "One segment",
    access: "session",
    params: withId,
    answer: segment,
    refusals: ["not_found"],
  },
  "PUT /amplify/segments/{id}": {
    tag: "Segments",
    summary: "Change a segment's name, its question, or both",
    access: "session",
    params: withId,
    body: segmentChange,
    answer: segment,
    refusals: ["not_found", "conflict"],
    refusedWith: questionRules,
  },
  "DELETE /amplify/segments/{id}": {
    tag: "Segments",
    summary: "Delete a segment; its leads stay",
    access: "session",
    params: withId,
    answer: message,
    refusals: ["not_found", "conflict"],
  },
  "POST /amplify/segments/{id}/restore": {
    tag: "Segments",
    summary: "Bring back a segment that you deleted a few minutes ago",
    access: "session",
    params: withId,
    answer: segment,
    refusals: ["not_found", "conflict"],
  },
} as const satisfies Record<string, Endpoint>;
