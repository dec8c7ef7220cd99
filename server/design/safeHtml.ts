import { Tokenizer } from "htmlparser2";
import { limits } from "../../contract/limits.ts";
import { safeCss } from "./safeCss.ts";
import { fateOf, isAttributeName, isHarmlessHead, linkAttributes, pictureAttributes } from "./safeTags.ts";
import { safeUrl } from "./safeUrl.ts";

export type SafeHtmlOptions = {
  /** What addresses that begin with "/" are put behind; without it they stay. */
  base?: string | undefined;
};

/**
 * A mail's HTML without anything that runs: scripts, handlers, forms, frames, SVG, `javascript:` and styles that spy.
 * What mails are made of stays: tables, styles, Outlook's conditional comments and its VML. Every tag is written
 * anew, so that no two readers can disagree about where it ends; cleaning twice changes nothing.
 */
export function safeHtml(html: string, options: SafeHtmlOptions = {}): string {
  return new Cleaner(html, options, 0).cleaned();
}

/** One pass over the tokens. It balances nothing: Outlook's comments open what another one closes. */
class Cleaner {
  readonly #html: string;
  readonly #options: SafeHtmlOptions;
  readonly #depth: number;
  readonly #out: string[] = [];
  #name = "";
  #attributes = new Map<string, string>();
  #attribute = "";
  #value = "";
  /** The element whose content is being dropped, and how many of its kind are open. */
  #dropping = { name: "", depth: 0 };
  /** The stylesheet being read; it comes in pieces. */
  #style: string | null = null;

  constructor(html: string, options: SafeHtmlOptions, depth: number) {
    this.#html = html;
    this.#options = options;
    this.#depth = depth;
  }

  cleaned(): string {
    const tokenizer = new Tokenizer(
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
          if (!this.#attributes.has(this.#attribute)) this.#attributes.set(this.#attribute, this.#value);
        },
        onopentagend: () => this.#open(""),
        onselfclosingtag: (end) => this.#open(/\s/.test(this.#html.charAt(end - 2)) ? " /" : "/"),
        onclosetag: (start, end) => this.#close(this.#html.slice(start, end)),
        ontext: (start, end) => this.#text(this.#html.slice(start, end)),
        ontextentity: () => {},
        oncomment: (start, end, endOffset) => this.#comment(this.#html.slice(start, end - endOffset)),
        ondeclaration: (start, end) => this.#declaration(this.#html.slice(start, end)),
        oncdata: () => {},
        onprocessinginstruction: () => {},
        onend: () => {},
      },
    );
    tokenizer.write(this.#html);
    tokenizer.end();
    if (this.#style !== null) this.#endStyle();
    return this.#out.join("");
  }

  #begin(name: string): void {
    this.#name = name;
    this.#attributes = new Map();
  }

  #open(end: "" | "/" | " /"): void {
    const name = this.#name.toLowerCase();
    if (this.#dropping.depth > 0) {
      if (name === this.#dropping.name) this.#dropping.depth += 1;
      return;
    }
    const fate = fateOf(name);
    // Only drawings end with their own tag; "<script />" is open all the same.
    const isEmpty = end !== "" && (name === "svg" || name === "math");
    if (fate === "drop" && !isEmpty) this.#dropping = { name, depth: 1 };
    if (fate !== "keep" || !isHarmlessHead(name, this.#attributes)) return;
    const attributes = [...this.#attributes].map(([key, value]) => this.#attributeText(key, value));
    this.#out.push(`<${this.#written(this.#name)}${attributes.join("")}${end}>`);
    if (name === "style") this.#style = "";
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
    const readable = value.replaceAll(/&(quot|#34|#x22);/gi, '"').replaceAll(/&(apos|#39|#x27);/gi, "'");
    const disguised = /&(#|colon|lpar|bsol|commat)/i.test(readable);
    return disguised ? null : safeCss(readable, { base });
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
    if (name === "style" && this.#style !== null) this.#endStyle();
    else if (fateOf(name) === "keep" && name !== "style") this.#out.push(`</${this.#written(written)}>`);
  }

  #endStyle(): void {
    this.#out.push(safeCss(this.#style ?? "", this.#options), "</style>");
    this.#style = null;
  }

  #text(text: string): void {
    if (this.#dropping.depth > 0) return;
    if (this.#style !== null) this.#style += text;
    else this.#out.push(text.replaceAll("<", "&lt;"));
  }

  /** Comments say nothing to a reader but Outlook, so only its conditions stay, cleaned inside like the rest. */
  #comment(text: string): void {
    if (this.#dropping.depth > 0 || this.#style !== null) return;
    if (/^\s*\[if [^\]<>]{1,60}\]>\s*<!\s*$/i.test(text) || /^\s*<!\[endif\]\s*$/i.test(text)) {
      this.#out.push(`<!--${text.trim()}-->`);
      return;
    }
    const [, condition, inner] = /^\s*(\[if [^\]<>]{1,60}\]>)([\s\S]*)<!\[endif\]\s*$/i.exec(text) ?? [];
    if (condition === undefined || inner === undefined || this.#depth >= limits.design.commentDepthMax)
      return;
    const cleaned = new Cleaner(inner, this.#options, this.#depth + 1).cleaned();
    if (!/--!?>|<!--/.test(cleaned)) this.#out.push(`<!--${condition}${cleaned}<![endif]-->`);
  }

  #declaration(text: string): void {
    if (this.#dropping.depth > 0 || this.#style !== null) return;
    if (/^doctype\s+html[^<>]{0,200}$/i.test(text)) this.#out.push(`<!${text}>`);
    else if (/^\[(if [^\]<>]{1,60}|endif)\]$/i.test(text)) this.#out.push(`<!${text}>`);
  }
}

/** A field that begins in an attribute and ends outside of it would carry the quote away when it is filled in. */
function withoutOpenField(value: string): string {
  const at = value.lastIndexOf("{{");
  return at >= 0 && !value.includes("}}", at) ? `${value.slice(0, at)}${value.slice(at + 2)}` : value;
}
