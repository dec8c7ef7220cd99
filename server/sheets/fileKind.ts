import { utf16Of } from "./encodings/utf16.ts";

export type FileKind = "zip" | "compound" | "text" | "document" | "binary";

const zipMagic = [0x50, 0x4b, 0x03, 0x04];
const compoundMagic = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const pdfMagic = [0x25, 0x50, 0x44, 0x46];

/** What a file is by its first bytes, whatever its name says: an .xlsx is a zip, an .xls a compound file. */
export function fileKind(bytes: Uint8Array): FileKind {
  const startsWith = (magic: readonly number[]) => magic.every((byte, index) => bytes[index] === byte);
  if (startsWith(zipMagic)) return "zip";
  if (startsWith(compoundMagic)) return "compound";
  if (startsWith(pdfMagic)) return "document";
  // No text in another encoding holds a NUL; executables, pictures and archives do.
  return utf16Of(bytes) !== null || !bytes.includes(0) ? "text" : "binary";
}

/** Whether text is HTML, XML or RTF: such files are often given the name of a sheet. */
export function isMarkup(text: string): boolean {
  const start = text.slice(0, 1024).trimStart();
  return /^(<!doctype|<!--|<\?xml|<\/?(html|head|body|meta|title|style|script|table|div|svg)\b|\{\\rtf)/i.test(
    start,
  );
}
