import { Parser } from "htmlparser2";
import { limits } from "../../contract/limits.ts";

/**
 * The text part of a mail made from its HTML: paragraphs, headings and lists as blocks, links as `text (url)`,
 * without what is hidden. Takes time in proportion to the input, whatever is in it.
 */
export function plainText(html: string): string {
  const writer = new TextWriter();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => writer.open(name, attributes),
      onclosetag: (name) => writer.close(name),
      ontext: (text) => writer.text(text),
    },
    { decodeEntities: true },
  );
  const { parseSliceCharacters, depthMax } = limits.html;
  // The parser's time grows with the depth of open elements, so one that never closes them is cut off.
  for (let start = 0; start < html.length && writer.depth <= depthMax; start += parseSliceCharacters) {
    parser.write(html.slice(start, start + parseSliceCharacters));
  }
  parser.end();
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

type Element = { name: string; hidden: boolean; href: string; start: number; item: number };

class TextWriter {
  #out = "";
  #breaks = 0;
  #space = false;
  #hidden = 0;
  #stack: Element[] = [];

  get depth(): number {
    return this.#stack.length;
  }

  open(name: string, attributes: Record<string, string>): void {
    const hidden = skipped.has(name) || isHidden(attributes);
    if (hidden) this.#hidden += 1;
    const element = { name, hidden, href: linkOf(name, attributes), start: this.#out.length, item: 0 };
    if (this.#hidden === 0) this.#begin(name, attributes);
    this.#stack.push(element);
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
    const lists = this.#stack.filter((element) => element.name === "ul" || element.name === "ol");
    const list = lists.at(-1);
    this.text(list?.name === "ol" ? `${++list.item}. ` : "- ");
    this.#space = false;
    this.#out += this.#out.endsWith(" ") ? "" : " ";
  }

  close(name: string): void {
    const element = this.#stack.pop();
    if (!element) return;
    if (element.hidden) this.#hidden -= 1;
    if (this.#hidden > 0) return;
    if (element.href !== "") this.#linkEnd(element);
    this.#block(name);
    if (name === "hr") this.#breaks = 2;
  }

  #linkEnd({ href, start }: Element): void {
    const label = this.#out.slice(start).trim();
    if (label === "") this.text(href);
    else if (label !== href && `mailto:${label}` !== href) this.text(` (${href.replace(/^mailto:/i, "")})`);
  }

  #block(name: string): void {
    const inList = this.#stack.some((element) => element.name === "li");
    if (spaced.has(name)) this.#lines(inList && (name === "ul" || name === "ol") ? 1 : 2);
    else if (lined.has(name)) this.#lines(1);
  }

  #lines(count: number): void {
    this.#breaks = Math.max(this.#breaks, count);
    this.#space = false;
  }

  text(text: string): void {
    if (this.#hidden > 0) return;
    if (this.#stack.some((element) => element.name === "pre")) {
      this.#write(text);
      return;
    }
    const words = text.replace(/[\s\u00a0]+/g, " ");
    if (words.startsWith(" ")) this.#space = true;
    const trimmed = words.trim();
    if (trimmed === "") return;
    this.#write(trimmed);
    this.#space = words.endsWith(" ");
  }

  /** Pending line ends and spaces are written only once text follows them. */
  #write(text: string): void {
    if (this.#out !== "" && this.#breaks > 0) this.#out += "\n".repeat(this.#breaks);
    else if (this.#space && this.#out !== "" && !/\s$/.test(this.#out)) this.#out += " ";
    this.#breaks = 0;
    this.#space = false;
    this.#out += text;
  }

  finish(): string {
    const text = this.#out.trim();
    return text === "" ? "" : `${text}\n`;
  }
}

/** What mails hide is for programs: preview texts, and parts meant for one mail reader alone. */
function isHidden(attributes: Record<string, string>): boolean {
  return "hidden" in attributes || /display\s*:\s*none/i.test(attributes.style ?? "");
}

function linkOf(name: string, attributes: Record<string, string>): string {
  const href = name === "a" ? (attributes.href ?? "").trim() : "";
  // Merge fields stand for links that are not known yet.
  return /^(https?:|mailto:|tel:|\{\{)/i.test(href) ? href : "";
}
