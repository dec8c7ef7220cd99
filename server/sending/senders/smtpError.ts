import { type Reason, reason } from "../../../contract/reasons.ts";
import { certificateReason } from "../../../contract/sending/certificateReason.ts";
import { isPublicAddress } from "./hostGuard.ts";
import type { OutgoingMail } from "./sender.ts";
import type { SmtpOptions } from "./smtpConnection.ts";
import type { SmtpFault } from "./smtpFault.ts";
import { reasonWithoutSecrets } from "./withoutSecrets.ts";

/** The error that ended a step of an SMTP session, with the names that nodemailer uses and our own client too. */
export type SmtpError = {
  message: string;
  code?: string | undefined;
  /** The code that the system or TLS gave it, if that is not `code`. */
  originalCode?: string | undefined;
  command?: string | undefined;
  /** What the server said, all of it. */
  response?: string | undefined;
  responseCode?: number | undefined;
  timeoutType?: "CONNECT_TIMEOUT" | "GREETING_TIMEOUT" | "UPGRADE_TIMEOUT" | "SOCKET_TIMEOUT" | undefined;
};

export const tooMuchSaid: SmtpError = { message: "it said more than a mail server has to say" };
export const noAnswer: SmtpError = { message: "no answer in time", timeoutType: "SOCKET_TIMEOUT" };

/** Records in its journal that a mail's end is about to be sent. Returns the error if that failed: the mail must not be sent then. */
export function noteBegun({ journal }: Pick<OutgoingMail, "journal">): SmtpError | null {
  try {
    journal?.begins();
    return null;
  } catch (error) {
    return { message: error instanceof Error ? error.message : String(error) };
  }
}

/** The fault of a mail that had come as far as `reached` when the error occurred. */
export function faultOf(
  error: SmtpError,
  { reached, options }: { reached: SmtpFault["stage"]; options: SmtpOptions },
): SmtpFault {
  const said = error.response ?? "";
  const isQuoted = isReply(said) && !isAboutEncryption(error, options);
  const what = isQuoted ? reason("refused", {}, said) : describeError(error, options);
  const fault: SmtpFault = {
    stage: stageOf(error, reached),
    reason: reasonWithoutSecrets(what, secretsOf(options)),
  };
  if (error.responseCode) fault.reply = { code: error.responseCode, text: said };
  if (distrusts(error)) fault.distrusted = true;
  // Refused by the client itself before anything was sent to the server; these are about this mail alone.
  if (said === "" && error.code === "EMESSAGE") fault.reply = { code: 552, text: "" };
  if (said === "" && error.code === "EENVELOPE") fault.reply = { code: 553, text: "" };
  return fault;
}

/** What must never appear in a reason: the password, also encoded as it was sent. */
export function secretsOf({ user, password }: SmtpOptions): string[] {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  return password === "" ? [] : [password, base64(`\0${user}\0${password}`), base64(password)];
}

/** The stage an error belongs to: that of the command it names, else how far the mail had come. */
function stageOf(error: SmtpError, reached: SmtpFault["stage"]): SmtpFault["stage"] {
  // The client did not try to sign in.
  if (error.code === "ENOWAY") return "connect";
  if (reached === "connect" || reached === "signIn" || reached === "afterDot") return reached;
  if (error.command === "RCPT TO") return "recipient";
  if (error.command === "DATA") return "message";
  return reached;
}

/** RFC 5321 section 4.2: every reply begins with a code of three digits. */
function isReply(said: string): boolean {
  return /^[2-5]\d\d\b/.test(said);
}

/** Whether the choice between TLS, STARTTLS and neither is the cause: the server's own words are of no help then. */
function isAboutEncryption(error: SmtpError, options: SmtpOptions): boolean {
  return hasNoStartTls(error, options) || isPlainText(error);
}

