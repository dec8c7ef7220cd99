/** A reason as it is stored from this step on. */
export type StoredReason = { code: string; params: StoredParams; reply: string | null };
type StoredParams = { [name: string]: string | number | boolean | null | { code: string; params: StoredParams } };

/** The reason that a sentence of an earlier version says; a text that none of them wrote stays as it is, beside "other". */
export function recognise(text: string): StoredReason {
  for (const [pattern, make] of known) {
    const found = pattern.exec(text);
    if (found !== null) return { params: {}, reply: null, ...make(found.slice(1)) };
  }
  return { code: "other", params: {}, reply: text };
}

type Made = Pick<StoredReason, "code"> & Partial<StoredReason>;
type Known = readonly [RegExp, (parts: readonly string[]) => Made];

/** Who each of them was written by is told by how it begins; none is the beginning of another that stands below it. */
const known: readonly Known[] = [
  ...exactly({
    "Opted out": "opted_out",
    Unsubscribed: "unsubscribed",
    "Over your plan's number of leads": "over_plan",
    "The lead was deleted": "lead_deleted",
    "The campaign was cancelled": "campaign_cancelled",
    "Paused by you": "paused_by_person",
    Paused: "paused",
    "The account is paused": "account_paused",
    "Its account was removed. Connect an account and send again.": "account_removed",
    "This installation was restored from a backup. Mails that went out after the backup are not in this list; resume only if they may be sent again.":
      "restored",
    "The server stopped while this mail was on its way. It may or may not have gone out, so it is not sent again by itself.":
      "interrupted",
    "The sandbox hung up on purpose before it answered": "sandbox_hung_up",
    "The sandbox is switched off on this installation": "sandbox_off",
    "This account was connected by Google, and this installation has no Google client any more.":
      "google_client_missing",
    "Google was not asked": "google_unasked",
    "Please enter the server's host and port": "server_missing",
    "First name or email is missing": "name_or_email_missing",
    "First name is missing": "first_name_missing",
    "Last name is not text": "last_name_not_text",
    "Last name is too long": "last_name_too_long",
    "This is not an e-mail address": "email_invalid",
    "Phone number is not text": "phone_not_text",
    "Phone number is too long": "phone_too_long",
    "Whether this lead opted out is neither a yes nor a no": "optout_unclear",
    "collection is a list of names": "collections_not_names",
    "A row is an object with firstName and email": "row_not_object",
    "No leads found in the file": "no_leads_in_file",
    "The disk is full. Free some space and try again.": "disk_full_refused",
    "Something went wrong, sorry for the inconvenience. Please try again later.": "went_wrong",
    "Not everything could be undone. Please undo it again.": "undo_incomplete",
    "The server was stopped during this import. What was written stays: undo it, or import the file again.":
      "import_interrupted",
    "Other leads took the room that your plan has, again and again, while this file was imported. Import it again.":
      "plan_room_taken",
    "This file is not a spreadsheet. Save it as .xlsx or .csv in your spreadsheet program and upload it again.":
      "file_not_sheet",
    "This file is a web page or a text document, not a spreadsheet. Open it in your spreadsheet program, save it as .xlsx or .csv and upload it again.":
      "file_is_page",
    "This workbook is protected with a password. Remove the password in your spreadsheet program and upload it again.":
      "file_protected",
    "This file cannot be read. Open it in your spreadsheet program, save it again as .xlsx or .csv and upload it again.":
      "file_broken",
    "This file takes too much time or memory to read. Save the sheet as .csv, or split it, and upload it again.":
      "file_heavy",
    "This workbook unfolds to more than the import can take. Save the sheet with the leads as .csv, or split it, and upload it again.":
      "file_unfolds_too_large",
    "The server is shutting down. Please try again shortly.": "server_stopping",
  }),
  // What a mail server answers begins with a code of three digits. What it meant for the mail its row says.
  [/^([2-5]\d\d[ -].*)$/s, ([reply = ""]) => ({ code: "other", reply })],
  [
    /^Given up after (\d+) hours\. Last reply: (.*)$/s,
    ([hours, last = ""]) => outer("given_up", { hours: Number(hours) }, recognise(last)),
  ],
  [
    /^The server could not be reached (\d+) times in a row\. (.*)$/s,
    ([count, last = ""]) => outer("unreached_in_row", { count: Number(count) }, recognise(last)),
  ],
  [
    /^The server refused (\d+) mails in a row for the same reason, so the rest wait\. .*? It said: (.*)$/s,
    ([count, last = ""]) => outer("refused_in_row", { count: Number(count) }, recognise(last)),
  ],
  [/^Gmail accepted it$/, () => ({ code: "gmail_accepted", params: { id: null } })],
  [/^Gmail accepted it as (.*)$/s, ([id = ""]) => ({ code: "gmail_accepted", params: { id } })],
  [
    /^Gmail answered (\d+): (.*)$/s,
    ([status, said]) => ({
      code: "gmail_answered",
      params: { status: Number(status) },
      reply: said === "nothing more" ? null : (said ?? null),
    }),
  ],
  [/^Gmail did not answer\. (.*)$/s, ([detail = ""]) => ({ code: "gmail_silent", params: lost(detail) })],
  [/^Gmail could not be reached\. (.*)$/s, ([detail = ""]) => ({ code: "gmail_unreached", params: lost(detail) })],
  [/^Google could not be reached: (.*)$/s, ([detail = ""]) => ({ code: "google_unreached", params: { detail } })],
  [
    /^Google refuses this installation's client, which whoever runs it has to put right\. (.*)$/s,
    ([reply = ""]) => ({ code: "google_client_refused", reply }),
  ],
  [
    /^Google no longer lets Amplify send from (.+): the permission was withdrawn or has expired\. Reconnect the account\.$/s,
    ([email = ""]) => ({ code: "reconnect_google", params: { email } }),
  ],
  ...helps(),
  [
    /^The mail could not be composed: (.*)$/s,
    ([detail = ""]) => ({ code: "compose_failed", params: { detail } }),
  ],
  [
    /^The sandbox mailbox cannot be written: (.*)$/s,
    ([detail = ""]) => ({ code: "sandbox_unwritable", params: { detail } }),
  ],
  [/^The server name (\S+) was not found$/, ([host = ""]) => ({ code: "host_unknown", params: { host } })],
  [
    /^No server named (\S+) was found\. Check the spelling\.$/,
    ([host = ""]) => ({ code: "server_unknown", params: { host } }),
  ],
  [
    /^No public mail server named (\S+) was found\. Check the spelling; /,
    ([host = ""]) => ({ code: "public_server_unknown", params: { host } }),
  ],
  ...places(),
  ...steps(),
  [
    /^A name has at most (\d+) characters$/,
    ([max]) => ({ code: "name_too_long", params: { max: Number(max) } }),
  ],
  [
    /^The (\S+) plan holds ([\d,]+) leads, and this one is more$/,
    ([plan = "", max = ""]) => ({ code: "row_over_plan", params: { plan, leadsMax: number(max) } }),
  ],
  [
    /^The (\S+) plan holds ([\d,]+) leads: ([\d,]+) leads? of the file (?:was|were) not added\. /,
    ([plan = "", max = "", count = ""]) => ({
      code: "rows_over_plan",
      params: { plan, leadsMax: number(max), count: number(count) },
    }),
  ],
];

