import { Tokenizer } from "htmlparser2";
import { designLimits } from "../../contract/limits/design.ts";
import { htmlLimits } from "../../contract/limits/html.ts";
import { OpenElements } from "./OpenElements.ts";
import { cleaningCss, safeStyle } from "./safeCss.ts";
import {
  fateOf,
  isAttributeName,
  isHarmlessHead,
  isOfPage,
  isTablePart,
  linkAttributes,
  pictureAttributes,
} from "./safeTags.ts";
import { safeUrl } from "./safeUrl.ts";

export type SafeHtmlOptions = {
  /** What addresses that begin with "/" are put behind; without it they stay. */
  base?: string | undefined;
  /**
   * For HTML that goes into a mail among other HTML: whatever it opens is closed at its end, and it closes nothing that
   * it has not opened, so that nothing in it can swallow or break what follows.
   */
  fragment?: boolean;
};

/**
 * A mail's HTML without anything that runs: scripts, handlers, forms, frames, SVG, `javascript:` and styles that spy.
 * What mails are made of stays: tables, styles, Outlook's conditional comments and its VML. Every tag is written
 * anew, so that no two readers can disagree about where it ends; cleaning twice changes nothing. It yields where others
 * may have a turn.
 *
 * Not by sanitize-html 2.18: told to keep everything it still drops all 432 conditions of Outlook in our ten starters, and a
 * megabyte of open elements takes it 3 s in one go. What is left by this one, Chromium judges in `hostileMail.test.ts`.
 */
export function* cleaning(html: string, options: SafeHtmlOptions = {}): Generator<void, string> {
  return yield* new Cleaner(options, 0).clean(html);
}

type Condition = "comment" | "declaration";

/** One pass over the tokens. But for a fragment it balances nothing: Outlook's comments open what another one closes. */
class Cleaner {
  #html = "";
  readonly #options: SafeHtmlOptions;
  readonly #depth: number;
  /** What is written, in long pieces: a hundred thousand short ones would be the garbage collector's to walk through. */
  readonly #out: string[] = [];
  #pieces: string[] = [];
  /** Outlook's comments, to be cleaned in their turn, and where each goes. */
  readonly #inner: { at: number; condition: string; html: string }[] = [];
  /** Stylesheets, which take their time and have their turn likewise. */
  readonly #sheets: { at: number; css: string }[] = [];
  readonly #open = new OpenElements();
  /** Conditions of Outlook's that are open around what everybody else reads. */
  readonly #conditions: Condition[] = [];
  #name = "";
  readonly #attributes = new Map<string, string>();
  #attribute = "";
  #value = "";
  /** The element whose content is being dropped, how many of its kind are open, and where its content begins. */
  #dropping = { name: "", depth: 0, from: 0 };
  /** The stylesheet or title being read: nothing but text, which comes in pieces. */
  #raw: { tag: string; name: string; text: string; from: number } | null = null;
  /** Elements that turned out to have no end. Of these, only the tag goes: the rest of the mail is no part of them. */
  readonly #endless = new Set<string>();

  constructor(options: SafeHtmlOptions, depth: number) {
    this.#options = options;
    this.#depth = depth;
  }

