import type { ReasonsOf, RefusalsOf, Shapes } from "./shapes.ts";

/** What composing, starting and steering a campaign may be refused for. */
export const campaignPlanRefusedAs = {
  campaign_name_too_long: "bad_request",
  preview_too_long: "bad_request",
  time_of_day_invalid: "bad_request",
  window_days_missing: "bad_request",
  window_ends_early: "bad_request",
  zone_unknown: "bad_request",
  moment_invalid: "bad_request",
  /** Of another tab or person; nothing was saved. */
  plan_changed_meanwhile: "conflict",
  plan_not_ready: "bad_request",
  plan_part_fixed: "conflict",
  /** A mail of a sequence under way that nobody is still to get. */
  plan_mail_behind: "conflict",
  campaigns_too_many: "conflict",
  /** Whoever did not open a campaign whose opens were not counted is nobody that anybody knows of. */
  followup_uncounted: "conflict",
  plan_ids_twice: "bad_request",
  /** A mail of such a variant would be at an address that nobody can ask. */
  plan_id_odd: "bad_request",
  plan_once_one_step: "bad_request",
  plan_steps_not_ready: "bad_request",
  /** Leads are still being put where the changed steps of before are. */
  plan_steps_underway: "conflict",
  variant_unknown: "not_found",
  winner_not_asked: "conflict",
  /** Somebody chose, or changed the campaign, since it was read; nothing was done. */
  winner_changed_meanwhile: "conflict",
} as const;

const refusals = {
  campaign_name_too_long: { max: "number" },
  preview_too_long: { max: "number" },
  /** What a review found that stops the start. */
  plan_not_ready: { why: "reasons" },
  /** What keeps changed steps of a sequence from holding. */
  plan_steps_not_ready: { why: "reasons" },
  /** What of a campaign that has begun cannot be changed any more. */
  plan_part_fixed: { part: ["audience", "steps", "accounts", "kind", "startAt", "content"] },
  campaigns_too_many: { max: "number" },
  followup_uncounted: { by: ["opens", "clicks"] },
} as const satisfies Shapes;
export type CampaignPlanRefusals = RefusalsOf<typeof campaignPlanRefusedAs, typeof refusals>;

/** What a review finds; some of it stops the start. */
const checks = {
  check_nobody: {},
  check_audience_missing: {},
  check_subject_missing: {},
  check_content_missing: {},
  check_account_missing: {},
  check_account_gone: {},
  check_field_gone: {},
  check_account_rests: { from: "text", why: "reason" },
  check_start_impossible: {},
  check_start_past: {},
  check_start_skipped: { wanted: "text", moved: "text" },
  check_start_twice: { wanted: "text" },
  check_start_closed: { wanted: "text", opens: "text" },
  check_window_never: {},
  check_test_small: { leads: "number", min: "number" },
  check_shares_over: {},
  check_test_missing: {},
  check_reply_unreadable: { from: "text" },
  /** Of an audience that is whoever did not open another campaign, or followed none of its links. */
  check_after_uncounted: { by: ["opens", "clicks"] },
  check_after_granted: { by: ["opens", "clicks"] },
  check_after_refused: { by: ["opens", "clicks"] },
  /** Rules of a sequence that rest on opens or clicks where those are not counted. */
  check_not_opened_uncounted: {},
  check_not_clicked_uncounted: {},
  check_clicked_uncounted: {},
  check_stop_uncounted: {},
  /** They hold for those who agreed to being counted alone. */
  check_counted_granted: {},
  /** A mail for whoever followed a link that no mail before it has. */
  check_link_absent: { link: "text" },
  check_winner_uncounted: { by: ["opens", "clicks"] },
  /** Not everybody comes from a collection, so leaving one says nothing. */
  check_leaving_unseen: {},
  /** So many of its leads have already what ends a sequence for whoever has it. */
  check_stop_field_set: { leads: "number", of: "number", field: "text" },
  /** So many leads say something in the field of their zones that is none; `zone` holds for them. */
  check_zone_unknown: { leads: "number", field: "text", example: "text", zone: "text" },
  /** Receivers will not believe what an account sends. */
  check_unaligned: { from: "text", why: "reason" },
  /** The checks of a mail that a send has had from the first day, in their words. */
  check_mail: { kind: "text", text: "text" },
} as const satisfies Shapes;

