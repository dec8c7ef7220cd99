import type { RefusalsOf, Shapes } from "./shapes.ts";

/** What signing up and in, and one's own account, may be refused for; visits to Google too, whatever they are for. */
export const identityRefusedAs = {
  signup_names: "bad_request",
  signup_password: "bad_request",
  signup_first_name: "bad_request",
  signup_last_name: "bad_request",
  signup_mismatch: "bad_request",
  signup_taken: "conflict",
  signup_closed: "forbidden",
  login_required: "bad_request",
  uid_missing: "bad_request",
  invalid_credentials: "invalid_credentials",
  sign_ins_busy: "unavailable",
  password_own: "bad_request",
  password_common: "bad_request",
  reset_link_dead: "bad_request",
  reset_unavailable: "unavailable",
  session_over: "not_found",
  not_own_address: "invalid_credentials",
  sign_in_stale: "forbidden",
  workspace_shared: "conflict",
  google_uid_missing: "bad_request",
  google_not_set_up: "unavailable",
  google_password_needed: "conflict",
  google_visit_late: "bad_request",
  google_visit_dead: "forbidden",
  google_other_account: "conflict",
  google_denied: "bad_request",
  google_answer_odd: "bad_request",
  google_answer_unbelieved: "bad_request",
  google_answer_stale: "bad_request",
  google_address_unverified: "bad_request",
  google_nameless: "unavailable",
  google_misconfigured: "unavailable",
  google_away: "unavailable",
} as const;

const purpose = { purpose: ["signIn", "connect"] } as const;

export const identityShapes = {
  google_denied: purpose,
  google_answer_odd: purpose,
} as const satisfies Partial<Record<keyof typeof identityRefusedAs, Shapes[string]>>;
export type IdentityRefusals = RefusalsOf<typeof identityRefusedAs, typeof identityShapes>;