function exactly(codes: Record<string, string>): Known[] {
  return Object.entries(codes).map(([text, code]) => [literally(text), () => ({ code })]);
}

/** The advice about a sign-in that a provider refused, before the server's own words. */
function helps(): Known[] {
  const texts = {
    google:
      "Google refused this sign-in. Turn on 2-Step Verification, create an app password in your Google account under Security, and paste its 16 letters here; the normal password does not work.",
    outlook:
      "Microsoft refused this sign-in. Check the address and the password. Where multi-factor sign-in is on, the mailbox needs an app password, and its administrator has to allow authenticated SMTP for it.",
    outlook_smtp_off:
      "Authenticated SMTP is switched off for this mailbox. A Microsoft 365 administrator turns it on under Users, Active users, the mailbox, Mail, Manage email apps. Then try again.",
    outlook_security_defaults:
      "Your organisation's security defaults forbid signing in with a password. A Microsoft 365 administrator has to allow it for this mailbox, or you send from another account.",
    outlook_no_passwords:
      "Microsoft no longer takes a password from other programs for this mailbox. Personal Outlook, Hotmail and Live accounts lost that in September 2024 and cannot send from here: use a Google account or an SMTP server instead. For a Microsoft 365 mailbox, ask its administrator to allow authenticated SMTP.",
    smtp: "The server refused this user name or password. Check both with whoever runs the server.",
    sandbox: "The sandbox never refuses a sign-in.",
  };
  return Object.entries(texts).map(([help, text]) => [
    literally(`${text} The server said: `, "(.*)"),
    ([reply = ""]) => ({ code: "sign_in_refused", params: { help }, reply }),
  ]);
}

