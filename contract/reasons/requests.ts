import { planFeatures } from "../plans.ts";
import type { RefusalsOf, Shapes } from "./shapes.ts";

/** What any call, or a socket, may be refused for, whatever it is about. */
export const requestRefusedAs = {
  unauthorized: "unauthorized",
  not_found: "not_found",
  method_not_allowed: "method_not_allowed",
  plan_without_api: "forbidden",
  plan_lacks: "plan_limit",
  administrators_only: "forbidden",
  foreign_origin: "forbidden",
  media_type_refused: "unsupported_media_type",
  body_encoded: "unsupported_media_type",
  request_cut_short: "bad_request",
  request_aborted: "bad_request",
  request_too_slow: "bad_request",
  request_too_large: "too_large",
  request_invalid: "bad_request",
  /** What the framework below says of a request, in its own words. */
  request_refused: "bad_request",
  address_malformed: "bad_request",
  json_malformed: "bad_request",
  json_not_utf8: "bad_request",
  json_too_deep: "bad_request",
  list_too_long: "bad_request",
  text_too_long: "bad_request",
  cursor_unknown: "bad_request",
  cursor_and_page: "bad_request",
  list_fields_unknown: "bad_request",
  upload_unreadable: "bad_request",
  file_missing: "bad_request",
  files_too_many: "bad_request",
  /** Of a query, what stands in it more than once. */
  query_repeated: "bad_request",
  /** A field of what was sent breaks a rule of its type; `detail` says which. */
  field_invalid: "bad_request",
  /** What was sent is, as a whole, not of the type that it has to be; of an earlier version any rule. */
  rule_broken: "bad_request",
  /** What was read before a change, and is named with it, is another by now. */
  changed_meanwhile: "conflict",
  too_many_requests: "rate_limited",
  too_many_large_requests: "rate_limited",
  too_many_openings: "rate_limited",
  too_much_at_once: "rate_limited",
  too_many_connections: "unavailable",
  own_programs_only: "forbidden",
  sockets_only: "bad_request",
  handshake_missing: "bad_request",
  undo_too_late: "not_found",
  nothing_to_bring_back: "not_found",
  job_not_found: "not_found",
  job_not_failed: "conflict",
  disk_full_refused: "storage_full",
  busy: "unavailable",
  went_wrong: "internal",
} as const;

const wait = { minutes: "number" } as const;

export const requestShapes = {
  /** The cheapest plan that has it. */
  plan_lacks: { feature: planFeatures, plan: "text" },
  method_not_allowed: { choices: "texts" },
  media_type_refused: { mediaType: "text" },
  request_too_large: { size: "number", unit: ["MB", "KB"] },
  request_refused: { detail: "text" },
  json_too_deep: { max: "number" },
  list_too_long: { max: "number" },
  list_fields_unknown: { choices: "texts" },
  text_too_long: { megabytes: "number" },
  changed_meanwhile: { fields: "texts" },
  query_repeated: { field: "text" },
  field_invalid: { field: "text", detail: "text" },
  rule_broken: { field: "text", detail: "text" },
  too_many_requests: wait,
  too_many_large_requests: wait,
  too_many_openings: wait,
} as const satisfies Partial<Record<keyof typeof requestRefusedAs, Shapes[string]>>;
export type RequestRefusals = RefusalsOf<typeof requestRefusedAs, typeof requestShapes>;
