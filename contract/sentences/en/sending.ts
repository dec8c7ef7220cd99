import type { Lost, OwnLimit, SendingReasons } from "../../reasons/sending.ts";
import type { Sentences } from "../sentence.ts";
import { signInHelp } from "./signInHelp.ts";
import { amount, grouped } from "./words.ts";

/** Why mails were left out, put off or refused, and why accounts and campaigns wait. */
export const sending: Sentences<SendingReasons> = {
  opted_out: () => "Opted out",
  unsubscribed: () => "Unsubscribed",
  over_plan: () => "Over your plan's number of leads",
  address_bounced: () => "Mails to this address came back",
  lead_deleted: () => "The lead was deleted",
  campaign_cancelled: () => "The campaign was cancelled",
  kind_suppressed: ({ kind }) =>
    kind === "*" ? "The address takes no mail at all" : `The address takes no mail of the kind ${kind}`,

  accepted: said,
  refused: said,
  refused_by_policy: said,
  bounced: (_, { reply }) => `Came back: ${reply || "its server did not say why"}`,
  bounced_for_now: (_, { reply }) => `Came back, which may pass: ${reply || "its server did not say why"}`,
  put_off: said,
  server_busy: said,
  server_throttles: (_, { reply }) =>
    `The account's server takes no more for now; it is asked again by itself.${serverSaid(reply)}`,
  provider_daily_limit: said,
  account_refused: said,
  google_answered: said,
  microsoft_answered: said,
  other: (_, { reply }) => reply ?? "No reason was kept",
  unsayable: ({ code }) => `A reason that this version does not know: ${code}`,
  sign_in_refused: ({ help }, { reply }) =>
    help !== null && Object.hasOwn(signInHelp, help)
      ? `${signInHelp[help as keyof typeof signInHelp]}${serverSaid(reply)}`
      : (reply ?? ""),
  no_mail_from: ({ place, from }, { reply }) =>
    `${place} takes no mail from ${from}. Check the email, or which addresses this sign-in may send from.${serverSaid(reply)}`,
  sign_in_needed: ({ place }, { reply }) =>
    `${place} takes mail only after a sign-in: enter the password.${serverSaid(reply)}`,
  starttls_needed: ({ place }, { reply }) =>
    `${place} takes mail only over an encrypted connection: choose STARTTLS.${serverSaid(reply)}`,

  connection_refused: ({ place, security }) =>
    `${place} refused the connection${security == null ? "" : security === "given" ? givenHint : usualPorts}`,
  connect_timeout: ({ place, security }) =>
    `${place} could not be reached in time${silenceHint(place, security)}`,
  greeting_timeout: ({ place, tlsPort, security }) =>
    `${place} took the connection but said nothing${tlsPort ? tlsHint : silenceHint(place, security)}`,
  upgrade_timeout: ({ place }) => `${place} did not finish setting up encryption`,
  answer_timeout: ({ place, tlsPort }) => `${place} stopped answering${tlsPort ? tlsHint : ""}`,
  connection_lost: ({ place, detail }) => `The connection to ${place} was lost: ${detail}`,
  plain_text: ({ place }) =>
    `${place} does not speak TLS from the first byte. Choose STARTTLS, or the port for TLS, usually 465`,
  plain_text_now: ({ place }) =>
    `${place} answered without encryption, where it had spoken TLS before. Servers that take no more connections may do so; it is tried again by itself`,
  no_starttls: ({ place }, { reply }) =>
    `${place} offers no STARTTLS. Choose TLS with its port, usually 465.${serverSaid(reply)}`,
  starttls_broken: ({ place }) =>
    `${place} agreed to STARTTLS and then did not encrypt. Choose TLS with its port, usually 465, or ask whoever runs it.`,
  no_mail_server: ({ place }, { reply }) =>
    `${place} does not answer as a mail server does${reply === null ? "" : `. It said: ${reply}`}`,
  not_trusted: ({ place, detail }) => `${place} could not be trusted: ${detail}`,
  certificate_refused: ({ place, fault, names }) => {
    const whats = {
      ownSignature: `is signed by nobody but itself. ${mayBeTrusted}`,
      unknownAuthority: `is signed by an authority that is not known here, or that server leaves out the certificates in between. ${mayBeTrusted}`,
      expired: "has expired. Whoever runs that server has to renew it.",
      notYetValid:
        "is not valid yet. Whoever runs that server has to replace it, or this one's clock is wrong.",
      otherName:
        names === null
          ? "was made for another name. If this is your server, enter the name that it was made for."
          : `was made for ${names}. If this is your server, enter that name.`,
    };
    return `The certificate of ${place} ${whats[fault]}`;
  },
  no_sign_in: ({ place, encryption }) => {
    const without = "If the server asks for none, add the account without a password.";
    if (encryption === "chosen")
      return `${place} offers no sign-in. Ask whoever runs it for the port that mail programs use, usually 465 or 587. ${without}`;
    return encryption === "offered"
      ? `${place} offers no sign-in without encryption, but it offers STARTTLS: choose that.`
      : `${place} offers no sign-in without encryption. Choose TLS with its port, usually 465, or STARTTLS with port 587. ${without}`;
  },
  no_password_sign_in: ({ place, ways, encrypted }) =>
    encrypted
      ? `${place} lets nobody sign in with a password, only by ${ways}. Ask whoever runs it to allow PLAIN or LOGIN.`
      : `${place} lets nobody sign in with a password without encryption, only by ${ways}. Choose STARTTLS with port 587, or TLS with its port, usually 465.`,
  host_unknown: ({ host }) => `The server name ${host} was not found`,
  server_unknown: ({ host }) => `No server named ${host} was found. Check the spelling.`,
  public_server_unknown: ({ host }) =>
    `No public server named ${host} was found. Check the spelling; servers inside a private network are not allowed on this installation.`,
  server_missing: () => "Please enter the server's host and port",
  out_of_step: ({ at }, { reply }) => {
    const what = {
      data: `The server answered DATA with "${reply ?? ""}"`,
      unasked: "The server answered before it was asked",
      early: "The server answered before the mail had ended",
      end: `The server answered the end of the mail with "${reply ?? ""}"`,
      end_twice: "The server answered the end of the mail twice",
    };
    return `${what[at]}, so it is out of step with what it was asked.`;
  },
  mail_too_large: ({ max }) =>
    `The mail is larger than its server takes, which is at most ${max < 1000 ? amount(max, "byte") : `${grouped(Math.floor(max / 1000))} kB`}`,
  mail_invalid: ({ detail }) => detail,
  compose_failed: ({ detail }) => `The mail could not be composed: ${detail}`,
  fault: ({ detail }) => detail,

  gmail_accepted: ({ id }) => (id === null ? "Gmail accepted it" : `Gmail accepted it as ${id}`),
  gmail_answered: ({ status }, { reply }) => `Gmail answered ${status}: ${reply ?? "nothing more"}`,
  gmail_silent: (lost) => `Gmail did not answer. ${lostText(lost)}`,
  gmail_unreached: (lost) => `Gmail could not be reached. ${lostText(lost)}`,
  google_unreached: ({ detail }) => `Google could not be reached: ${detail}`,
  google_unasked: () => "Google was not asked",
  google_client_refused: (_, { reply }) =>
    `Google refuses this installation's client, which whoever runs it has to put right.${reply === null ? "" : ` ${reply}`}`,
  google_client_missing: () =>
    "This account was connected by Google, and this installation has no Google client any more.",
  reconnect_google: ({ email }) =>
    `Google no longer lets Amplify send from ${email}: the permission was withdrawn or has expired. Reconnect the account.`,

  graph_accepted: () => "Microsoft accepted it",
  graph_answered: ({ status }, { reply }) => `Microsoft answered ${status}: ${reply ?? "nothing more"}`,
  graph_silent: (lost) => `Microsoft did not answer. ${lostText(lost)}`,
  graph_unreached: (lost) => `Microsoft could not be reached. ${lostText(lost)}`,
  microsoft_unreached: ({ detail }) => `Microsoft could not be reached: ${detail}`,
  microsoft_unasked: () => "Microsoft was not asked",
  microsoft_client_refused: (_, { reply }) =>
    `Microsoft refuses this installation's client, which whoever runs it has to put right.${reply === null ? "" : ` ${reply}`}`,
  microsoft_client_missing: () =>
    "This account was connected by Microsoft, and this installation has no Microsoft client any more.",
  reconnect_microsoft: ({ email }) =>
    `Microsoft no longer lets Amplify send from ${email}: the permission was withdrawn or has expired. Reconnect the account.`,

  sandbox_hung_up: () => "The sandbox hung up on purpose before it answered",
  sandbox_unwritable: ({ detail }) => `The sandbox mailbox cannot be written: ${detail}`,
  sandbox_off: () => "The sandbox is switched off on this installation",

  own_limit: (limit) => `Waiting because of ${limitText(limit)}`,
  own_limit_reached: (limit) => `The account has reached ${limitText(limit)}`,
  retries_due: ({ count }) => `Waiting to try ${count} again`,
  paused: () => "Paused",
  paused_by_person: () => "Paused by you",
  account_paused: () => "The account is paused",
  account_removed: () => "Its account was removed. Send the rest from another account, or connect it again.",
  account_returned: () => "Its account is connected again. Resume to send the rest.",
  connections_busy: () => "All connections of the account are in use just now",
  not_answered_yet: () => "Its server has not answered yet",
  no_sender: () => "No process sends just now; what waits goes on once one does",
  restored: () =>
    "This installation was restored from a backup. What this list has as sent is not sent again, but mails that went out after the backup may be missing from it: look before you resume.",
  database_busy: () => "The database is busy: trying again",
  disk_full: () => "The server's disk is full: sending goes on once there is room",
  ledger_unwritable: () => "The ledger could not be written: trying again",
  interrupted: () =>
    "The server stopped while this mail was on its way. It may or may not have gone out, so it is not sent again by itself.",
  server_stopped: () =>
    "The server stopped while it prepared this mail. Nothing of it was sent; it is tried again in a moment, after the others.",
  stops_server: ({ count }) =>
    `The server stopped ${count} times in a row while it prepared this mail, so it is not tried again by itself. Nothing of it was sent.`,
  said_not_arrived: () => "Did not arrive, according to somebody who checked",
  too_late: () => "It was not sent within its time limit",
  given_up: ({ hours, last }, { of }) => `Given up after ${amount(hours, "hour")}. Last reply: ${of(last)}`,
  unreached_in_row: ({ count, last }, { of }) =>
    `The server could not be reached ${count} times in a row. ${of(last)}`,
  sign_in_untried: ({ last }, { of }) =>
    `The sign-in could not be tried yet, so nothing is sent until it can. ${of(last)}`,
  refused_in_row: ({ count, last }, { of }) =>
    `The server refused ${count} mails in a row for the same reason, so the rest wait. Change what it objects to, or ask whoever runs it; then go on, and try the failed ones again. It said: ${of(last)}`,
};

