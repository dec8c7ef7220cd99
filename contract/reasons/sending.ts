/** Nothing more is to be said of it than its code. */
export type Nothing = Record<never, never>;

/** A reason inside another one: the words of a server stand with the outer one. */
export type Inner = { code: string; params: Params };

export type Params = { readonly [name: string]: string | number | boolean | null | Inner };

/** Why somebody whom a send names is not mailed. */
export type SkipReasons = {
  /** By a form of ours, or a file. */
  opted_out: Nothing;
  /** By the link in a mail, which only they can undo. */
  unsubscribed: Nothing;
  over_plan: Nothing;
  lead_deleted: Nothing;
  campaign_cancelled: Nothing;
};

/** What a mail server said, by what it means; its words stand beside the code. */
type ReplyReasons = {
  accepted: Nothing;
  /** Permanent for this recipient. */
  refused: Nothing;
  /** Its policy says no, and would to others too. */
  refused_by_policy: Nothing;
  /** Not now. */
  put_off: Nothing;
  /** Not now, for the whole account. */
  server_busy: Nothing;
  provider_daily_limit: Nothing;
  /** `help` names what can be done about it (`SignInHelp`); null where nobody knows whose server it is. */
  sign_in_refused: { help: string | null };
  /** Of an account that may not send at all, or not as this sender. */
  account_refused: Nothing;
  no_mail_from: { place: string; from: string };
  sign_in_needed: { place: string };
};

/** Why a conversation with a mail server came to nothing. `place` is host and port, `detail` the system's own words. */
type ConnectionReasons = {
  connection_refused: { place: string };
  connect_timeout: { place: string };
  /** `tlsPort` says that the port is the one for TLS from the first byte, and that TLS was not chosen. */
  greeting_timeout: { place: string; tlsPort: boolean };
  upgrade_timeout: { place: string };
  answer_timeout: { place: string; tlsPort: boolean };
  connection_lost: { place: string; detail: string };
  plain_text: { place: string };
  no_starttls: { place: string };
  no_mail_server: { place: string };
  not_trusted: { place: string; detail: string };
  no_sign_in: { place: string; encryption: "chosen" | "offered" | "none" };
  host_unknown: { host: string };
  server_unknown: { host: string };
  public_server_unknown: { host: string };
  server_missing: Nothing;
  out_of_step: { at: "data" | "unasked" | "early" | "end" | "end_twice" };
  /** The mail itself cannot be sent so; nothing of it has left. */
  mail_invalid: { detail: string };
  compose_failed: { detail: string };
  /** What none of the others says; `detail` is what the system says of it. */
  fault: { detail: string };
};

/** Why there is no answer; for "fault" `detail` has the system's own words. */
export type Lost = { lost: "connection" | "answer" | "unasked" | "fault"; detail: string };

type GoogleReasons = {
  gmail_accepted: { id: string | null };
  gmail_answered: { status: number };
  gmail_silent: Lost;
  gmail_unreached: Lost;
  google_answered: Nothing;
  google_unreached: { detail: string };
  google_unasked: Nothing;
  google_client_refused: Nothing;
  google_client_missing: Nothing;
  reconnect_google: { email: string };
};

type SandboxReasons = {
  sandbox_hung_up: Nothing;
  sandbox_unwritable: { detail: string };
  sandbox_off: Nothing;
};

/** An account's own limit, by its kind; `countMax` mails, on the `day` of a ramp-up. */
export type OwnLimit = {
  limit: "gap" | "minute" | "day" | "ramp";
  countMax: number | null;
  day: number | null;
};

/** Why a campaign or an account waits, and what ended a mail's way without a server's word. */
type WaitReasons = {
  own_limit: OwnLimit;
  own_limit_reached: OwnLimit;
  retries_due: { count: number };
  paused: Nothing;
  paused_by_person: Nothing;
  account_paused: Nothing;
  account_removed: Nothing;
  restored: Nothing;
  database_busy: Nothing;
  disk_full: Nothing;
  ledger_unwritable: Nothing;
  /** The server stopped while the mail was on its way. */
  interrupted: Nothing;
  given_up: { hours: number; last: Inner };
  unreached_in_row: { count: number; last: Inner };
  refused_in_row: { count: number; last: Inner };
};

export type SendingReasons = SkipReasons &
  ReplyReasons &
  ConnectionReasons &
  GoogleReasons &
  SandboxReasons &
  WaitReasons & {
    /** From before reasons were codes: the text as it was kept stands where a server's words do. */
    other: Nothing;
  };
