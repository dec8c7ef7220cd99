import { Parser } from "htmlparser2";
import { htmlLimits } from "../../../contract/limits/html.ts";
import { parseInSlices } from "./parseInSlices.ts";

/**
 * The text part of a mail made from its HTML: paragraphs, headings and lists as blocks, lists within lists indented, links as `text (url)`,
 * without hidden content. Takes time in proportion to the input, whatever it contains, and yields where other work may
 * be given a turn.
 *
 * Not by `html-to-text` 10: it recurses, so that 128 kB of "<div>" overflow its stack, it cannot be interrupted, and six
 * of the 23 texts of our tests come out differently, one of them with a link to `javascript:`.
 */
export function* readingText(html: string): Generator<void, string> {
  const writer = new TextWriter();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => writer.open(name, attributes),
      onclosetag: (name) => writer.close(name),
      ontext: (text) => writer.text(text),
    },
    { decodeEntities: true },
  );
  yield* parseInSlices({ parser, html, depth: () => writer.depth });
  return writer.finish();
}

const skipped = new Set([
  "head",
  "style",
  "script",
  "title",
  "template",
  "noscript",
  "svg",
  "object",
  "iframe",
]);
/** Blocks with a blank line around them, and those that merely begin a line. */
const spaced = new Set([
  "p",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "ul",
  "ol",
  "table",
  "blockquote",
  "pre",
  "dl",
  "hr",
]);
const lined = new Set(
  "address article aside body center dd div dt fieldset figcaption figure footer form header li main nav section tbody thead tfoot tr".split(
    " ",
  ),
);

const figures = "0123456789+-=()";
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾";
const lowered = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎";

type Element = { name: string; hidden: boolean; href: string; start: number; item: number };

class TextWriter {
  /** The text so far, in pieces: looking at the end of one growing string would copy it every time. */
  #pieces: string[] = [];
  #length = 0;
  #breaks = 0;
  #space = false;
  /** The last thing written is a URL, which a word directly after it would become part of. */
  #atAddress = false;
  /** The last thing written is what begins an entry of a list; its words follow on the same line, also those in a paragraph. */
  #atBullet = false;
  #hidden = 0;
  #stack: Element[] = [];
  #lists: Element[] = [];
  /** How many elements of a name are open. */
  #open = new Map<string, number>();

  get depth(): number {
    return this.#stack.length;
  }

  open(name: string, attributes: Record<string, string>): void {
    const hidden = skipped.has(name) || isHidden(attributes);
    if (hidden) this.#hidden += 1;
    const element = {
      name,
      hidden,
      href: linkOf(name, attributes),
      start: this.#length,
      item: itemBefore(attributes),
    };
    if (this.#hidden === 0) this.#begin(name, attributes);
    this.#stack.push(element);
    this.#open.set(name, this.#openOf(name) + 1);
    if (isList(name)) this.#lists.push(element);
  }

  #openOf(name: string): number {
    return this.#open.get(name) ?? 0;
  }

