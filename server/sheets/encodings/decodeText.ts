import { brokenEncodingOf } from "./brokenText.ts";
import { utf16Of } from "./utf16.ts";

/**
 * The text of a file in UTF-16 where its start tells that, else as UTF-8, else as its bytes tell. Line ends become "\n".
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
    return new TextDecoder(brokenEncodingOf([bytes])).decode(bytes);
  }
}
