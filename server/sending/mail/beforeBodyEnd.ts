import { Tokenizer } from "htmlparser2";
import { htmlLimits } from "../../../contract/limits/html.ts";
import { mergeFieldRanges } from "../../../contract/mergeFields.ts";
import { OpenElements } from "../../../mail/cleaning/OpenElements.ts";
import { isOfPage } from "../../../mail/cleaning/safeTags.ts";

/**
 * Puts markup where a mail's visible content ends: before the last `</body>`, or at the end if there is none. Elements
 * that are still open there are closed first, so that the markup never becomes part of a title, an SVG, a comment, a
 * link or hidden content.
 */
export function* beforeBodyEnd(html: string, markup: string): Generator<void, string> {
  const { at, closing } = yield* endOfBody(html);
  return html.slice(0, at) + closing + markup + html.slice(at);
}

/**
 * The position of that place in the HTML, never within a merge field: a `</body>` there is text of its fallback and does not
 * count, and in front of a tag there that is never completed is in front of the field.
 */
export function* bodyEnd(html: string): Generator<void, number> {
  return (yield* endOfBody(html)).at;
}

type End = { at: number; closing: string };

/** Appended to the HTML while it is parsed: how the parser reads it tells what is still open at the end. */
const mark = "<!--end-->";

function* endOfBody(html: string): Generator<void, End> {
  const reader = new BodyReader(html);
  const handlers = {
    onopentagname: (start: number, end: number) => reader.tag(start, end),
    onopentagend: () => reader.opened(),
    onselfclosingtag: () => reader.opened(),
    onclosetag: (start: number, end: number) => reader.closed(start, end),
    ontext: (_: number, end: number) => reader.text(end),
    oncomment: (start: number, end: number) => reader.comment(start, end),
    onprocessinginstruction: (start: number, end: number) => reader.comment(start, end),
    ondeclaration: (start: number, end: number) => reader.comment(start, end),
    oncdata: (start: number, end: number) => reader.comment(start, end),
    ...nothing,
  };
  const tokenizer = new Tokenizer({ decodeEntities: false }, handlers);
  const { parseSliceCharacters } = htmlLimits;
  for (let at = 0; at < html.length; at += parseSliceCharacters) {
    tokenizer.write(html.slice(at, at + parseSliceCharacters));
    yield;
  }
  tokenizer.write(mark);
  tokenizer.end();
  return reader.end();
}

const ignore = () => {};
const nothing = {
  onattribdata: ignore,
  onattribend: ignore,
  onattribentity: ignore,
  onattribname: ignore,
  onend: ignore,
  ontextentity: ignore,
};

class BodyReader {
  readonly #html: string;
  readonly #open = new OpenElements();
  readonly #fields: readonly Range[];
  readonly #isInField: (at: number) => boolean;
  #conditions = 0;
  #name = "";
  /** Where the last tag begins: if that tag is never completed, nothing can be put behind it. */
  #tagAt = 0;
  #plainTextAt: number | null = null;
  #last: "tag" | "text" | "comment" | "nothing" = "tag";
  #bodyEnd: End | null = null;

  constructor(html: string) {
    this.#html = html;
    this.#fields = mergeFieldRanges(html);
    this.#isInField = inOrder(this.#fields);
  }

  tag(start: number, end: number): void {
    this.#tagAt = start - 1;
    this.#name = this.#html.slice(start, end).toLowerCase();
  }

  opened(): void {
    // A <plaintext> element cannot be closed: all that follows is text.
    if (this.#name === "plaintext") this.#plainTextAt = this.#tagAt;
    if (!isOfPage(this.#name)) this.#open.open(this.#name);
  }

  closed(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase();
    this.#tagAt = start - 2;
    if (name !== "body") this.#open.close(name);
    else if (!this.#isInField(this.#tagAt)) this.#bodyEnd = this.#endAt(this.#tagAt);
  }

  text(end: number): void {
    if (end > this.#html.length) this.#last = "text";
  }

  comment(start: number, end: number): void {
    if (start === this.#html.length + 4) this.#last = "nothing";
    else if (end > this.#html.length) this.#last = "comment";
    else {
      const text = this.#html.slice(start, end);
      if (/^\s*(<!)?\[endif\]/i.test(text)) this.#conditions = Math.max(0, this.#conditions - 1);
      // Content that only Outlook leaves out begins with a comment such as `<!--[if !mso]><!-->`.
      else if (/^\s*\[if [^\]<>]{1,60}\](>\s*<!-{0,2}\s*)?$/i.test(text)) this.#conditions += 1;
    }
  }

  end(): End {
    if (this.#bodyEnd !== null) return this.#bodyEnd;
    if (this.#plainTextAt !== null) return this.#endAt(this.#outsideField(this.#plainTextAt));
    if (this.#last === "tag") return this.#endAt(this.#outsideField(this.#tagAt));
    const { at, closing } = this.#endAt(this.#html.length);
    return { at, closing: this.#last === "comment" ? `-->${closing}` : closing };
  }

  #outsideField(at: number): number {
    return this.#fields.find(({ start, end }) => start < at && at < end)?.start ?? at;
  }

  #endAt(at: number): End {
    const closing = this.#open.all().map((name) => `</${name}>`);
    return { at, closing: closing.join("") + "<!--<![endif]-->".repeat(this.#conditions) };
  }
}

type Range = { start: number; end: number };

/** Answers whether a position lies within one of the ranges. Positions must be asked about in ascending order. */
function inOrder(ranges: readonly Range[]): (at: number) => boolean {
  let next = 0;
  return (at) => {
    while ((ranges[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    return (ranges[next]?.start ?? Number.POSITIVE_INFINITY) < at;
  };
}
