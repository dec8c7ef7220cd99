import { jsonLimits } from "./limits/http.ts";

/**
 * Whether JSON, in bytes of UTF-8, has more lists and objects open at once than anything of ours needs. One pass
 * over the bytes, without recursion: what JSON.parse reads without trouble, JSON.stringify may take seconds for, or
 * fall over. Brackets within texts count for nothing. Of JSON that is broken, the part before the fault is judged
 * as JSON.parse would read it.
 */
export function isTooDeep(json: Uint8Array): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (isText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isText = false;
    } else if (byte === quote) isText = true;
    else if (byte === openList || byte === openObject) {
      depth += 1;
      if (depth > jsonLimits.depthMax) return true;
    } else if (byte === closeList || byte === closeObject) depth -= 1;
  }
  return false;
}

/** JSON.parse for what somebody else wrote. @throws {SyntaxError} also when it is nested too deep. */
export function parseJson(text: string): unknown {
  if (isTooDeep(new TextEncoder().encode(text)))
    throw new SyntaxError(`JSON of more than ${jsonLimits.depthMax} levels`);
  return JSON.parse(text);
}

// The characters that JSON is built of (RFC 8259, section 2), as UTF-8 has them.
const [quote, backslash, openList, closeList, openObject, closeObject] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];
