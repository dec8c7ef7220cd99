import type { CampaignPlanReasons, CampaignPlanRefusals } from "../../reasons/campaignPlans.ts";
import type { Sentences } from "../sentence.ts";
import { amount, secondsLong, wallMoment, wallMomentWithYear, withoutStop } from "./words.ts";

const parts: Partial<Record<string, string>> = { startAt: "start" };
const mails = (count: number) => (count === 1 ? "1 mail" : `${count} mails`);
const winners = {
  clicks: "more people clicked",
  opens: "more people opened",
  replies: "more people replied",
  person: "chosen by hand",
};
const reacted = { opens: "did not open it", clicks: "followed none of its links" };
const decided = { sent: "arrived", failed: "did not arrive", again: "go a second time" };

/** Campaigns as they are composed, started, steered, and what was done with them. */
export const campaignPlans: Sentences<CampaignPlanReasons & CampaignPlanRefusals> = {
  campaign_name_too_long: ({ max }) => `A campaign's name has at most ${max} characters`,
  preview_too_long: ({ max }) => `A preview line has at most ${max} characters`,
  time_of_day_invalid: () => "A time of day is written as 09:00",
  window_days_missing: () => "Choose at least one day on which mails may go",
  window_ends_early: () => "The hours end before they begin",
  zone_unknown: () => "This time zone is not known. Zones are named like Europe/Berlin.",
  moment_invalid: () => "A start is a day and a time that exist, written as 2026-11-24T09:00",
  plan_changed_meanwhile: () =>
    "This campaign was changed elsewhere meanwhile. Load it again; what you wrote here was not saved over it.",
  plan_not_ready: ({ why }, { of }) => `This campaign cannot start yet: ${why.map(of).join("; ")}`,
  plan_steps_not_ready: ({ why }, { of }) =>
    `These changes cannot take effect yet: ${why.map(of).join("; ")}`,
  plan_part_fixed: ({ part }) =>
    `This campaign has begun, so its ${parts[part] ?? part} cannot be changed any more. Duplicate it to send it otherwise.`,
  plan_mail_behind: () =>
    "Nobody is still to come to this mail, so what it says cannot be changed any more. Duplicate the campaign to send it otherwise.",
  campaigns_too_many: ({ max }) => `You have ${max} campaigns. Delete drafts or archive some first.`,
  followup_uncounted: ({ by }) =>
    by === "opens"
      ? "Opens of this campaign were not counted, so nobody knows who did not open it"
      : "Clicks in this campaign were not counted, so nobody knows who followed none of its links",
  plan_ids_twice: () => "Two steps, or two variants, have the same id",
  plan_id_odd: () =>
    "The id of a step or a variant has only letters from A to Z, digits, -, _ and dots, and begins with no dot",
  plan_once_one_step: () => "A campaign that is sent once has one mail; several are a sequence",
  plan_steps_underway: () =>
    "The earlier changes are still being applied to the leads. Try again in a moment; what you wrote is kept.",
  variant_unknown: () => "This campaign has no such mail",
  winner_not_asked: () => "This step has no variants to choose between just now",
  winner_changed_meanwhile: () =>
    "Somebody else chose at the same moment, or changed this campaign: your choice was not taken. Look at it again.",

  check_nobody: () => "Nobody is left to be mailed",
  check_audience_missing: () => "Choose whom it is for",
  check_subject_missing: () => "A subject is missing",
  check_content_missing: () => "The mail has no content yet",
  check_account_missing: () => "Choose an account that sends it",
  check_account_gone: () => "An account that was chosen is not connected any more",
  check_field_gone: () => "A field that was chosen is not there any more",
  check_account_rests: ({ from, why }, { of }) => `${from} does not send just now: ${of(why)}`,
  check_start_impossible: () => "The day or time of the start does not exist: choose another one",
  check_start_past: () => "The start is in the past",
  check_start_skipped: ({ wanted, moved }) =>
    `Clocks go forward then: there is no ${wallMoment(wanted)}, so it starts on ${wallMoment(moved)}`,
  check_start_twice: ({ wanted }) => `Clocks go back then: it starts at the first ${wallMoment(wanted)}`,
  check_start_closed: ({ wanted, opens }) =>
    `Its hours are closed when it starts, ${wallMoment(wanted)}: the first mails go on ${wallMoment(opens)}`,
  check_window_never: () => "No moment lies within the window",
  check_test_small: ({ leads, min }) =>
    `${leads === 1 ? "1 lead" : `${leads} leads`} for each variant ${leads === 1 ? "says" : "say"} little; a difference shows from about ${min} on`,
  check_shares_over: () => "The shares of the variants add up to more than everybody",
  check_test_missing: () =>
    "Choose how the better of its variants is found, or give them shares of everybody",
  check_unaligned: ({ from, why }, { of }) => `${from}: ${of(why)}`,
  check_reply_unreadable: ({ from }) => `Replies to ${from} cannot be read, so they stop nothing`,
  check_after_uncounted: ({ by }) =>
    `The ${by} of the campaign before were not counted, so this goes to everybody who got it`,
  check_after_granted: ({ by }) =>
    `Of the campaign before only those who agreed were counted, so everybody else is taken for somebody who ${reacted[by]}`,
  check_after_refused: ({ by }) =>
    `Whoever does not want to be counted is taken for somebody who ${reacted[by]}, and gets this too`,
  check_not_opened_uncounted: () =>
    "Opens are not counted, so this mail also goes to whoever opened the one before",
  check_not_clicked_uncounted: () =>
    "Clicks are not counted, so this mail also goes to whoever clicked in the one before",
  check_clicked_uncounted: () => "Clicks are not counted, so this mail goes to nobody",
  check_counted_granted: () =>
    "Only those who agreed are counted, so everybody else is taken for somebody who neither opened nor clicked",
  check_link_absent: ({ link }) => `No mail before it has the link ${link}, so this mail goes to nobody`,
  check_stop_uncounted: () => "Clicks are not counted, so following a link stops nobody",
  check_winner_uncounted: ({ by }) =>
    `${by === "opens" ? "Opens" : "Clicks"} are not counted, so no variant can win by them`,
  check_leaving_unseen: () =>
    "Leaving a collection stops nobody here: it does where everybody comes from the chosen collections alone",
  check_stop_field_set: ({ leads, of, field }) =>
    leads === of
      ? `Everybody has something in ${field} already, so nobody gets more than the first mail`
      : `${leads} of ${of} ${leads === 1 ? "has" : "have"} something in ${field} already, so ${leads === 1 ? "it gets" : "they get"} the first mail alone`,
  check_zone_unknown: ({ leads, field, example, zone }) =>
    `${leads === 1 ? "1 lead names a time zone that is not known" : `${leads} leads name time zones that are not known`}, such as “${example}” in ${field}: the hours of ${zone} hold for ${leads === 1 ? "it" : "them"}. Zones are named like Europe/Berlin.`,
  check_mail: ({ text }) => text,

  excluded_collection: ({ name }) => `In ${name}, which is left out`,
  excluded_segment: ({ name }) => `In the segment ${name}, which is left out`,
  excluded_campaign: ({ name }) => `Already got ${name}`,
  excluded_recent: ({ days }) => `Had a mail in the last ${days === 1 ? "24 hours" : `${days} days`}`,
  collection_gone: () => "A collection that was chosen is not there any more",
  segment_gone: () => "A segment that was chosen is not there any more",
  campaign_gone: () => "A campaign that was chosen is not there any more",
  segment_broken: ({ name }) => `The segment ${name} asks for something that is not there any more`,

  window_closed: () => "Waits for its window",
  fell_due_late: ({ at, zone }) =>
    `It was due on ${wallMoment(at)}${inZone(zone)}, and nobody sent it then. Say whether it should still go.`,
  awaiting_winner: ({ at, zone }) =>
    at === ""
      ? "Waits for the better variant"
      : `Waits until ${wallMoment(at)}${inZone(zone)} for the better variant`,
  winner_undecided: ({ tie }) =>
    tie ? "The variants did equally well. Choose one." : "There were too few responses to tell. Choose one.",
  winner_asked: () => "The test is over. Choose one.",
  many_failures: ({ failed, of }) => `${failed} of ${of} mails failed for good`,
  many_complaints: ({ complained, of }) =>
    `${complained} of ${of} people said that they do not want these mails. Consider who gets them before you go on`,
  alike_refusals: ({ count }) => `${count} mails in a row were refused in the same words`,
  start_not_ready: ({ why }, { of }) =>
    `It could not start: ${why.map((one) => withoutStop(of(one))).join("; ")}. Put that right and resume it, or take the start back to change it.`,
  start_account_gone: () =>
    "It cannot start: an account that was chosen is not connected any more. Take the start back and choose another one.",
  start_account_rests: ({ from, why }, { of }) =>
    `Its mails will wait: ${from} does not send just now (${withoutStop(of(why))}). Put that right under Accounts, or take the start back and choose another one.`,
  next_step_due: ({ step }) => `Waits until mail ${step} is due`,
  joins_later: () => "Goes on with whoever joins",
  outcome_undecided: () => "Waits until you say what became of its uncertain mails",

  sequence_done: () => "Had all mails",
  stopped_by_click: () => "Followed a link",
  stopped_by_reply: () => "Replied",
  stopped_by_leaving: () => "Left the collection",
  stopped_by_field: ({ field }) => `${field} was set`,
  not_delivered: ({ step }) => `Mail ${step} was not delivered`,

  did_create: () => "Created it",
  did_schedule: ({ at, zone }) => `Scheduled it for ${wallMomentWithYear(at)} (${zone})`,
  did_hold: ({ seconds }) => `Started it, to be undone within ${secondsLong(seconds)}`,
  did_take_back: () => "Took the start back",
  did_start: ({ recipients }) => `It began, with ${amount(recipients, "recipient")}`,
  did_pause: ({ why }, { of }) => {
    // Who did it stands beside it.
    const told = why.code === "paused_by_person" ? "" : of(why);
    return told === "" ? "Paused it" : `Paused: ${told}`;
  },
  did_resume: () => "Resumed it",
  did_account_stop: ({ from, why }, { of }) => `Paused with its account ${from}: ${of(why)}`,
  did_account_wait: ({ from, why }, { of }) => `Its account ${from} waits: ${of(why)}`,
  did_account_resume: ({ from }) => `Goes on with its account ${from}`,
  did_cancel: ({ left }) =>
    left === 0 ? "Cancelled it" : `Cancelled it; ${mails(left)} had not been sent yet`,
  did_move: ({ from, to, mails: count }) =>
    `Moved ${count === 0 ? "what follows" : mails(count)} from ${from} to ${to}`,
  did_rename: ({ name }) => `Renamed it to ${name}`,
  did_change_window: () => "Changed when it sends",
  did_change_stops: () => "Changed what ends it for a lead",
  did_change_joining: ({ joins }) =>
    joins ? "Takes in whoever joins from now on" : "Takes nobody in any more",
  did_change_steps: ({ added, removed }) => {
    const changes = [
      ...(added > 0 ? [`${mails(added)} added`] : []),
      ...(removed > 0 ? [`${mails(removed)} taken out`] : []),
    ];
    return changes.length === 0 ? "Changed its steps" : `Changed its steps: ${changes.join(", ")}`;
  },
  did_change_content: ({ step, version }) => `Changed mail ${step} (version ${version})`,
  did_retry: ({ mails: count }) => `Tried ${mails(count)} again`,
  did_decide: ({ decision, mails: count }) => `Said of ${mails(count)}: ${decided[decision]}`,
  did_choose_winner: ({ variant, by }) => {
    const [, mail = "", letter = variant] = /^(\d+)(\D+)$/.exec(variant) ?? [];
    return `${mail === "" ? "" : `Mail ${mail}: `}Variant ${letter} won: ${winners[by]}`;
  },
  did_archive: ({ archived }) => (archived ? "Archived it" : "Took it out of the archive"),
  did_finish: () => "It was finished",
  uncertain_not_found: () => "This campaign has no such mail",
  uncertain_no_more: () => "What became of this mail is known by now",
  uncertain_left_alone: () => "Its recipient takes no mails any more",
};

/** " (Europe/Vienna)": whose wall it is, since whoever reads may be elsewhere; it was not kept from the first day. */
function inZone(zone: string | null): string {
  return zone ? ` (${zone})` : "";
}
