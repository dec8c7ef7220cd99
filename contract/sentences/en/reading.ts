import type { ReadingReasons, readingRefusedAs } from "../../reasons/reading.ts";
import type { Nothing } from "../../reasons/shapes.ts";
import type { Sentences } from "../sentence.ts";

type Refusals = { [Code in keyof typeof readingRefusedAs]: Nothing };

/** Why a mailbox is not read, and what to do about it. */
export const reading: Sentences<ReadingReasons & Refusals> = {
  mailbox_sign_in_refused: ({ help }, { reply }) =>
    `${signInHelp[help]}${reply === null || reply === "" ? "" : ` The server said: ${reply}`}`,
  mailbox_plain_text: ({ place }) =>
    `${place} does not speak TLS from the first byte. Choose STARTTLS, or the port for TLS, usually 993.`,
  mailbox_no_starttls: ({ place }) => `${place} offers no STARTTLS. Choose TLS with its port, usually 993.`,
  mailbox_busy: (_, { reply }) =>
    `The mailbox's server is too busy just now.${reply === null ? "" : ` It said: ${reply}`}`,
  mailbox_closed: ({ place }, { reply }) =>
    `${place} does not open the inbox.${reply === null ? "" : ` It said: ${reply}`}`,
  mailbox_no_server: ({ place }) => `${place} does not answer as an IMAP server does.`,
  mailbox_too_much: ({ place }) => `${place} sent more than a mailbox should, so the connection was closed.`,
  mailbox_unkept: () => "What came could not be kept, so it is read again.",
  mailbox_password_needed: () =>
    "The account's server or sign-in has changed, and its password is not sent to another server than its own. Turn reading on again with the mailbox's password.",
  mailbox_reconnect_google: ({ email }) =>
    `Google no longer lets Amplify read the mailbox of ${email}: the permission was withdrawn or has expired. Allow reading again; sending is not affected.`,
  mailbox_reconnect_microsoft: ({ email }) =>
    `Microsoft no longer lets Amplify read the mailbox of ${email}: the permission was withdrawn or has expired. Allow reading again; sending is not affected.`,
  reading_impossible: () => "There is no mailbox to read behind this account.",
  reading_permission_needed: () =>
    "This account was connected by its provider, which gives a permission of its own to read. Allow that in a browser: Accounts, “Read answers” on the account's card.",
  reading_password_again: () =>
    "The mailbox is on another server or under another name than the account sends from: please enter its password.",
  google_reading_missing: () =>
    "Google did not give permission to read, so nothing is read; sending is not affected. Please try again and leave the box for reading ticked.",
  microsoft_reading_missing: () =>
    "Microsoft did not give permission to read, so nothing is read; sending is not affected. Please try again and allow reading mail over IMAP.",
};

const signInHelp = {
  google:
    "Google refused this sign-in to the mailbox. It needs an app password of an account with 2-Step Verification; in a Workspace an administrator has to allow IMAP.",
  outlook:
    "Microsoft refused this sign-in to the mailbox. Most mailboxes there no longer take a password: connect the account with Microsoft, or ask its administrator to allow IMAP.",
  smtp: "The mailbox's server refused this user name or password. Check both with whoever runs it.",
} as const;
