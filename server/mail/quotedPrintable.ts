import { encode, wrap } from "nodemailer/lib/qp";

/**
 * Quoted-printable in pieces (RFC 2045 section 6.7). Each piece begins at the start of a line and ends either with
 * a line end of its own or with a soft one, so pieces can be joined in any order and no line ever grows too long.
 */
export function encodePiece(text: string): string {
  if (text === "") return "";
  // Most values are a short name or address without anything to encode.
  if (plainPiece.test(text)) return `${text}=\r\n`;
  const encoded = wrap(encode(toCrlf(text)), lineMax - 1);
  return encoded.endsWith("\r\n") ? encoded : `${encoded}=\r\n`;
}

const lineMax = 76;
const plainPiece = /^[!-<>-~](?:[ -<>-~]{0,72}[!-<>-~])?$/;

/** Text with CRLF for every kind of line end: mails know no other (RFC 5322 section 2.3). */
export function toCrlf(text: string): string {
  return /[\r\n]/.test(text) ? text.replace(/\r\n|\r|\n/g, "\r\n") : text;
}
