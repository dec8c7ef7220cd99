import type { Refusal } from "../../../contract/errors.ts";
import { jsonLimits } from "../../../contract/limits/http.ts";
import { mib } from "../../../contract/limits/units.ts";
import { refused } from "../../../contract/refused.ts";

/**
 * JSON.parse of bytes, a piece at a time: the same value, or the same SyntaxError. One pass over the bytes finds where
 * lists and objects begin and end. What is short is given to JSON.parse as it is; of a long list or object, so many
 * members at a time are, and put together.
 * @throws {SyntaxError} when it is no JSON.
 * @throws {Refusal} bad_request when it is nested too deep, or one text or list in it is longer than anybody needs.
 */
export function* parsingJson(bytes: Uint8Array): Generator<undefined, unknown> {
  const reader = new PieceReader(bytes);
  for (let end = 0; end < bytes.length; ) {
    end = Math.min(end + jsonLimits.pieceBytes, bytes.length);
    reader.readUpTo(end);
    yield;
  }
  return reader.end();
}

/** A list or an object that is open where the reader is. */
type Open = {
  isList: boolean;
  startsAt: number;
  /** Where its members begin that were not parsed yet, and the last of them. */
  unreadAt: number;
  memberAt: number;
  /** What was put together of it; null while all of it is unread, and may be parsed along with what it is in. */
  value: unknown[] | Record<string, unknown> | null;
  /** Whether a member was just put in its place, so that nothing but a comma or the end may follow. */
  isMemberPlaced: boolean;
  /** Commas so far. */
  commaCount: number;
};

class PieceReader {
  readonly #bytes: Uint8Array;
  // Bytes that are no text become the same signs as in Request.json(): every cut is beside a sign of ASCII.
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** The document is the one member of a list of its own. */
  readonly #open: Open[];
  #at: number;
  #isText = false;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#at = byteOrderMark.every((byte, index) => bytes[index] === byte) ? byteOrderMark.length : 0;
    this.#open = [opened({ isList: true, startsAt: this.#at - 1 })];
  }

  readUpTo(end: number): void {
    const bytes = this.#bytes;
    let at = this.#at;
    let isText = this.#isText;
    for (; at < end; at += 1) {
      const byte = bytes[at];
      if (isText) {
        if (byte === backslash) at += 1;
        else if (byte === quote) isText = false;
      } else if (byte === quote) isText = true;
      else if (byte === comma) this.#separate(at);
      else if (byte === openList || byte === openObject) this.#begin(at, byte === openList);
      else if (byte === closeList || byte === closeObject) this.#finish(at, byte === closeList);
    }
    this.#at = at;
    this.#isText = isText;
  }

  end(): unknown {
    const [document, unclosed] = this.#open;
    if (document === undefined || unclosed !== undefined) throw new SyntaxError("JSON that breaks off");
    this.#settle(document, this.#bytes.length);
    const values = document.value as unknown[];
    if (values.length !== 1) throw new SyntaxError("More than one value");
    return values[0];
  }

  #begin(at: number, isList: boolean): void {
    if (this.#open.length > jsonLimits.depthMax) throw tooDeep();
    this.#open.push(opened({ isList, startsAt: at }));
  }

  /** A comma: enough unread members are parsed. */
  #separate(at: number): void {
    const top = this.#top();
    top.commaCount += 1;
    if (top.commaCount >= jsonLimits.membersMax) throw tooMany();
    if (top.isMemberPlaced || at - top.unreadAt >= jsonLimits.pieceBytes) this.#settle(top, at);
    top.memberAt = at + 1;
  }

  #finish(at: number, isList: boolean): void {
    const ended = this.#top();
    this.#open.pop();
    if (ended.isList !== isList || this.#open.length === 0) throw new SyntaxError("A bracket too many");
    if (ended.value === null) return;
    this.#settle(ended, at);
    this.#place(ended, at);
  }

  /** Puts what was parsed in pieces where it belongs; what stands before it there is parsed first. */
  #place({ startsAt, value }: Open, endsAt: number): void {
    const into = this.#top();
    if (into.isMemberPlaced) throw new SyntaxError("A comma is missing");
    if (into.memberAt > into.unreadAt) this.#settle(into, into.memberAt - 1);
    const before = this.#text(into.memberAt, startsAt);
    into.value ??= into.isList ? [] : {};
    // JSON.parse says whether that is a key, or nothing where there must be none.
    const stub = JSON.parse(into.isList ? `[${before}null]` : `{${before}null}`);
    if (into.isList) (into.value as unknown[]).push(value);
    else for (const key of Object.keys(stub)) setOwn(into.value, key, value);
    into.isMemberPlaced = true;
    into.unreadAt = endsAt + 1;
  }

  /** Parses the members that are unread, up to a comma or the end. */
  #settle(open: Open, end: number): void {
    const text = this.#text(open.unreadAt, end);
    open.unreadAt = end + 1;
    if (open.isMemberPlaced) {
      open.isMemberPlaced = false;
      JSON.parse(`[null${text}]`);
      return;
    }
    if (open.isList) {
      const members = JSON.parse(`[${text}]`) as unknown[];
      if (members.length === 0) throw new SyntaxError("A value is missing");
      open.value ??= [];
      for (const member of members) (open.value as unknown[]).push(member);
      return;
    }
    const members = JSON.parse(`{${text}}`) as Record<string, unknown>;
    const keys = Object.keys(members);
    if (keys.length === 0) throw new SyntaxError("A member is missing");
    open.value ??= {};
    for (const key of keys) setOwn(open.value, key, members[key]);
  }

  #text(start: number, end: number): string {
    if (end - start > jsonLimits.textBytes) throw tooLongText();
    return this.#decoder.decode(this.#bytes.subarray(start, end));
  }

  #top(): Open {
    const top = this.#open.at(-1);
    if (top === undefined) throw new SyntaxError("A bracket too many");
    return top;
  }
}

function opened({ isList, startsAt }: Pick<Open, "isList" | "startsAt">): Open {
  const from = startsAt + 1;
  return {
    isList,
    startsAt,
    unreadAt: from,
    memberAt: from,
    value: null,
    isMemberPlaced: false,
    commaCount: 0,
  };
}

/** Also a key like "__proto__" is one of its own, as JSON.parse has it. */
function setOwn(target: object, key: string, value: unknown): void {
  if (key in Object.prototype)
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  else (target as Record<string, unknown>)[key] = value;
}

function tooDeep(): Refusal {
  return refused("json_too_deep", { max: jsonLimits.depthMax });
}

function tooMany(): Refusal {
  return refused("list_too_long", { max: jsonLimits.membersMax });
}

function tooLongText(): Refusal {
  return refused("text_too_long", { megabytes: jsonLimits.textBytes / mib });
}

// The characters that JSON is built of (RFC 8259, section 2), as UTF-8 has them.
const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
const byteOrderMark = [0xef, 0xbb, 0xbf];
