import type { ParamsOf, ReasonsOf, Shapes } from "./shapes.ts";

/** Why somebody whom a send names is not mailed. */
const skips = {
  /** By a form of ours, or a file. */
  opted_out: {},
  /** By the link in a mail, which only they can undo. */
  unsubscribed: {},
  over_plan: {},
  /** A mail to the address came back, for a reason that does not pass. */
  address_bounced: {},
  lead_deleted: {},
  campaign_cancelled: {},
  /** A transactional mail: its address is suppressed for mails of its kind, or of every kind. */
  kind_suppressed: { kind: "text" },
} as const satisfies Shapes;
export type SkipReason = keyof typeof skips;

/** What a mail server said, by what it means; its words stand beside the code. */
const replies = {
  accepted: {},
  /** Permanent for this recipient. */
  refused: {},
  /** Its policy says no, and would to others too. */
  refused_by_policy: {},
  /** It was taken, and came back: for good, and for a reason that may pass. `status` as in RFC 3463. */
  bounced: { status: "text?" },
  bounced_for_now: { status: "text?" },
  /** Not now. */
  put_off: {},
  /** Not now, for the whole account. */
  server_busy: {},
  /** It puts off one mail after the other, as servers do that count them: it is asked again in a while. */
  server_throttles: {},
  provider_daily_limit: {},
  /** `help` names what can be done about it (a key of `signInHelp`); null where nobody knows whose server it is. */
  sign_in_refused: { help: "text?" },
  /** Of an account that may not send at all, or not as this sender. */
  account_refused: {},
  no_mail_from: { place: "text", from: "text" },
  sign_in_needed: { place: "text" },
  starttls_needed: { place: "text" },
} as const satisfies Shapes;

/** Why a conversation with a mail server came to nothing. `place` is host and port, `detail` the system's own words. */
const connections = {
  /** `security` is what was chosen, where somebody can choose something else: when they add or try the account. */
  connection_refused: { place: "text", security: "addedText" },
  connect_timeout: { place: "text", security: "addedText" },
  /** `tlsPort` says that the port is the one for TLS from the first byte, and that TLS was not chosen. */
  greeting_timeout: { place: "text", tlsPort: "boolean", security: "addedText" },
  upgrade_timeout: { place: "text" },
  answer_timeout: { place: "text", tlsPort: "boolean" },
  connection_lost: { place: "text", detail: "text" },
  plain_text: { place: "text" },
  /** So did one that had spoken TLS before. */
  plain_text_now: { place: "text" },
  no_starttls: { place: "text" },
  /** It agreed to encrypt, and went on without. */
  starttls_broken: { place: "text" },
  no_mail_server: { place: "text" },
  not_trusted: { place: "text", detail: "text" },
  /** `names` are those that the certificate was made for, where it was made for others. */
  certificate_refused: {
    place: "text",
    fault: ["ownSignature", "unknownAuthority", "expired", "notYetValid", "otherName"],
    names: "text?",
  },
  no_sign_in: { place: "text", encryption: ["chosen", "offered", "none"] },
  /** `ways` are the names of those that it offers, none of which takes a password. */
  no_password_sign_in: { place: "text", ways: "text", encrypted: "boolean" },
  host_unknown: { host: "text" },
  server_unknown: { host: "text" },
  public_server_unknown: { host: "text" },
  server_missing: {},
  out_of_step: { at: ["data", "unasked", "early", "end", "end_twice"] },
  /** It takes at most `max` bytes; nothing of the mail has left. */
  mail_too_large: { max: "number" },
  /** The mail itself cannot be sent so; nothing of it has left. */
  mail_invalid: { detail: "text" },
  compose_failed: { detail: "text" },
  /** What none of the others says; `detail` is what the system says of it. */
  fault: { detail: "text" },
} as const satisfies Shapes;

/** Why there is no answer; for "fault" `detail` has the system's own words. */
const lost = { lost: ["connection", "answer", "unasked", "fault"], detail: "text" } as const;
export type Lost = ParamsOf<typeof lost>;

const google = {
  gmail_accepted: { id: "text?" },
  gmail_answered: { status: "number" },
  gmail_silent: lost,
  gmail_unreached: lost,
  google_answered: {},
  google_unreached: { detail: "text" },
  google_unasked: {},
  google_client_refused: {},
  google_client_missing: {},
  reconnect_google: { email: "text" },
} as const satisfies Shapes;

const microsoft = {
  graph_accepted: {},
  graph_answered: { status: "number" },
  graph_silent: lost,
  graph_unreached: lost,
  microsoft_answered: {},
  microsoft_unreached: { detail: "text" },
  microsoft_unasked: {},
  microsoft_client_refused: {},
  microsoft_client_missing: {},
  reconnect_microsoft: { email: "text" },
} as const satisfies Shapes;

const sandbox = {
  sandbox_hung_up: {},
  sandbox_unwritable: { detail: "text" },
  sandbox_off: {},
} as const satisfies Shapes;

/** An account's own limit, by its kind; `countMax` mails, on the `day` of a ramp-up. */
const ownLimit = { limit: ["gap", "minute", "day", "ramp"], countMax: "number?", day: "number?" } as const;
export type OwnLimit = ParamsOf<typeof ownLimit>;

/** Why a campaign or an account waits, and what ended a mail's way without a server's word. */
const waits = {
  own_limit: ownLimit,
  own_limit_reached: ownLimit,
  retries_due: { count: "number" },
  paused: {},
  paused_by_person: {},
  account_paused: {},
  account_removed: {},
  /** Its account was removed, and the same mailbox is connected again. */
  account_returned: {},
  /** All connections of the account are at work. */
  connections_busy: {},
  /** The mail may have gone out: its server has said nothing of it yet. */
  not_answered_yet: {},
  /** Of several processes on one database none sends: of a campaign that waits for one, and of a mail that one was not to be had for. */
  no_sender: {},
  restored: {},
  database_busy: {},
  disk_full: {},
  ledger_unwritable: {},
  /** The server stopped while the mail was on its way. */
  interrupted: {},
  /** It was being prepared when the server stopped, for the `count`th time in a row, and lets others go first. */
  server_stopped: { count: "number" },
  /** Nothing of it has left: `count` times the server stopped at it before that. */
  stops_server: { count: "number" },
  /** A person said so, of a mail whose end was uncertain. */
  said_not_arrived: {},
  /** A transactional mail that did not go in the time that it was given. */
  too_late: {},
  given_up: { hours: "number", last: "reason" },
  unreached_in_row: { count: "number", last: "reason" },
  refused_in_row: { count: "number", last: "reason" },
  /** The account was kept as it was entered, because its provider could not be reached: nobody knows whether it may send. */
  sign_in_untried: { last: "reason" },
} as const satisfies Shapes;

/** What an account may be refused for whose server was asked. */
export const serverCodes = (): string[] =>
  Object.keys({ ...replies, ...connections, ...google, ...microsoft, ...sandbox });

export const sendingShapes = {
  ...skips,
  ...replies,
  ...connections,
  ...google,
  ...microsoft,
  ...sandbox,
  ...waits,
  /** From before reasons were codes: the text as it was kept stands where a server's words do. */
  other: {},
  /** Instead of one that this version cannot say: a newer one's, or one whose parameters are not what they have to be. */
  unsayable: { code: "text" },
} as const satisfies Shapes;
export type SendingReasons = ReasonsOf<typeof sendingShapes>;
