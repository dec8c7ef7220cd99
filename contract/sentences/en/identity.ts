import type { IdentityRefusals } from "../../reasons/identity.ts";
import { exact } from "../../texts/en/exact.ts";
import type { Sentences } from "../sentence.ts";

/** What signing up and in, one's own account and visits to Google may be refused for. */
export const identity: Sentences<IdentityRefusals> = {
  signup_names: () => exact.signupNames,
  signup_password: () => exact.signupPassword,
  signup_first_name: () => exact.signupFirstName,
  signup_last_name: () => exact.signupLastName,
  signup_mismatch: () => exact.signupMismatch,
  signup_taken: () => "An account with this email already exists",
  signup_closed: () => "This installation takes no new accounts. Ask whoever runs it.",
  login_required: () => exact.loginRequired,
  uid_missing: () => "Please send the uid",
  invalid_credentials: () => exact.invalidCredentials,
  sign_ins_busy: () => "Too many people are signing in just now. Please try again in a moment.",
  password_own: () => "This password is your own name or address. Choose one that nobody would guess.",
  password_common: () =>
    "This password is one of the first that others try. Choose one that nobody would guess, such as a few words of your own.",
  reset_link_dead: () => "This link has been used or is too old.",
  reset_unavailable: () =>
    "This server cannot send mail, so it cannot help with a forgotten password. Please ask whoever runs it.",
  session_over: () => "This session has ended already",
  not_own_address: () => "This is not the email address of the account",
  sign_in_stale: () => "Please sign in again, then delete the account within ten minutes",
  workspace_shared: () =>
    "Other people work in your workspace, and would lose what is in it. The account can be deleted once nobody else works there.",
  google_uid_missing: () => "Something went wrong, please try again",
  google_not_set_up: () =>
    "Google sign-in is not set up on this server. Please sign in with your email and password.",
  google_password_needed: () =>
    "There is an account with this email already. Enter its password once to sign in with Google from then on.",
  google_visit_late: () =>
    "Too much time has passed since your visit to Google. Please press Continue with Google again.",
  google_visit_dead: () =>
    "This link cannot be used: it was used before, has expired, or was begun in another browser. Close this window and try again.",
  google_other_account: () => "This address already belongs to another Google account",
  google_denied: ({ purpose }) => `You did not allow it at Google, so ${without[purpose]}.`,
  google_answer_odd: ({ purpose }) =>
    `Google did not answer as it should, so ${without[purpose]}. Please try again.`,
  google_answer_unbelieved: () => "Google's answer could not be believed. Please try again.",
  google_answer_stale: () => "Google no longer accepts this answer. Please try again.",
  google_address_unverified: () =>
    "Google has not verified the email address of this account, so it cannot be used here.",
  google_nameless: () => "Google did not say who you are.",
  google_misconfigured: () =>
    "Google refuses this installation. Whoever runs it has to check its Google client.",
  google_away: () => "Google cannot be reached just now. Please try again in a moment.",
};

/** What has not come about, by what the visit was for. */
const without = { signIn: "you are not signed in", connect: "nothing was connected" };
