/**
 * What a text may be in that is not UTF-8 throughout, by the names of the Encoding Standard; every decoder knows them.
 * `utf8` is UTF-8 all the same, and broken in places.
 */
export const textEncodings = [
  "windows-1252",
  "windows-1250",
  "iso-8859-2",
  "windows-1251",
  "koi8-r",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "windows-1258",
  "windows-874",
  "shift_jis",
  "euc-jp",
  "gb18030",
  "big5",
  "euc-kr",
  "macintosh",
  "utf8",
] as const satisfies readonly string[];
export type OtherEncoding = (typeof textEncodings)[number];

/** The encoding that somebody means, also by another name of it such as "latin2", "cp1250" or "GBK". */
export function encodingNamed(text: string): OtherEncoding | null {
  const name = labelOf(text.trim().toLowerCase());
  return textEncodings.find((encoding) => labelOf(encoding) === name) ?? null;
}

function labelOf(text: string): string {
  try {
    return new TextDecoder(text as "utf-8").encoding;
  } catch {
    return text;
  }
}
