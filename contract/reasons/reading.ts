import type { ReasonsOf, Shapes } from "./shapes.ts";

/** Why a mailbox is not read just now, besides what is said of any server; its words stand beside the code. */
export const readingShapes = {
  /** `help` names what can be done about it. */
  mailbox_sign_in_refused: { help: ["google", "outlook", "smtp"] },
  mailbox_plain_text: { place: "text" },
  mailbox_no_starttls: { place: "text" },
  mailbox_busy: {},
  /** It lets nobody in to its INBOX. */
  mailbox_closed: { place: "text" },
  mailbox_no_server: { place: "text" },
  mailbox_too_much: { place: "text" },
  /** What answers our mails could not be kept. */
  mailbox_unkept: {},
  /** The account's own server or sign-in is another by now, and its password is not this mailbox'. */
  mailbox_password_needed: {},
  mailbox_reconnect_google: { email: "text" },
  mailbox_reconnect_microsoft: { email: "text" },
} as const satisfies Shapes;
export type ReadingReasons = ReasonsOf<typeof readingShapes>;

/** What turning it on may be refused for by a mailbox' server. */
export const mailboxCodes = (): string[] => Object.keys(readingShapes);

/** What a call about reading may be refused for. */
export const readingRefusedAs = {
  reading_impossible: "bad_request",
  reading_permission_needed: "bad_request",
  reading_password_again: "password_required",
  google_reading_missing: "bad_request",
  microsoft_reading_missing: "bad_request",
} as const;