const mayBeTrusted =
  "Whoever runs that server can get one that everybody trusts, and whoever runs this installation can have this one trusted.";

function serverSaid(reply: string | null): string {
  return reply === null ? "" : ` The server said: ${reply}`;
}

/** A server's own words say it. */
function said(_: unknown, { reply }: { reply: string | null }): string {
  return reply ?? "";
}

const tlsHint = ". Port 465 is for TLS from the first byte: choose it";

/** Of a server that nobody chose, such as a provider's own. */
const givenHint = ". A firewall may be in the way, here or there";

const usualPorts = ". Check the host and the port, often 587 for STARTTLS and 465 for TLS";

/** What may be the cause where a server says nothing; nobody is there to read it where nothing is said of the choice. */
function silenceHint(place: string, security: string | null | undefined): string {
  if (security == null) return "";
  if (security === "given") return givenHint;
  const port = place.slice(place.lastIndexOf(":") + 1);
  if (security === "tls" && plainPorts.has(port))
    return `. Port ${port} is for connections that begin without TLS: choose STARTTLS, or TLS with its port, usually 465. If that is no help, a firewall may be in the way`;
  if (port === "25")
    return ". Many networks let nothing out to port 25: try STARTTLS with port 587, or TLS with port 465";
  return `${usualPorts}. If they are right, a firewall may be in the way, here or there`;
}

/** Where mail servers speak first, and without encryption. */
const plainPorts: ReadonlySet<string> = new Set(["25", "587", "2525"]);

function limitText({ limit, countMax, day }: OwnLimit): string {
  if (limit === "gap") return "the gap between two mails";
  if (countMax === null) return "a limit of its own";
  if (limit === "ramp")
    return `the ramp-up's ${amount(countMax, "mail")}${day === null ? "" : ` on day ${day}`}`;
  return `the limit of ${amount(countMax, "mail")} ${limit === "minute" ? "a minute" : "in 24 hours"}`;
}

function lostText({ lost, detail }: Lost): string {
  const texts = {
    connection: "No connection came about in time",
    answer: "No answer came in time",
    unasked: "The request was not made",
    fault: detail,
  };
  return texts[lost];
}
