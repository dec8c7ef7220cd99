import type { AccountRefusals } from "../../reasons/accounts.ts";
import type { Sentences } from "../sentence.ts";
import { againIn } from "./words.ts";

/** What a call about sending accounts may be refused for, but for who may be the sender. */
export const accounts: Sentences<AccountRefusals> = {
  account_not_found: () => "This account was not found",
  account_connected: () => "This account is connected already",
  account_by_visit: () =>
    "This account was connected at its provider, so it takes no app password and no other address. Reconnect it in a browser, or add an account with an app password beside it.",
  accounts_too_many: ({ max }) =>
    `At most ${max} accounts can be connected. Delete one that you no longer need first.`,
  provider_unknown: ({ choices }) => `provider is one of ${choices.join(", ")}`,
  provider_fixed: () => "An account's provider cannot be changed. Add another account instead.",
  security_unknown: ({ choices }) => `security is one of ${choices.join(", ")}`,
  app_password_missing: () => "Please enter the app password",
  app_password_control: () => "The app password holds a control character",
  password_again: () =>
    "The server, its encryption or the user name changed: please enter the password again.",
  server_not_now: (_, { reply }) =>
    `The server does not take this account just now. Try again later.${serverSaid(reply)}`,
  server_not_in: (_, { reply }) =>
    `The server does not let this account in. Ask whoever runs it.${serverSaid(reply)}`,
  sign_ins_failed: ({ minutes }) => `Too many sign-ins failed. ${againIn(minutes)}`,
  sign_ins_failed_at: ({ host, minutes }) => `Too many sign-ins at ${host} failed. ${againIn(minutes)}`,
  google_connect_not_set_up: () =>
    "Connecting by Google is not set up on this server. An app password works without it.",
  google_connect_gone: () => "Connecting by Google is not set up on this server.",
  google_permission_missing: () =>
    "Google did not give permission to send. Please connect again and leave the box for sending email ticked.",
  google_permission_brief: () =>
    "Google gave no lasting permission. Remove Amplify under your Google account's third-party access, then connect again.",
  google_address_unusable: () => "This Google account's address cannot be sent from.",
  google_another_chosen: anotherChosen,
  microsoft_connect_not_set_up: () => "Connecting by Microsoft is not set up on this server.",
  microsoft_connect_gone: () => "Connecting by Microsoft is not set up on this server any more.",
  microsoft_denied: () => "You did not allow it at Microsoft, so nothing was connected.",
  microsoft_needs_administrator: () =>
    "Your organisation requires an administrator to allow Amplify first, so nothing was connected. Once that is done, connect again.",
  microsoft_answer_odd: () =>
    "Microsoft did not answer as it should, so nothing was connected. Please try again.",
  microsoft_answer_stale: () => "Microsoft no longer accepts this answer. Please try again.",
  microsoft_answer_unbelieved: () => "Microsoft's answer could not be verified. Please try again.",
  microsoft_nameless: () => "Microsoft did not say who you are.",
  microsoft_misconfigured: () =>
    "Microsoft refuses this installation. Whoever runs it has to check its Microsoft client.",
  microsoft_away: () => "Microsoft cannot be reached just now. Please try again in a moment.",
  microsoft_permission_missing: () =>
    "Microsoft did not give permission to send. Please connect again and allow sending mail.",
  microsoft_permission_brief: () =>
    "Microsoft gave no lasting permission. Please connect again and allow keeping the access you give.",
  microsoft_address_unusable: () => "This Microsoft account's address cannot be sent from.",
  microsoft_another_chosen: anotherChosen,
};

function serverSaid(reply: string | null): string {
  return reply === null ? "" : ` The server said: ${reply}`;
}

function anotherChosen({ chosen, expected }: { chosen: string; expected: string }): string {
  return `You chose ${chosen}, but this account is ${expected}. Reconnect it with ${expected}, or add ${chosen} as an account of its own.`;
}