/** Why somebody is left out of an audience. */
const exclusions = {
  excluded_collection: { name: "text" },
  excluded_segment: { name: "text" },
  excluded_campaign: { name: "text" },
  excluded_recent: { days: "number" },
  collection_gone: {},
  segment_gone: {},
  campaign_gone: {},
  segment_broken: { name: "text" },
} as const satisfies Shapes;

/** Why a campaign as a whole, or a part of it, waits. */
const waits = {
  window_closed: {},
  /** Moments as the wall clock of the campaign's zone has them. */
  fell_due_late: { at: "text", zone: "addedText" },
  awaiting_winner: { at: "text", zone: "addedText" },
  winner_undecided: { tie: "boolean" },
  /** Of a test that was a person's to decide from the beginning, or is because its time came while nobody looked. */
  winner_asked: {},
  many_failures: { failed: "number", of: "number" },
  alike_refusals: { count: "number" },
  many_complaints: { complained: "number", of: "number" },
  /** Of one that is planned, as things are. */
  /** What it is paused for: at its time a review found what stops the start. */
  start_not_ready: { why: "reasons" },
  start_account_gone: {},
  start_account_rests: { from: "text", why: "reason" },
  next_step_due: { step: "number" },
  joins_later: {},
  /** All who would get more have a mail whose end is uncertain. */
  outcome_undecided: {},
} as const satisfies Shapes;

/** Why a sequence ended for a lead. */
const endings = {
  sequence_done: {},
  stopped_by_click: {},
  stopped_by_reply: {},
  stopped_by_leaving: {},
  stopped_by_field: { field: "text" },
  not_delivered: { step: "number" },
} as const satisfies Shapes;

/** What was done with a campaign; who did it stands beside it. */
const activities = {
  did_create: {},
  did_schedule: { at: "text", zone: "text" },
  did_hold: { seconds: "number" },
  did_take_back: {},
  did_start: { recipients: "number" },
  did_pause: { why: "reason" },
  did_resume: {},
  /** What an account does is told of every campaign that it sends for: it waits for a person, or for its server, or goes on. */
  did_account_stop: { from: "text", why: "reason" },
  did_account_wait: { from: "text", why: "reason" },
  did_account_resume: { from: "text" },
  did_cancel: { left: "number" },
  did_move: { from: "text", to: "text", mails: "number" },
  did_rename: { name: "text" },
  did_change_window: {},
  did_change_stops: {},
  /** Whether a sequence takes in whoever joins its audience from then on. */
  did_change_joining: { joins: "boolean" },
  did_change_steps: { added: "number", removed: "number" },
  did_change_content: { step: "number", version: "number" },
  did_retry: { mails: "number" },
  did_decide: { decision: ["sent", "failed", "again"], mails: "number" },
  /** Its letter, behind the number of its mail where there are several. */
  did_choose_winner: { variant: "text", by: ["clicks", "opens", "replies", "person"] },
  did_archive: { archived: "boolean" },
  did_finish: {},
} as const satisfies Shapes;

/** Why a mail that was named as uncertain was left as it is. */
const leftAlone = {
  uncertain_not_found: {},
  uncertain_no_more: {},
  uncertain_left_alone: {},
} as const satisfies Shapes;

const reasons = { ...checks, ...exclusions, ...waits, ...endings, ...activities, ...leftAlone };
export type CampaignPlanReasons = ReasonsOf<typeof reasons>;
export const campaignPlanShapes = { ...refusals, ...reasons };
export type ActivityCode = keyof typeof activities;
