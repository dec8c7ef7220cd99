import { transactionalLimits } from "../../../contract/limits/sending.ts";

export type Attachment = {
  name: string;
  type: string;
  /** Base64 in one line. */
  content: string;
};

/**
 * Attachments as MIME parts: their headers, and their base64 in lines (RFC 2045 section 6.8). A file name that is not
 * plain ASCII is given twice: encoded by RFC 2231, and after it in ASCII alone for mail programs that know nothing else.
 */
export function* attachedParts(attachments: readonly Attachment[]): Generator<void, string[]> {
  const parts: string[] = [];
  for (const { name, type, content } of attachments) {
    const lines: string[] = [];
    const { base64Line } = transactionalLimits;
    for (let at = 0; at < content.length; at += base64Line) {
      lines.push(content.slice(at, at + base64Line));
      if (lines.length % linesAtOnce === 0) yield;
    }
    parts.push(
      [
        `Content-Type: ${type}`,
        "Content-Transfer-Encoding: base64",
        `Content-Disposition: attachment;${fileNames(name)}`,
        "",
        ...lines,
      ].join("\r\n"),
    );
    yield;
  }
  return parts;
}

const linesAtOnce = 4_096;

function fileNames(name: string): string {
  const plain = name.toWellFormed().replace(/[^ !#-[\]-~]/gu, "_");
  const rough = `\r\n filename="${plain}"`;
  if (plain === name) return rough;
  // Each piece on a line of its own, as long ones have to be (RFC 2231 sections 3 and 4.1).
  const longer = piecesOf(name.toWellFormed()).map(
    (piece, index) => `\r\n filename*${index}*=${index === 0 ? "UTF-8''" : ""}${piece}`,
  );
  return `${longer.join(";")};${rough}`;
}

/** An encoded name in pieces that fit on a line. No character is split: some mail programs decode each piece by itself. */
function piecesOf(name: string): string[] {
  const pieces = [""];
  for (const character of name) {
    const encoded = encodeURIComponent(character).replace(
      /['()*]/,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    );
    const last = pieces.at(-1) ?? "";
    if (last.length + encoded.length <= pieceMax) pieces[pieces.length - 1] = last + encoded;
    else pieces.push(encoded);
  }
  return pieces;
}

const pieceMax = 54;
