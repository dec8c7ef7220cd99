import type { RefusalsOf, Shapes } from "./shapes.ts";

/** Which names and addresses an account's mails may not show; a form tells of them before anything is sent. */
export const senderRefusedAs = {
  alias_malformed: "bad_request",
  alias_not_own_domain: "bad_request",
  alias_not_own_address: "bad_request",
  sender_name_invisible: "bad_request",
  sender_name_address: "bad_request",
  sender_name_encoded: "bad_request",
  sender_name_quoted: "bad_request",
} as const;

export const senderShapes = {
  alias_malformed: { email: "text" },
  /** `right` is the alias as it may be. */
  alias_not_own_domain: { right: "text" },
  alias_not_own_address: { right: "text" },
} as const satisfies Partial<Record<keyof typeof senderRefusedAs, Shapes[string]>>;
export type SenderRefusals = RefusalsOf<typeof senderRefusedAs, typeof senderShapes>;

/** What else a call about sending accounts may be refused for. */
export const accountRefusedAs = {
  account_not_found: "not_found",
  account_connected: "conflict",
  account_by_visit: "bad_request",
  accounts_too_many: "conflict",
  provider_unknown: "bad_request",
  provider_fixed: "bad_request",
  security_unknown: "bad_request",
  app_password_missing: "bad_request",
  app_password_control: "bad_request",
  password_again: "password_required",
  server_not_now: "unavailable",
  server_not_in: "bad_request",
  sign_ins_failed: "rate_limited",
  sign_ins_failed_at: "rate_limited",
  google_connect_not_set_up: "unavailable",
  google_connect_gone: "unavailable",
  google_permission_missing: "bad_request",
  google_permission_brief: "bad_request",
  google_address_unusable: "bad_request",
  google_another_chosen: "conflict",
  microsoft_connect_not_set_up: "unavailable",
  microsoft_connect_gone: "unavailable",
  microsoft_denied: "bad_request",
  microsoft_needs_administrator: "bad_request",
  microsoft_answer_odd: "bad_request",
  microsoft_answer_stale: "bad_request",
  microsoft_answer_unbelieved: "bad_request",
  microsoft_nameless: "unavailable",
  microsoft_misconfigured: "unavailable",
  microsoft_away: "unavailable",
  microsoft_permission_missing: "bad_request",
  microsoft_permission_brief: "bad_request",
  microsoft_address_unusable: "bad_request",
  microsoft_another_chosen: "conflict",
} as const;

const choices = { choices: "texts" } as const;

export const accountShapes = {
  accounts_too_many: { max: "number" },
  provider_unknown: choices,
  security_unknown: choices,
  sign_ins_failed: { minutes: "number" },
  sign_ins_failed_at: { host: "text", minutes: "number" },
  google_another_chosen: { chosen: "text", expected: "text" },
  microsoft_another_chosen: { chosen: "text", expected: "text" },
} as const satisfies Partial<Record<keyof typeof accountRefusedAs, Shapes[string]>>;
export type AccountRefusals = RefusalsOf<typeof accountRefusedAs, typeof accountShapes>;
