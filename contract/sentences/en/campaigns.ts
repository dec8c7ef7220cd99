import type { CampaignRefusals } from "../../reasons/campaigns.ts";
import { exact } from "../../texts/en/exact.ts";
import { skipped } from "../../texts/en/skipped.ts";
import type { Sentences } from "../sentence.ts";
import { withoutStop } from "./words.ts";

const changes: Partial<Record<string, string>> = { takenBack: "taken back", followedUp: "followed up yet" };
const stands: Readonly<Record<string, string>> = { draft: "a draft", holding: "about to start" };

const again = "Duplicate it to send it again.";
const before = { else: "Take its start back first.", followedUp: "Wait until it has begun." };
const soon = { else: "Try again in a moment." };
const over = { else: again, deleted: "Put it into the archive instead." };
/** What can be done instead, as it stands. */
const instead: Readonly<Record<string, Readonly<Partial<Record<string, string>>>>> = {
  draft: {
    else: "Start it first.",
    cancelled: "Delete it instead.",
    archived: "Delete it instead.",
    takenBack: "It was not started.",
  },
  scheduled: before,
  holding: before,
  starting: soon,
  preparing: soon,
  running: {
    else: "Cancel it first.",
    moved: "Pause it first.",
    resumed: "It goes on by itself.",
    started: again,
    changed: "Duplicate it to send it otherwise.",
    takenBack: "Pause or cancel it instead.",
  },
  paused: {
    else: "Resume or cancel it.",
    started: "Resume it instead.",
    changed: "Duplicate it to send it otherwise.",
    // Of one that has begun the rest is.
    moved: "Take its start back, and choose another account.",
  },
  cancelled: over,
  finished: over,
};

/** What a send, a test mail and a campaign may be refused for, and the sandbox's mailbox. */
export const campaigns: Sentences<CampaignRefusals> = {
  no_credentials: () => exact.noCredentials,
  sender_unknown: () => "The sender is not one of your accounts, or its alias has changed",
  sender_ambiguous: ({ accounts }) =>
    `Several of your accounts fit the sender: ${accounts}. Name one of them by its id, in credentialId.`,
  sender_type_unknown: ({ choices }) => `type is ${choices.join(" or ")}`,
  template_unknown: () => "This template was not found",
  template_not_chosen: () => exact.selectTemplate,
  subject_too_long: ({ max }) => `A subject has at most ${max} characters`,
  nobody_chosen: () => "Please choose at least one lead",
  nobody_left: ({ optedOut, more, others }, { of }) =>
    skipped.nobody([
      ...(optedOut.length === 0 ? [] : [skipped.optedOut({ emails: optedOut, more })]),
      ...others.map(of),
    ]),
  left_out: ({ count, why }, { of }) => skipped.leftOut({ count, why: of(why) }),
  leads_not_list: () => "leads is a list",
  lead_reference_invalid: () => "Each lead is an id, an email or a lead",
  lead_not_own: ({ lead }) => `${lead} is not among your leads`,
  leads_not_own: ({ count, such }) =>
    count === 1
      ? `${such} is not among your leads`
      : `${count} of these are not among your leads, such as ${such}`,
  collection_unknown: ({ name }) => `There is no collection named ${name}`,
  send_under_way: () => "This send is being accepted already. Look under Campaigns.",
  send_interrupted: () =>
    "A restart of the server interrupted this send while it was being accepted. Nothing of it was sent; send it again.",
  key_of_another_send: () => "This idempotency key belongs to another send. Take a new one.",
  campaign_not_found: () => "There is no such campaign. It may have been deleted.",
  campaign_state_wrong: ({ state, change }) =>
    `This campaign is ${stands[state] ?? state}, so it cannot be ${changes[change] ?? change}. ${instead[state]?.[change] ?? instead[state]?.else ?? ""}`.trimEnd(),
  campaign_over: () =>
    "This campaign was cancelled, so nothing of it is tried again. Duplicate it, and leave out whoever got it.",
  campaign_account_gone: () =>
    "The account of this campaign was removed. Send the rest from another account, or connect it again.",
  campaign_under_way: () => "Mails of this campaign are on their way just now. Try again in a moment.",
  campaign_rows_moving: () => "Mails of this campaign are being put back just now. Try again in a moment.",
  track_unknown: ({ choices }) => `track is one of ${choices.join(", ")}`,
  tracking_unclear: () => "opens and clicks are true or false",
  test_uncertain: ({ email, why }, { of }) =>
    `It is not known whether the test email went out (${withoutStop(of(why))}). Look into ${email} before trying again.`,
  test_not_sent: ({ why }, { of }) =>
    `The test email was not sent: ${withoutStop(of(why))}. Try again later.`,
  test_refused: ({ why }, { of }) => `The test email was refused: ${of(why)}`,
  sandbox_disabled: () => "The sandbox is turned off on this installation",
  sandbox_mail_not_found: () => "There is no such mail",
};
