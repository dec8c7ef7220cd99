import type { PlanFeature } from "../../plans.ts";
import type { RequestRefusals } from "../../reasons/requests.ts";
import { exact } from "../../texts/en/exact.ts";
import type { Sentences } from "../sentence.ts";
import { againIn, grouped } from "./words.ts";

const features: Record<PlanFeature, string> = {
  abTesting: "A/B testing comes",
  advancedAnalytics: "Advanced analytics come",
  api: "The API comes",
  automation: "Automation comes",
};

/** What any call, or a socket, may be refused for. */
export const requests: Sentences<RequestRefusals> = {
  unauthorized: () => exact.unauthorized,
  not_found: () => "Not found",
  method_not_allowed: ({ choices }) => `This path takes ${choices.join(", ")}`,
  plan_without_api: () => "The API comes with the Premium and Enterprise plans",
  plan_lacks: ({ feature, plan }) => `${features[feature]} with the ${plan} plan`,
  administrators_only: () => "This is only for those who run the installation",
  foreign_origin: () =>
    "This request came from another site. If this is your own installation, set PUBLIC_URL to the address people open it at.",
  media_type_refused: ({ mediaType }) => `Send this as ${mediaType}`,
  body_encoded: () => "Send the body as it is, without a Content-Encoding such as gzip",
  request_cut_short: () => "The request ended before all of it had arrived",
  request_aborted: () => "The request was broken off",
  request_too_slow: () => "The request took too long to arrive",
  request_too_large: ({ size, unit }) => `The request is larger than ${size} ${unit}`,
  request_invalid: () => "The request is not valid",
  request_refused: ({ detail }) => detail,
  address_malformed: () => "The address is not valid",
  json_malformed: () => "Malformed JSON in request body",
  json_not_utf8: () => "Send JSON in UTF-8: this body is in another encoding, and its letters would be lost",
  json_too_deep: ({ max }) => `This is nested too deep: at most ${max} levels of brackets are read`,
  list_too_long: ({ max }) => `A list in this has more than ${grouped(max)} members`,
  text_too_long: ({ megabytes }) => `A text in this is longer than ${megabytes} MB`,
  changed_meanwhile: ({ fields }) =>
    `Somebody else changed this meanwhile (${fields.join(", ")}). Load it again to see how it is now, or save once more to put yours in its place.`,
  cursor_unknown: () => "This cursor is of another list or order",
  cursor_and_page: () => "Ask by cursor or by page",
  list_fields_unknown: ({ choices }) => `fields are of ${choices.join(", ")}`,
  upload_unreadable: () => "The upload cannot be read. Please try again.",
  file_missing: () => "Please choose a file",
  files_too_many: () => "Send one file at a time: there are several in this upload",
  query_repeated: ({ field }) => `${field} stands more than once in the query: give it once`,
  field_invalid: ({ field, detail }) => `${field}: ${detail}`,
  rule_broken: ({ detail }) => detail,
  too_many_requests: ({ minutes }) => `Too many requests. ${againIn(minutes)}`,
  too_many_large_requests: ({ minutes }) => `Too many large requests. ${againIn(minutes)}`,
  too_many_openings: ({ minutes }) => `Too many connections were opened. ${againIn(minutes)}`,
  too_much_at_once: () => "Too much at once. Please wait until the rest is done.",
  too_many_connections: () => "Too many connections. Try again in a moment.",
  own_programs_only: () => "This address is for Amplify's own pages and programs",
  sockets_only: () => "This address is for WebSocket connections",
  handshake_missing: () => "This is not a WebSocket handshake",
  undo_too_late: () => "This can no longer be undone. It was too long ago, or was undone already.",
  nothing_to_bring_back: () =>
    "There is nothing to bring back: nothing was deleted, it was undone already, or it was too long ago.",
  job_not_found: () => "There is no such job. It may have been done.",
  job_not_failed: () => "This job has not failed: it waits or is under way.",
  disk_full_refused: () => "The disk is full. Free some space and try again.",
  busy: () => exact.somethingWrong,
  went_wrong: () => exact.somethingWrong,
};
