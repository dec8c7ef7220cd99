import { utf16Of } from "./utf16.ts";

/**
 * The text of a file in UTF-16 where its start tells that, else as UTF-8, else as Windows-1252, which is what Excel
 * writes on Windows when it is asked for plain CSV. Line ends become "\n".
 */
export function decodeText(bytes: Uint8Array): string {
  return decode(bytes).replace(/\r\n?/g, "\n");
}

function decode(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
