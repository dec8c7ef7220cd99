import type SMTPConnection from "nodemailer/lib/smtp-connection";
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

/** What to tell a person when the server said nothing that could be quoted. */
export function describeError(error: SmtpError, options: SmtpOptions): string {
  const place = `${options.host}:${options.port}`;
  const cause = error.originalCode ?? "";
  if (isPlainText(error))
    return `${place} does not speak TLS from the first byte. Choose STARTTLS, or the port for TLS, usually 465`;
  if (error.command === "STARTTLS" && error.response)
    return `${place} offers no STARTTLS. Choose TLS with its port, usually 465. The server said: ${error.response}`;
  if (error.response && !isReply(error.response))
    return `${place} does not answer as a mail server does${quoted(error.response, options)}`;
  if (distrusts(error)) return `${place} could not be trusted: ${error.message}`;
  if (error.code === "EDNS") return `The server name ${options.host} was not found`;
  if (error.code === "EMESSAGE" || error.code === "EENVELOPE") return error.message;
  if (cause === "ECONNREFUSED") return `${place} refused the connection`;
  switch (error.timeoutType) {
    case "CONNECT_TIMEOUT":
      return `${place} could not be reached in time`;
    case "GREETING_TIMEOUT":
      return `${place} took the connection but said nothing${tlsHint(options)}`;
    case "UPGRADE_TIMEOUT":
      return `${place} did not finish setting up encryption`;
    case "SOCKET_TIMEOUT":
      return `${place} stopped answering${tlsHint(options)}`;
    case undefined:
      return `The connection to ${place} was lost: ${error.message}`;
  }
}

/** What another kind of server says of itself is no business of whoever names one inside a private network. */
function quoted(said: string, { pinnedAddress }: SmtpOptions): string {
  return pinnedAddress !== undefined && !isPublicAddress(pinnedAddress) ? "" : `. It said: ${said}`;
}

/** A server that waits for TLS says nothing to whoever waits for its greeting. */
function tlsHint({ port, security }: SmtpOptions): string {
  return port === smtpsPort && security !== "tls"
    ? ". Port 465 is for TLS from the first byte: choose it"
    : "";
}

/** RFC 8314 section 7.3: submissions, SMTP over TLS from the first byte. */
const smtpsPort = 465;