/** What was said of a connection; each begins with host and port. */
function places(): Known[] {
  const tlsPort = "(\\. Port 465 is for TLS from the first byte: choose it)?";
  const at = (code: string): Known[1] => ([place = ""]) => ({ code, params: { place } });
  const silent = (code: string): Known[1] => ([place = "", hint]) => ({
    code,
    params: { place, tlsPort: hint !== undefined },
  });
  return [
    [/^(\S+:\d+) refused the connection$/, at("connection_refused")],
    [/^(\S+:\d+) could not be reached in time$/, at("connect_timeout")],
    [/^(\S+:\d+) did not finish setting up encryption$/, at("upgrade_timeout")],
    [/^(\S+:\d+) does not speak TLS from the first byte\. /, at("plain_text")],
    [new RegExp(`^(\\S+:\\d+) took the connection but said nothing${tlsPort}$`), silent("greeting_timeout")],
    [new RegExp(`^(\\S+:\\d+) stopped answering${tlsPort}$`), silent("answer_timeout")],
    [
      /^(\S+:\d+) offers no STARTTLS\. Choose TLS with its port, usually 465\. The server said: (.*)$/s,
      ([place = "", reply = ""]) => ({ code: "no_starttls", params: { place }, reply }),
    ],
    [
      /^(\S+:\d+) does not answer as a mail server does(?:\. It said: (.*))?$/s,
      ([place = "", reply]) => ({ code: "no_mail_server", params: { place }, reply: reply ?? null }),
    ],
    [
      /^(\S+:\d+) could not be trusted: (.*)$/s,
      ([place = "", detail = ""]) => ({ code: "not_trusted", params: { place, detail } }),
    ],
    [
      /^The connection to (\S+:\d+) was lost: (.*)$/s,
      ([place = "", detail = ""]) => ({ code: "connection_lost", params: { place, detail } }),
    ],
  ];
}

/** A server that was out of step with what it was asked. */
function steps(): Known[] {
  const end = ", so it is out of step with what it was asked\\.$";
  const says = (text: string, at: string): Known => [
    new RegExp(`^${text}${end}`, "s"),
    ([reply = null]) => ({ code: "out_of_step", params: { at }, reply }),
  ];
  return [
    says('The server answered DATA with "(.*)"', "data"),
    says("The server answered before it was asked", "unasked"),
    says("The server answered before the mail had ended", "early"),
    says("The server answered the end of the mail twice", "end_twice"),
    says('The server answered the end of the mail with "(.*)"', "end"),
  ];
}

/** A reason around another one, whose words of a server stand with it. */
function outer(code: string, params: StoredParams, last: StoredReason): Made {
  return { code, params: { ...params, last: { code: last.code, params: last.params } }, reply: last.reply };
}

function lost(detail: string): StoredParams {
  const known: Record<string, string> = {
    "No connection came about in time": "connection",
    "No answer came in time": "answer",
    "The request was not made": "unasked",
  };
  const how = known[detail];
  return how === undefined ? { lost: "fault", detail } : { lost: how, detail: "" };
}

function number(grouped: string): number {
  return Number(grouped.replaceAll(",", ""));
}

function literally(text: string, rest = ""): RegExp {
  return new RegExp(`^${text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}${rest}$`, "s");
}