/**
 * Whether STARTTLS was required and the server does not support it, as one that supports only HELO. A server that cannot
 * encrypt at the moment (454, RFC 3207 section 4) does support it, and EHLO may be refused for other reasons, by policy.
 */
function hasNoStartTls({ command, responseCode = 0 }: SmtpError, { security }: SmtpOptions): boolean {
  if (command === "STARTTLS") return responseCode < 400 || responseCode >= 500;
  return command === "EHLO" && security === "starttls" && unknownCommandCodes.has(responseCode);
}

/** RFC 5321 section 4.2.2: command not recognized, not implemented, parameter not implemented. */
const unknownCommandCodes = new Set([500, 502, 504]);

/** Whether the server answered unencrypted where TLS was expected from the first byte. */
function isPlainText({ originalCode = "", message }: SmtpError): boolean {
  return /^ERR_SSL_WRONG_VERSION/.test(originalCode) || /wrong.version.number/i.test(message);
}

/** Whether the server's certificate was not accepted, or it lacks required encryption or a way to sign in with a password. */
function distrusts(error: SmtpError): boolean {
  if (error.code === "ENOWAY") return true;
  if (error.command === "STARTTLS") return error.responseCode === undefined || error.responseCode >= 500;
  return certificateCodes.test(error.originalCode ?? "");
}

const certificateCodes =
  /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(GET|VERIFY|DECODE)|HOSTNAME_MISMATCH|ERR_SSL_(WRONG_VERSION|UNSUPPORTED_PROTOCOL))/;

/** The reason for an error when the server said nothing that could be quoted. */
function describeError(error: SmtpError, options: SmtpOptions): Reason {
  const place = `${options.host}:${options.port}`;
  const cause = error.originalCode ?? "";
  if (isPlainText(error))
    return reason(options.security === "starttls" ? "starttls_broken" : "plain_text", { place });
  if (error.code === "ENOWAY") {
    const encrypted = options.security !== "none";
    return reason("no_password_sign_in", { place, ways: error.message, encrypted });
  }
  if (error.response && hasNoStartTls(error, options))
    return reason("no_starttls", { place }, error.response);
  if (error.response && !isReply(error.response))
    return reason("no_mail_server", { place }, quoted(error.response, options));
  if (distrusts(error)) return certificateReason(place, { code: cause, message: error.message });
  if (error.code === "EDNS") return reason("host_unknown", { host: options.host });
  if (error.code === "EMESSAGE" || error.code === "EENVELOPE") {
    const max = error.code === "EMESSAGE" ? /\d+$/.exec(error.message) : null;
    return max === null
      ? reason("mail_invalid", { detail: error.message })
      : reason("mail_too_large", { max: Number(max[0]) });
  }
  if (cause === "ECONNREFUSED") return reason("connection_refused", { place, security: null });
  switch (error.timeoutType) {
    case "CONNECT_TIMEOUT":
      return reason("connect_timeout", { place, security: null });
    case "GREETING_TIMEOUT":
      return reason("greeting_timeout", { place, tlsPort: waitsForTls(options), security: null });
    case "UPGRADE_TIMEOUT":
      return reason("upgrade_timeout", { place });
    case "SOCKET_TIMEOUT":
      return reason("answer_timeout", { place, tlsPort: waitsForTls(options) });
    case undefined:
      return reason("connection_lost", { place, detail: error.message });
  }
}

/** What a server of another protocol says, unless it is in a private network: those must not be explored from here. */
function quoted(said: string, { pinnedAddress }: SmtpOptions): string | null {
  return pinnedAddress !== undefined && !isPublicAddress(pinnedAddress) ? null : said;
}

/** Whether the port suggests TLS: such a server waits for a handshake and sends no greeting. */
export function waitsForTls({ port, security }: Pick<SmtpOptions, "port" | "security">): boolean {
  return port === smtpsPort && security !== "tls";
}

/** RFC 8314 section 7.3: submissions, SMTP over TLS from the first byte. */
const smtpsPort = 465;
