import { escapeHtml } from "../../contract/mergeFields.ts";
import { isValues, type Values } from "../design/design.ts";
import { readValue } from "./cssValues.ts";

/** The values of a part as they may be drawn, each by its kind; one that cannot be of its kind is left out. */
export function checkedValues(values: Values): Values {
  const checked: Values = {};
  for (const [key, value] of Object.entries(values)) {
    const good = isKey(key) ? checkedValue(key, value) : undefined;
    if (good !== undefined) checked[key] = good;
  }
  return checked;
}

/** By recursion: `readDesign` has bounded how deep. */
function checkedValue(key: string, value: unknown): unknown {
  if (typeof value === "object" && value !== null && ofTextAlone.test(key)) return "";
  // The exporters ask it for their part's name.
  if (key === "_meta" && !isValues(value)) return undefined;
  if (Array.isArray(value)) return value.map((item) => checkedValue(key, item)).filter(isThere);
  if (isValues(value)) return key === "menu" ? checkedMenu(value) : checkedValues(value);
  return typeof value === "string" ? checkedText(key, value) : value;
}

const isThere = (value: unknown) => value !== undefined;

/** Names become attributes and paths; Unlayer's have at most a sign before a word. */
const isKey = (key: string) => /^[\w$+:.-]{1,100}$/.test(key);

function checkedText(key: string, text: string): string | undefined {
  if (ofHtml.has(key)) return text;
  if (ofWords.test(key)) return plainWords(text);
  if (ofAddress.test(key)) return wholeAddress(text);
  if (key === "headingType") return /^h[1-6]$/.test(text) ? text : undefined;
  if (key === languageKey) return isLanguage(text) ? text : undefined;
  if (/color$/i.test(key)) return checkedColour(text);
  if (/align(Items)?$/i.test(key)) return isKeyword(text) ? text : undefined;
  // Families come with either kind of quotation mark; only one of them may stand in an attribute.
  const plain = key === "value" ? text.replaceAll('"', "'") : text;
  return isPlain(plain) ? plain : undefined;
}

/** HTML, which whoever sends or shows a mail cleans; and Lexical's JSON, of which our own HTML is made. */
const ofHtml = new Set(["text", "html", "textJson"]);
/** Where a program has put a list or an object in place of a text, its name in English would stand in the mail. */
const ofTextAlone = /^(text|html|altText|title|preheaderText|url|thumbnail|\w+Url)$/;
/** What is read as it stands: within an attribute, or hidden before the mail. */
const ofWords = /^(altText|title|preheaderText|separator|name|label)$/;
/** The language that a mail is written in, by its tag (RFC 5646), as in "en" or "pt-BR"; Unlayer has no place for it. */
const languageKey = "_lang";
const isLanguage = (text: string) => /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i.test(text);
const ofAddress = /^(url|href|src|action|poster|thumbnail|\w+Url)$/;

/** The exporters put an item's words into an attribute as well, so they are words and no HTML. */
function checkedMenu(menu: Values): Values {
  const items = Array.isArray(menu.items) ? menu.items.filter(isValues) : [];
  const said = items.map((item) => ({
    ...checkedValues(item),
    text: typeof item.text === "string" ? plainWords(item.text) : "",
  }));
  return { ...checkedValues(menu), items: said };
}

/** Words with nothing that ends an attribute or begins a tag; entities stay the characters they stand for. */
function plainWords(words: string): string {
  return words.replaceAll(/["<>]/g, escapeHtml);
}

/**
 * An address with nothing in it that could end the attribute, the style or the comment that it stands in. Merge fields
 * stay as they are.
 */
function wholeAddress(address: string): string {
  const parts = address.trim().split(/(\{\{[^{}"<>]{0,600}\}\})/);
  return parts.map((part, at) => (at % 2 === 1 ? part : part.replaceAll(/["'()<>\\\s]/g, escaped))).join("");
}

function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/** Nothing is a colour too: that of what is behind. */
function checkedColour(text: string): string | undefined {
  if (text.trim() === "") return "";
  const read = readValue("colour", text);
  return "value" in read ? read.value : undefined;
}

/** left, space-between, flex-start. */
function isKeyword(text: string): boolean {
  return /^[a-z-]{0,30}$/i.test(text);
}

/** Sizes, families, keywords: nothing that could end the declaration, the attribute or the comment it stands in. */
function isPlain(text: string): boolean {
  return text.length <= 300 && !/["<>{};\\]|--/.test(text);
}