  #begin(name: string, attributes: Record<string, string>): void {
    this.#block(name);
    if (name === "br") this.#breaks = Math.min(this.#breaks + 1, 2);
    else if (name === "hr") this.text("----------");
    else if (name === "td" || name === "th") this.#space = true;
    else if (name === "img" && attributes.alt) this.text(attributes.alt);
    else if (name === "li") this.#bullet();
  }

  #bullet(): void {
    const list = this.#lists.at(-1);
    const isIn = Math.min(this.#lists.length - 1, htmlLimits.indentedLists);
    this.#write(`${"  ".repeat(Math.max(isIn, 0))}${list?.name === "ol" ? `${++list.item}.` : "-"} `);
    this.#atBullet = true;
  }

  close(name: string): void {
    const element = this.#stack.pop();
    if (!element) return;
    this.#open.set(element.name, this.#openOf(element.name) - 1);
    if (isList(element.name)) this.#lists.pop();
    if (element.hidden) this.#hidden -= 1;
    if (this.#hidden > 0) return;
    if (element.href !== "" && !element.hidden) this.#linkEnd(element);
    // The entries of a list are close together, also where they are paragraphs.
    if (name === "li") [this.#atBullet, this.#breaks] = [false, 0];
    this.#block(name);
    if (name === "hr") this.#breaks = 2;
  }

  #linkEnd({ href, start }: Element): void {
    const isLong = this.#length - start > href.length + 8;
    const label = isLong ? "" : this.#since(start).trim();
    // A label that is longer than its URL, with some line ends allowed for, is neither empty nor equal to the URL.
    if (label === "" && !isLong) this.text(` ${href}`);
    else if (!says(label, href)) this.text(` (${shownAddress(href)})`);
    this.#atAddress = true;
  }

  /** The text from `start` on. */
  #since(start: number): string {
    let at = this.#pieces.length;
    for (let from = this.#length; from > start; ) from -= this.#pieces[--at]?.length ?? from;
    return this.#pieces.slice(at).join("");
  }

  #block(name: string): void {
    const inList = this.#openOf("li") > 0;
    if (this.#atBullet && !isList(name)) return;
    if (inList && isList(name)) this.#breaks = 0;
    if (spaced.has(name)) this.#lines(inList && isList(name) ? 1 : 2);
    else if (lined.has(name)) this.#lines(1);
  }

  #lines(count: number): void {
    this.#breaks = Math.max(this.#breaks, count);
    this.#space = false;
  }

  text(text: string): void {
    if (this.#hidden > 0) return;
    if (this.#openOf("pre") > 0) {
      this.#write(text);
      return;
    }
    const words = this.#levelled(text.replace(/[\s\u00a0]+/g, " "));
    if (words.startsWith(" ")) this.#space = true;
    const trimmed = words.trim();
    if (trimmed === "") return;
    this.#write(trimmed);
    this.#space = words.endsWith(" ");
  }

  /** Figures that stand higher or lower have letters of their own: 10 with a small 2 behind it is not 102. */
  #levelled(words: string): string {
    const letters = this.#openOf("sup") > 0 ? raised : this.#openOf("sub") > 0 ? lowered : null;
    if (letters === null || !/^[\d+\-−=()]+$/.test(words)) return words;
    return words
      .replaceAll("−", "-")
      .replaceAll(/./g, (figure) => letters[figures.indexOf(figure)] ?? figure);
  }

  /** Pending line ends and spaces are written only once text follows them. */
  #write(text: string): void {
    if (this.#atAddress && /^[\p{L}\p{N}([{]/u.test(text)) this.#space = true;
    this.#atAddress = false;
    this.#atBullet = false;
    if (this.#length > 0 && this.#breaks > 0) this.#add("\n".repeat(this.#breaks));
    else if (this.#space && this.#length > 0 && !this.#endsWith(/\s$/)) this.#add(" ");
    this.#breaks = 0;
    this.#space = false;
    this.#add(text);
  }

  #add(piece: string): void {
    if (piece === "") return;
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  #endsWith(pattern: RegExp): boolean {
    return pattern.test(this.#pieces.at(-1)?.slice(-1) ?? "");
  }

  finish(): string {
    const text = this.#pieces.join("").trim();
    return text === "" ? "" : `${text}\n`;
  }
}

/** The number before a list's first number: 0 unless its `start` says otherwise. */
function itemBefore({ start = "1" }: Record<string, string>): number {
  return /^-?\d{1,6}$/.test(start) ? Number(start) - 1 : 0;
}

function isList(name: string): boolean {
  return name === "ul" || name === "ol";
}

/** What mails hide is not meant to be read here: preview texts, and parts for one mail program alone. */
function isHidden(attributes: Record<string, string>): boolean {
  return "hidden" in attributes || /display\s*:\s*none/i.test(attributes.style ?? "");
}

function linkOf(name: string, attributes: Record<string, string>): string {
  const href = name === "a" ? (attributes.href ?? "").trim() : "";
  // A merge field may be filled in with a link later.
  return /^(https?:|mailto:|tel:|sms:|\{\{)/i.test(href) ? href.replace(fieldOrBlank, inText) : "";
}

/** In a text an address ends at a space, which a quoted one in HTML does not; line ends there are none of it. */
function inText(part: string): string {
  return part.length > 1 ? part : part === " " ? "%20" : "";
}
const fieldOrBlank = /\{\{[^{}]{0,600}\}\}|[ \t\r\n]/g;

/** Whether a label is all that its link has to say: the address itself, or the number that is called. */
function says(label: string, href: string): boolean {
  if (label === href || `mailto:${label}` === href) return true;
  const numberOf = (text: string) => text.replace(/%20|[\s()./-]/g, "");
  return /^tel:/i.test(href) && numberOf(label) === numberOf(href.slice("tel:".length));
}

/** An address without its scheme; what else a mail is to begin with, such as its subject, is read only behind one. */
function shownAddress(href: string): string {
  return href.includes("?") ? href : href.replace(/^mailto:/i, "");
}
