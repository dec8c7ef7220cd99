import { sheetLimits } from "../../contract/limits/sheet.ts";
import { sheetRefusals } from "./refusals.ts";

/** What a scanner tells. Names come without their namespace prefix; `tag` is the whole inside of the tag. */
export type XmlListener = {
  open(name: string, tag: string): void;
  close(name: string): void;
  /** Text between two tags, entities resolved. May come in several pieces only around comments and CDATA. */
  text(text: string): void;
};

/**
 * Reads XML that arrives in pieces, with no tree and no more memory than one token needs. It knows the five
 * entities of XML and nothing else: a document type is refused, so no entity can unfold or fetch anything. Saxes and
 * htmlparser2 make an object of each tag's attributes, and take more than three times as long for the same 16 MB.
 */
export class XmlScanner {
  readonly #listener: XmlListener;
  #rest = "";

  constructor(listener: XmlListener) {
    this.#listener = listener;
  }

  push(piece: string): void {
    const source = this.#rest + piece;
    let at = 0;
    while (at < source.length) {
      const next = source.charCodeAt(at) === 60 ? this.#markup(source, at) : this.#text(source, at);
      if (next === -1) break;
      at = next;
    }
    this.#rest = source.slice(at);
    if (this.#rest.length > sheetLimits.xmlTokenCharactersMax) throw sheetRefusals.broken();
  }

  #text(source: string, at: number): number {
    const end = source.indexOf("<", at);
    if (end === -1) return -1;
    this.#listener.text(decodeEntities(source.slice(at, end)));
    return end;
  }

  #markup(source: string, at: number): number {
    const second = source.charCodeAt(at + 1);
    if (second === 33) return this.#declaration(source, at);
    if (second === 63) return after(source, "?>", at);
    const end = tagEnd(source, at + 1);
    if (end === -1) return -1;
    if (second === 47) {
      this.#listener.close(tagName(source, { from: at + 2, end }));
      return end + 1;
    }
    const isEmpty = source.charCodeAt(end - 1) === 47;
    const tagEndsAt = isEmpty ? end - 1 : end;
    const name = tagName(source, { from: at + 1, end: tagEndsAt });
    this.#listener.open(name, source.slice(at + 1, tagEndsAt));
    if (isEmpty) this.#listener.close(name);
    return end + 1;
  }

  #declaration(source: string, at: number): number {
    if (source.startsWith("<!--", at)) return after(source, "-->", at + 4);
    if (source.startsWith("<![CDATA[", at)) {
      const end = after(source, "]]>", at + 9);
      if (end !== -1) this.#listener.text(source.slice(at + 9, end - 3));
      return end;
    }
    // The start of one of the two may still be on its way.
    if (source.length - at < 9) return -1;
    throw sheetRefusals.broken();
  }
}

function after(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from);
  return at === -1 ? -1 : at + mark.length;
}

/** The ">" that ends a tag; one inside quotes belongs to a value (XML 1.0 section 2.4). */
function tagEnd(source: string, from: number): number {
  let quote = 0;
  for (let at = from; at < source.length; at += 1) {
    const code = source.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 62) return at;
    else if (code === 34 || code === 39) quote = code;
  }
  return -1;
}

/** The name that a tag begins with, without its namespace prefix. */
function tagName(source: string, tag: { from: number; end: number }): string {
  let start = tag.from;
  let end = start;
  for (; end < tag.end; end += 1) {
    const code = source.charCodeAt(end);
    if (code <= 32) break;
    if (code === 58) start = end + 1;
  }
  return source.slice(start, end);
}

/**
 * All attributes of a tag by local name, for tags that come few to a file. From one sign of equality to the next: an
 * expression would begin anew at each letter of a tag that has none, and a tag may have a million letters.
 */
export function attributesOf(tag: string): Map<string, string> {
  const found = new Map<string, string>();
  let at = 0;
  for (let equals = tag.indexOf("="); equals !== -1; equals = tag.indexOf("=", at)) {
    let nameEnd = equals;
    while (nameEnd > at && isSpace(tag, nameEnd - 1)) nameEnd -= 1;
    let nameStart = nameEnd;
    while (nameStart > at && !isSpace(tag, nameStart - 1) && tag[nameStart - 1] !== ":") nameStart -= 1;
    let open = equals + 1;
    while (isSpace(tag, open)) open += 1;
    const quote = tag.charAt(open);
    at = open;
    if (quote !== '"' && quote !== "'") continue;
    const end = tag.indexOf(quote, open + 1);
    if (end === -1) break;
    if (nameStart < nameEnd)
      found.set(tag.slice(nameStart, nameEnd), decodeEntities(tag.slice(open + 1, end)));
    at = end + 1;
  }
  return found;
}

/** White space of XML is at or below the space; past the end there is none. */
function isSpace(text: string, at: number): boolean {
  return text.charCodeAt(at) <= 32;
}

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (whole, decimal, hex, name) => {
      if (name) return named[name.toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : "";
    },
  );
}
