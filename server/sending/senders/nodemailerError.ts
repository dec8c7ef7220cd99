import type SMTPConnection from "nodemailer/lib/smtp-connection";
import { type Reason, reason } from "../../../contract/reasons.ts";
import { isPublicAddress } from "./hostGuard.ts";
import type { SmtpOptions } from "./smtpLink.ts";
import type { SmtpFault } from "./smtpReply.ts";

type SmtpError = SMTPConnection.SMTPError;

/** The step an error belongs to: the command it answers where it names one, else how far the mail had come. */
export function stageOf(error: SmtpError, reached: SmtpFault["stage"]): SmtpFault["stage"] {
  if (reached === "connect" || reached === "signIn" || reached === "afterDot") return reached;
  if (error.command === "RCPT TO") return "recipient";
  if (error.command === "DATA") return "message";
  return reached;
}

/** RFC 5321 section 4.2: every reply begins with a code of three digits. */
export function isReply(said: string): boolean {
  return /^[2-5]\d\d\b/.test(said);
}

/** Whether it came of the choice between TLS, STARTTLS and neither: the server's own words help nobody there. */
export function isAboutEncryption(error: SmtpError): boolean {
  return error.command === "STARTTLS" || isPlainText(error);
}

/** The server spoke without encryption where TLS was to begin at the first byte. */
function isPlainText({ originalCode = "", message }: SmtpError): boolean {
  return /^ERR_SSL_WRONG_VERSION/.test(originalCode) || /wrong.version.number/i.test(message);
}

/** Whether the server could not prove who it is, or offers no encryption where it is required. */
export function distrusts(error: SmtpError): boolean {
  if (error.command === "STARTTLS") return error.responseCode === undefined || error.responseCode >= 500;
  return certificateCodes.test(error.originalCode ?? "");
}

const certificateCodes =
  /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(GET|VERIFY|DECODE)|HOSTNAME_MISMATCH|ERR_SSL_(WRONG_VERSION|UNSUPPORTED_PROTOCOL))/;

/** What went wrong when the server said nothing that could be quoted. */
export function describeError(error: SmtpError, options: SmtpOptions): Reason {
  const place = `${options.host}:${options.port}`;
  const cause = error.originalCode ?? "";
  if (isPlainText(error)) return reason("plain_text", { place });
  if (error.command === "STARTTLS" && error.response) return reason("no_starttls", { place }, error.response);
  if (error.response && !isReply(error.response))
    return reason("no_mail_server", { place }, quoted(error.response, options));
  if (distrusts(error)) return reason("not_trusted", { place, detail: error.message });
  if (error.code === "EDNS") return reason("host_unknown", { host: options.host });
  if (error.code === "EMESSAGE" || error.code === "EENVELOPE")
    return reason("mail_invalid", { detail: error.message });
  if (cause === "ECONNREFUSED") return reason("connection_refused", { place });
  switch (error.timeoutType) {
    case "CONNECT_TIMEOUT":
      return reason("connect_timeout", { place });
    case "GREETING_TIMEOUT":
      return reason("greeting_timeout", { place, tlsPort: waitsForTls(options) });
    case "UPGRADE_TIMEOUT":
      return reason("upgrade_timeout", { place });
    case "SOCKET_TIMEOUT":
      return reason("answer_timeout", { place, tlsPort: waitsForTls(options) });
    case undefined:
      return reason("connection_lost", { place, detail: error.message });
  }
}

/** What another kind of server says of itself is no business of whoever names one inside a private network. */
function quoted(said: string, { pinnedAddress }: SmtpOptions): string | null {
  return pinnedAddress !== undefined && !isPublicAddress(pinnedAddress) ? null : said;
}

/** A server that waits for TLS says nothing to whoever waits for its greeting. */
function waitsForTls({ port, security }: SmtpOptions): boolean {
  return port === smtpsPort && security !== "tls";
}

/** RFC 8314 section 7.3: submissions, SMTP over TLS from the first byte. */
const smtpsPort = 465;
