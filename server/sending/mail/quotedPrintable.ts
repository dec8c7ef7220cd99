/**
 * Quoted-printable in pieces (RFC 2045 section 6.7). Each piece begins at the start of a line and ends either with
 * a line end of its own or with a soft one, so pieces can be joined in any order and no line ever grows too long. The
 * package libqp cannot do that, and takes three to ten times as long. No line begins with a dot: those would have to be
 * doubled in the SMTP session (RFC 5321 section 4.5.2), and a mail without any is sent as it is.
 */
export function encodePiece(text: string): string {
  if (text === "") return "";
  // Most values are a short name or address without anything to encode.
  if (plainPiece.test(text)) return `${text}=\r\n`;
  const broken = plainWord.test(text) ? brokenWord(text) : null;
  if (broken !== null) return broken;
  const encoded = encoded76(Buffer.from(toCrlf(text)));
  return encoded.endsWith("\r\n") ? encoded : `${encoded}=\r\n`;
}

/** A word without anything to encode, such as most URLs, broken into lines; null if a line would begin with a dot. */
function brokenWord(text: string): string | null {
  let lines = "";
  for (let at = 0; at < text.length; at += lineMax - 1) {
    if (text[at] === ".") return null;
    lines += `${text.slice(at, at + lineMax - 1)}=\r\n`;
  }
  return lines;
}

const lineMax = 76;
const plainWord = /^[!-<>-~]+$/;
const plainPiece = /^[!-\-/-<>-~](?:[ -<>-~]{0,72}[!-<>-~])?$/;
const [tab, lf, cr, space, dot, equals] = [0x09, 0x0a, 0x0d, 0x20, 0x2e, 0x3d];
const hex = Buffer.from("0123456789ABCDEF");

/**
 * One pass over the bytes into a buffer that is large enough for the worst case: a mail may be a megabyte in which
 * every byte needs three characters.
 */
function encoded76(bytes: Buffer): string {
  const out = Buffer.allocUnsafe(Math.ceil(bytes.length * 3 * (1 + 3 / (lineMax - 3))) + lineMax);
  let size = 0;
  let column = 0;
  const put = (byte: number) => {
    out[size++] = byte;
    column += 1;
  };
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === cr && bytes[at + 1] === lf) {
      out[size++] = cr;
      out[size++] = lf;
      at += 1;
      column = 0;
      continue;
    }
    // Some servers remove spaces and tabs at the end of a line.
    const isBlank = byte === space || byte === tab;
    const atLineEnd = bytes[at + 1] === cr || at + 1 === bytes.length;
    const isFirst = column === 0 || column === lineMax - 1;
    const isLetter = byte > space && byte < 0x7f && byte !== equals && !(byte === dot && isFirst);
    const isPlain = isLetter || (isBlank && !atLineEnd);
    if (column + (isPlain ? 1 : 3) > lineMax - 1) {
      put(equals);
      put(cr);
      put(lf);
      column = 0;
    }
    if (isPlain) put(byte);
    else {
      put(equals);
      put(hex[byte >> 4] ?? 0);
      put(hex[byte & 15] ?? 0);
    }
  }
  return out.toString("latin1", 0, size);
}

/** Text with CRLF for every kind of line end: mails know no other (RFC 5322 section 2.3). */
export function toCrlf(text: string): string {
  return /[\r\n]/.test(text) ? text.replace(/\r\n|\r|\n/g, "\r\n") : text;
}
