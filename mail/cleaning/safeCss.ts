import { type CSSToken, tokenizer } from "@csstools/css-tokenizer";
import { htmlLimits } from "../../contract/limits/html.ts";
import { safeUrl } from "./safeUrl.ts";

/** What old browsers and mail programs would run, and what loads a stylesheet of somebody else's. */
const danger =
  /expression\s*\(|(java|vb)script\s*:|-moz-binding|behaviou?r\s*:|@import|@charset|<\/?style|<!--/i;
/** What reads an attribute piece by piece in a selector: with a picture to tell of it, that is how styles spy. */
const spying = /[*^$~|]=/;

type Options = { base?: string | undefined };

/** A stylesheet without what runs, spies or loads other styles. It yields where others may have a turn. */
export function* cleaningCss(css: string, { base }: Options): Generator<void, string> {
  const harmless = withoutDanger(css);
  yield;
  const quiet = spying.test(harmless) ? yield* withoutSpying(harmless) : harmless;
  yield;
  return withSafeUrls(quiet, { base });
}

/** The same of a style attribute, which has no selectors that could spy. */
export function safeStyle(css: string, { base }: Options): string {
  return withSafeUrls(withoutDanger(css), { base });
}

type Open = { end: string; spies: boolean };

/**
 * Where a selector spies, nothing is loaded: not by its rule, nor by what is nested in that. Token by token, as a browser
 * reads it (CSS Syntax 3, section 5): a brace within quotes, a comment or brackets ends no rule.
 */
function* withoutSpying(css: string): Generator<void, string> {
  const tokens = tokenizer({ css });
  const kept: string[] = [];
  const open: Open[] = [];
  let before = "";
  let selectorSpies = false;
  for (let read = 0; !tokens.endOfFile(); read += 1) {
    if (read % htmlLimits.cssSliceTokens === 0) yield;
    const token = tokens.nextToken();
    const [kind, text] = token;
    const spies = open.at(-1)?.spies ?? false;
    if (text === "=" && /^[*^$~|]$/.test(before)) selectorSpies = true;
    before = text;
    kept.push(spies ? withoutLoading(token, open.at(-1)?.end) : text);
    const end = kind === "function-token" ? ")" : ends.get(kind);
    if (end !== undefined) open.push({ end, spies: spies || (end === "}" && selectorSpies) });
    else if (open.at(-1)?.end === text) open.pop();
    else continue;
    if (end === "}" || text === "}") selectorSpies = false;
  }
  return kept.join("");
}

const ends = new Map<string, string>([
  ["{-token", "}"],
  ["[-token", "]"],
  ["(-token", ")"],
]);

/** An address stands in a token of its own, or as a string in brackets: of `url()`, of `image-set()`. */
function withoutLoading([kind, text]: CSSToken, end: string | undefined): string {
  if (kind === "url-token" || kind === "bad-url-token") return "none";
  return kind === "string-token" && end === ")" ? '""' : text;
}

/**
 * No two parts of the pattern can take the same character next to each other, and none takes a bracket: so however
 * the text is made, each stretch of it is looked at once or twice.
 */
const cssUrl = /url\(\s*(?:(["'])([^"'()]*)\1\s*|([^"'()\s][^"'()]*)?)\)/gi;

function withSafeUrls(css: string, { base }: { base?: string | undefined }): string {
  return css.replaceAll(cssUrl, (_, quote = "", quoted?: string, bare?: string) => {
    const url = safeUrl(quoted ?? bare ?? "", { base, picture: true });
    return url === null ? "none" : `url(${quote}${url}${quote})`;
  });
}

/** As a browser would read it: escapes spelled out, comments gone. */
function withoutDisguise(css: string): string {
  return withoutComments(css)
    .replaceAll(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) => characterOf(Number.parseInt(hex, 16)))
    .replaceAll(/\\([^\n])/g, "$1");
}

/** By hand: a pattern would look through the whole rest for each comment that is never closed. */
function withoutComments(css: string): string {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const start = css.indexOf("/*", at);
    const end = start < 0 ? -1 : css.indexOf("*/", start + 2);
    kept.push(css.slice(at, end < 0 ? undefined : start));
    if (end < 0) return kept.join("");
    at = end + 2;
  }
}

function characterOf(code: number): string {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

function withoutDanger(css: string): string {
  const readable = withoutDisguise(css);
  if (!danger.test(readable)) return css;
  const kept = readable
    .split(/([;{}])/)
    .map((piece) => (danger.test(piece) ? "" : piece))
    .join("");
  // What is still dangerous was put together from several pieces; nothing honest looks like that.
  return danger.test(kept) ? "" : kept;
}