  *clean(html: string): Generator<void, string> {
    // Each turn but the last has found one more element without an end, and few can be without.
    for (let rest: string | null = html; rest !== null; ) rest = yield* this.#read(rest);
    if (this.#options.fragment) this.#closeAll();
    this.#gather();
    for (const { at, css } of this.#sheets) this.#out[at] = yield* cleaningCss(css, this.#options);
    for (const { at, condition, html: inner } of this.#inner) {
      const cleaned = yield* new Cleaner({ base: this.#options.base }, this.#depth + 1).clean(inner);
      if (!/--!?>|<!--/.test(cleaned)) this.#out[at] = `<!--${condition}${cleaned}<![endif]-->`;
    }
    return this.#out.join("");
  }

  /** Null at the end, or what follows the tag of an element that has no end. */
  *#read(html: string): Generator<void, string | null> {
    this.#html = html;
    const tokenizer = this.#tokenizer();
    const { parseSliceCharacters } = htmlLimits;
    for (let at = 0; at < html.length; at += parseSliceCharacters) {
      tokenizer.write(html.slice(at, at + parseSliceCharacters));
      yield;
    }
    tokenizer.end();
    const endless = this.#dropping.depth > 0 ? this.#dropping : this.#raw;
    if (endless === null) return null;
    this.#endless.add(endless.name);
    this.#dropping.depth = 0;
    this.#raw = null;
    return html.slice(endless.from);
  }

  #tokenizer(): Tokenizer {
    return new Tokenizer(
      { decodeEntities: false },
      {
        onopentagname: (start, end) => this.#begin(this.#html.slice(start, end)),
        onattribname: (start, end) => {
          this.#attribute = this.#html.slice(start, end).toLowerCase();
          this.#value = "";
        },
        onattribdata: (start, end) => {
          this.#value += this.#html.slice(start, end);
        },
        onattribentity: () => {},
        onattribend: () => {
          if (this.#attributes.has(this.#attribute)) return;
          if (this.#attributes.size < htmlLimits.attributesMax)
            this.#attributes.set(this.#attribute, this.#value);
        },
        onopentagend: (end) => this.#opened("", end),
        onselfclosingtag: (end) => this.#opened(/\s/.test(this.#html.charAt(end - 2)) ? " /" : "/", end),
        onclosetag: (start, end) => this.#close(this.#html.slice(start, end)),
        ontext: (start, end) => this.#text(this.#html.slice(start, end)),
        ontextentity: () => {},
        oncomment: (start, end, endOffset) => {
          const text = this.#html.slice(start, end - endOffset);
          // Whatever else begins like a comment, such as "<![if !vml]>", is one to the tokenizer.
          if (this.#html[start - 1] === "-") this.#comment(text);
          else this.#declaration(text);
        },
        ondeclaration: (start, end) => this.#declaration(this.#html.slice(start, end)),
        oncdata: () => {},
        onprocessinginstruction: () => {},
        onend: () => {},
      },
    );
  }

  #begin(name: string): void {
    this.#name = name;
    this.#attributes.clear();
  }

  #opened(end: "" | "/" | " /", at: number): void {
    const name = this.#name.toLowerCase();
    if (this.#dropping.depth > 0) {
      if (name === this.#dropping.name) this.#dropping.depth += 1;
      return;
    }
    const fate = this.#fateOf(name);
    const from = at + 1;
    // Only drawings end with their own tag; "<script />" is open all the same.
    const isEmpty = end !== "" && (name === "svg" || name === "math");
    if (fate === "drop" && !isEmpty) this.#dropping = { name, depth: 1, from };
    if (fate !== "keep" || !isHarmlessHead(name, this.#attributes)) return;
    let attributes = "";
    for (const [key, value] of this.#attributes) attributes += this.#attributeText(key, value);
    const tag = `<${this.#written(this.#name)}${attributes}${end}>`;
    if (name === "style" || name === "title") this.#raw = { tag, name, text: "", from };
    // Outlook's comments are XML, in which an element may end with its own tag.
    else if ((this.#depth > 0 && end !== "") || this.#open.open(name)) this.#put(tag);
  }

  #fateOf(name: string, { isEnd = false } = {}): ReturnType<typeof fateOf> {
    if (this.#endless.has(name)) return "unwrap";
    // Stripo and MJML put what Outlook is told of its pictures' size into one, so that nobody else shows it.
    if (name === "noscript" && this.#depth > 0) return "unwrap";
    if (!this.#options.fragment) return fateOf(name);
    if (name === "title") return "drop";
    const isStray =
      isOfPage(name) ||
      (isTablePart(name) && this.#open.count("table") === 0) ||
      (name === "table" && !isEnd && this.#open.isBetweenCells());
    return isStray ? "unwrap" : fateOf(name);
  }

  #attributeText(key: string, raw: string): string {
    if (!isAttributeName(key)) return "";
    const value = this.#attributeValue(key, withoutOpenField(raw));
    if (value === null) return "";
    return ` ${key}="${value.replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")}"`;
  }

  #attributeValue(key: string, value: string): string | null {
    const { base } = this.#options;
    if (linkAttributes.has(key)) return safeUrl(value, { base, picture: false });
    if (pictureAttributes.has(key)) return safeUrl(value, { base, picture: true });
    if (key !== "style") return value;
    // Entities are read before styles are, so they are looked through before the styles are judged.
    const readable = withCharacters(value);
    const disguised = /&(#|colon|lpar|bsol|commat)|\0/i.test(readable);
    return disguised ? null : safeStyle(readable, { base });
  }

  /** Outlook's own elements are XML, in which capitals count. */
  #written(name: string): string {
    return name.includes(":") ? name : name.toLowerCase();
  }

  #close(written: string): void {
    const name = written.toLowerCase();
    if (this.#dropping.depth > 0) {
      if (name === this.#dropping.name) this.#dropping.depth -= 1;
      return;
    }
    if (name === this.#raw?.name) this.#endRaw(this.#raw);
    else if (this.#fateOf(name, { isEnd: true }) === "keep" && name !== "style" && name !== "title")
      this.#ended(written);
  }

  #ended(written: string): void {
    const ended = this.#open.close(written.toLowerCase());
    if (ended === null) return;
    if (this.#options.fragment) this.#write(ended);
    else this.#put(`</${this.#written(written)}>`);
  }

  #endRaw({ tag, name, text }: { tag: string; name: string; text: string }): void {
    this.#put(tag);
    if (name === "style") this.#sheets.push({ at: this.#place(), css: text });
    else this.#put(text.replaceAll("<", "&lt;"));
    this.#put(`</${name}>`);
    this.#raw = null;
  }

  #closeAll(): void {
    this.#write(this.#open.all());
    for (const condition of this.#conditions.toReversed())
      this.#put(condition === "comment" ? "<!--<![endif]-->" : "<![endif]>");
  }

  #write(ended: readonly string[]): void {
    for (const name of ended) this.#put(`</${name}>`);
  }

  #put(piece: string): void {
    this.#pieces.push(piece);
    if (this.#pieces.length >= htmlLimits.piecesMax) this.#gather();
  }

  #gather(): void {
    this.#out.push(this.#pieces.join(""));
    this.#pieces = [];
  }

  /** Where something goes that is not cleaned yet. */
  #place(): number {
    this.#gather();
    return this.#out.push("") - 1;
  }

  #text(text: string): void {
    if (this.#dropping.depth > 0) return;
    if (this.#raw !== null) this.#raw.text += text;
    else this.#put(text.replaceAll("<", "&lt;"));
  }

  /** Comments say nothing to a reader but Outlook, so only its conditions stay, cleaned inside like the rest. */
  #comment(text: string): void {
    if (this.#dropping.depth > 0 || this.#raw !== null) return;
    // It may have a comment of its own at its end: `<!--[if !mso]><!-- -->`.
    const isStart = /^\s*\[if [^\]<>]{1,60}\]>\s*<!(?:--)?\s*$/i.test(text);
    if (isStart || /^\s*<!\[endif\]\s*$/i.test(text)) {
      this.#condition("comment", { isStart, text: `<!--${text.trim().replace(/<!--$/, "<!")}-->` });
      return;
    }
    const [, condition, html] = /^\s*(\[if [^\]<>]{1,60}\]>)([\s\S]*)<!\[endif\]\s*$/i.exec(text) ?? [];
    if (condition === undefined || html === undefined || this.#depth >= designLimits.commentDepthMax) return;
    this.#inner.push({ at: this.#place(), condition, html });
  }

  #declaration(text: string): void {
    if (this.#dropping.depth > 0 || this.#raw !== null) return;
    if (/^doctype\s+html[^<>]{0,200}$/i.test(text)) {
      if (!this.#options.fragment) this.#put(`<!${text}>`);
    } else if (/^\[(if [^\]<>]{1,60}|endif)\]$/i.test(text))
      this.#condition("declaration", { isStart: !/endif/i.test(text), text: `<!${text}>` });
  }

  /** A condition ends whatever condition began last; a fragment ends only its own. */
  #condition(kind: Condition, { isStart, text }: { isStart: boolean; text: string }): void {
    if (isStart) this.#conditions.push(kind);
    else if (this.#conditions.pop() === undefined && this.#options.fragment) return;
    this.#put(text);
  }
}

/** With the characters of numbered entities, which some programs write for any sign, and of those for quotation marks. */
function withCharacters(value: string): string {
  return value
    .replaceAll(
      /&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}))(?![0-9a-f]);?/gi,
      (whole, hex?: string, digits?: string) => {
        const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16);
        // Another one may only seem to begin with it.
        if (code === 0x26) return "&amp;";
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      },
    )
    .replaceAll(/&quot;/gi, '"')
    .replaceAll(/&apos;/gi, "'");
}

/** Fields that begin in an attribute and end outside of it would carry the quote away when they are filled in. */
function withoutOpenField(value: string): string {
  const open = value.lastIndexOf("}}") + 1;
  return value.slice(0, open) + value.slice(open).replaceAll("{{", "");
}
