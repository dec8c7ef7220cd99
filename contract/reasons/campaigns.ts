import type { ReasonsOf, RefusalsOf, Shapes } from "./shapes.ts";

/** What a send, a test mail and a campaign may be refused for, and the sandbox's mailbox. */
export const campaignRefusedAs = {
  no_credentials: "bad_request",
  sender_unknown: "bad_request",
  sender_ambiguous: "ambiguous_sender",
  sender_type_unknown: "bad_request",
  template_unknown: "not_found",
  template_not_chosen: "bad_request",
  subject_too_long: "bad_request",
  nobody_chosen: "bad_request",
  nobody_left: "no_recipients",
  leads_not_list: "bad_request",
  lead_reference_invalid: "bad_request",
  lead_not_own: "not_found",
  leads_not_own: "not_found",
  collection_unknown: "not_found",
  send_under_way: "conflict",
  send_interrupted: "unavailable",
  key_of_another_send: "unprocessable",
  campaign_not_found: "not_found",
  campaign_state_wrong: "conflict",
  campaign_over: "conflict",
  campaign_account_gone: "conflict",
  campaign_under_way: "conflict",
  campaign_rows_moving: "conflict",
  tracking_unclear: "bad_request",
  track_unknown: "bad_request",
  test_uncertain: "unavailable",
  test_not_sent: "unavailable",
  test_refused: "bad_request",
  sandbox_disabled: "not_found",
  sandbox_mail_not_found: "not_found",
} as const;

export const campaignShapes = {
  /** Ids and providers of the accounts that fit. */
  sender_ambiguous: { accounts: "text" },
  sender_type_unknown: { choices: "texts" },
  track_unknown: { choices: "texts" },
  subject_too_long: { max: "number" },
  /** Who opted out by name, how many more did, and for each other reason a `left_out`. */
  nobody_left: { optedOut: "texts", more: "number", others: "reasons" },
  left_out: { count: "number", why: "reason" },
  lead_not_own: { lead: "text" },
  leads_not_own: { count: "number", such: "text" },
  collection_unknown: { name: "text" },
  campaign_state_wrong: {
    state: [
      "preparing",
      "draft",
      "scheduled",
      "holding",
      "starting",
      "running",
      "paused",
      "cancelled",
      "finished",
    ],
    change: [
      "paused",
      "resumed",
      "cancelled",
      "moved",
      "changed",
      "started",
      "takenBack",
      "deleted",
      "archived",
      "followedUp",
    ],
  },
  test_uncertain: { email: "text", why: "reason" },
  test_not_sent: { why: "reason" },
  test_refused: { why: "reason" },
} as const satisfies Shapes;
type Part = Pick<typeof campaignShapes, "left_out">;
export type CampaignRefusals = RefusalsOf<typeof campaignRefusedAs, typeof campaignShapes> & ReasonsOf<Part>;
