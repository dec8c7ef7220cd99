import { inboundLimits } from "../../contract/limits/accounts/inbound.ts";
import { type Reason, reason } from "../../contract/reasons.ts";
import { certificateReason } from "../../contract/sending/certificateReason.ts";
import { reasonWithoutSecrets } from "../sending/senders/withoutSecrets.ts";
import type { MailboxFault, MailboxPlace, MailboxSecret } from "./mailbox.ts";

/** The server sends more than was asked for. */
export const tooMuch = Object.assign(new Error("more than was asked for"), { code: "ResponseTooLarge" });

/** The server does not answer in time. */
export const tooLate = Object.assign(new Error("no answer in time"), { code: "ETIMEOUT" });

/** What the client attaches to its errors, as far as it is used here. */
type ClientError = Error & {
  code?: string;
  authenticationFailed?: boolean;
  /** The response code, which tells the kind of refusal (RFC 5530). */
  serverResponseCode?: string;
  responseStatus?: string;
  responseText?: string;
  /** The text of an untagged BYE. */
  reason?: string;
  throttleReset?: number;
  tlsFailed?: boolean;
};

type Asked = { place: MailboxPlace; secret: MailboxSecret };

const { restBusyMs, restLongestMs } = inboundLimits;

/** What an error of the client means for the mailbox, in words that do not contain its secret. */
export function faultOf(error: unknown, { place, secret }: Asked): MailboxFault {
  const fault = meant(error as ClientError, place);
  const hidden = "password" in secret ? secret.password : secret.accessToken;
  const encoded = [hidden, Buffer.from(hidden).toString("base64")];
  return { ...fault, reason: reasonWithoutSecrets(fault.reason, encoded) };
}

function meant(error: ClientError, place: MailboxPlace): MailboxFault {
  // Errors of TLS have a field of that name too.
  const bye = error.code === "NoConnection" ? error.reason : undefined;
  const words = error.responseText ?? bye ?? null;
  if (error.code === "ETHROTTLE") return busy(words, error.throttleReset);
  if (error.authenticationFailed) return signInRefused(error, { words, place });
  if (error.responseStatus === "NO" || error.responseStatus === "BAD") {
    if (isPassing(error.serverResponseCode, words)) return busy(words);
    return { kind: "wait", reason: reason("mailbox_closed", { place: placeText(place) }, words) };
  }
  if (bye !== undefined) return busy(words);
  return { kind: "wait", reason: connectionReason(error, place) };
}

function busy(words: string | null, waitMs = restBusyMs): MailboxFault {
  return {
    kind: "wait",
    reason: reason("mailbox_busy", {}, words),
    waitMs: Math.min(Math.max(waitMs, restBusyMs), restLongestMs),
  };
}

function signInRefused(
  { serverResponseCode }: ClientError,
  { words, place }: { words: string | null; place: MailboxPlace },
): MailboxFault {
  if (isPassing(serverResponseCode, words)) return busy(words);
  const help = helpAt[place.host.toLowerCase()] ?? "smtp";
  return { kind: "person", reason: reason("mailbox_sign_in_refused", { help }, words), atSignIn: true };
}

const helpAt: Record<string, "google" | "outlook"> = {
  "imap.gmail.com": "google",
  "outlook.office365.com": "outlook",
};

/** Codes of RFC 5530 section 3, and what Google and Microsoft say instead: the cause is temporary, and not the sign-in. */
function isPassing(code: string | undefined, words: string | null): boolean {
  if (code !== undefined && passingCodes.has(code.toUpperCase())) return true;
  return passingWords.test(words ?? "");
}

const passingCodes = new Set(["UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG", "OVERQUOTA"]);
const passingWords =
  /too many simultaneous|\[(UNAVAILABLE|INUSE|LIMIT|OVERQUOTA|SERVERBUG)\]|throttl|temporar|try again later|bandwidth/i;

/** Why the session could not go on, if the server did not say it. */
function connectionReason({ code = "", message, tlsFailed }: ClientError, from: MailboxPlace): Reason {
  const place = placeText(from);
  if (/WRONG_VERSION/.test(code) || /wrong.version.number|packet length too long/i.test(message))
    return reason("mailbox_plain_text", { place });
  if (certificateCodes.test(code)) return certificateReason(place, { code, message });
  if (/^(ParserError|MAX_IMAP_NESTING|InvalidResponse|MissingTag|UnexpectedTag)/.test(code))
    return reason("mailbox_no_server", { place });
  if (tooMuchCodes.has(code)) return reason("mailbox_too_much", { place });
  switch (code) {
    case "ECONNREFUSED":
      return reason("connection_refused", { place, security: null });
    case "CONNECT_TIMEOUT":
      return reason("connect_timeout", { place, security: null });
    case "GREETING_TIMEOUT":
      return reason("greeting_timeout", { place, tlsPort: false, security: null });
    case "UPGRADE_TIMEOUT":
      return reason("upgrade_timeout", { place });
    case "ETIMEOUT":
      return reason("answer_timeout", { place, tlsPort: false });
    case "MissingServerExtension":
    case "STARTTLS_INJECTION":
      return reason("mailbox_no_starttls", { place });
    default:
      if (tlsFailed && code === "") return reason("mailbox_no_starttls", { place });
      return reason("connection_lost", { place, detail: message });
  }
}

const tooMuchCodes = new Set([
  "LineTooLarge",
  "LiteralTooLarge",
  "ResponseTooLarge",
  "TooManyTokens",
  "TooManyResponses",
]);

const certificateCodes =
  /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(GET|VERIFY|DECODE)|HOSTNAME_MISMATCH|ERR_SSL_UNSUPPORTED_PROTOCOL)/;

function placeText({ host, port }: MailboxPlace): string {
  return `${host}:${port}`;
}
