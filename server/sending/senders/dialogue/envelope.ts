import type { OutgoingMail } from "../sender.ts";
import type { SmtpError } from "../smtpError.ts";
import type { Capabilities } from "./capabilities.ts";

/** Why a mail cannot be sent to this server, found before anything is sent; null if it can be tried. */
export function envelopeError({ envelope, raw }: OutgoingMail, { size }: Capabilities): SmtpError | null {
  if (size !== null && size > 0 && raw.length > size)
    return { code: "EMESSAGE", message: `Message size larger than allowed ${size}` };
  // Each of these characters would end the address or the command and begin another (SMTP injection).
  if (/[\r\n<>]/.test(envelope.from))
    return { code: "EENVELOPE", message: `Invalid sender ${JSON.stringify(envelope.from)}` };
  if (envelope.to === "" || /[\r\n<>]/.test(envelope.to))
    return { code: "EENVELOPE", message: `Invalid recipient ${JSON.stringify(envelope.to)}` };
  return null;
}

/** The MAIL command of a mail, with the parameters that the server supports and the mail needs (RFC 1870, RFC 6531). */
export function mailCommand({ envelope, raw }: OutgoingMail, capabilities: Capabilities): string {
  const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);
  const utf8 = capabilities.smtpUtf8 && !(isAscii(envelope.from) && isAscii(envelope.to)) ? " SMTPUTF8" : "";
  const size = capabilities.size !== null && raw.length > 0 ? ` SIZE=${raw.length}` : "";
  return `MAIL FROM:<${envelope.from}>${utf8}${size}\r\n`;
}

export function recipientCommand({ envelope }: OutgoingMail): string {
  return `RCPT TO:<${envelope.to}>\r\n`;
}
